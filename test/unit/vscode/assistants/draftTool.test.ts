// The tool that drafts: what it keeps, that it sends nothing, and that the draft of the user stays.

import assert from 'node:assert/strict';
import { openedUris } from '../../../support/editor/openedUris.ts';
import { ACME, SENT, sentTo, toolsOf, usedBy } from '../../../support/editor/usedTools.ts';
import { workspace } from '../../../support/editor/fakeVscode.ts';
import { groupUri } from '../../../../src/vscode/platform/documentUris.ts';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';

const TO_US = { ...ACME, properties: { region: 'US' } };

describe('A draft of an assistant', () => {
  const start = productStarter();
  const opened = openedUris();

  const withAcme = (entry: object = { checkBeforeUpdate: false }): Promise<Product> => sentTo(start({ entry }));
  const withTools = async () => usedBy(await withAcme());

  const methods = ({ requests }: Product): string[] => requests.map(({ method }) => method);
  const draftOf = (product: Product): unknown => JSON.parse(product.record('acme')?.draft?.text ?? 'null');

  it('is kept and opened, and nothing is sent', async () => {
    const product = await withAcme({ environment: 'Customer' });
    const { data } = await toolsOf(product).use('userGroups_draft', TO_US);
    assert.deepEqual([data?.user_group_id, data?.is_guarded, data?.is_draft], ['acme', true, true]);
    assert.deepEqual(draftOf(product), {
      user_group_id: 'acme',
      name: 'Acme',
      ...SENT,
      properties: { region: 'US' },
    });
    assert.deepEqual([opened, methods(product)], [[groupUri('staging', 'acme').toString()], []]);
  });

  it('of a group that is not known is a new document', async () => {
    const { product, use } = await withTools();
    await use('userGroups_draft', { ...ACME, user_group_id: 'globex', name: 'Globex' });
    const [draft] = product.services.groups.newDrafts(product.connection.id);
    assert.deepEqual(JSON.parse(draft?.text ?? ''), { user_group_id: 'globex', name: 'Globex' });
    assert.match(opened[0] ?? '', /~new\/1/);
    const again = await use('userGroups_draft', { ...ACME, user_group_id: 'globex', name: 'Other' });
    assert.match(again.error?.message ?? '', /"globex" on staging has other unsent changes/);
    assert.deepEqual(methods(product), []);
  });

  it('of a new group is not kept beside twenty that nobody has touched', async () => {
    const { product, use } = await withTools();
    const add = (number: number) => use('userGroups_draft', { ...ACME, user_group_id: `new-${number}` });
    for (let number = 0; number < 20; number += 1) assert.equal((await add(number)).error, undefined);
    assert.match((await add(20)).error?.message ?? '', /Assistants keep 20 new drafts already/);
    assert.equal(opened.length, 20);
    const [first] = product.services.groups.newDrafts(product.connection.id);
    product.services.groups.saveNewDraft(product.connection, first!.number, documentOf({ name: 'By hand' }));
    assert.equal((await add(20)).error, undefined);
    assert.equal((await add(21)).error?.kind, 'conflict');
  });

  it('replaces an earlier one, and never that of a user, be it only typed', async () => {
    const { product, use } = await withTools();
    await use('userGroups_draft', TO_US);
    assert.equal((await use('userGroups_draft', { ...ACME, name: 'Acme Inc' })).data?.is_draft, true);
    assert.deepEqual(draftOf(product), {
      user_group_id: 'acme',
      name: 'Acme Inc',
      ...SENT,
      properties: { region: 'US' },
    });
    const own = documentOf({ ...SENT, name: 'By hand' });
    product.services.groups.saveDraft(product.connection, 'acme', own);
    const { error } = await use('userGroups_draft', TO_US);
    assert.deepEqual(error, {
      kind: 'conflict',
      message: '"acme" on staging has other unsent changes. Ask the person to send or discard these first.',
    });
    assert.equal(product.record('acme')?.draft?.text, own);
    product.services.groups.discardDraft(product.connection, 'acme');
    const typed = { uri: groupUri('staging', 'acme'), getText: () => own, isDirty: true, isClosed: false };
    workspace.textDocuments = [typed];
    assert.equal((await use('userGroups_draft', TO_US)).error?.kind, 'conflict');
    workspace.textDocuments = [];
    assert.equal(product.record('acme')?.draft, undefined);
  });

  it('that is none of the contract is not kept', async () => {
    const { product, use } = await withTools();
    const wrongs = [
      { mapping: '{' },
      { token: 'x' },
      { name: 5 },
      { isSendAnyway: true },
      { operation: 'update' },
      { new_provided_id: 'b' },
      { $schema: 'x' },
    ];
    for (const wrong of wrongs)
      assert.equal((await use('userGroups_draft', { ...ACME, ...wrong })).error?.kind, 'invalid');
    assert.equal((await use('userGroups_draft', { connection: 'staging', user_group_id: '' })).error?.kind, 'invalid');
    assert.deepEqual([product.record('acme')?.draft, opened], [undefined, []]);
  });
});
