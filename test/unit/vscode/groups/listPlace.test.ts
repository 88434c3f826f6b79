// Where the list is stored, and the message above it.

import assert from 'node:assert/strict';
import { emptyListText, listMessage, placeText } from '../../../../src/vscode/groups/tree/listMessage.ts';
import { listPlaceText, type Host } from '../../../../src/vscode/groups/tree/listPlace.ts';
import { rootNodes } from '../../../../src/vscode/groups/tree/nodes.ts';
import type { TreeNode } from '../../../../src/vscode/command/treeNode.ts';
import { documentOf, productStarter } from '../../../support/product.ts';

const INSIDE =
  /^This list and its tokens are stored in the container and are lost when it is rebuilt\. To keep them, install/;

const REBUILT: Host = { isWithWorkspace: true, remoteName: 'dev-container' };

function wordsAbove(nodes: readonly TreeNode[], host: Host): string {
  return listMessage(emptyListText(nodes), placeText(nodes, host));
}

describe('Where the list lives', () => {
  const start = productStarter();

  for (const remoteName of ['dev-container', 'attached-container', 'k8s-container', 'codespaces']) {
    it(`is said when it lives in a ${remoteName}, and not when the extension runs beside the person`, () => {
      assert.match(listPlaceText({ isWithWorkspace: true, remoteName }) ?? '', INSIDE);
      assert.equal(listPlaceText({ isWithWorkspace: false, remoteName }), undefined);
    });
  }

  for (const remoteName of [undefined, 'ssh-remote', 'wsl', 'tunnel']) {
    it(`is nothing to say of ${remoteName ?? 'a local window'}, which stays`, () => {
      assert.equal(listPlaceText({ isWithWorkspace: true, remoteName }), undefined);
    });
  }

  it('is above the list, beside the message of an empty one, and never replaces the welcome', async () => {
    const { services, connection } = await start();
    assert.match(
      wordsAbove(rootNodes(services), REBUILT),
      /^The service can't list its groups\. This list shows the ones you add\. This list and its tokens are stored/,
    );
    await services.sending.getOrCreate(connection, documentOf());
    assert.match(wordsAbove(rootNodes(services), REBUILT), INSIDE);
    assert.equal(wordsAbove(rootNodes(services), { isWithWorkspace: true, remoteName: undefined }), '');
    assert.equal(wordsAbove([], REBUILT), '');
  });

  it('is above an empty list that a service can fill', async () => {
    const { services } = await start({ entry: { api: 'customer' } });
    assert.equal(emptyListText(rootNodes(services)), 'Use "Refresh List from Service" on a connection, or add groups.');
  });
});
