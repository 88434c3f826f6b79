// Copy as cURL: which operation with which body, and never a token that has a value.

import assert from 'node:assert/strict';
import { groupUri, newDraftUri } from '../../../../src/vscode/platform/documentUris.ts';
import { copyAsCurl } from '../../../../src/vscode/sending/copyAsCurl.ts';
import { editingContextOf } from '../../../support/editor/editingContextOf.ts';
import { env, nextList, workspace } from '../../../support/editor/fakeVscode.ts';
import { PlayedPerson } from '../../../support/editor/playedPerson.ts';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';

const ABOUT = { connection: 'staging', user_group_id: 'acme' };

describe('Copy as cURL', () => {
  const start = productStarter();
  afterEach(() => {
    workspace.textDocuments = [];
  });

  async function withGroup(options?: Parameters<typeof start>[0]): Promise<Product> {
    const product = await start(options);
    await product.services.sending.getOrCreate(product.connection, documentOf());
    return product;
  }

  async function copied(
    product: Product,
    invocation: Parameters<typeof copyAsCurl>[1],
    person = new PlayedPerson(),
  ): Promise<{ readonly command: string; readonly said: readonly string[] }> {
    await copyAsCurl(editingContextOf(product, person), invocation);
    return { command: await env.clipboard.readText(), said: person.shown };
  }

  for (const [operation, start_, data, said] of [
    ['getOrCreate', 'curl --request GET ', `--data-raw '{"user_group_id":`, 'Copied as cURL. Set $API_TOKEN.'],
    ['update', 'curl --request PUT ', `--data-raw '{"user_group_id":`, 'Copied as cURL. Set $API_TOKEN.'],
    ['rotate', 'curl --request POST ', '$CURRENT_TOKEN', 'Copied as cURL. Set $API_TOKEN and $CURRENT_TOKEN.'],
  ] as const) {
    it(`copies what a caller names, without a token: ${operation}`, async () => {
      const product = await withGroup();
      const { command, said: shown } = await copied(product, { origin: 'argument', input: { ...ABOUT, operation } });
      assert.ok(command.startsWith(`${start_}'${product.remote.baseUrl}/api/user`), command);
      assert.ok(command.includes(data), command);
      assert.ok(command.includes('Token $API_TOKEN'), command);
      for (const secret of [product.remote.apiToken, product.remote.group('acme')!.token])
        assert.ok(!command.includes(secret));
      assert.deepEqual(shown, [`status: ${said}`]);
    });
  }

  it('is refused while it is not known how the service is asked', async () => {
    const product = await withGroup();
    const { settings } = product;
    await env.clipboard.writeText('of before');
    settings.edit([{ ...(settings.entries[0] as object), api: 'tenants' }]);
    await assert.rejects(copied(product, { origin: 'argument', input: { ...ABOUT, operation: 'update' } }), {
      kind: 'invalid',
      message:
        /^Couldn't copy "acme" on staging as cURL\. "api" is "tenants", which "userGroups\.apis" doesn't have\. Correct "userGroups\.connections"/,
    });
    assert.equal(await env.clipboard.readText(), 'of before');
  });

  it('asks for the operation where none is named, or no such', async () => {
    const product = await withGroup();
    const copying = copied(product, { origin: 'item', input: { ...ABOUT, operation: 'delete' } });
    const list = await nextList();
    assert.deepEqual(
      [list.title, list.placeholder, list.labels],
      ['Copy as cURL', 'Select an operation', ['Get or Create', 'Update', 'Rotate Token']],
    );
    assert.equal(list.items[2]?.detail, 'The token is not copied. Set it as $CURRENT_TOKEN.');
    list.choose('Update');
    assert.ok((await copying).command.startsWith('curl --request PUT '));
  });

  it('asks before it copies the mark that stands for a value that was not shown', async () => {
    const product = await withGroup();
    product.services.groups.saveDraft(product.connection, 'acme', documentOf({ name: '•••' }));
    const invocation = { origin: 'argument', input: { ...ABOUT, operation: 'update' } } as const;
    await env.clipboard.writeText('of before');
    const person = new PlayedPerson();
    await assert.rejects(copied(product, invocation, person), { kind: 'cancelled' });
    assert.match(person.shown.join(), /The document contains "•••", which stands for a value that was not shown\./);
    assert.equal(await env.clipboard.readText(), 'of before');
    assert.match((await copied(product, invocation, new PlayedPerson(['Copy Anyway']))).command, /•••/);
  });

  for (const [operation, said] of [
    ['update', "Copied as cURL with the sandbox's own API token."],
    ['rotate', 'Copied as cURL. Set $CURRENT_TOKEN.'],
  ] as const) {
    it(`has the address and the API token of the sandbox, which have no value: ${operation}`, async () => {
      const product = await start();
      const { services } = product;
      const sandbox = await services.sandbox.start();
      await services.sending.getOrCreate(sandbox, documentOf());
      const input = { connection: sandbox.name, user_group_id: 'acme', operation };
      const { command, said: shown } = await copied(product, { origin: 'argument', input });
      const running = await services.sandbox.running();
      assert.ok(command.includes(`Token ${running.apiToken}`));
      assert.ok(command.includes(running.baseUrl));
      assert.deepEqual(shown, [`status: ${said}`]);
    });
  }

  it('copies the text of the open document, unless it names another group', async () => {
    const product = await withGroup();
    const open = (fields: Readonly<Record<string, unknown>>): void => {
      workspace.textDocuments = [
        { uri: groupUri('staging', 'acme'), isClosed: false, isDirty: true, getText: () => documentOf(fields) },
      ];
    };
    const invocation = { origin: 'argument', input: { ...ABOUT, operation: 'update' } } as const;
    open({ name: 'Typed' });
    assert.match((await copied(product, invocation)).command, /Typed/);
    open({ user_group_id: 'beta' });
    await assert.rejects(copied(product, invocation), {
      message: `Couldn't copy "acme" on staging as cURL. Its document has another ID: "beta". Restore the ID, or create a new group.`,
    });
    await copied(product, { ...invocation, input: { ...ABOUT, operation: 'rotate' } });
  });

  describe('of a new document', () => {
    const fromNew = (number: number) =>
      ({ origin: 'document', input: { connection: 'staging' }, newNumber: number }) as const;

    it('gets or creates, with the stored text or that of the editor', async () => {
      const product = await start();
      const { number } = product.services.groups.addNewDraft(product.connection, documentOf({ name: 'Stored' }));
      assert.match((await copied(product, fromNew(number))).command, /^curl --request GET [^]*Stored/);
      workspace.textDocuments = [
        {
          uri: newDraftUri('staging', number),
          isClosed: false,
          isDirty: true,
          getText: () => documentOf({ name: 'Typed' }),
        },
      ];
      assert.match((await copied(product, fromNew(number))).command, /Typed/);
    });

    it('is refused without an ID', async () => {
      const product = await start();
      await assert.rejects(copied(product, fromNew(7)), {
        kind: 'invalid',
        message: /^Couldn't copy the new group on staging as cURL\. /,
      });
    });
  });
});
