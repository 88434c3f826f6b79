// A plan as a table: it fills while it is made, can be cancelled, and sends nothing but by its buttons.

import assert from 'node:assert/strict';
import { bugMessage } from '../../../../src/core/bugText.ts';
import { UserGroupsError } from '../../../../src/core/errors.ts';
import {
  markedText,
  PlannedRows,
  PlanTable,
  type Plan,
  type PlannedRow,
} from '../../../../src/vscode/bulk/plans/planTable.ts';

type Kind = 'changed' | 'skipped';

const ROWS: readonly PlannedRow<Kind>[] = [
  { id: 'acme', of: 'Acme', kind: 'changed', words: 'region: added "EU"' },
  { id: 'beta', of: 'Beta', kind: 'skipped', words: 'It has a draft' },
  { id: 'delta', of: 'Delta', kind: 'changed', words: 'region: added "US"', isMarked: true },
];

/** A plan of these rows, each planned when `next` is called. */
function planned(input: Partial<Plan<Kind>> = {}) {
  const steps: string[] = [];
  let release: (() => void) | undefined;
  const table = new PlanTable<Kind>({
    title: 'Set region',
    titles: ['ID', 'Name'],
    expected: 3,
    kinds: { changed: { label: 'To change', mark: 'info' }, skipped: { label: 'Skipped', mark: 'skipped' } },
    rows: async function* () {
      for (const row of ROWS) {
        await new Promise<void>((resolve) => {
          release = resolve;
        });
        yield row;
      }
    },
    summary: (rows) => ({ headline: `${rows.count('changed')} will change` }),
    steps: (rows) => [
      {
        id: 'send',
        label: `Send ${rows.count('changed')}…`,
        isPrimary: true,
        isEnabled: true,
        run: () => {
          steps.push('send');
        },
      },
      {
        id: 'show',
        label: 'Other',
        isEnabled: false,
        run: () => {
          steps.push('show');
        },
      },
    ],
    onActivate: ({ id }) => {
      steps.push(`open ${id}`);
    },
    ...input,
  });
  let changes = 0;
  table.onDidChange = () => {
    changes += 1;
  };
  const next = async (): Promise<void> => {
    release?.();
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  };
  const offered = (): string[] => table.now().actions.map(({ label, isEnabled }) => (isEnabled ? label : `(${label})`));
  return { table, steps, next, offered, changes: () => changes };
}

async function made(input: Partial<Plan<Kind>> = {}): Promise<ReturnType<typeof planned>> {
  const plan = planned({
    rows: async function* () {
      for (const row of ROWS) yield await Promise.resolve(row);
    },
    ...input,
  });
  await plan.table.make();
  return plan;
}

const shown = async (table: PlanTable<Kind>, filter?: string): Promise<string[][]> =>
  (await table.rows({ filter, offset: 0, limit: 100 })).rows.map(({ cells }) => cells.map(({ text }) => text));

describe('A plan', () => {
  it('says that it is closed, for what is in progress for it', () => {
    let closed = 0;
    planned({
      onClose: () => {
        closed += 1;
      },
    }).table.close();
    assert.equal(closed, 1);
  });

  it('shows each row as soon as it is planned, how far it is, and nothing to send', async () => {
    const { table, next, offered, changes } = planned();
    const making = table.make();
    assert.deepEqual(
      [table.now().progress, offered(), await shown(table)],
      [{ done: 0, total: 3, words: '0 of 3' }, ['Cancel'], []],
    );
    await next();
    assert.deepEqual(
      [table.now().progress?.words, table.now().filters.map(({ count }) => count), changes()],
      ['1 of 3', [1, 0], 1],
    );
    assert.equal(table.now().explanation, 'Nothing is sent yet.');
    assert.deepEqual(await shown(table), [['acme', 'Acme', 'To change', 'region: added "EU"']]);
    await next();
    await next();
    await making;
    assert.deepEqual(
      [table.now().progress, offered(), table.now().headline],
      [undefined, ['Send 2…', '(Other)'], '2 will change'],
    );
  });

  it('that is longer than was expected is not done before it is', async () => {
    const { table, next } = planned({ expected: 1 });
    const making = table.make();
    await next();
    await next();
    assert.deepEqual(table.now().progress, { done: 2, total: 2, words: '2 of 2' });
    await next();
    await making;
  });

  it('finds its rows by kind, mark and words, sorts them by any column, and marks what the user should look at', async () => {
    const { table } = await made();
    const found = async (question: object): Promise<string[]> =>
      (await table.rows({ offset: 0, limit: 9, ...question })).rows.map(({ key }) => key);
    const sorted = (column: string, isDescending = false): Promise<string[]> =>
      found({ sort: { column, isDescending } });
    assert.deepEqual(
      [
        await found({ filter: 'changed' }),
        await found({ filter: 'marked' }),
        await found({ text: 'DELTA' }),
        await found({ text: 'added "eu' }),
        await found({ filter: 'skipped', text: 'region' }),
        await sorted('id', true),
        await sorted('of'),
        await sorted('kind', true),
      ],
      [['0', '2'], ['2'], ['2'], ['0'], [], ['2', '1', '0'], ['0', '1', '2'], ['1', '0', '2']],
    );
    assert.deepEqual(
      (await table.rows({ offset: 0, limit: 3 })).rows.map(({ cells }) => cells[2]?.mark),
      ['info', 'skipped', 'warning'],
    );
    assert.deepEqual(markedText(table.rowsOfPlan), ['1 group needs review.']);
  });

  it('counts and finds a row anew when it becomes better known, and replaces none that is not there', async () => {
    const { table, changes } = await made();
    const [before, rows] = [changes(), table.rowsOfPlan];
    await shown(table, 'changed');
    rows.replace(2, { id: 'delta', of: 'Delta', kind: 'skipped', words: 'It was changed since' });
    rows.replace(3, { id: 'other', of: '', kind: 'changed', words: '' });
    assert.deepEqual(
      [table.counts, rows.length, rows.at(2)?.words, markedText(rows), changes() > before],
      [{ changed: 1, skipped: 2 }, 3, 'It was changed since', [], true],
    );
    assert.deepEqual(
      (await shown(table, 'changed')).map(([id]) => id),
      ['acme'],
    );
    assert.deepEqual(
      table.now().filters.map(({ label, count }) => `${label}: ${count}`),
      ['To change: 1', 'Skipped: 2'],
    );
    assert.equal(new PlannedRows<Kind>().count('changed'), 0);
  });

  it('does what its buttons offer, and nothing else', async () => {
    const { table, steps, changes } = await made();
    const before = changes();
    await table.onAction('send');
    await table.onAction('show');
    await table.onAction('forget');
    assert.deepEqual([steps, changes() > before], [['send'], true]);
  });

  it('opens the group of a row, and none for a row that is not there', async () => {
    const { table, steps } = await made();
    await table.onActivate('2');
    await table.onActivate('9');
    assert.deepEqual(steps, ['open delta']);
  });

  it('that is cancelled shows the rows so far, and can send none of them', async () => {
    const { table, next, offered, steps } = planned();
    const making = table.make();
    await next();
    await table.onAction('cancel');
    await next();
    await making;
    assert.deepEqual([offered(), await shown(table)], [[], [['acme', 'Acme', 'To change', 'region: added "EU"']]]);
    assert.equal(table.now().headline, 'Planning canceled');
    await table.onAction('send');
    assert.deepEqual(steps, []);
  });

  it('whose table is closed, or that is cancelled, has no further row', async () => {
    for (const close of ['close', 'cancel'] as const) {
      // Planning that does not ask whether it is wanted still.
      const { table } = planned({
        rows: async function* () {
          yield await Promise.resolve(ROWS[0]!);
          if (close === 'close') table.close();
          else await table.onAction('cancel');
          yield ROWS[1]!;
        },
      });
      await table.make();
      assert.equal(table.rowsOfPlan.length, 1);
    }
  });

  it('that cannot be made says why, quotes nothing of a bug, and can send nothing', async () => {
    for (const [failure, reason] of [
      [
        new UserGroupsError('notFound', 'The folder is gone.', 'Choose another.'),
        'The folder is gone. Choose another.',
      ],
      [new Error('secret'), bugMessage()],
    ] as const) {
      const { table, offered } = planned({
        rows: async function* () {
          yield await Promise.resolve(ROWS[0]!);
          throw failure;
        },
      });
      await assert.rejects(table.make(), failure);
      assert.deepEqual([table.now().reason, offered(), table.rowsOfPlan.length], [reason, [], 1]);
    }
  });
});
