// The row that is selected when another document becomes active.

import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
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
  const [acme, beta] = [groupUri('staging', 'acme'), groupUri('staging', 'beta')];

  beforeEach(async () => {
    product = await start();
    const { services, connection } = product;
    for (const userGroupId of ['acme', 'beta'])
      await services.sending.getOrCreate(connection, documentOf({ user_group_id: userGroupId }));
    shown = [];
    following = followActiveEditor(services, {
      showRow: (node) => {
        shown.push(node.kind === 'newDraft' ? `new ${node.number}` : (node.user_group_id ?? node.kind));
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

  /** Resolves after everything that was asked before, because what is asked last is answered last. */
  async function settle(): Promise<void> {
    await product.services.groups.listed(product.ref('acme'));
    await setImmediate();
  }

  it('selects the group or the new group whose document becomes active, in whichever group of tabs', async () => {
    const { number } = product.services.groups.addNewDraft(product.connection, documentOf());
    await showing(acme);
    await showing(beta, tabGroupsChanged);
    assert.deepEqual(await showing(newDraftUri('staging', number)), ['acme', 'beta', `new ${number}`]);
  });

  it('keeps what a person selects in it while the same document stays active', async () => {
    await showing(acme);
    activate(acme);
    await settle();
    await showing(beta);
    assert.deepEqual(await showing(acme), ['acme', 'beta', 'acme']);
  });

  it('selects the group again when another name moves it, and not for any other change', async () => {
    const { services, connection } = product;
    await showing(acme);
    services.groups.saveDraft(connection, 'acme', documentOf({ name: 'Zulu' }));
    await settle();
    assert.deepEqual(shown, ['acme']);
    await services.sending.update(connection, documentOf({ name: 'Zulu' }));
    await settle();
    assert.deepEqual(shown, ['acme', 'acme']);
  });

  it('selects only the last of documents that become active at once', async () => {
    activate(acme);
    assert.deepEqual(await showing(beta), ['beta']);
  });

  it('stays as it is for other files, and for groups that are not in it', async () => {
    const [unknown, elsewhere] = [groupUri('staging', 'unknown'), groupUri('production', 'acme')];
    for (const other of [Uri.file('/acme.usergroup.json'), unknown, elsewhere, newDraftUri('staging', 7)]) {
      await showing(acme);
      activate(other);
      await settle();
    }
    assert.deepEqual(await showing(beta), ['acme', 'acme', 'acme', 'acme', 'beta']);
  });
});
