// The row that is selected when another document becomes active.

import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { groupRef } from '../../../../src/core/groupKey.ts';
import type { TreeNode } from '../../../../src/vscode/command/treeNode.ts';
import { followActiveEditor } from '../../../../src/vscode/groups/tree/followActiveEditor.ts';
import { groupUri, newDraftUri } from '../../../../src/vscode/platform/documentUris.ts';
import { TabInputCustom, tabGroupsChanged, tabs, tabsChanged, Uri } from '../../../support/editor/fakeVscode.ts';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';

describe('The list', () => {
  const start = productStarter();
  let shown: string[];
  let product: Product;
  let following: { readonly dispose: () => void };
  let onShown: () => void;

  beforeEach(async () => {
    product = await start();
    const { services, connection } = product;
    for (const userGroupId of ['acme', 'beta'])
      await services.sending.getOrCreate(connection, documentOf({ user_group_id: userGroupId }));
    shown = [];
    following = followActiveEditor(services, {
      showRow: (node) => {
        shown.push(nameOf(node));
        onShown();
        return Promise.resolve();
      },
    });
  });

  afterEach(() => {
    following.dispose();
    tabs.active = undefined;
  });

  function activate(uri: unknown, changed = tabsChanged): void {
    tabs.active = { input: new TabInputCustom(uri) };
    changed.fire(undefined);
  }

  /** The rows so far, once the one of this document is shown. */
  async function showing(uri: unknown, changed = tabsChanged): Promise<string[]> {
    const isShown = new Promise<void>((resolve) => {
      onShown = resolve;
    });
    activate(uri, changed);
    await isShown;
    return shown;
  }

  /** What is asked last is answered last. */
  async function settle(): Promise<void> {
    await product.services.groups.listed(groupRef(product.connection, 'acme'));
    await setImmediate();
  }

  it('selects the group whose document becomes active, in whichever group of tabs', async () => {
    assert.deepEqual(await showing(groupUri('staging', 'acme')), ['acme']);
    assert.deepEqual(await showing(groupUri('staging', 'beta'), tabGroupsChanged), ['acme', 'beta']);
  });

  it('selects a new group that was never sent', async () => {
    const { services, connection } = product;
    const { number } = services.groups.addNewDraft(connection, documentOf());
    assert.deepEqual(await showing(newDraftUri('staging', number)), [`new ${number}`]);
  });

  it('keeps what a person selects in it while the same document stays active', async () => {
    await showing(groupUri('staging', 'acme'));
    activate(groupUri('staging', 'acme'));
    await settle();
    assert.deepEqual(await showing(groupUri('staging', 'beta')), ['acme', 'beta']);
    assert.deepEqual(await showing(groupUri('staging', 'acme')), ['acme', 'beta', 'acme']);
  });

  it('selects the group again when another name moves it, and not for any other change', async () => {
    const { services, connection } = product;
    await showing(groupUri('staging', 'acme'));
    services.groups.saveDraft(connection, 'acme', documentOf({ name: 'Zulu' }));
    await settle();
    assert.deepEqual(shown, ['acme']);
    await services.sending.update(connection, documentOf({ name: 'Zulu' }));
    await settle();
    assert.deepEqual(shown, ['acme', 'acme']);
  });

  it('selects only the last of documents that become active at once', async () => {
    activate(groupUri('staging', 'acme'));
    assert.deepEqual(await showing(groupUri('staging', 'beta')), ['beta']);
  });

  it('stays as it is for other files, and for groups that are not in it', async () => {
    for (const other of [
      Uri.file('/acme.usergroup.json'),
      groupUri('staging', 'unknown'),
      groupUri('production', 'acme'),
      newDraftUri('staging', 7),
    ]) {
      await showing(groupUri('staging', 'acme'));
      activate(other);
      await settle();
    }
    assert.deepEqual(await showing(groupUri('staging', 'beta')), ['acme', 'acme', 'acme', 'acme', 'beta']);
  });
});

function nameOf(node: TreeNode): string {
  if (node.kind === 'group') return node.group.ref.userGroupId;
  return node.kind === 'newDraft' ? `new ${node.number}` : node.kind;
}
