// Update User Group: what is asked first, what leaves then, and what is said afterwards.

import assert from 'node:assert/strict';
import type { EditingContext } from '../../../../src/vscode/editing/editingContext.ts';
import { groupUri } from '../../../../src/vscode/platform/documentUris.ts';
import { update } from '../../../../src/vscode/sending/update.ts';
import { assertApproved, type Said } from '../../../support/approved.ts';
import { editingContextOf } from '../../../support/editor/editingContextOf.ts';
import { Range, workspace } from '../../../support/editor/fakeVscode.ts';
import { PlayedPerson } from '../../../support/editor/playedPerson.ts';
import { openedUris } from '../../../support/editor/openedUris.ts';
import { elsewhereAsCustomer } from '../../../support/elsewhere.ts';
import { describeService, documentOf, productStarter, type Product } from '../../../support/product.ts';
import { standIn } from '../../../support/standIn.ts';
import { ask, groupBody } from '../../sandbox/ask.ts';
import { transcript } from './transcript.ts';

type Parts = Partial<EditingContext>;
type SetUp = (product: Product) => unknown;

const ABOUT = { connection: 'staging', user_group_id: 'acme' };
const SENT = { mapping: { 40: '213' }, properties: { region: 'EU' } };
const byItem = { origin: 'item', input: ABOUT } as const;
const byCaller = (fields: object = {}) => ({ origin: 'argument', input: { ...ABOUT, ...fields } }) as const;
const ALWAYS: Parts = { settings: standIn({ confirmSend: () => 'always', schemaErrors: () => 'warn' }) };
const blocking = (
  errorsIn: EditingContext['schemas']['errorsIn'],
  confirmSend: 'always' | 'never' = 'never',
): Parts => ({
  settings: standIn({ confirmSend: () => confirmSend, schemaErrors: () => 'block' }),
  schemas: standIn<EditingContext['schemas']>({ errorsIn }),
});
const wrong = (count: number): Parts =>
  blocking((uri) =>
    Promise.resolve(Array(count).fill({ message: `wrong in ${String(uri)}`, range: new Range(2, 2, 2, 6) })),
  );

const send =
  (text = documentOf(SENT)): SetUp =>
  ({ services, connection }) =>
    services.sending.getOrCreate(connection, text);
const typed =
  (text: string): SetUp =>
  ({ services, connection }) =>
    services.groups.saveDraft(connection, 'acme', text);
const draft = (fields: object): SetUp => typed(documentOf({ ...SENT, ...fields }));
const nameless = (fields: object): SetUp =>
  typed(documentOf({ ...SENT, ...fields }).replace('\n  "name": "Acme",', ''));
const onService =
  (method: 'GET' | 'PUT', fields: object = {}): SetUp =>
  ({ remote }) =>
    ask(remote, method, groupBody({ ...SENT, ...fields }));
const changedElsewhere = onService('PUT', { name: 'Elsewhere' });
const fetched: SetUp = async (product) => {
  product.clock.now += 1000;
  await product.services.sending.fetch(product.connection, 'acme');
};
const keepsWhatIsOmitted: SetUp = (product) => {
  describeService(product, { updatesOnlyGiven: true });
};
/** Another window sends what it has. */
const elsewhere =
  (fields: object): SetUp =>
  async (product) => {
    const { services, connection } = product.anotherWindow();
    await services.sending.update(connection, services.sending.read(connection, documentOf({ ...SENT, ...fields })));
  };

interface Situation {
  /** What there is before, each in turn; `acme` was sent unless it says so. */
  readonly given?: readonly SetUp[];
  readonly invocation?: Parameters<typeof update>[1];
  readonly answers?: readonly string[];
  /** The button of a notice that is pressed. */
  readonly pressed?: string;
  readonly parts?: Parts | ((product: Product) => Parts);
  /** Of the connection: nothing is asked of the service before an update. */
  readonly entry?: object;
  /** Happens while a question waits. */
  readonly meanwhile?: SetUp;
}

const UNCHECKED = { checkBeforeUpdate: false };
const CHECKED = {};
const RENAMED = draft({ name: 'Acme Inc.' });
const US = draft({ properties: { region: 'US' } });

const SITUATIONS: Readonly<Record<string, Readonly<Record<string, Situation>>>> = {
  update: {
    'without changes, declined': {},
    'without changes, agreed to': { answers: ['Send Anyway'] },
    'without changes, where nothing was sent from here': {
      given: [keepsWhatIsOmitted, onService('GET'), send(documentOf())],
    },
    'without changes, chosen in the form': { invocation: { ...byItem, isSendAnyway: true } },
    'without changes, by a caller': { invocation: byCaller() },
    'with one change': { given: [send(), RENAMED] },
    'with two changes': { given: [send(), draft({ name: 'Acme Inc.', mapping: { 40: '214' } })] },
    'with the mark of a value that was not shown': {
      given: [send(), draft({ properties: { region: '•••' } })],
      answers: ['Update'],
    },
    'where the settings ask first': { given: [send(), RENAMED], parts: ALWAYS, answers: ['Update'] },
    'where the settings ask first, declined': { given: [send(), RENAMED], parts: ALWAYS },
    'where the settings ask first, compared': { given: [send(), RENAMED], parts: ALWAYS, answers: ['Compare'] },
    'on a guarded connection': {
      given: [
        send(),
        RENAMED,
        ({ settings, remote }) => {
          settings.edit([{ name: 'staging', baseUrl: remote.baseUrl }]);
        },
      ],
      parts: ALWAYS,
    },
    'that omits a field': { given: [send(), typed(documentOf({ properties: SENT.properties }))] },
    'with the data of one other group': {
      given: [
        send(),
        send(documentOf({ user_group_id: 'beta', name: 'Beta', mapping: { 40: '214' } })),
        draft({ mapping: { 40: '214' } }),
      ],
    },
    'by a caller, of one field': { invocation: byCaller({ name: 'Acme Inc.' }) },
    'by a caller, of a group that is not in the list': {
      given: [
        send(),
        ({ services, ref }) => {
          services.groups.remove(ref('acme'));
        },
      ],
      invocation: byCaller({ name: 'Acme Inc.', mapping: { 40: '214' }, properties: {} }),
    },
    'by a caller, of a group that the service has not answered yet': { given: [draft({})], invocation: byCaller() },
    'of a group that the service has not answered yet': { given: [draft({})] },
    'of a group that is not in the list': { given: [] },
    'of a document with another ID, declined': { given: [send(), draft({ user_group_id: 'beta' })] },
    'of a document with another ID': {
      given: [send(), draft({ user_group_id: 'beta' })],
      pressed: 'Send as New Group',
    },
    'of a document with another ID, by a caller': {
      given: [send(), draft({ user_group_id: 'beta' })],
      invocation: byCaller(),
    },
    'of a document with a schema error': { given: [send(), RENAMED], parts: wrong(1) },
    'of a document with schema errors': { given: [send(), RENAMED], parts: wrong(2) },
    'of a document without schema errors': { given: [send(), RENAMED], parts: wrong(0) },
  },
  updateOfChanged: {
    ...Object.fromEntries<Situation>(
      ([undefined, 'Compare', 'Overwrite'] as const).flatMap((answer) => {
        const answers = answer === undefined ? [] : [answer];
        return [
          [`known before, ${answer ?? 'declined'}`, { given: [send(), changedElsewhere, fetched, RENAMED], answers }],
          [
            `asked for before the update, ${answer ?? 'declined'}`,
            { given: [send(), changedElsewhere, US], answers, entry: CHECKED },
          ],
        ] as const;
      }),
    ),
    'omitted by what was sent, known before': {
      given: [
        send(documentOf()),
        ({ clock }) => {
          clock.now += 1000;
        },
        ({ remote }) =>
          elsewhereAsCustomer(remote, '/api/update_customer/', { provided_id: 'acme', emails: ['boss@x'] }),
        ({ services, connection }) => services.serviceList.refresh(connection),
        typed(documentOf({ emails: ['c@x'] })),
      ],
      entry: { api: 'customer', checkBeforeUpdate: false },
    },
    'omitted by what was sent, asked for before the update': {
      given: [
        send(documentOf()),
        ({ remote }) =>
          elsewhereAsCustomer(remote, '/api/update_customer/', { provided_id: 'acme', emails: ['boss@x'] }),
        typed(documentOf({ emails: ['c@x'] })),
      ],
      entry: { api: 'customer' },
    },
    'kept by the service, of a document that only omits': {
      given: [send(), keepsWhatIsOmitted, nameless({})],
      entry: CHECKED,
    },
    'kept by the service': {
      given: [send(), keepsWhatIsOmitted, changedElsewhere, nameless({ properties: { region: 'US' } })],
      entry: CHECKED,
    },
    'kept by the service, of a group that was only fetched': {
      given: [
        keepsWhatIsOmitted,
        onService('GET'),
        send('{"user_group_id":"acme"}'),
        typed(documentOf({ properties: { region: 'US' } })),
        changedElsewhere,
      ],
      entry: CHECKED,
    },
    'gone and recreated': {
      given: [
        send(),
        ({ loseOnService }) => {
          loseOnService('acme');
        },
        RENAMED,
      ],
      entry: CHECKED,
    },
    'answered otherwise': {
      given: [
        send(),
        typed(documentOf(SENT).replace('"EU"', '12345678901234567890')),
        ({ remote }) => {
          remote.misbehave('normalisesProperties', { operation: 'update' });
        },
      ],
      pressed: 'Compare',
    },
    'answered as another group': {
      given: [
        send(),
        RENAMED,
        ({ remote }) => {
          remote.misbehave('hugeTeamId', { operation: 'update' });
        },
      ],
    },
    'sent by another window while the question waits': {
      given: [send(), US],
      parts: ALWAYS,
      answers: ['Update'],
      meanwhile: elsewhere({ mapping: { 40: '999' } }),
    },
    'sent by another window right before the question': {
      given: [send(), US],
      parts: (product) =>
        blocking(async () => {
          await elsewhere({ name: 'Acme Inc' })(product);
          return [];
        }, 'always'),
      answers: ['Update'],
    },
    'sent by another window while the second question waits': {
      given: [send(), onService('PUT', { properties: { region: 'APAC' } }), US],
      answers: ['Overwrite'],
      meanwhile: elsewhere({ mapping: { 40: '999' } }),
      entry: CHECKED,
    },
  },
};

describe('Update User Group', () => {
  const start = productStarter();
  const opened = openedUris();

  async function played(situation: Situation): Promise<string[]> {
    const { given = [send()], invocation = byItem, answers, pressed, parts, entry = UNCHECKED, meanwhile } = situation;
    const product = await start({ entry });
    for (const happens of given) await happens(product);
    const person = new PlayedPerson(answers, pressed);
    person.meanwhile = () => meanwhile?.(product);
    const context = editingContextOf(product, person, typeof parts === 'function' ? parts(product) : parts);
    const lines = await transcript(product, person, opened, () => update(context, invocation));
    const { name, mapping, properties } = product.remote.group('acme') ?? {};
    return [...lines, `service: ${name}, ${mapping}, ${properties}`.replaceAll(/\n */g, '')];
  }

  for (const [topic, situations] of Object.entries(SITUATIONS))
    it(`asks, sends and says what it should: ${topic}`, async () => {
      const said: Said[] = [];
      for (const [situation, each] of Object.entries(situations)) said.push([situation, await played(each)]);
      assertApproved(`vscode/sending/${topic}`, said);
    });

  it('makes a document with another ID a new one', async () => {
    const product = await start({ entry: UNCHECKED });
    await send()(product);
    draft({ user_group_id: 'beta' })(product);
    const person = new PlayedPerson([], 'Send as New Group');
    await assert.rejects(update(editingContextOf(product, person), byItem), { kind: 'cancelled' });
    const { text } = product.services.groups.newDraft(product.connection.id, 1)!;
    assert.equal(text, documentOf({ ...SENT, user_group_id: 'beta' }));
  });

  for (const entry of [{}, { api: 'customer' }] as const) {
    it(`sends no text that the editor has not read again since the last update: ${entry.api ?? 'user-group'}`, async () => {
      const product = await start({ entry });
      await send()(product);
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
