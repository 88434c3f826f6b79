// A process that writes is killed at random moments: what it reported is on disk, each step whole or not at all, and
// what it left open is found.

import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { LEASE_MS } from '../../src/core/ports/journal.ts';
import type { GroupRef } from '../../src/core/userGroup.ts';
import { openStore, type SqliteStore } from '../../src/store/sqliteStore.ts';
import { patience, rounds, seed } from '../support/depth.ts';
import { databaseIn, problemsOf } from '../support/databaseIn.ts';
import { windowProcesses } from '../support/processes/processes.ts';
import { randomFrom, type WindowReport } from '../support/processes/tasks.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { sealed } from '../unit/store/storeFixture.ts';

/** In a usual run. */
const KILLS = 25;
/** Lines reported before one is killed, at most. */
const LONGEST = 60;
const ORDER = ['draft', 'begin', 'finish', 'beginRotation', 'keepAnswer', 'finishRotation'];
const GROUPS = ['group-0', 'group-1', 'group-2'];

describe('A process that is killed while it writes', function () {
  this.timeout(patience(300_000));

  const nextWindow = windowProcesses('storeWindow.ts');
  let folder = '';
  before(() => {
    folder = temporaryFolder('user-groups-killed-');
  });
  after(() => rmSync(folder, { recursive: true }));

  it(`again and again at random moments (seed ${seed}) loses nothing that it had reported, and leaves nothing half done`, async () => {
    const random = randomFrom(seed);
    let ahead = 0;
    let from = 0;
    const connectionId = withStore(
      folder,
      ahead,
      (store) =>
        store.connections.add({ kind: 'service', name: 'production', baseUrl: 'https://dashboards.example.com' }).id,
    );
    for (const kill of rounds(KILLS)) {
      const window = nextWindow();
      const killedAt = 1 + Math.floor(random() * LONGEST);
      window.onShown = (_, count) => {
        if (count >= killedAt) window.kill();
      };
      assert.equal(await window.does({ kind: 'store', folder, ahead, connectionId, from }), 'SIGKILL', `kill ${kill}`);
      assert.deepEqual(problemsOf(folder), []);
      // The next window opens when the lease of the former is over.
      ahead += LEASE_MS + 1;
      const reports = window.reported;
      withStore(folder, ahead, (store) => {
        const abandoned = store.journal.closeAbandoned().length;
        for (const userGroupId of GROUPS) assertAsTold(store, { connectionId, userGroupId }, reports);
        assert.ok(abandoned <= 1, `${abandoned} were left open by one process that does one thing at a time`);
        assert.ok(store.journal.versions({ limit: 10 }).every(({ outcome }) => outcome !== 'sending'));
        for (const userGroupId of GROUPS) findOut(store, { connectionId, userGroupId });
        assert.deepEqual([store.journal.openRotations(), store.journal.nextAbandonedAt()], [[], undefined]);
      });
      from = reports.at(-1)!.step + GROUPS.length;
    }
  });
});

function withStore<T>(folder: string, ahead: number, work: (store: SqliteStore) => T): T {
  const store = openStore({ path: databaseIn(folder), now: () => Date.now() + ahead });
  try {
    return work(store);
  } finally {
    store.close();
  }
}

/** The last reported state of the group, or the next in its order, which the process did not live to report. */
function assertAsTold(store: SqliteStore, ref: GroupRef, reports: readonly WindowReport[]): void {
  const last = reports.findLast(({ userGroupId }) => userGroupId === ref.userGroupId);
  if (last === undefined) return;
  const [step, reached] = stateOf(store, ref, reports.at(-1)!.step);
  const isNotified = step === last.step && reached >= ORDER.indexOf(last.action);
  const isNext = step > last.step && last.action === 'finishRotation';
  assert.ok(
    isNotified || isNext,
    `${ref.userGroupId} was told to be at step ${last.step}, ${last.action}, and is at step ${step}, ${ORDER[reached] ?? ''}`,
  );
}

/** The step that the group has come to, and how far within it; every part of the record agrees. */
function stateOf(store: SqliteStore, ref: GroupRef, atLeast: number): readonly [step: number, reached: number] {
  const record = store.groups.find(ref);
  const step = Number((record?.draft ?? record?.base)?.text.slice('text '.length));
  const [version] = store.journal.versions({ ref, limit: 1 });
  const open = store.journal.openRotations(ref)[0];
  const expect = (token: string, outcome: string, isOpen: boolean): void => {
    assert.equal(record?.token?.sealed.fingerprint, sealed(token).fingerprint);
    assert.equal(version?.outcome, outcome);
    assert.equal(record.unknownOutcome?.operation, isOpen ? 'rotate' : undefined);
    assert.deepEqual([record.answered?.name, record.base?.text], [`name ${step}`, `text ${step}`]);
  };
  if (record?.draft !== undefined) {
    // The sending was closed as unknown, its text kept as the draft, or had not begun.
    const hasBegun = version?.text === `text ${step}`;
    assert.equal(record.unknownOutcome?.operation, hasBegun ? 'update' : undefined);
    assert.ok(step <= atLeast + GROUPS.length);
    return [step, hasBegun ? ORDER.indexOf('begin') : ORDER.indexOf('draft')];
  }
  if (open !== undefined) {
    expect(`sent ${step}`, 'unknown', true);
    return [step, ORDER.indexOf(open.unrecognizedResponse === undefined ? 'beginRotation' : 'keepAnswer')];
  }
  const isRotated = version?.operation === 'rotate';
  expect(isRotated ? `rotated ${step}` : `sent ${step}`, isRotated ? 'rotated' : 'updated', false);
  const replaced = store.tokens.replaced(ref).map(({ sealed: { fingerprint } }) => fingerprint);
  assert.equal(replaced.includes(sealed(`sent ${step}`).fingerprint), isRotated);
  return [step, ORDER.indexOf(isRotated ? 'finishRotation' : 'finish')];
}

/** As a person would: the service answers a token, which resolves every unknown outcome. */
function findOut(store: SqliteStore, ref: GroupRef): void {
  const record = store.groups.find(ref);
  if (record?.unknownOutcome === undefined) return;
  const version = store.journal.beginSend(ref, {
    operation: 'getOrCreate',
    text: record.base?.text ?? '',
    at: record.documentMtime + LEASE_MS,
  });
  store.journal.finishSend(version, {
    outcome: 'existed',
    at: record.documentMtime + LEASE_MS,
    token: sealed(`found ${record.documentMtime}`),
  });
  assert.equal(store.groups.find(ref)?.unknownOutcome, undefined);
}
