// A plan as a table: what a person should look at is found among many, and said before anything is sent.

import assert from 'node:assert/strict';
import { markedText, type PlannedRow } from '../../../../src/vscode/bulk/plans/plannedRows.ts';
import { PlanTable } from '../../../../src/vscode/bulk/plans/planTable.ts';

type Kind = 'changed' | 'skipped';

const row = (id: string, more: Partial<PlannedRow<Kind>> = {}): PlannedRow<Kind> => ({
  id,
  of: id,
  kind: 'changed',
  words: '',
  ...more,
});

async function made(rows: readonly PlannedRow<Kind>[]): Promise<PlanTable<Kind>> {
  const table = new PlanTable<Kind>({
    title: 'A plan',
    titles: ['Group', 'Name'],
    kinds: { changed: { label: 'Changed', mark: 'info' }, skipped: { label: 'Skipped', mark: 'skipped' } },
    rows: async function* () {
      yield* await Promise.resolve(rows);
    },
    expected: rows.length,
    summary: () => ({ headline: '' }),
    steps: () => [],
    onActivate: () => undefined,
  });
  await table.make();
  return table;
}

const filters = (table: PlanTable<Kind>): unknown => table.now().filters.map(({ label, count }) => [label, count]);

describe('A plan', () => {
  it('finds the rows to look at, of any kind, and says how many there are', async () => {
    const table = await made([
      row('a'),
      row('b', { isMarked: true }),
      row('c', { kind: 'skipped', isMarked: true }),
      row('d', { isMarked: false }),
    ]);
    assert.deepEqual(filters(table), [
      ['Changed', 3],
      ['Skipped', 1],
      ['Needs review', 2],
    ]);
    const { rows, total } = await table.rows({ filter: 'marked', offset: 0, limit: 9 });
    assert.deepEqual(
      [rows.map(({ cells }) => [cells[0]?.text, cells[2]?.mark]), total],
      [
        [
          ['b', 'warning'],
          ['c', 'warning'],
        ],
        2,
      ],
    );
    assert.deepEqual(markedText(table.rowsOfPlan), ['2 groups need review.']);
  });

  it('says nothing of that where there is none, nor where a row is no longer marked', async () => {
    const table = await made([row('a'), row('b', { isMarked: true })]);
    table.rowsOfPlan.replace(1, row('b'));
    assert.deepEqual(
      [filters(table), markedText(table.rowsOfPlan)],
      [
        [
          ['Changed', 2],
          ['Skipped', 0],
        ],
        [],
      ],
    );
  });
});
