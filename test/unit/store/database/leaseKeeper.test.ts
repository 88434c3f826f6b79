// A window that is too busy for its own timers keeps its leases all the same, by a thread of its own.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { LEASE_MS } from '../../../../src/core/ports/journal.ts';
import { LeaseKeeper } from '../../../../src/store/database/leaseKeeper.ts';
import { openStore, type SqliteStore } from '../../../../src/store/sqliteStore.ts';

const TOKEN = { keyId: 'key', fingerprint: 'fingerprint', box: new Uint8Array([1]) };
/** Looks without an end in sight, each some milliseconds long: what is waited for comes after a few. */
const MOST_LOOKS = 2_000;

describe('A window that is too busy for its timers', () => {
  let folder = '';
  let stores: SqliteStore[] = [];
  let clock = { now: 0 };
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'user-groups-leases-'));
    // A lease ends sooner than one that is given now.
    clock = { now: Date.now() - LEASE_MS / 2 };
  });
  afterEach(() => {
    for (const store of stores) store.close();
    stores = [];
    rmSync(folder, { recursive: true });
  });

  const path = (): string => join(folder, 'user-groups.db');
  const openWindow = (keeper?: LeaseKeeper): SqliteStore => {
    const store = openStore({ path: path(), now: () => clock.now, keeper });
    stores.push(store);
    return store;
  };
  const keeping = (): LeaseKeeper => new LeaseKeeper(path(), { lookEvery: 5, silent: 20 });
  const connect = (store: SqliteStore): string =>
    store.connections.add({ kind: 'service', name: 'production', baseUrl: 'https://x.invalid' }).id;
  const leases = (table: string): readonly number[] => {
    const database = new DatabaseSync(path());
    try {
      return database
        .prepare(`SELECT lease_until FROM ${table} ORDER BY id`)
        .all()
        .map((row) => Number(row.lease_until));
    } finally {
      database.close();
    }
  };
  /** Holds up everything else in this thread until the leases of the table are others than these. */
  const busyUntilKept = (table: string, before: readonly number[]): readonly number[] => {
    const nobodyWakes = new Int32Array(new SharedArrayBuffer(4));
    for (let look = 0; look < MOST_LOOKS; look += 1) {
      Atomics.wait(nobodyWakes, 0, 0, 5);
      const now = leases(table);
      if (now.some((lease, index) => lease !== before[index])) return now;
    }
    return assert.fail('no lease was kept');
  };

  /** Which leases of sendings the thread has renewed. */
  const renewed = (): readonly boolean[] => {
    const before = leases('versions');
    return busyUntilKept('versions', before).map((lease, index) => lease !== before[index]);
  };
  const sender =
    (store: SqliteStore, connectionId = connect(store)) =>
    (userGroupId: string): number =>
      store.journal.beginSend({ connectionId, userGroupId }, { operation: 'update', text: '{}', at: clock.now });

  it('is not treated as gone while it sends or rotates', () => {
    const keeper = keeping();
    const store = openWindow(keeper);
    const connectionId = connect(store);
    sender(store, connectionId)('acme');
    store.journal.beginRotation({ connectionId, userGroupId: undefined }, { at: clock.now, token: TOKEN });
    for (const table of ['versions', 'rotations']) {
      const [before = 0] = leases(table);
      assert.ok((busyUntilKept(table, [before])[0] ?? 0) > before);
    }
    // It writes so often here that another window might wait for the file until its patience ends.
    keeper.close();
    clock.now += LEASE_MS + 1;
    assert.deepEqual(openWindow().journal.closeAbandoned(), []);
  });

  it('gets no lease back that has ended, and none of what it no longer waits for', () => {
    const store = openWindow(keeping());
    const send = sender(store);
    clock.now -= LEASE_MS;
    send('ended');
    clock.now += LEASE_MS;
    const noLonger = send('no-longer');
    send('awaited');
    store.journal.noLongerSending(noLonger);
    assert.deepEqual(renewed(), [false, false, true]);
  });

  it('gets leases for as many as it has in progress at once, and for others when those have ended', () => {
    const keeper = keeping();
    const store = openWindow(keeper);
    const send = sender(store);
    const first = send('first');
    for (let id = 1_001; id < 1_256; id += 1) keeper.keep('versions', id);
    send('one too many');
    assert.deepEqual(renewed(), [true, false]);
    store.journal.noLongerSending(first);
    send('next');
    assert.deepEqual(renewed(), [false, false, true]);
  });

  it('keeps a lease once, and lets it go once', () => {
    const keeper = keeping();
    const store = openWindow(keeper);
    const send = sender(store);
    const id = send('acme');
    keeper.keep('versions', id);
    store.journal.noLongerSending(id);
    store.journal.noLongerSending(id);
    send('globex');
    assert.deepEqual(renewed(), [false, true]);
  });

  it('gets no lease any more when it was closed, be it with something in progress or nothing', () => {
    const [idle, closed, open] = [openWindow(keeping()), openWindow(keeping()), openWindow(keeping())];
    const connectionId = connect(open);
    sender(closed, connectionId)('acme');
    sender(open, connectionId)('globex');
    for (const store of [idle, closed]) store.close();
    const kept = [0, 0];
    let before = leases('versions');
    while ((kept[1] ?? 0) < 10) {
      const after = busyUntilKept('versions', before);
      for (const [index, lease] of after.entries()) if (lease !== before[index]) kept[index] = (kept[index] ?? 0) + 1;
      before = after;
    }
    // What the thread had begun when its window was closed still comes, once.
    assert.ok((kept[0] ?? 0) <= 1, `${String(kept[0])} leases since the window was closed`);
  });

  it('works on its run still', () => {
    const store = openWindow(keeping());
    const connectionId = connect(store);
    const id = store.runs.begin(
      { connectionId, kind: 'update', baseUrl: 'https://x.invalid', at: clock.now, stopAtFirstFailure: false },
      'this',
    );
    store.runs.addItems(id, [{ userGroupId: 'acme', text: '{}' }]);
    store.runs.isFilled(id);
    assert.equal(store.runs.lease(id, 'this')?.state, 'running');
    busyUntilKept('runs', leases('runs'));
    clock.now += LEASE_MS + 1;
    assert.equal(openWindow().runs.find(id)?.state, 'running');
  });
});
