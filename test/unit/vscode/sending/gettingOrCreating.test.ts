// Get or Create, Add Existing, New and Fetch: what is asked first, what leaves then, and what is said afterwards.

import assert from 'node:assert/strict';
import type { EditingContext } from '../../../../src/vscode/editing/editingContext.ts';
import { groupUri, newDraftUri } from '../../../../src/vscode/platform/documentUris.ts';
import { getOrCreateHandlers } from '../../../../src/vscode/sending/getOrCreate.ts';
import { editingContextOf } from '../../../support/editor/editingContextOf.ts';
import { nextBox, nextList, TabInputCustom, tabs, Uri } from '../../../support/editor/fakeVscode.ts';
import { PlayedPerson } from '../../../support/editor/playedPerson.ts';
import { openedUris } from '../../../support/editor/openedUris.ts';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';
import { standIn } from '../../../support/standIn.ts';
import { ask, groupBody } from '../../sandbox/ask.ts';

const ACME = '"acme" on staging';
const ABOUT = { connection: 'staging', user_group_id: 'acme' };
const ABOUT_ACME = JSON.stringify(ABOUT);
const byItem = { origin: 'item', input: ABOUT } as const;
const byCaller = (fields: object = {}) => ({ origin: 'argument', input: { ...ABOUT, ...fields } }) as const;
const confirming = (confirmSend: 'always' | 'customer'): Pick<EditingContext, 'settings'> => ({
  settings: standIn({ confirmSend: () => confirmSend, schemaErrors: () => 'warn' }),
});

describe('A get-or-create', () => {
  const start = productStarter();
  const opened = openedUris();
  afterEach(() => {
    tabs.active = undefined;
  });

  interface Played {
    readonly person: PlayedPerson;
    readonly handlers: ReturnType<typeof getOrCreateHandlers>;
    readonly arrived: string[];
    readonly became: string[];
  }

  function played(product: Product, person = new PlayedPerson(), parts: Partial<EditingContext> = {}): Played {
    const [arrived, became]: string[][] = [[], []];
    const files = standIn<EditingContext['files']>({
      noteArrival: (uri) => void arrived?.push(String(uri)),
      become: (from, to) => Promise.resolve(void became?.push(`${String(from)} → ${String(to)}`)),
    });
    return {
      person,
      handlers: getOrCreateHandlers(editingContextOf(product, person, { files, ...parts })),
      arrived: arrived ?? [],
      became: became ?? [],
    };
  }

  const sent = ({ requests }: Product): string[] => requests.map(({ method }) => method);

  /** The service has `acme`, which the list has not. */
  async function withUnlisted(fields: object = {}): Promise<Product> {
    const product = await start();
    await ask(product.remote, 'GET', groupBody({ user_group_id: 'acme', name: 'Acme', properties: {}, ...fields }));
    product.requests.length = 0;
    return product;
  }

  describe('by a caller', () => {
    it('sends the fields that are given, without a question, and answers what the service has', async () => {
      const product = await start();
      const { person, handlers } = played(product);
      const result = await handlers['userGroups.getOrCreate'](byCaller({ name: 'Acme', properties: { region: 'EU' } }));
      assert.deepEqual(
        [person.shown, result?.new_user_group, result?.user_group.name],
        [[`status: ${ACME} created. Its token is stored.`], true, 'Acme'],
      );
      assert.deepEqual(JSON.parse(product.requests[0]?.requestBody ?? ''), {
        user_group_id: 'acme',
        name: 'Acme',
        properties: { region: 'EU' },
      });
    });

    it('says that the group exists already', async () => {
      const product = await withUnlisted();
      const { person, handlers } = played(product);
      const result = await handlers['userGroups.getOrCreate'](byCaller({ name: 'Acme' }));
      assert.deepEqual(
        [person.shown, result?.new_user_group],
        [[`status: ${ACME} already exists. Its token is stored.`], false],
      );
    });

    it('opens nothing of a group that it adds', async () => {
      const product = await start();
      const { person, handlers } = played(product);
      await handlers['userGroups.addExisting'](byCaller());
      assert.deepEqual(
        [person.shown, opened],
        [[`warning: ${ACME} didn't exist and was created. [userGroups.removeFromList]`], []],
      );
      assert.deepEqual(JSON.parse(product.requests[0]?.requestBody ?? ''), { user_group_id: 'acme' });
    });
  });

  describe('of a group whose values were not applied', () => {
    const changed = { name: 'Acme Inc.', mapping: { 40: '213' } };
    const values = 'name: "Acme" → "Acme Inc.", mapping: unknown';

    it('keeps them as a draft, which can be sent now', async () => {
      const { person, handlers } = played(await withUnlisted(), new PlayedPerson([], 'Update Now'));
      await handlers['userGroups.getOrCreate'](byCaller(changed));
      await person.settled();
      assert.deepEqual(person.shown, [
        `warning: ${ACME} already exists. Not applied, but kept as a draft: ${values} [Update Now] [Open]`,
      ]);
      assert.deepEqual(person.ran, [`userGroups.update ${ABOUT_ACME}`]);
    });

    it('opens it by its button', async () => {
      const { person, handlers } = played(await withUnlisted(), new PlayedPerson([], 'Open'));
      await handlers['userGroups.getOrCreate'](byCaller(changed));
      await person.settled();
      assert.deepEqual(opened, [String(groupUri('staging', 'acme'))]);
    });

    it('offers no button that opens what is in view', async () => {
      tabs.active = { input: new TabInputCustom(groupUri('staging', 'acme')) };
      const { person, handlers } = played(await withUnlisted());
      await handlers['userGroups.getOrCreate'](byCaller(changed));
      assert.match(person.shown[0] ?? '', /unknown \[Update Now\]$/);
    });

    it('keeps them in its history where there is another draft', async () => {
      const product = await withUnlisted();
      product.services.groups.saveDraft(product.connection, 'acme', documentOf({ name: 'A draft' }));
      const { person, handlers } = played(product, new PlayedPerson([], 'Show History'));
      await handlers['userGroups.getOrCreate'](byCaller(changed));
      await person.settled();
      assert.deepEqual(person.shown, [
        `warning: ${ACME} already exists. Not applied, but kept in its history: ${values} [Open] [Show History]`,
      ]);
      assert.deepEqual(person.ran, [`userGroups.showHistory ${ABOUT_ACME}`]);
    });

    for (const [hasDraft, where] of [
      [false, 'kept as a draft: name: "Acme" → "Other" [Update Now] [Open]'],
      [true, 'kept in its history: name: "Acme" → "Other" [Open] [Show History]'],
    ] as const) {
      it(`says that the first try of the request may have created it, ${where.slice(0, 15)}`, async () => {
        const product = await withUnlisted();
        await product.services.sending.getOrCreate(product.connection, documentOf({ user_group_id: 'first' }));
        for (const name of hasDraft ? ['A draft'] : [])
          product.services.groups.saveDraft(product.connection, 'acme', documentOf({ name }));
        product.remote.misbehave('resetBeforeAnswer', { times: 1 });
        const { person, handlers } = played(product);
        await handlers['userGroups.getOrCreate'](byCaller({ name: 'Other' }));
        assert.deepEqual(person.shown, [
          `warning: ${ACME} exists, perhaps created by this request. Not applied, but ${where}`,
        ]);
      });
    }
  });

  describe('whose first try got no response', () => {
    async function losing(fields: object): Promise<Played> {
      const product = await start();
      await product.services.sending.getOrCreate(product.connection, documentOf({ user_group_id: 'first' }));
      product.remote.misbehave('resetBeforeAnswer', { times: 1 });
      const made = played(product, new PlayedPerson([], 'Update Now'));
      await made.handlers['userGroups.getOrCreate'](byCaller({ name: 'Acme', properties: {}, ...fields }));
      await made.person.settled();
      return made;
    }

    const createdOrSame = `${ACME} was created, or existed with the same name and properties.`;

    it('says that it created the group, or found it the same', async () => {
      assert.deepEqual((await losing({})).person.shown, [`status: ${createdOrSame}`]);
    });

    it('offers to update what nobody can see', async () => {
      const { person } = await losing({ mapping: { 40: '213' } });
      assert.deepEqual(person.shown, [
        `warning: ${createdOrSame} The service doesn't return mapping, but an update sends it. [Update Now]`,
      ]);
      assert.deepEqual(person.ran, [`userGroups.update ${ABOUT_ACME}`]);
    });
  });

  it('of a group that was gone says that it has a new token, and copies it', async () => {
    const product = await start();
    await product.services.sending.getOrCreate(product.connection, documentOf());
    product.loseOnService('acme');
    const { person, handlers } = played(product, new PlayedPerson([], 'Copy New Token'));
    await handlers['userGroups.getOrCreate'](byCaller({ name: 'Acme' }));
    await person.settled();
    assert.deepEqual(person.shown, [
      `warning: ${ACME} no longer existed. It was recreated as last sent, with a new token. [Copy New Token]`,
    ]);
    assert.deepEqual(person.ran, [`userGroups.copyToken ${ABOUT_ACME}`]);
  });

  describe('asks first', () => {
    it('where the settings say so, with what may be created', async () => {
      const product = await start();
      const { person, handlers } = played(product, undefined, confirming('always'));
      await assert.rejects(async () => handlers['userGroups.getOrCreate'](byCaller({ name: 'Acme' })), {
        kind: 'cancelled',
      });
      assert.deepEqual(person.shown, [
        `? Get or create ${ACME}?`,
        `  "acme" is not in the list. If it doesn't exist, it is created and can't be deleted from here.`,
        '  [Get or Create]',
      ]);
      assert.deepEqual(sent(product), []);
    });

    it('on a guarded connection, with its environment, and sends when that is agreed to', async () => {
      const product = await start();
      product.settings.edit([{ name: 'staging', baseUrl: product.remote.baseUrl }]);
      const { person, handlers } = played(product, new PlayedPerson(['Add']), confirming('customer'));
      await handlers['userGroups.addExisting'](byCaller());
      assert.deepEqual(person.shown.slice(0, 2), [
        `? Add ${ACME}?`,
        '  Environment: undeclared, guarded like production.',
      ]);
      assert.deepEqual(sent(product), ['GET']);
    });

    it('with what is known of a group in the list', async () => {
      const product = await start();
      const { services, connection, remote } = product;
      const { person, handlers } = played(product, undefined, confirming('always'));
      const asked = async (id: string): Promise<string[]> => {
        person.shown.length = 0;
        await assert.rejects(async () => handlers['userGroups.getOrCreate'](byCaller({ user_group_id: id })));
        return person.shown.slice(1, -1);
      };
      services.groups.saveDraft(connection, 'draft', documentOf({ user_group_id: 'draft' }));
      assert.deepEqual(await asked('draft'), [
        `  The service hasn't confirmed "draft" yet. If it doesn't exist, it is created.`,
      ]);
      await services.sending.getOrCreate(connection, documentOf({ user_group_id: 'known' }));
      assert.deepEqual(await asked('known'), []);
      await remote.close();
      await services.sending.getOrCreate(connection, documentOf({ user_group_id: 'unknown' })).catch(() => undefined);
      assert.deepEqual(await asked('unknown'), [
        `  An earlier request for "unknown" got no response. If it doesn't exist, it is created.`,
      ]);
    });

    it('with IDs that look like it, each said once, and letters that look like others', async () => {
      const product = await start();
      const { services, connection } = product;
      for (const id of ['acme-corp', 'Acme-corq'])
        await services.sending.getOrCreate(connection, documentOf({ user_group_id: id }));
      const { person, handlers } = played(product, undefined, confirming('always'));
      await assert.rejects(async () => handlers['userGroups.getOrCreate'](byCaller({ user_group_id: 'acme-corq' })));
      assert.deepEqual(person.shown.slice(2, -1), [
        '  Check first:',
        '  • Did you mean "acme-corp"?',
        '  • The list has almost the same ID, with other case or spaces: "Acme-corq".',
      ]);
      person.shown.length = 0;
      await assert.rejects(async () =>
        handlers['userGroups.getOrCreate'](byCaller({ user_group_id: 'beta', mapping: ' x ' })),
      );
      await assert.rejects(async () => handlers['userGroups.getOrCreate'](byCaller({ user_group_id: 'аb' })));
      assert.match(person.shown.at(-2) ?? '', /U\+0430/);
    });

    it('never about a second ID that looks like one in the list where it is in the list itself', async () => {
      const product = await start();
      const { services, connection } = product;
      for (const id of ['acme', 'ACME'])
        await services.sending.getOrCreate(connection, documentOf({ user_group_id: id }));
      const { person, handlers } = played(product);
      await handlers['userGroups.getOrCreate'](byItem);
      assert.deepEqual(person.shown, [`status: ${ACME} already exists. Its token is stored.`]);
    });
  });

  describe('from questions', () => {
    async function answered(product: Product, now: string): Promise<Played> {
      const made = played(product);
      const sending = made.handlers['userGroups.getOrCreate']({ origin: 'palette', input: {} });
      for (const text of ['acme', '']) {
        const box = await nextBox();
        box.type(text);
        box.accept();
      }
      (await nextList()).choose(now);
      await sending;
      return made;
    }

    it('sends at once, and opens what was created, to set its mapping', async () => {
      const product = await start();
      const { arrived } = await answered(product, 'Get or Create Now');
      const uri = String(groupUri('staging', 'acme'));
      assert.deepEqual([opened, arrived, sent(product)], [[uri], [uri], ['GET']]);
      assert.deepEqual(JSON.parse(product.requests[0]?.requestBody ?? ''), { user_group_id: 'acme' });
    });

    it('opens what existed, without telling its form that it is new', async () => {
      const { arrived } = await answered(await withUnlisted(), 'Get or Create Now');
      assert.deepEqual([opened, arrived], [[String(groupUri('staging', 'acme'))], []]);
    });

    it('sends nothing where it is to be edited first', async () => {
      const product = await start();
      await answered(product, 'Edit Mapping and Properties First');
      assert.deepEqual([opened, sent(product)], [[String(newDraftUri('staging', 1))], []]);
      assert.match(product.services.groups.newDraft(product.connection.id, 1)?.text ?? '', /"acme"/);
    });
  });

  describe('of a new document', () => {
    const fromDocument = (number: number) =>
      ({ origin: 'document', input: { connection: 'staging' }, newNumber: number }) as const;

    it('gives its tab to the group', async () => {
      const product = await start();
      const { number } = product.services.groups.addNewDraft(product.connection, documentOf());
      const { handlers, became, person } = played(product);
      await handlers['userGroups.getOrCreate'](fromDocument(number));
      assert.deepEqual(became, [`${String(newDraftUri('staging', number))} → ${String(groupUri('staging', 'acme'))}`]);
      assert.deepEqual(person.shown, [`status: ${ACME} created. Its token is stored.`]);
    });

    it('gives its tab to the group also where the outcome is unknown', async () => {
      const product = await start();
      const { number } = product.services.groups.addNewDraft(product.connection, documentOf());
      product.remote.misbehave('truncated');
      const { handlers, became } = played(product);
      await assert.rejects(async () => handlers['userGroups.getOrCreate'](fromDocument(number)));
      assert.equal(became.length, 1);
    });

    it('keeps its tab where nothing was sent', async () => {
      const product = await start();
      const { number } = product.services.groups.addNewDraft(product.connection, documentOf());
      const { handlers, became } = played(product, undefined, confirming('always'));
      await assert.rejects(async () => handlers['userGroups.getOrCreate'](fromDocument(number)), { kind: 'cancelled' });
      assert.deepEqual([became, sent(product)], [[], []]);
    });

    it('opens the group of its ID that is in the list already', async () => {
      const product = await start();
      await product.services.sending.getOrCreate(product.connection, documentOf());
      const { number } = product.services.groups.addNewDraft(product.connection, documentOf());
      const { handlers, person } = played(product, new PlayedPerson([], 'Open'));
      await assert.rejects(async () => handlers['userGroups.getOrCreate'](fromDocument(number)), { kind: 'cancelled' });
      await person.settled();
      assert.deepEqual(opened, [String(groupUri('staging', 'acme'))]);
    });

    it('is refused without an ID', async () => {
      const product = await start();
      const { number } = product.services.groups.addNewDraft(product.connection);
      const { handlers } = played(product);
      await assert.rejects(async () => handlers['userGroups.getOrCreate'](fromDocument(number)), { kind: 'invalid' });
      assert.deepEqual(sent(product), []);
    });
  });

  describe('New User Group', () => {
    const openedDraft = async (product: Product, invocation: Parameters<Played['handlers']['userGroups.new']>[0]) => {
      await played(product).handlers['userGroups.new'](invocation);
      return opened;
    };

    it('opens a document of the first connection that is not guarded', async () => {
      const product = await start();
      const { baseUrl } = product.remote;
      product.settings.edit([
        { name: 'production', baseUrl: 'https://production.example.com', environment: 'Customer' },
        { name: 'staging', baseUrl, environment: 'Testing' },
      ]);
      assert.deepEqual(await openedDraft(product, { origin: 'document', input: { connection: 'production' } }), [
        String(newDraftUri('staging', 1)),
      ]);
    });

    for (const origin of ['item', 'argument'] as const) {
      it(`opens one of the connection that an ${origin} names`, async () => {
        const product = await start();
        product.settings.edit([
          { name: 'first', baseUrl: 'https://first.example.com', environment: 'Testing' },
          ...product.settings.entries,
        ]);
        assert.deepEqual(await openedDraft(product, { origin, input: { connection: 'staging' } }), [
          String(newDraftUri('staging', 1)),
        ]);
      });
    }

    it('asks for a connection where all are guarded', async () => {
      const product = await start();
      product.settings.edit([{ name: 'staging', baseUrl: product.remote.baseUrl }]);
      const opening = played(product).handlers['userGroups.new']({ origin: 'item', input: {} });
      const list = await nextList();
      assert.equal(list.title, 'New User Group');
      list.choose('$(server-environment) staging');
      await opening;
      assert.deepEqual(opened, [String(newDraftUri('staging', 1))]);
    });
  });

  describe('Fetch from Service', () => {
    async function withSent(): Promise<Product> {
      const product = await start();
      await product.services.sending.getOrCreate(product.connection, documentOf({ properties: {} }));
      product.requests.length = 0;
      return product;
    }

    it('fetches without a question where nothing is odd', async () => {
      const product = await withSent();
      const { person, handlers } = played(product);
      const { new_user_group: isNew, user_group: group } = await handlers['userGroups.fetch'](byItem);
      assert.deepEqual(
        [person.shown, sent(product), isNew, group.name],
        [[`status: ${ACME} fetched with get-or-create. Its token is stored.`], ['GET'], false, 'Acme'],
      );
    });

    it('asks first where the settings say so', async () => {
      const product = await withSent();
      const { person, handlers } = played(product, undefined, confirming('always'));
      await assert.rejects(async () => handlers['userGroups.fetch'](byItem), { kind: 'cancelled' });
      assert.deepEqual(person.shown, [
        `? Fetch ${ACME}?`,
        '  Fetching is a get-or-create: a group that is gone is recreated as last sent, with a new token.',
        '  [Fetch]',
      ]);
      assert.deepEqual(sent(product), []);
    });

    it('is refused before anything is asked where nothing may be sent', async () => {
      const product = await withSent();
      product.settings.edit([
        { name: 'staging', baseUrl: product.remote.baseUrl, environment: 'Testing', locked: 'all' },
      ]);
      const { person, handlers } = played(product, undefined, confirming('always'));
      await assert.rejects(async () => handlers['userGroups.fetch'](byItem), {
        kind: 'forbidden',
        message: /^Couldn't fetch "acme" from staging\. /,
      });
      assert.deepEqual(person.shown, []);
    });

    it('does not recreate a group that another window has deleted while the question waited', async () => {
      const product = await start({ entry: { api: 'customer' } });
      await product.services.sending.getOrCreate(product.connection, documentOf());
      const person = new PlayedPerson(['Fetch']);
      person.meanwhile = async () => {
        const { services, connection } = product.anotherWindow();
        const { asked } = await services.deletion.deletable(connection, 'acme');
        await services.deletion.delete(connection, 'acme', asked);
        product.requests.length = 0;
      };
      const { handlers } = played(product, person, confirming('always'));
      await assert.rejects(async () => handlers['userGroups.fetch'](byItem), {
        kind: 'conflict',
        message: /"acme" on staging changed while you were asked/,
      });
      assert.deepEqual(sent(product), []);
    });

    it('says that the group was gone, and has a new token', async () => {
      const product = await withSent();
      product.loseOnService('acme');
      const { person, handlers } = played(product);
      assert.equal((await handlers['userGroups.fetch'](byItem)).new_user_group, true);
      assert.deepEqual(person.shown, [
        `warning: ${ACME} no longer existed. It was recreated as last sent, with a new token. [Copy New Token]`,
      ]);
    });

    it('says what is different there', async () => {
      const product = await withSent();
      await ask(product.remote, 'PUT', groupBody({ user_group_id: 'acme', name: 'Elsewhere', properties: {} }));
      const { person, handlers } = played(product);
      await handlers['userGroups.fetch'](byItem);
      assert.deepEqual(person.shown, [
        `warning: The service has other values for ${ACME}: name: "Acme" → "Elsewhere". [Compare]`,
      ]);
    });

    it('resolves an open rotation by the same request', async () => {
      const product = await withSent();
      const { services, connection, remote } = product;
      remote.misbehave('resetBeforeAnswer', { operation: 'rotate' });
      await assert.rejects(services.rotation.rotate(connection, 'acme'));
      remote.misbehave(undefined);
      product.requests.length = 0;
      const { person, handlers } = played(product);
      const { new_user_group: isNew, user_group: group } = await handlers['userGroups.fetch'](byItem);
      assert.deepEqual([sent(product), isNew, group.name, services.rotation.open()], [['GET'], false, 'Acme', []]);
      assert.match(person.shown[0] ?? '', /^info: Token of "acme" on staging was rotated/);
    });

    it('of a file asks whether the workspace is trusted, and only for a group in the list', async () => {
      const product = await withSent();
      const file = Uri.file('/work/acme.usergroup.json');
      const parts = (isTrusted: boolean, id: string): Partial<EditingContext> => ({
        trust: standIn({ isTrusted: () => isTrusted }),
        fileConnections: standIn<EditingContext['fileConnections']>({
          of: () => Promise.resolve(product.connection),
        }),
        documents: standIn<EditingContext['documents']>({
          savedText: () => Promise.resolve(documentOf({ user_group_id: id })),
        }),
      });
      const fetching = async (isTrusted: boolean, id: string): Promise<unknown> =>
        played(product, undefined, parts(isTrusted, id)).handlers['userGroups.fetch']({
          origin: 'document',
          input: {},
          file: file as never,
        });
      await assert.rejects(fetching(false, 'acme'), {
        kind: 'forbidden',
        message: /^Couldn't send "\/work\/acme\.usergroup\.json" on staging\. The workspace is not trusted\./,
      });
      await assert.rejects(fetching(true, 'beta'), { kind: 'notFound' });
      assert.deepEqual(sent(product), []);
      await fetching(true, 'acme');
      assert.deepEqual(sent(product), ['GET']);
    });
  });
});
