// A plan, from its table to its run: what is sent is what was shown.

import assert from 'node:assert/strict';
import { openPlan, PlannedRun, type Planned, type PlanFlow } from '../../../../src/vscode/bulk/plans/planFlow.ts';
import type { BulkContext } from '../../../../src/vscode/bulk/bulkContext.ts';
import { groupUri } from '../../../../src/vscode/platform/documentUris.ts';
import type { TableView } from '../../../../src/vscode/table/tableView.ts';
import { standIn } from '../../../support/standIn.ts';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';

type Kind = 'new' | 'skipped';

interface Opened {
  /** The plan's, and then what has opened since. */
  readonly tables: readonly TableView[];
  readonly closed: readonly TableView[];
  /** Brought to the front again. */
  readonly raised: readonly TableView[];
  readonly warned: readonly string[];
  readonly counts: Readonly<Record<Kind, number>>;
  readonly run: PlannedRun;
  readonly shown: () => Promise<readonly string[]>;
}

function plannedOf(id: string, kind: Kind = 'new', more: { readonly words?: string; readonly whole?: string } = {}) {
  const item = {
    userGroupId: id,
    text: documentOf({ user_group_id: id, mapping: { 40: '213' }, properties: { region: 'EU' } }),
  };
  return { row: { kind, id, of: id, words: 'as shown', ...more }, ...(kind === 'new' && { item }) };
}

/** What listens to tables that close. */
const closing: ((event: undefined) => void)[] = [];

/** `again`: what is planned when it is sent. */
async function opened(
  { services, connection }: Product,
  first: readonly Planned<Kind>[],
  again: readonly Planned<Kind>[],
  unsaved: readonly string[] = [],
): Promise<Opened> {
  const run = new PlannedRun(services.runs, 'getOrCreate', connection, 'Add customers');
  const tables: TableView[] = [];
  const closed: TableView[] = [];
  const raised: TableView[] = [];
  const warned: string[] = [];
  const flow: PlanFlow<Kind> = {
    title: 'Plan',
    titles: ['ID', 'Name'],
    kinds: { new: { label: 'New', mark: 'info' }, skipped: { label: 'Skipped', mark: 'skipped' } },
    expected: first.length,
    planned: async function* (ids) {
      for (const each of ids === undefined ? first : again) yield await Promise.resolve(each);
    },
    documentOf: ({ id }) => groupUri(connection.name, id),
    changedSince: { kind: 'skipped', words: 'another than was shown' },
    runs: [run],
    summary: () => ({ headline: '' }),
    step: (_, itemsOf) => ({
      id: 'send',
      label: 'Send',
      isEnabled: true,
      run: () => run.begin(itemsOf('new'), { stopAtFirstFailure: false }),
    }),
    onActivate: () => undefined,
  };
  const context = standIn<BulkContext>({
    services,
    documents: standIn({
      unsavedText: (uri) =>
        Promise.resolve(
          unsaved.some((id) => String(groupUri(connection.name, id)) === String(uri)) ? 'typed' : undefined,
        ),
    }),
    messages: standIn({
      // Its button is pressed.
      warn: (text, button) => {
        warned.push(`${text} | ${button}`);
        return Promise.resolve(button);
      },
    }),
    openTable: (table) => {
      tables.push(table);
      return standIn({
        update: () => undefined,
        onDidClose: (listener) => {
          closing.push(listener);
          return { dispose: () => undefined };
        },
        show: () => {
          raised.push(table);
        },
        dispose: () => {
          closed.push(table);
        },
      });
    },
  });
  const counts = await openPlan<Kind>(context, flow);
  const shown = async (): Promise<readonly string[]> =>
    (await tables[0]!.rows({ filter: undefined, text: '', offset: 0, limit: 10 })).rows.map(
      ({ cells: [id, , kind, words] }) => [id, kind, words].map((cell) => cell?.text).join(': '),
    );
  return { tables, closed, raised, warned, counts, run, shown };
}

describe('A plan that is sent', () => {
  const start = productStarter();
  afterEach(() => {
    for (const close of closing.splice(0)) close(undefined);
  });

  it('becomes the run: its table takes the place of the plan, with what was sent of each group', async () => {
    const product = await start();
    const plan = [plannedOf('same')];
    const { tables, closed, warned, run } = await opened(product, plan, plan);
    await tables[0]!.onAction('send');
    await product.services.runs.whenLeft(run.id!);
    assert.deepEqual([tables.length, closed, warned], [2, [tables[0]], []]);
    const { headline, filters } = tables[1]!.now();
    assert.deepEqual([headline, filters], ['1 group created', []]);
    assert.equal(tables[1]!.title, `Add customers: 1 group on ${product.connection.name}`);
    const { rows } = await tables[1]!.rows({ offset: 0, limit: 10 });
    assert.deepEqual(
      rows.map(({ cells }) => cells.map(({ text, changes = [] }) => [...changes.map((change) => change.text), text])),
      [[['same'], ['Acme'], ['Created'], ['40 → 213', 'region = EU', '']]],
    );
  });

  it('leaves out what has unsaved changes, whatever it would be without', async () => {
    const product = await start();
    const plan = ['typed', 'saved'].map((id) => plannedOf(id));
    const { shown, counts } = await opened(product, [...plan, plannedOf('kept', 'skipped')], plan, ['typed', 'kept']);
    const words = 'Its document has unsaved changes.';
    assert.deepEqual(
      [await shown(), counts],
      [[`typed: Skipped: ${words}`, 'saved: New: as shown', `kept: Skipped: ${words}`], { new: 1, skipped: 2 }],
    );
  });

  it('leaves out what was typed into after it was shown', async () => {
    const product = await start();
    const typed: string[] = [];
    const plan = ['typed', 'saved'].map((id) => plannedOf(id));
    const { tables, shown, run } = await opened(product, plan, plan, typed);
    typed.push('typed');
    await tables[0]!.onAction('send');
    await product.services.runs.whenLeft(run.id!);
    assert.equal((await shown())[0], 'typed: Skipped: Its document has unsaved changes.');
    assert.deepEqual(
      product.requests.map(({ requestBody }) => /"saved"|"typed"/.exec(requestBody)?.[0]),
      ['"saved"'],
    );
  });

  it('leaves out what is another one by now, and says so', async () => {
    const product = await start();
    const { tables, closed, raised, counts, run, shown, warned } = await opened(
      product,
      ['same', 'other words', 'other text', 'skipped now', 'gone'].map((id) => plannedOf(id)),
      [
        plannedOf('never shown'),
        plannedOf('skipped now', 'skipped', { words: 'It has a draft' }),
        plannedOf('other text', 'new', { whole: 'x' }),
        plannedOf('other words', 'new', { words: 'otherwise' }),
        plannedOf('same'),
      ],
    );
    assert.deepEqual(counts, { new: 5, skipped: 0 });
    await tables[0]!.onAction('send');
    await product.services.runs.whenLeft(run.id!);
    assert.deepEqual(product.services.runs.find(run.id!)?.total, 1);
    assert.deepEqual(
      [warned, closed, raised],
      [
        ['3 groups changed after the plan was shown and were not sent, such as "skipped now". | Show Plan'],
        [],
        [tables[0]],
      ],
    );
    assert.deepEqual(
      tables[0]!.now().actions.map(({ isEnabled }) => isEnabled),
      [false],
    );
    assert.deepEqual(await shown(), [
      'same: New: as shown',
      'other words: Skipped: another than was shown',
      'other text: Skipped: another than was shown',
      'skipped now: Skipped: It has a draft',
      'gone: New: as shown',
    ]);
    assert.ok(product.record('same') !== undefined && product.record('gone') === undefined);
  });
});
