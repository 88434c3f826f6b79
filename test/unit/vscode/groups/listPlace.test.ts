// Where the list is stored, and the message above it.

import assert from 'node:assert/strict';
import { emptyListText, listMessage, placeText } from '../../../../src/vscode/groups/tree/listMessage.ts';
import { listPlaceText } from '../../../../src/vscode/groups/tree/listPlace.ts';
import { rootNodes } from '../../../../src/vscode/groups/tree/nodes.ts';
import { documentOf, productStarter } from '../../../support/product.ts';

const INSIDE =
  /^This list and its tokens are stored in the container and are lost when it is rebuilt\. To keep them, install/;

describe('The message above the list', () => {
  const start = productStarter();

  it('says that the list is lost with a container, and nothing of a machine that stays', () => {
    for (const remoteName of ['dev-container', 'attached-container', 'k8s-container', 'codespaces']) {
      assert.match(listPlaceText({ isWithWorkspace: true, remoteName }) ?? '', INSIDE);
      assert.equal(listPlaceText({ isWithWorkspace: false, remoteName }), undefined, 'it runs beside the user');
    }
    for (const remoteName of [undefined, 'ssh-remote', 'wsl', 'tunnel'])
      assert.equal(listPlaceText({ isWithWorkspace: true, remoteName }), undefined);
  });

  it('says beside it why the list is empty, and never replaces the welcome', async () => {
    const { services, connection } = await start();
    const above = (nodes = rootNodes(services), remoteName: string | undefined = 'dev-container'): string =>
      listMessage(emptyListText(nodes), placeText(nodes, { isWithWorkspace: true, remoteName }));
    assert.match(
      above(),
      /^The service can't list its groups\. This list shows the ones you add\. This list and its tokens are stored/,
    );
    await services.sending.getOrCreate(connection, documentOf());
    assert.match(above(), INSIDE);
    assert.deepEqual([above(rootNodes(services), 'wsl'), above([])], ['', '']);
  });

  it('says how a list is filled that a service can fill', async () => {
    const { services } = await start({ entry: { api: 'customer' } });
    assert.equal(emptyListText(rootNodes(services)), 'Use "Refresh List from Service" on a connection, or add groups.');
  });
});
