// The button of a plan that asks the service for the groups that need nothing as far as is known here.

import assert from 'node:assert/strict';
import type { Connection } from '../../../../src/core/connection.ts';
import { cancelled, UserGroupsError } from '../../../../src/core/errors.ts';
import { UnchangedRefresh } from '../../../../src/vscode/bulk/plans/refreshUnchanged.ts';
import { shownLines } from '../../../../src/vscode/platform/messages.ts';
import { standIn } from '../../../support/standIn.ts';
import { PlannedRows, type PlannedRow } from '../../../../src/vscode/bulk/plans/planTable.ts';

type Kind = 'changed' | 'same' | 'skipped';

const connection: Connection = {
  id: 'c',
  kind: 'service',
  name: 'staging',
  baseUrl: 'https://dashboards.example',
  status: 'ready',
  environment: 'Testing',
};

interface PlanSetup {
  /** What asking for a group comes to. */
  readonly answer?: (
    id: string,
    untilLeft: AbortSignal,
  ) => Promise<{ readonly kind: 'skipped'; readonly reason: string } | object>;
  /** What its row is after that. */
  readonly nowChanged?: readonly string[];
  readonly plannedAs?: (row: PlannedRow<Kind>) => Promise<PlannedRow<Kind>>;
  readonly connection?: Connection;
  readonly isDeclined?: boolean;
}

function plan(
  kinds: Readonly<Record<string, Kind>>,
  {
    answer = () => Promise.resolve({}),
    nowChanged = [],
    plannedAs,
    connection: on = connection,
    isDeclined = false,
  }: PlanSetup = {},
) {
  const rows = new PlannedRows<Kind>();
  for (const [id, kind] of Object.entries(kinds)) rows.add({ kind, id, of: id, words: '' });
  const asked: string[] = [];
  const confirmed: string[] = [];
  const asking = new UnchangedRefresh<Kind>({
    changes: {
      askBefore: (_, { userGroupId }, { untilLeft }) => {
        asked.push(userGroupId);
        return answer(userGroupId, untilLeft!) as never;
      },
    },
    connection: on,
    same: 'same',
    userGroupIdOf: ({ id }) => id,
    planned:
      plannedAs ??
      ((row) => Promise.resolve(nowChanged.includes(row.id) ? { ...row, kind: 'changed', words: 'now another' } : row)),
    skipped: (row, reason) => ({ ...row, kind: 'skipped', words: reason }),
    messages: standIn({
      ask: ({ title, detail, answers }) => {
        confirmed.push([title, ...shownLines(detail)].join(' '));
        return Promise.resolve(isDeclined ? undefined : answers[0]);
      },
    }),
  });
  const offered = (): string[] => asking.steps(rows).map(({ label, isEnabled }) => (isEnabled ? label : `(${label})`));
  const press = async (): Promise<void> => asking.steps(rows)[0]?.run();
  const shown = (): string[] =>
    Array.from(rows.values(), ({ id, kind, words }) => [id, kind, ...(words === '' ? [] : [words])].join(' '));
  return { rows, asked, confirmed, asking, offered, press, shown };
}

const THIRTY = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`group-${index}`, 'same' as const]));
const REFRESHED = "Unchanged groups were refreshed from the service, which doesn't return mappings.";

describe('Groups of a plan that are the same', () => {
  it('are asked for after a question, and their rows say what came of it', async () => {
    const { rows, asked, confirmed, asking, offered, press, shown } = plan(
      { a: 'same', b: 'changed', c: 'same', d: 'same', e: 'skipped' },
      {
        nowChanged: ['c'],
        answer: (id) => Promise.resolve(id === 'd' ? { kind: 'skipped', reason: 'it was gone' } : {}),
      },
    );
    assert.deepEqual(
      [offered(), asking.words(rows)],
      [['Refresh 3 Unchanged…'], 'Unchanged groups are compared with what was last sent or received.'],
    );
    await press();
    assert.deepEqual(
      [asked, confirmed],
      [
        ['a', 'c', 'd'],
        ['Refresh 3 groups from staging? Refreshing sends a get-or-create for each group. Nothing is updated.'],
      ],
    );
    assert.deepEqual(shown(), [
      'a same Refreshed from the service',
      'b changed',
      'c changed now another',
      'd skipped it was gone',
      'e skipped',
    ]);
    assert.deepEqual([offered(), asking.words(rows), asking.isAsking], [[], REFRESHED, false]);
  });

  it('are not asked for when the question is declined, or where the connection asks for nothing before an update', async () => {
    const declined = plan({ a: 'same' }, { isDeclined: true });
    await assert.rejects(declined.press());
    assert.deepEqual(
      [declined.asked, declined.offered(), declined.asking.isAsking],
      [[], ['Refresh 1 Unchanged…'], false],
    );
    assert.deepEqual(plan({ a: 'same' }, { connection: { ...connection, checkBeforeUpdate: false } }).offered(), []);
    const none = plan({ a: 'changed' });
    assert.deepEqual(
      [none.offered(), none.asking.words(none.rows)],
      [[], 'Unchanged groups are compared with what was last sent or received.'],
    );
  });

  it('are asked for until asked to stop, and the others later', async () => {
    const held = Promise.withResolvers<object>();
    const { rows, asked, asking, offered, press } = plan(THIRTY, { answer: () => held.promise });
    const all = press();
    await new Promise(setImmediate);
    assert.deepEqual([asking.isAsking, offered()], [true, ['Stop Refreshing']]);
    await press();
    assert.deepEqual(offered(), ['(Stop Refreshing)']);
    held.resolve({});
    await all;
    assert.deepEqual(
      [asked.length, offered(), asking.words(rows)],
      [8, ['Refresh 22 Unchanged…'], '22 unchanged groups are not refreshed yet.'],
    );
    await press();
    assert.deepEqual([asked.length, new Set(asked).size, offered()], [30, 30, []]);
  });

  it('give up what still waits for its turn when asked to stop, which is no failure', async () => {
    const { asked, asking, rows, press, offered, shown } = plan(
      { a: 'same', b: 'same' },
      {
        answer: (id, untilLeft) =>
          id === 'a'
            ? Promise.resolve({})
            : new Promise((_resolve, reject) => {
                untilLeft.addEventListener('abort', () => {
                  reject(cancelled());
                });
              }),
      },
    );
    const all = press();
    await new Promise(setImmediate);
    await press();
    await all;
    assert.deepEqual(
      [asked, offered(), asking.words(rows)],
      [['a', 'b'], ['Refresh 1 Unchanged…'], '1 unchanged group is not refreshed yet.'],
    );
    assert.deepEqual(shown(), ['a same Refreshed from the service', 'b same']);
  });

  it('can be asked for again when nothing could be planned from the answer', async () => {
    let isBroken = true;
    const { asked, asking, press, offered } = plan(
      { a: 'same' },
      { plannedAs: (row) => (isBroken ? Promise.reject(new Error('no plan')) : Promise.resolve(row)) },
    );
    await assert.rejects(press(), /no plan/);
    assert.deepEqual([offered(), asking.isAsking], [['Refresh 1 Unchanged…'], false]);
    isBroken = false;
    await press();
    assert.deepEqual([asked, offered()], [['a', 'a'], []]);
  });

  it('are asked for no more once the plan is closed, even during the question', async () => {
    const held = Promise.withResolvers<object>();
    const open = plan(THIRTY, { answer: () => held.promise });
    const all = open.press();
    await new Promise(setImmediate);
    open.asking.close();
    held.resolve({});
    await all;
    assert.equal(open.asked.length, 8);
    const asking = plan({ a: 'same' });
    const confirming = asking.press();
    asking.asking.close();
    await confirming;
    assert.deepEqual(asking.asked, []);
  });

  it('are asked for no more after the first failure, which is reported when what was in progress has its answer', async () => {
    let answered = 0;
    const { asked, asking, press, offered } = plan(THIRTY, {
      answer: async (id) => {
        if (id === 'group-0') throw new UserGroupsError('unavailable', 'Nobody answered.');
        await new Promise(setImmediate);
        answered += 1;
        return {};
      },
    });
    await assert.rejects(press(), /Nobody answered/);
    assert.deepEqual([asked.length, answered, asking.isAsking, offered()], [8, 7, false, ['Refresh 23 Unchanged…']]);
  });
});
