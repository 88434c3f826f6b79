// What the page of a table can have done, what it is sent, and how often.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { UserGroupsError } from '../../../../src/core/errors.ts';
import { decodeTableRequest } from '../../../../src/protocol/decodeTableRequest.ts';
import type { HostMessage } from '../../../../src/protocol/conversation.ts';
import type { TableEvents, TableLook, TableRequests, TableState } from '../../../../src/protocol/tableProtocol.ts';
import { ChannelToPage } from '../../../../src/vscode/platform/pageChannel.ts';
import { TableSession } from '../../../../src/vscode/table/tableSession.ts';
import type { TableView } from '../../../../src/vscode/table/tableView.ts';
import { FakeSchedule } from '../../../support/fakeSchedule.ts';
import { inDepth } from '../../../support/depth.ts';

/** A table of so many rows whose actions are written down. */
function tableOf(total: number, input: Partial<TableView> = {}) {
  const actions: string[] = [];
  const reported: TableState[] = [];
  const bugs: unknown[] = [];
  const clock = { now: 0 };
  const schedule = new FakeSchedule(clock);
  let done = 0;
  let kept: TableLook = { widths: { id: 200 }, sort: { column: 'outcome', isDescending: true } };
  const view: TableView = {
    kind: 'import',
    title: 'Import',
    columns: [
      { id: 'id', title: 'ID', isId: true, isSortable: true },
      { id: 'outcome', title: 'Outcome' },
    ],
    now: () => ({
      headline: 'All of it',
      filters: [{ id: 'failed', label: 'Failed', count: 3 }],
      actions: [
        { id: 'pause', label: 'Pause', isEnabled: true },
        { id: 'repeat', label: 'Retry Failed', isEnabled: false },
        { id: 'restore', label: 'Restore as Draft', rowKey: 'Shift+Enter' as const, isEnabled: true },
      ],
      progress: { done, total, words: `${done} of ${total}` },
    }),
    rows: ({ offset, limit }) => ({
      rows: Array.from({ length: Math.max(0, Math.min(limit, total - offset)) }, (_, index) => ({
        key: `${offset + index}`,
        cells: [{ text: ' acme\u202E ' }, { text: 'Failed: [x](command:y)', mark: 'error' as const }],
      })),
      total,
    }),
    onAction: (...action) => {
      actions.push(action.join(' '));
    },
    onActivate: (key) => {
      actions.push(`open ${key}`);
    },
    ...input,
  };
  const session = new TableSession({
    view,
    look: {
      get: () => kept,
      set: (look) => {
        kept = look;
        return Promise.resolve();
      },
    },
    schedule: schedule.schedule,
    report: (state) => {
      reported.push(state);
    },
    onBug: (error) => {
      bugs.push(error);
    },
  });
  return {
    session,
    actions,
    reported,
    bugs,
    schedule,
    work: (rows: number) => {
      done += rows;
      session.update();
    },
  };
}

const kindOf = async (work: unknown): Promise<string | undefined> => {
  try {
    await work;
    return undefined;
  } catch (error) {
    return error instanceof UserGroupsError ? error.kind : String(error);
  }
};

const settled = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

describe('The page of a table', () => {
  it('presses, opens, filters and sorts by what it was given, and by nothing else', async () => {
    const { session, actions } = tableOf(10_000);
    const { act, activate, slice } = session.answers;
    const sort = (column: string): object => ({ sort: { column, isDescending: true } });
    const asks = (question: object): unknown => slice({ offset: 0, limit: 100, ...question });
    const steps: readonly (readonly [() => unknown, string | undefined])[] = [
      [() => act({ action: 'pause' }), undefined],
      [() => act({ action: 'repeat' }), 'forbidden'],
      [() => act({ action: 'forget' }), 'forbidden'],
      [() => act({ action: 'restore', key: '7' }), 'notFound'],
      [() => activate({ key: '7' }), 'notFound'],
      [() => asks({ filter: 'other' }), 'notFound'],
      [() => asks(sort('outcome')), 'notFound'],
      [() => asks({ filter: 'failed', ...sort('id') }), undefined],
      [() => act({ action: 'restore', key: '7' }), undefined],
      [() => act({ action: 'restore' }), 'notFound'],
      [() => act({ action: 'restore', key: '100' }), 'notFound'],
      [() => act({ action: 'pause', key: '7' }), undefined],
      [() => activate({ key: '7' }), undefined],
      [() => activate({ key: '100' }), 'notFound'],
    ];
    for (const [index, [step, kind]] of steps.entries()) assert.equal(await kindOf(step()), kind, String(index));
    assert.deepEqual(actions, ['pause', 'restore 7', 'pause', 'open 7']);
  });

  it('opens rows given lately, however many were given before', async () => {
    const { session, actions } = tableOf(100_000);
    for (let offset = 0; offset < 10_000; offset += 100) await session.answers.slice({ offset, limit: 100 });
    await session.answers.activate({ key: '9999' });
    assert.deepEqual([await kindOf(session.answers.activate({ key: '0' })), actions], ['notFound', ['open 9999']]);
  });

  it('is laid out as the last table of its kind was, as far as its columns allow', async () => {
    const { session } = tableOf(10);
    assert.deepEqual((await session.answers.open(undefined)).look, { widths: { id: 200 } }, 'by an earlier version');
    const looks = async (look: TableLook): Promise<TableLook> => {
      await session.answers.keep(look);
      return (await session.answers.open(undefined)).look;
    };
    const byId = { widths: { id: 120 }, sort: { column: 'id', isDescending: true } };
    assert.deepEqual(await looks(byId), byId);
    assert.deepEqual(await looks({ widths: {} }), { widths: {} }, 'the order was taken back');
    const byOutcome = { widths: {}, sort: { column: 'outcome', isDescending: true } };
    assert.equal(await kindOf(session.answers.keep(byOutcome)), 'notFound');
  });

  it('is given no more rows than it asked for, even if the view gives more', async () => {
    const { session } = tableOf(10, {
      rows: () => ({ rows: Array.from({ length: 500 }, (_, index) => ({ key: `${index}`, cells: [] })), total: 500 }),
    });
    assert.equal((await session.answers.slice({ offset: 0, limit: 3 })).rows.length, 3);
  });

  it('is given texts from elsewhere as text: what is not seen is spelt out, in ids the spaces at the edges too', async () => {
    const hostile = '[x](command:y)\u202E';
    const shown = String.raw`[x]${'\u200B'}(command:y)\u{202E}`;
    const { session } = tableOf(1, {
      title: hostile,
      findHint: hostile,
      columns: [
        { id: 'id', title: hostile, isId: true },
        { id: 'outcome', title: 'Outcome' },
      ],
      now: () => ({
        headline: hostile,
        reason: hostile,
        explanation: hostile,
        filters: [{ id: 'f', label: hostile, count: 1 }],
        actions: [{ id: 'a', label: hostile, isEnabled: true }],
        progress: { done: 0, total: 1, words: hostile },
      }),
    });
    const { findHint, columns, state } = await session.answers.open(undefined);
    const { title, headline, reason, explanation, filters, actions, progress } = state;
    for (const text of [title, findHint, columns[0]?.title, headline, reason, explanation, progress?.words])
      assert.equal(text, shown);
    assert.deepEqual([filters[0]?.label, actions[0]?.label], [shown, shown]);
    const { rows } = await session.answers.slice({ offset: 0, limit: 1 });
    assert.deepEqual(rows[0]?.cells, [
      { text: String.raw`␠acme\u{202E}␠`, mark: undefined },
      { text: 'Failed: [x]\u200B(command:y)', mark: 'error' },
    ]);
  });

  it('gives up what it was asked when it is asked something else, and when it closes', async () => {
    const signals: AbortSignal[] = [];
    const { session } = tableOf(1, {
      rows: (_, signal) => {
        signals.push(signal!);
        return { rows: [], total: 0 };
      },
    });
    const aborted = (): boolean[] => signals.map((signal) => signal.aborted);
    await session.answers.slice({ offset: 0, limit: 1, text: 'a' });
    await session.answers.slice({ offset: 0, limit: 1, text: 'ab' });
    assert.deepEqual(aborted(), [true, false]);
    session.dispose();
    assert.deepEqual(aborted(), [true, true]);
  });

  it('is notified at once of a first change, and of thousands after it once in a while, of the last one too', async () => {
    const { reported, work, schedule } = tableOf(10_000);
    await schedule.elapse(10_000);
    assert.equal(reported.length, 0);
    for (let row = 0; row < 5_000; row += 1) work(1);
    await settled();
    for (let row = 0; row < 5_000; row += 1) work(1);
    await schedule.elapse(10_000);
    assert.deepEqual([reported.length, reported.at(-1)?.progress?.done], [2, 10_000]);
    assert.deepEqual(
      reported.map(({ revision }) => revision),
      [1, 2],
    );
  });

  it('is sent nothing any more when it was closed, though a change was waiting', async () => {
    const { reported, work, schedule, session } = tableOf(10);
    work(1);
    await settled();
    work(1);
    session.dispose();
    work(1);
    await schedule.elapse(10_000);
    assert.equal(reported.length, 1);
  });

  it('is notified again after the view failed to describe its state', async () => {
    let isBroken = true;
    const { reported, bugs, work, schedule } = tableOf(10, {
      now: () => {
        if (isBroken) throw new Error('broken');
        return { headline: 'whole', filters: [], actions: [] };
      },
    });
    work(1);
    await settled();
    isBroken = false;
    work(1);
    await schedule.elapse(10_000);
    assert.deepEqual([bugs.length, reported.map(({ headline }) => headline)], [1, ['whole']]);
  });

  it('may send anything: it is answered or left alone, and does nothing that was not offered', async () => {
    const anyMessage = fc.oneof(
      fc.anything(),
      fc.record({
        request: fc.constantFrom('open', 'slice', 'act', 'activate', 'run', '__proto__'),
        invocation: fc.integer(),
        with: fc.oneof(
          fc.anything(),
          fc.constant(undefined),
          fc.record({ offset: fc.integer(), limit: fc.integer(), filter: fc.string(), text: fc.string() }),
          fc.record({ action: fc.constantFrom('pause', 'repeat', 'x') }),
          fc.record({ key: fc.constantFrom('1', 'x') }),
        ),
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(anyMessage, { maxLength: 12 }), async (messages) => {
        const { session, actions, bugs } = tableOf(0);
        const posted: HostMessage<TableEvents>[] = [];
        const listeners: ((message: unknown) => void)[] = [];
        const webview = {
          onDidReceiveMessage: (listener: (message: unknown) => void) => {
            listeners.push(listener);
            return { dispose: () => undefined };
          },
          postMessage: (message: HostMessage<TableEvents>) => {
            posted.push(message);
            return Promise.resolve(true);
          },
        };
        const log = {
          warn: () => undefined,
          bug: (error: unknown) => {
            bugs.push(error);
          },
        };
        new ChannelToPage<TableRequests, TableEvents>(webview as never, log as never, decodeTableRequest, () =>
          Promise.resolve(session.answers),
        );
        for (const message of messages) for (const listener of listeners) listener(message);
        await settled();
        assert.deepEqual([bugs, actions.filter((action) => action !== 'pause')], [[], []]);
        assert.ok(posted.length <= messages.length && posted.every((message) => 'answered' in message));
      }),
      { numRuns: inDepth(200) },
    );
  });
});
