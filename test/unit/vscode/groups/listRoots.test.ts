// The message above the list: why it is empty, and where it is stored.

import assert from 'node:assert/strict';
import { listRoots } from '../../../../src/vscode/groups/tree/listRoots.ts';
import { documentOf, productStarter } from '../../../support/product.ts';

const LOST =
  'This list and its tokens are stored in the container and are lost when it is rebuilt. To keep them, install the extension locally.';
const EMPTY = "The service can't list its groups. This list shows the ones you add.";

describe('The message above the list', () => {
  const start = productStarter();

  it('says why the list is empty, and that it is lost with a container', async () => {
    const product = await start();
    const { services, settings, store, connection } = product;
    const above = async (remoteName?: string, isWithWorkspace = true): Promise<string> =>
      (await listRoots(services, undefined, { isWithWorkspace, remoteName })).message;
    assert.equal(await above('dev-container'), `${EMPTY} ${LOST}`);
    await services.sending.getOrCreate(connection, documentOf());
    for (const remoteName of ['dev-container', 'attached-container', 'k8s-container', 'codespaces']) {
      assert.equal(await above(remoteName), LOST);
      assert.equal(await above(remoteName, false), '', 'it runs beside the user');
    }
    for (const remoteName of [undefined, 'ssh-remote', 'wsl', 'tunnel']) assert.equal(await above(remoteName), '');
    settings.edit([]);
    store.connections.remove(connection.id);
    assert.equal(await above('dev-container'), '', 'the welcome is shown');
  });

  it('says how a list is filled that a service can fill', async () => {
    const { services } = await start({ entry: { api: 'customer' } });
    const { message } = await listRoots(services, undefined, { isWithWorkspace: false, remoteName: undefined });
    assert.equal(message, 'Use "Refresh List from Service" on a connection, or add groups.');
  });
});
