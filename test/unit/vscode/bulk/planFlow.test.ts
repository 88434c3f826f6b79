// A plan, from its table to its run: what is sent is what was shown.

import assert from 'node:assert/strict';
import { openPlan, type Planned, type PlanFlow } from '../../../../src/vscode/bulk/plans/planFlow.ts';
import { PlannedRun } from '../../../../src/vscode/bulk/plans/plannedRun.ts';
import type { TableView } from '../../../../src/vscode/bulk/table/tableView.ts';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';

type Kind = 'new' | 'skipped';

interface Opened {
  readonly table: TableView;
  readonly counts: Readonly<Record<Kind, number>>;
  readonly run: PlannedRun;
  readonly shown: () => Promise<readonly string[]>;
}

function plannedOf(id: string, kind: Kind = 'new', more: { readonly words?: string; readonly whole?: string } = {}) {
  const item = { userGroupId: id, text: documentOf({ user_group_id: id }) };
  return { row: { kind, id, of: id, words: 'as shown', ...more }, ...(kind === 'new' && { item }) };
}

/** `again`: what is planned when it is sent. */
async function opened(
  { services, connection }: Product,
  first: readonly Planned<Kind>[],
  again: readonly Planned<Kind>[],
): Promise<Opened> {
  const run = new PlannedRun(services.runs, 'getOrCreate', connection);
  const tables: TableView[] = [];
  const flow: PlanFlow<Kind> = {
    title: 'Plan',
    titles: ['ID', 'Name'],
    kinds: { new: { label: 'New', mark: 'info' }, skipped: { label: 'Skipped', mark: 'skipped' } },
    expected: first.length,
    planned: async function* (ids) {
      for (const each of ids === undefined ? first : again) yield await Promise.resolve(each);
    },
    changedSince: { kind: 'skipped', words: 'another than was shown' },
    runs: [run],
    summary: () => '',
    steps: (_, itemsOf) => [
      {
        id: 'send',
        label: 'Send',
        isEnabled: true,
        run: async () => {
          await run.begin(itemsOf('new'), { stopAtFirstFailure: false });
        },
      },
    ],
    onActivate: () => undefined,
  };
  const counts = await openPlan<Kind>(
    {
      services,
      openTable: (table) => {
        tables.push(table);
        return { update: () => undefined, onDidClose: () => ({ dispose: () => undefined }) } as never;
      },
    },
    flow,
  );
  const table = tables[0]!;
  const shown = async (): Promise<readonly string[]> =>
    (await table.rows({ filter: undefined, text: '', offset: 0, limit: 10 })).rows.map(
      ({ cells: [id, , kind, words] }) => [id, kind, words].map((cell) => cell?.text).join(': '),
    );
  return { table, counts, run, shown };
}

describe('A plan that is sent', () => {
  const start = productStarter();

  it('leaves out what is another one by now, and says so in its row', async () => {
    const product = await start();
    const { table, counts, run, shown } = await opened(
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
    await table.onAction('send');
    await product.services.runs.whenLeft(run.summary!.id);
    assert.deepEqual(product.services.runs.find(run.summary!.id)?.total, 1);
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
