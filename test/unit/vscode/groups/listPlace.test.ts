// Where the list is stored, and the message above it.

import assert from 'node:assert/strict';
import { emptyListText, listMessage, placeText } from '../../../../src/vscode/groups/tree/listMessage.ts';
import { listPlaceText } from '../../../../src/vscode/groups/tree/listPlace.ts';
import { rootNodes } from '../../../../src/vscode/groups/tree/nodes.ts';
import type { TreeNode } from '../../../../src/vscode/command/treeNode.ts';
import { documentOf, productStarter } from '../../../support/product.ts';

const INSIDE =
  /^This list and its tokens are stored in the container and are lost when it is rebuilt\. To keep them, install/;

function wordsAbove(nodes: readonly TreeNode[], place: string | undefined): string {
  return listMessage(emptyListText(nodes), placeText(nodes, place));
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
    assert.equal(
      wordsAbove(rootNodes(services), 'It lives here.'),
      "The service can't list its user groups. This list shows the ones you add. It lives here.",
    );
    await services.sending.getOrCreate(connection, documentOf());
    assert.equal(wordsAbove(rootNodes(services), 'It lives here.'), 'It lives here.');
    assert.equal(wordsAbove(rootNodes(services), undefined), '');
    assert.equal(wordsAbove([], 'It lives here.'), '');
  });
});
