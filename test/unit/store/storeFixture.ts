// Stores for tests: in memory or in a temporary folder, with a clock of their own, closed and removed after each test.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { SendResult } from '../../../src/core/ports/journal.ts';
import type { GroupRef, Operation, SealedToken, UserGroupRecord } from '../../../src/core/userGroup.ts';
import type { LeaseKeeper } from '../../../src/store/database/leaseKeeper.ts';
import { openStore, type SqliteStore } from '../../../src/store/sqliteStore.ts';

export const MAY_12 = Date.UTC(2025, 4, 12);
export const DAY = 24 * 60 * 60 * 1000;

export interface OpenedStore {
  readonly store: SqliteStore;
  /** Set by the test; the store asks it. */
  readonly clock: { now: number };
  readonly connectionId: string;
  readonly ref: (userGroupId: string) => GroupRef;
  /** A whole sending: begun, then finished with the result. */
  readonly send: (
    userGroupId: string,
    text: string,
    result: Partial<SendResult>,
    operation?: Operation,
  ) => UserGroupRecord | undefined;
}

export interface StoreFixture {
  /** A path in a folder that is removed after the test. */
  readonly path: (name?: string) => string;
  /** A store with one connection, in memory unless a path is given. */
  readonly open: (path?: string, keeper?: LeaseKeeper) => OpenedStore;
  /** A store as another window opens it: without a connection of its own. */
  readonly reopen: (path: string) => SqliteStore;
}

const onDisk = (prefix: string): string => mkdtempSync(join(tmpdir(), prefix));

/**
 * To be called inside a `describe`. @param makeFolder where the files are: on the disk unless another place is given.
 */
export function storeFixture(makeFolder = onDisk): StoreFixture {
  let folder: string | undefined;
  let stores: SqliteStore[] = [];
  afterEach(() => {
    for (const store of stores) store.close();
    stores = [];
    if (folder !== undefined) rmSync(folder, { recursive: true });
    folder = undefined;
  });
  const openWith = (path: string, clock: { now: number }, keeper?: LeaseKeeper): SqliteStore => {
    const store = openStore({ path, now: () => clock.now, keeper });
    stores.push(store);
    return store;
  };
  return {
    path: (name = 'user-groups.sqlite') => {
      folder ??= makeFolder('user-groups-store-');
      return join(folder, name);
    },
    open: (path = ':memory:', keeper) => {
      const clock = { now: MAY_12 };
      return withConnection(openWith(path, clock, keeper), clock);
    },
    reopen: (path) => openWith(path, { now: MAY_12 }),
  };
}

function withConnection(store: SqliteStore, clock: { now: number }): OpenedStore {
  const { id: connectionId } = store.connections.add({
    kind: 'service',
    name: 'production',
    baseUrl: 'https://dashboards.example.com',
  });
  const ref = (userGroupId: string): GroupRef => ({ connectionId, userGroupId });
  return {
    store,
    clock,
    connectionId,
    ref,
    send: (userGroupId, text, result, operation = 'update') => {
      if (operation === 'rotate') return rotate(store, ref(userGroupId), clock.now, result);
      const versionId = store.journal.beginSend(ref(userGroupId), { operation, text, at: clock.now });
      return store.journal.finishSend(versionId, { outcome: 'updated', at: clock.now, ...result });
    },
  };
}

/** A whole rotation, even with others open. */
function rotate(
  store: SqliteStore,
  ref: GroupRef,
  at: number,
  result: Partial<SendResult>,
): UserGroupRecord | undefined {
  const token = store.groups.find(ref)?.token?.sealed ?? sealed('not known');
  const begun = store.journal.beginRotation(ref, { token, at, despite: store.journal.openRotations(ref)[0]?.id });
  if (!('id' in begun)) throw new Error('A rotation is under way.');
  return store.journal.finishRotation(begun.id, { outcome: 'rotated', at, ...result });
}

/** A sealed token as the store sees one: opaque. */
export function sealed(token: string, keyId = 'key-1'): SealedToken {
  return { keyId, box: new TextEncoder().encode(`box of ${token}`), fingerprint: `fingerprint of ${token}` };
}
