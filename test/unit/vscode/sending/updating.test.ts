// Update User Group: what is asked first, what leaves then, and what is said afterwards.

import assert from 'node:assert/strict';
import type { EditingContext } from '../../../../src/vscode/editing/editingContext.ts';
import { groupUri, newDraftUri } from '../../../../src/vscode/platform/documentUris.ts';
import { update } from '../../../../src/vscode/sending/update.ts';
import { editingContextOf } from '../../../support/editor/editingContextOf.ts';
import { Range, workspace } from '../../../support/editor/fakeVscode.ts';
import { PlayedPerson } from '../../../support/editor/playedPerson.ts';
import { openedUris } from '../../../support/editor/openedUris.ts';
import { elsewhereAsCustomer } from '../../../support/elsewhere.ts';
import { describeService, documentOf, productStarter, type Product } from '../../../support/product.ts';
import { standIn } from '../../../support/standIn.ts';
import { ask, groupBody } from '../../sandbox/ask.ts';

const ABOUT = { connection: 'staging', user_group_id: 'acme' };
const ACME = '"acme" on staging';
const SENT = { mapping: { 40: '213' }, properties: { region: 'EU' } };
const byItem = { origin: 'item', input: ABOUT } as const;
const byCaller = (fields: object = {}) => ({ origin: 'argument', input: { ...ABOUT, ...fields } }) as const;
const ALWAYS = { settings: standIn({ confirmSend: () => 'always', schemaErrors: () => 'warn' }) } as Pick<
  EditingContext,
  'settings'
>;

describe('Update User Group', () => {
  const start = productStarter();
  const opened = openedUris();

  /** `acme` was sent so, and no request is remembered. */
  async function withSent(entry: object = { checkBeforeUpdate: false }): Promise<Product> {
    const product = await start({ entry });
    await product.services.sending.getOrCreate(product.connection, documentOf(SENT));
    product.requests.length = 0;
    return product;
  }

  const draft = ({ services, connection }: Product, fields: object, id = 'acme'): unknown =>
    services.groups.saveDraft(connection, id, documentOf({ ...SENT, ...fields }));

  const sent = ({ requests }: Product): string[] => requests.map(({ method }) => method);

  describe('without changes', () => {
    const question = [
      `? ${ACME} has no changes. Send it anyway?`,
      '  The whole document is sent again unchanged.',
      '  Last sent 12 May 2025.',
      '  [Send Anyway]',
    ];

    it('sends nothing when its question is closed', async () => {
      const product = await withSent();
      const person = new PlayedPerson();
      await assert.rejects(update(editingContextOf(product, person), byItem), { kind: 'cancelled' });
      assert.deepEqual([person.shown, sent(product)], [question, []]);
    });

    it('has nothing to say of a last sending where there was none', async () => {
      const product = await start();
      describeService(product, { updatesOnlyGiven: true });
      await ask(product.remote, 'GET', groupBody(SENT));
      await product.services.sending.getOrCreate(product.connection, documentOf({}));
      product.services.groups.discardDraft(product.connection, 'acme');
      const person = new PlayedPerson();
      await assert.rejects(update(editingContextOf(product, person), byItem), { kind: 'cancelled' });
      assert.deepEqual(
        person.shown,
        question.filter((line) => !line.includes('Last sent')),
      );
    });

    it('sends the same again where the person wants that', async () => {
      const product = await withSent();
      const person = new PlayedPerson(['Send Anyway']);
      await update(editingContextOf(product, person), byItem);
      assert.deepEqual([person.shown, sent(product)], [[...question, `status: ${ACME} sent again.`], ['PUT']]);
    });

    it('asks no second time where the person has chosen so in the form', async () => {
      const product = await withSent();
      const person = new PlayedPerson();
      await update(editingContextOf(product, person), { ...byItem, isSendAnyway: true });
      assert.deepEqual([person.shown, sent(product)], [[`status: ${ACME} sent again.`], ['PUT']]);
    });

    it('sends nothing for a caller, who gets what is known', async () => {
      const product = await withSent();
      const person = new PlayedPerson();
      const { user_group: group } = await update(editingContextOf(product, person), byCaller());
      assert.deepEqual(
        [person.shown, sent(product), group.name],
        [[`status: ${ACME} has no changes to send.`], [], 'Acme'],
      );
    });
  });

  describe('with changes', () => {
    for (const [fields, said] of [
      [{ name: 'Acme Inc.' }, '1 change'],
      [{ name: 'Acme Inc.', mapping: { 40: '214' } }, '2 changes'],
    ] as const) {
      it(`sends them without a question where nothing is odd, and counts them: ${said}`, async () => {
        const product = await withSent();
        draft(product, fields);
        const person = new PlayedPerson();
        const { user_group: group } = await update(editingContextOf(product, person), byItem);
        assert.deepEqual(
          [person.shown, sent(product), group.name],
          [[`status: ${ACME} updated: ${said}.`], ['PUT'], 'Acme Inc.'],
        );
      });
    }

    it('asks before the mark of a value that was not shown is sent, whatever the settings say', async () => {
      const product = await withSent();
      draft(product, { properties: { region: '•••' } });
      const person = new PlayedPerson(['Update']);
      await update(editingContextOf(product, person), byItem);
      const asked = '  The document contains "•••", which stands for a value that was not shown.';
      assert.deepEqual([person.shown[0], person.shown.includes(asked)], [`? Update ${ACME}?`, true]);
      assert.deepEqual(JSON.parse(product.remote.group('acme')!.properties!), { region: '•••' });
    });

    it('asks first where the settings say so', async () => {
      const product = await withSent();
      draft(product, { name: 'Acme Inc.' });
      const person = new PlayedPerson(['Update']);
      await update(editingContextOf(product, person, ALWAYS), byItem);
      assert.deepEqual(
        person.shown.map((line) => line.replace(/\([\d,]+ days/, '(n days')),
        [
          `? Update ${ACME}?`,
          '  Changes since last sent (n days ago):',
          '  • name: "Acme" → "Acme Inc."',
          '  [Update] [Compare]',
          `status: ${ACME} updated: 1 change.`,
        ],
      );
    });

    for (const [answer, shown] of [
      [undefined, []],
      ['Compare', [`difference: ${ACME}: sent 12 May 2025 ↔ draft`]],
    ] as const) {
      it(`sends nothing when its question is answered by ${answer ?? 'nothing'}`, async () => {
        const product = await withSent();
        draft(product, { name: 'Acme Inc.' });
        const person = new PlayedPerson([answer]);
        await assert.rejects(update(editingContextOf(product, person, ALWAYS), byItem), { kind: 'cancelled' });
        assert.deepEqual([person.shown.slice(4), sent(product)], [shown, []]);
      });
    }

    it('names the environment of a guarded connection', async () => {
      const product = await withSent();
      draft(product, { name: 'Acme Inc.' });
      product.settings.edit([{ name: 'staging', baseUrl: product.remote.baseUrl }]);
      const person = new PlayedPerson();
      await assert.rejects(update(editingContextOf(product, person, ALWAYS), byItem));
      assert.equal(person.shown[1], '  Environment: undeclared, guarded like production.');
    });

    it('asks in any case where fields are not sent', async () => {
      const product = await withSent();
      product.services.groups.saveDraft(product.connection, 'acme', documentOf({ properties: SENT.properties }));
      const person = new PlayedPerson();
      await assert.rejects(update(editingContextOf(product, person), byItem), { kind: 'cancelled' });
      assert.equal(person.shown.at(-2), '  The mapping is not sent. The service may keep or clear it.');
    });

    it('asks in any case where it gives the group the data of one other group alone', async () => {
      const product = await withSent();
      await product.services.sending.getOrCreate(
        product.connection,
        documentOf({ user_group_id: 'beta', name: 'Beta', mapping: { 40: '214' } }),
      );
      product.requests.length = 0;
      draft(product, { mapping: { 40: '214' } });
      const person = new PlayedPerson();
      await assert.rejects(update(editingContextOf(product, person), byItem), { kind: 'cancelled' });
      assert.equal(
        person.shown.at(-2),
        '  Only "Beta" uses the data source "214" (schema ID "40"). This group would see its data.',
      );
      assert.deepEqual(sent(product), []);
    });
  });

  describe('of what another window has sent', () => {
    const sendElsewhere = async (product: Product, fields: object): Promise<void> => {
      const { services, connection } = product.anotherWindow();
      await services.sending.update(connection, services.sending.read(connection, documentOf({ ...SENT, ...fields })));
    };
    const refused = { kind: 'conflict', message: /It changed while you were asked/ };

    it('does not leave where that was while the question waited', async () => {
      const product = await withSent();
      draft(product, { properties: { region: 'US' } });
      const person = new PlayedPerson(['Update']);
      person.meanwhile = () => sendElsewhere(product, { mapping: { 40: '999' } });
      await assert.rejects(update(editingContextOf(product, person, ALWAYS), byItem), refused);
      assert.deepEqual(sent(product), ['PUT'], "the other window's alone");
    });

    it('does not leave where that was right before the question', async () => {
      const product = await withSent();
      draft(product, { properties: { region: 'US' } });
      const context = editingContextOf(product, new PlayedPerson(['Update']), {
        settings: standIn({ confirmSend: () => 'always', schemaErrors: () => 'block' }),
        schemas: standIn({ errorsIn: () => sendElsewhere(product, { name: 'Acme Inc' }).then(() => []) }),
      });
      await assert.rejects(update(context, byItem), refused);
      assert.deepEqual(sent(product), ['PUT'], "the other window's alone");
    });

    it('does not leave where that was while the second question waited', async () => {
      const product = await withSent({});
      await ask(product.remote, 'PUT', groupBody({ ...SENT, properties: { region: 'APAC' } }));
      product.requests.length = 0;
      draft(product, { properties: { region: 'US' } });
      const person = new PlayedPerson(['Overwrite']);
      person.meanwhile = () => sendElsewhere(product, { mapping: { 40: '999' } });
      await assert.rejects(update(editingContextOf(product, person), byItem), refused);
      assert.deepEqual(sent(product), ['GET', 'PUT'], "the other window's alone");
    });
  });

  describe('of what was changed elsewhere', () => {
    async function changeElsewhere({ remote }: Product): Promise<void> {
      await ask(remote, 'PUT', groupBody({ user_group_id: 'acme', name: 'Elsewhere', ...SENT }));
    }

    for (const [answer, outcome, shown] of [
      [undefined, [], []],
      ['Compare', [], [`difference: ${ACME}: service response 12 May 2025, without mapping ↔ draft`]],
      ['Overwrite', ['PUT'], [`status: ${ACME} updated: 1 change.`]],
    ] as const) {
      it(`overwrites it only on demand, where that is known before: ${answer ?? 'closed'}`, async () => {
        const product = await withSent();
        await changeElsewhere(product);
        product.clock.now += 1000;
        await product.services.sending.fetch(product.connection, 'acme');
        product.requests.length = 0;
        draft(product, { name: 'Acme Inc.' });
        const person = new PlayedPerson([answer]);
        await update(editingContextOf(product, person), byItem).catch(() => undefined);
        assert.deepEqual(person.shown.slice(-2 - shown.length), [
          '  Overwrites a change made elsewhere: name: "Elsewhere" → "Acme Inc."',
          '  [Overwrite] [Compare]',
          ...shown,
        ]);
        assert.deepEqual(sent(product), outcome);
      });

      it(`overwrites it only on demand, where the service is asked before the update: ${answer ?? 'closed'}`, async () => {
        const product = await withSent({});
        await changeElsewhere(product);
        product.requests.length = 0;
        draft(product, { properties: { region: 'US' } });
        const person = new PlayedPerson([answer]);
        await update(editingContextOf(product, person), byItem).catch(() => undefined);
        assert.deepEqual(person.shown, [
          `? Update ${ACME}?`,
          '  Overwrites a change made elsewhere: name: "Acme" → "Elsewhere"',
          '  [Overwrite] [Compare]',
          ...shown,
        ]);
        assert.deepEqual(sent(product), ['GET', ...outcome]);
      });
    }

    const listed = ({ services, connection }: Product): Promise<unknown> => services.serviceList.refresh(connection);
    for (const [words, checkBeforeUpdate, meets, said] of [
      ['where that is known before', false, listed, 'emails[0]: "boss@x" → "c@x"'],
      ['where the service is asked before the update', true, () => undefined, 'emails[0]: added "boss@x"'],
    ] as const)
      it(`overwrites on demand alone what the last sent document omits, ${words}`, async () => {
        const product = await start({ entry: { api: 'customer', checkBeforeUpdate } });
        const { services, connection, remote, clock } = product;
        await services.sending.getOrCreate(connection, documentOf());
        clock.now += 1000;
        await elsewhereAsCustomer(remote, '/api/update_customer/', { provided_id: 'acme', emails: ['boss@x'] });
        await meets(product);
        services.groups.saveDraft(connection, 'acme', documentOf({ emails: ['c@x'] }));
        const person = new PlayedPerson();
        await assert.rejects(update(editingContextOf(product, person), byItem), { kind: 'cancelled' });
        assert.deepEqual(person.shown.slice(-2), [
          `  Overwrites a change made elsewhere: ${said}`,
          '  [Overwrite] [Compare]',
        ]);
        assert.equal(product.requests.filter(({ operation }) => operation === 'update').length, 1);
      });

    it('says of a document that only omits fields that the service keeps them', async () => {
      const product = await withSent({});
      describeService(product, { updatesOnlyGiven: true });
      product.services.groups.saveDraft(
        product.connection,
        'acme',
        documentOf({ ...SENT }).replace('\n  "name": "Acme",', ''),
      );
      const person = new PlayedPerson();
      await assert.rejects(update(editingContextOf(product, person), byItem), { kind: 'cancelled' });
      assert.deepEqual(person.shown.slice(0, 2), [
        `? ${ACME} has no changes. Send it anyway?`,
        '  It only omits fields, which the service keeps. The rest is sent again.',
      ]);
    });

    it('overwrites nothing that the service keeps, and asks nothing', async () => {
      const product = await withSent({});
      describeService(product, { updatesOnlyGiven: true });
      await changeElsewhere(product);
      product.requests.length = 0;
      product.services.groups.saveDraft(
        product.connection,
        'acme',
        documentOf({ ...SENT, properties: { region: 'US' } }).replace('\n  "name": "Acme",', ''),
      );
      const person = new PlayedPerson();
      await update(editingContextOf(product, person), byItem);
      assert.equal(person.shown[0], `status: ${ACME} updated: 1 change.`);
      assert.equal(product.remote.group('acme')?.name, 'Elsewhere');
    });

    it('overwrites nothing that the service keeps of a group that was only fetched, and asks nothing', async () => {
      const product = await start();
      describeService(product, { updatesOnlyGiven: true });
      await ask(product.remote, 'GET', groupBody(SENT));
      await product.services.sending.getOrCreate(product.connection, '{"user_group_id":"acme"}');
      product.services.groups.saveDraft(product.connection, 'acme', documentOf({ properties: { region: 'US' } }));
      await changeElsewhere(product);
      const person = new PlayedPerson();
      await update(editingContextOf(product, person), byItem);
      assert.deepEqual(person.shown, [
        `status: ${ACME} updated: 1 change.`,
        `warning: The service has other values for ${ACME}: name: "Acme" → "Elsewhere". [Compare]`,
      ]);
      assert.equal(product.remote.group('acme')?.name, 'Elsewhere');
    });

    it('sends nothing where the group was gone and was recreated', async () => {
      const product = await withSent({});
      product.loseOnService('acme');
      draft(product, { name: 'Acme Inc.' });
      await assert.rejects(update(editingContextOf(product, new PlayedPerson()), byItem), {
        kind: 'conflict',
        message: `Couldn't update ${ACME}. The group no longer existed and was recreated as last sent, with a new token. Deploy the new token, then update again.`,
      });
      assert.deepEqual(sent(product), ['GET']);
    });

    it('says where the service has answered other values, and compares with them', async () => {
      const product = await withSent();
      const text = documentOf(SENT).replace('"EU"', '12345678901234567890');
      product.services.groups.saveDraft(product.connection, 'acme', text);
      product.remote.misbehave('normalisesProperties', { operation: 'update' });
      const person = new PlayedPerson([], 'Compare');
      await update(editingContextOf(product, person), byItem);
      await person.settled();
      assert.deepEqual(person.shown.slice(1), [
        `warning: The service has other values for ${ACME}: properties.region: 12345678901234567890 → 12345678901234567000. [Compare]`,
        `difference: ${ACME}: service response 12 May 2025, without mapping ↔ draft`,
      ]);
    });
  });

  describe('of a document with another ID', () => {
    const message = `Couldn't update ${ACME}. Its document has another ID: "beta". Restore the ID, or create a new group.`;

    for (const [answer, shown] of [
      [undefined, []],
      ['Send as New Group', [String(newDraftUri('staging', 1))]],
    ] as const) {
      it(`sends nothing, and offers to make it a new one: ${answer ?? 'declined'}`, async () => {
        const product = await withSent();
        draft(product, { user_group_id: 'beta' });
        const person = new PlayedPerson([], answer);
        await assert.rejects(update(editingContextOf(product, person), byItem), { kind: 'cancelled' });
        assert.deepEqual([person.shown, sent(product)], [[`error: ${message} [Send as New Group]`], []]);
        assert.deepEqual(opened, shown);
        assert.equal(
          product.services.groups.newDraft(product.connection.id, 1)?.text,
          answer === undefined ? undefined : documentOf({ ...SENT, user_group_id: 'beta' }),
        );
      });
    }

    it('is refused to a caller', async () => {
      const product = await withSent();
      draft(product, { user_group_id: 'beta' });
      const person = new PlayedPerson();
      await assert.rejects(update(editingContextOf(product, person), byCaller()), { kind: 'invalid', message });
      assert.deepEqual([person.shown, sent(product)], [[], []]);
    });
  });

  describe('by a caller', () => {
    const body = ({ requests }: Product): unknown => JSON.parse(requests.at(-1)?.requestBody ?? '');

    it('replaces the fields that are given, and keeps the others as they are', async () => {
      const product = await withSent();
      await update(editingContextOf(product, new PlayedPerson()), byCaller({ name: 'Acme Inc.' }));
      assert.deepEqual(body(product), { user_group_id: 'acme', ...SENT, name: 'Acme Inc.' });
    });

    it('sends those alone of a group that is not in the list', async () => {
      const product = await withSent();
      product.services.groups.forget(product.ref('acme'));
      const fields = { name: 'Acme Inc.', mapping: { 40: '214' }, properties: {} };
      await update(editingContextOf(product, new PlayedPerson()), byCaller(fields));
      assert.deepEqual(body(product), { user_group_id: 'acme', ...fields });
    });

    it('is an update even of a group that the service has not answered yet', async () => {
      const product = await start({ entry: { checkBeforeUpdate: false } });
      draft(product, {});
      const context = editingContextOf(product, new PlayedPerson());
      await assert.rejects(update(context, byCaller()), { kind: 'notFound' });
      assert.deepEqual(sent(product).slice(-1), ['PUT']);
    });
  });

  it('gets or creates a group that the service has not answered yet', async () => {
    const product = await start();
    draft(product, {});
    const person = new PlayedPerson();
    await update(editingContextOf(product, person), byItem);
    assert.deepEqual([person.shown, sent(product)], [[`status: ${ACME} created. Its token is stored.`], ['GET']]);
  });

  it('of a group that is not in the list is refused to a person', async () => {
    const product = await start();
    await assert.rejects(update(editingContextOf(product, new PlayedPerson()), byItem), {
      message: /^"acme" on staging is not in the list\./,
    });
  });

  describe('of a document with schema errors', () => {
    const range = new Range(2, 2, 2, 6);
    const blocking = (count: number): Partial<EditingContext> => ({
      settings: standIn({ confirmSend: () => 'never', schemaErrors: () => 'block' }),
      schemas: standIn<EditingContext['schemas']>({
        errorsIn: (uri) => Promise.resolve(Array(count).fill({ message: `wrong in ${String(uri)}`, range })),
      }),
    });

    for (const [count, happened] of [
      [
        1,
        /^Couldn't update "acme" on staging\. Schema error in .*wrong in usergroup:.* Correct the document, or set "userGroups\.schemaErrors" to "warn"\.$/,
      ],
      [2, /2 schema errors, the first in /],
    ] as const) {
      it(`sends nothing where the settings say so: ${count}`, async () => {
        const product = await withSent();
        draft(product, { name: 'Acme Inc.' });
        await assert.rejects(update(editingContextOf(product, new PlayedPerson(), blocking(count)), byItem), {
          kind: 'invalid',
          message: happened,
        });
        assert.deepEqual(sent(product), []);
      });
    }

    it('is sent where it has none', async () => {
      const product = await withSent();
      draft(product, { name: 'Acme Inc.' });
      await update(editingContextOf(product, new PlayedPerson(), blocking(0)), byItem);
      assert.deepEqual(sent(product), ['PUT']);
    });
  });

  for (const entry of [{}, { api: 'customer' }] as const) {
    it(`sends no text that the editor has not read again since the last update: ${entry.api ?? 'user-group'}`, async () => {
      const product = await start({ entry });
      await product.services.sending.getOrCreate(product.connection, documentOf(SENT));
      const uri = groupUri('staging', 'acme');
      workspace.textDocuments = [{ uri, isClosed: false, isDirty: false, getText: () => documentOf(SENT) }];
      const context = editingContextOf(product, new PlayedPerson());
      await update(context, byCaller({ mapping: { 40: '214' } }));
      await update(context, byCaller({ properties: { region: 'US' } })).finally(() => {
        workspace.textDocuments = [];
      });
      const { mapping, properties } = product.remote.group('acme')!;
      assert.deepEqual([JSON.parse(mapping!), JSON.parse(properties!)], [{ 40: '214' }, { region: 'US' }]);
    });
  }
});
