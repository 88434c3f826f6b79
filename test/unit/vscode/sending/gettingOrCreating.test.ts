// Get or Create, Add Existing, New and Fetch: what is asked first, what leaves then, and what is said afterwards.

import assert from 'node:assert/strict';
import type { EditingContext } from '../../../../src/vscode/editing/editingContext.ts';
import { groupUri, newDraftUri } from '../../../../src/vscode/platform/documentUris.ts';
import { getOrCreateHandlers } from '../../../../src/vscode/sending/getOrCreate.ts';
import { assertApproved, type Said } from '../../../support/approved.ts';
import { editingContextOf } from '../../../support/editor/editingContextOf.ts';
import { commands, nextBox, nextList, TabInputCustom, tabs, Uri } from '../../../support/editor/fakeVscode.ts';
import { PlayedPerson } from '../../../support/editor/playedPerson.ts';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';
import { standIn } from '../../../support/standIn.ts';
import { ask, groupBody } from '../../sandbox/ask.ts';
import { transcript } from './transcript.ts';

type Handlers = ReturnType<typeof getOrCreateHandlers>;
type Parts = Partial<EditingContext>;

const ABOUT = { connection: 'staging', user_group_id: 'acme' };
const byItem = { origin: 'item', input: ABOUT } as const;
const byCaller = (fields: object = {}) => ({ origin: 'argument', input: { ...ABOUT, ...fields } }) as const;
const ofNew = { origin: 'document', input: { connection: 'staging' }, newNumber: 1 } as const;
const ALWAYS: Parts = { settings: standIn({ confirmSend: () => 'always', schemaErrors: () => 'warn' }) };
const GUARDED: Parts = { settings: standIn({ confirmSend: () => 'customer', schemaErrors: () => 'warn' }) };

const getOrCreate =
  (fields: object = {}) =>
  (handlers: Handlers) =>
    handlers['userGroups.getOrCreate'](byCaller(fields));
const ofNewDocument = (handlers: Handlers) => handlers['userGroups.getOrCreate'](ofNew);
const fetched = (handlers: Handlers) => handlers['userGroups.fetch'](byItem);

const send =
  (fields: Readonly<Record<string, unknown>> = {}) =>
  ({ services, connection }: Product) =>
    services.sending.getOrCreate(connection, documentOf(fields));
const onService =
  (method: 'GET' | 'PUT', fields: object = {}) =>
  ({ remote }: Product) =>
    ask(remote, method, groupBody({ properties: {}, ...fields }));
const draft =
  (fields: Readonly<Record<string, unknown>>) =>
  ({ services, connection }: Product) =>
    services.groups.saveDraft(connection, 'acme', documentOf(fields));
const newDraft =
  (text?: string) =>
  ({ services, connection }: Product) =>
    services.groups.addNewDraft(connection, text);
const withEntries = (entries: (own: object) => readonly object[]) => (product: Product) => {
  product.settings.edit(entries(product.settings.entries[0] as object));
};
const undeclared = (own: object): object => ({ ...own, environment: undefined });

interface Situation {
  /** What there is before, each in turn. */
  readonly given?: readonly ((product: Product) => unknown)[];
  readonly run: (handlers: Handlers, product: Product) => unknown;
  readonly answers?: readonly string[];
  /** The button of a notice that is pressed. */
  readonly pressed?: string;
  readonly parts?: Parts;
  readonly entry?: object;
  /** Happens while a question waits. */
  readonly meanwhile?: (product: Product) => unknown;
}

describe('A get-or-create', () => {
  const start = productStarter();
  const opened: string[] = [];
  let opening: { readonly dispose: () => void };
  beforeEach(() => {
    opened.length = 0;
    // What is opened is in view from then on.
    opening = commands.registerCommand('vscode.open', (uri) => {
      opened.push(String(uri));
      tabs.active = { input: new TabInputCustom(uri) };
    });
  });
  afterEach(() => {
    opening.dispose();
    tabs.active = undefined;
  });

  async function played({ given = [], run, answers, pressed, parts, entry, meanwhile }: Situation): Promise<string[]> {
    const product = await start({ ...(entry && { entry }) });
    for (const happens of given) await happens(product);
    const person = new PlayedPerson(answers, pressed);
    person.meanwhile = () => meanwhile?.(product);
    const reported: string[] = [];
    const files = standIn<EditingContext['files']>({
      noteArrival: (uri) => void reported.push(`${String(uri)} has arrived`),
      become: (from, to) => Promise.resolve(void reported.push(`${String(from)} becomes ${String(to)}`)),
    });
    const handlers = getOrCreateHandlers(editingContextOf(product, person, { files, ...parts }));
    const lines = await transcript(product, person, opened, () => run(handlers, product));
    tabs.active = undefined;
    return [...lines, ...reported];
  }

  const CHANGED = { name: 'Acme Inc.', mapping: { 40: '213' } };
  const loses = ({ remote }: Product): void => {
    remote.misbehave('resetBeforeAnswer', { times: 1 });
  };
  const gone = ({ loseOnService }: Product): void => {
    loseOnService('acme');
  };
  const typed = async (...texts: readonly string[]): Promise<void> => {
    for (const text of texts) {
      const box = await nextBox();
      box.type(text);
      box.accept();
    }
  };
  const fromQuestions = (now: string) => async (handlers: Handlers) => {
    const sending = handlers['userGroups.getOrCreate']({ origin: 'palette', input: {} });
    await typed('acme', '');
    (await nextList()).choose(now);
    return sending;
  };
  const added = (id: string, name: string) => async (handlers: Handlers) => {
    const about = { origin: 'item', input: { connection: 'staging' } } as const;
    const [result] = await Promise.all([handlers['userGroups.addExisting'](about), typed(id, name)]);
    return result;
  };
  const first = send({ user_group_id: 'first' });
  const NOW = 'Get or Create Now';

  const sendings: Readonly<Record<string, Situation>> = {
    'by a caller': { run: getOrCreate({ name: 'Acme', properties: { region: 'EU' } }) },
    'by a caller, of a group that exists': { given: [onService('GET')], run: getOrCreate({ name: 'Acme' }) },
    'Add Existing of a group that does not exist': { run: (each) => each['userGroups.addExisting'](byCaller()) },
    'not applied': { given: [onService('GET')], run: getOrCreate(CHANGED), pressed: 'Update Now' },
    'not applied, then opened': { given: [onService('GET')], run: getOrCreate(CHANGED), pressed: 'Open' },
    'not applied, in view': {
      given: [
        onService('GET'),
        () => {
          tabs.active = { input: new TabInputCustom(groupUri('staging', 'acme')) };
        },
      ],
      run: getOrCreate(CHANGED),
    },
    'not applied, beside another draft': {
      given: [onService('GET'), draft({ name: 'A draft' })],
      run: getOrCreate(CHANGED),
      pressed: 'Show History',
    },
    'not applied, perhaps created by the first try': {
      given: [onService('GET'), first, loses],
      run: getOrCreate({ name: 'Other' }),
    },
    'not applied, perhaps created by the first try, beside a draft': {
      given: [onService('GET'), first, draft({ name: 'A draft' }), loses],
      run: getOrCreate({ name: 'Other' }),
    },
    'whose first try got no response': { given: [first, loses], run: getOrCreate({ name: 'Acme', properties: {} }) },
    'whose first try got no response, with a mapping': {
      given: [first, loses],
      run: getOrCreate({ name: 'Acme', properties: {}, mapping: { 40: '213' } }),
      pressed: 'Update Now',
    },
    'of a group that was gone': {
      given: [send(), gone],
      run: getOrCreate({ name: 'Acme' }),
      pressed: 'Copy New Token',
    },
    'of a group whose ID looks like another one in the list': {
      given: [send(), send({ user_group_id: 'ACME' })],
      run: (each) => each['userGroups.getOrCreate'](byItem),
    },
    'Add Existing from questions': { given: [onService('GET')], run: added('acme', 'Acme') },
    'Add Existing from questions, with another name': { given: [onService('GET')], run: added('acme', 'Acme Inc.') },
    'Add Existing from questions, of a group that does not exist': { run: added('acme', 'Acme') },
    'Add Existing from questions, of an ID that looks like another one': { given: [send()], run: added('ACME', '') },
    'by a caller, of an ID that looks like another one': {
      given: [send()],
      run: getOrCreate({ user_group_id: 'ACME' }),
    },
    'from questions': { run: fromQuestions(NOW) },
    'from questions, of a group that exists': { given: [onService('GET')], run: fromQuestions(NOW) },
    'from questions, edited first': { run: fromQuestions('Edit Mapping and Properties First') },
    'of a new document': { given: [newDraft(documentOf())], run: ofNewDocument },
    'of a new document, with an unknown outcome': {
      given: [
        newDraft(documentOf()),
        ({ remote }) => {
          remote.misbehave('truncated');
        },
      ],
      run: ofNewDocument,
    },
    'of a new document, declined': { given: [newDraft(documentOf())], run: ofNewDocument, parts: ALWAYS },
    'of a new document, whose ID is in the list': {
      given: [send(), newDraft(documentOf())],
      run: ofNewDocument,
      pressed: 'Open',
    },
    'of a new document without an ID': { given: [newDraft()], run: ofNewDocument },
  };

  const questions: Readonly<Record<string, Situation>> = {
    'of a group that is not in the list': { run: getOrCreate({ name: 'Acme' }), parts: ALWAYS },
    'on a guarded connection': {
      given: [withEntries((own) => [undeclared(own)])],
      run: (each) => each['userGroups.addExisting'](byCaller()),
      answers: ['Add'],
      parts: GUARDED,
    },
    'of a group that the service has not confirmed': { given: [draft({})], run: getOrCreate(), parts: ALWAYS },
    'of a group that is known': { given: [send()], run: getOrCreate(), parts: ALWAYS },
    'of a group whose request got no response': {
      given: [
        async ({ remote, ...product }) => {
          remote.misbehave('halfAnswer');
          await send()({ remote, ...product }).catch(() => undefined);
          remote.misbehave(undefined);
        },
      ],
      run: getOrCreate(),
      parts: ALWAYS,
    },
    'of an ID that looks like others': {
      given: [send({ user_group_id: 'acme-corp' }), send({ user_group_id: 'Acme-corq' })],
      run: getOrCreate({ user_group_id: 'acme-corq' }),
      parts: ALWAYS,
    },
    'of an ID with a letter that looks like another one': { run: getOrCreate({ user_group_id: 'аb' }), parts: ALWAYS },
  };

  const sent = send({ properties: {} });
  const fetches: Readonly<Record<string, Situation>> = {
    'where nothing is odd': { given: [sent], run: fetched },
    'where the settings ask first': { given: [sent], run: fetched, parts: ALWAYS },
    'where the connection is locked': {
      given: [sent, withEntries((own) => [{ ...own, locked: 'all' }])],
      run: fetched,
      parts: ALWAYS,
    },
    'of a group that another window deletes while the question waits': {
      given: [sent],
      run: fetched,
      answers: ['Fetch'],
      parts: ALWAYS,
      entry: { api: 'customer' },
      meanwhile: async (product) => {
        const { services, connection } = product.anotherWindow();
        const { asked } = await services.byToken.ready('delete', connection, 'acme');
        await services.byToken.send('delete', connection, 'acme', asked);
        product.requests.length = 0;
      },
    },
    'of a group that was gone': { given: [sent, gone], run: fetched },
    'of a group that is different there': { given: [sent, onService('PUT', { name: 'Elsewhere' })], run: fetched },
    'of a group whose rotation is open': {
      given: [
        sent,
        async ({ remote, services, connection }) => {
          remote.misbehave('resetBeforeAnswer', { operation: 'rotate' });
          await services.rotation.rotate(connection, 'acme').catch(() => undefined);
          remote.misbehave(undefined);
        },
      ],
      run: fetched,
    },
  };

  for (const [topic, situations] of Object.entries({
    getOrCreate: sendings,
    creationQuestions: questions,
    fetch: fetches,
  }))
    it(`asks, sends and says what it should: ${topic}`, async () => {
      const said: Said[] = [];
      for (const [situation, each] of Object.entries(situations)) said.push([situation, await played(each)]);
      assertApproved(`vscode/sending/${topic}`, said);
    });

  it('keeps what is to be edited first as a new draft', async () => {
    const product = await start();
    const handlers = getOrCreateHandlers(editingContextOf(product, new PlayedPerson()));
    await fromQuestions('Edit Mapping and Properties First')(handlers);
    assert.match(product.services.groups.newDraft(product.connection.id, 1)?.text ?? '', /"acme"/);
  });

  describe('New User Group', () => {
    const PRODUCTION = { name: 'production', baseUrl: 'https://production.example.com', environment: 'Customer' };
    const FIRST = { name: 'first', baseUrl: 'https://first.example.com', environment: 'Testing' };
    const staging = String(newDraftUri('staging', 1));

    for (const [what, other, invocation] of [
      [
        'of the first connection that is not guarded',
        PRODUCTION,
        { origin: 'document', input: { connection: 'production' } },
      ],
      ['of the connection that an item names', FIRST, { origin: 'item', input: { connection: 'staging' } }],
      ['of the connection that a caller names', FIRST, { origin: 'argument', input: { connection: 'staging' } }],
    ] as const)
      it(`opens a document ${what}`, async () => {
        const product = await start();
        withEntries((own) => [other, own])(product);
        await getOrCreateHandlers(editingContextOf(product, new PlayedPerson()))['userGroups.new'](invocation);
        assert.deepEqual(opened, [staging]);
      });

    it('asks for a connection where all are guarded', async () => {
      const product = await start();
      withEntries((own) => [undeclared(own)])(product);
      const handlers = getOrCreateHandlers(editingContextOf(product, new PlayedPerson()));
      const opening = handlers['userGroups.new']({ origin: 'item', input: {} });
      const list = await nextList();
      assert.equal(list.title, 'New User Group');
      list.choose('$(server-environment) staging');
      await opening;
      assert.deepEqual(opened, [staging]);
    });
  });

  it('of a file asks whether the workspace is trusted, and fetches only a group in the list', async () => {
    const product = await start();
    await sent(product);
    const fetching = async (isTrusted: boolean, id: string): Promise<string> => {
      const context = editingContextOf(product, new PlayedPerson(), {
        trust: standIn({ isTrusted: () => isTrusted }),
        fileConnections: standIn<EditingContext['fileConnections']>({ of: () => Promise.resolve(product.connection) }),
        documents: standIn<EditingContext['documents']>({
          savedText: () => Promise.resolve(documentOf({ user_group_id: id })),
        }),
      });
      const file = Uri.file('/work/acme.usergroup.json') as never;
      const lines = await transcript(product, new PlayedPerson(), opened, () =>
        getOrCreateHandlers(context)['userGroups.fetch']({ origin: 'document', input: {}, file }),
      );
      return lines.join('\n');
    };
    assert.match(
      await fetching(false, 'acme'),
      /^forbidden: Couldn't send "\/work\/acme\.usergroup\.json" on staging\. The workspace is not trusted\./,
    );
    assert.match(await fetching(true, 'beta'), /^notFound:/);
    assert.match(await fetching(true, 'acme'), /^→ GET .*\nanswers Acme$/);
  });
});
