// Runs in the status bar of every window, and those that a window left in the middle.

import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/core/emitter.ts';
import { LEASE_MS } from '../../../../src/core/ports/journal.ts';
import type { RunProgress, RunSummary } from '../../../../src/core/runs.ts';
import type { Services } from '../../../../src/services/services.ts';
import { RunStatus } from '../../../../src/vscode/bulk/runs/runStatus.ts';
import { statusBarItems } from '../../../support/editor/fakeVscode.ts';
import { FakeSchedule } from '../../../support/fakeSchedule.ts';
import { standIn } from '../../../support/standIn.ts';

const RUN: RunSummary = {
  id: 1,
  kind: 'getOrCreate',
  connectionId: 'c',
  baseUrl: 'https://service.invalid',
  at: 0,
  state: 'running',
  isEnding: false,
  total: 10_000,
  isUndo: false,
  isOwnedHere: true,
  stopAtFirstFailure: false,
};

/**
 * A window that sees these runs, each with so much done of it. Notices are answered by `answers`, one after the other.
 */
function windowWith(
  runs: readonly RunSummary[],
  done: Readonly<Record<number, number>> = {},
  answers: readonly string[] = [],
) {
  const changed = new Emitter<undefined>();
  const seen = { runs, failure: undefined as Error | undefined };
  const [reported, ran, warned, left]: [string[], string[], string[], string[]] = [[], [], [], [...answers]];
  const clock = { now: 0 };
  const later = new FakeSchedule(clock);
  const progress = (id: number): RunProgress =>
    ({ done: done[id] ?? 0, total: seen.runs.find((run) => run.id === id)?.total ?? 0 }) as RunProgress;
  const services = standIn<Services>({
    connections: standIn({ withId: () => standIn({ name: 'staging[x](command:y)' }) }),
    runs: standIn({
      onDidChange: changed.event,
      progress,
      list: () => {
        if (seen.failure !== undefined) throw seen.failure;
        return [...seen.runs];
      },
    }),
  });
  const status = new RunStatus({
    services,
    schedule: later.schedule,
    messages: standIn({
      warn: (text: string, ...buttons: string[]) => {
        reported.push([text, ...buttons].join(' | '));
        return Promise.resolve(left.shift());
      },
    }),
    log: standIn({
      warn: (line: string) => {
        warned.push(line);
      },
    }),
    run: (id: string, about: object) => Promise.resolve(void ran.push(`${id} ${JSON.stringify(about)}`)),
  });
  const item = statusBarItems.at(-1)!;
  const see = (now: readonly RunSummary[]): void => {
    seen.runs = now;
    changed.fire(undefined);
  };
  return { status, item, reported, ran, warned, seen, see, elapse: (ms: number) => later.elapse(ms) };
}

const settled = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

describe('Runs in the status bar', () => {
  it('are not there while nothing runs', () => {
    const { item, status } = windowWith([
      { ...RUN, state: 'ended' },
      { ...RUN, id: 2, state: 'paused' },
    ]);
    assert.equal(item.isShown, false);
    status.dispose();
  });

  it('are reported together while they run, each behind it, and gone afterwards', () => {
    const { item, see, status } = windowWith(
      [RUN, { ...RUN, id: 2, kind: 'update', total: 500, isOwnedHere: false }, { ...RUN, id: 3, state: 'waiting' }],
      { 1: 1_234, 2: 100 },
    );
    assert.deepEqual(
      [item.isShown, item.text, item.command],
      [true, '$(sync~spin) Groups: 1,334 of 10,500', 'userGroups.showRuns'],
    );
    assert.equal(
      item.tooltip,
      'Get or create 10,000 groups on staging[x]\u200B(command:y): 1,234 of 10,000\nUpdate 500 groups on staging[x]\u200B(command:y): 100 of 500',
    );
    see([{ ...RUN, state: 'ended' }]);
    assert.equal(item.isShown, false);
    status.dispose();
  });

  it('are not shown when they cannot be looked at, which the log says', () => {
    const { item, seen, see, warned, status } = windowWith([RUN]);
    seen.failure = new Error('database is locked');
    see([RUN]);
    assert.deepEqual([item.isShown, warned], [false, ['Runs could not be looked at: Error: database is locked']]);
    status.dispose();
  });

  it('of another window are looked at again although nobody says that it died; one of this window is not', async () => {
    const other = windowWith([{ ...RUN, isOwnedHere: false }], { 1: 9_000 });
    other.seen.runs = [{ ...RUN, isOwnedHere: false, state: 'interrupted' }];
    await other.elapse(LEASE_MS / 3 - 1);
    assert.deepEqual(other.reported, []);
    await other.elapse(1);
    assert.deepEqual([other.reported.length, other.item.isShown], [1, false]);
    other.status.dispose();
    const own = windowWith([RUN]);
    own.seen.runs = [];
    await own.elapse(LEASE_MS * 10);
    assert.equal(own.item.isShown, true);
    own.status.dispose();
  });

  it('are looked at no more once the window closes', async () => {
    const { status, see, seen, reported, elapse } = windowWith([{ ...RUN, isOwnedHere: false }]);
    status.dispose();
    seen.runs = [{ ...RUN, state: 'interrupted' }];
    see(seen.runs);
    await elapse(LEASE_MS);
    assert.deepEqual(reported, []);
  });
});

describe('A run that was interrupted', () => {
  const interrupted: RunSummary = { ...RUN, state: 'interrupted', isOwnedHere: false };

  it('is spoken of once, with what is left of it', async () => {
    const { reported, see, ran, status } = windowWith([interrupted], { 1: 8_766 });
    see([interrupted]);
    await settled();
    assert.deepEqual(reported, [
      'Interrupted when its window closed: Get or create 10,000 groups on staging[x](command:y) (8,766 of 10,000 done) | Show | Resume | Not Now',
    ]);
    assert.deepEqual(ran, []);
    see([interrupted, { ...interrupted, id: 2 }]);
    await settled();
    assert.equal(reported.length, 2);
    status.dispose();
  });

  it('is shown, resumed, or left alone, as the user chooses', async () => {
    for (const [answer, ran] of [
      ['Show', ['userGroups.showRuns {"run":1}']],
      ['Resume', ['userGroups.showRuns {"run":1,"then":"resume"}']],
      ['Not Now', []],
    ] as const) {
      const window = windowWith([interrupted], {}, [answer]);
      await settled();
      assert.deepEqual(window.ran, ran);
      window.status.dispose();
    }
  });
});
