// Stores for tests: in memory or in a temporary folder, with a clock of their own, closed and removed after each test.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { NewSending, PendingRotation, SendResult } from '../../../src/core/ports/journal.ts';
import type { Operation } from '../../../src/contract/operations.ts';
import type { GroupRef, SealedToken, UserGroupRecord } from '../../../src/core/userGroup.ts';
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
  readonly find: (userGroupId: string) => UserGroupRecord | undefined;
  readonly saveDraft: (userGroupId: string, text?: string) => UserGroupRecord;
  /** Adds another connection and returns its id. */
  readonly connect: (name: string) => string;
  /** Begins to send, an update unless told otherwise, and returns the id of the version. */
  readonly begin: (userGroupId: string, sending?: Partial<NewSending>) => number;
  /** Begins to rotate a token, that of no group in the list without an ID, and returns the id of the rotation. */
  readonly rotate: (userGroupId?: string, rotation?: Partial<PendingRotation>) => number;
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
  /** A store on disk, and another window that has it open. */
  readonly openTwice: () => OpenedStore & { readonly other: SqliteStore };
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
  const fixture: StoreFixture = {
    path: (name = 'user-groups.sqlite') => {
      folder ??= makeFolder('user-groups-store-');
      return join(folder, name);
    },
    open: (path = ':memory:', keeper) => {
      const clock = { now: MAY_12 };
      return withConnection(openWith(path, clock, keeper), clock);
    },
    openTwice: () => ({ ...fixture.open(fixture.path()), other: fixture.reopen(fixture.path()) }),
    reopen: (path) => openWith(path, { now: MAY_12 }),
  };
  return fixture;
}

function withConnection(store: SqliteStore, clock: { now: number }): OpenedStore {
  const { id: connectionId } = store.connections.add({
    kind: 'service',
    name: 'production',
    baseUrl: 'https://dashboards.example.com',
  });
  const ref = (userGroupId: string): GroupRef => ({ connectionId, userGroupId });
  const begin = (userGroupId: string, sending: Partial<NewSending> = {}): number =>
    store.journal.beginSend(ref(userGroupId), { operation: 'update', text: '{}', at: clock.now, ...sending });
  const rotate = (userGroupId?: string, rotation: Partial<PendingRotation> = {}): number => {
    const given = { at: clock.now, token: sealed('a'), ...rotation };
    const begun = store.journal.beginRotation({ connectionId, userGroupId }, given);
    if (!('id' in begun)) throw new Error('The rotation was refused.');
    return begun.id;
  };
  return {
    store,
    clock,
    connectionId,
    ref,
    begin,
    rotate,
    find: (userGroupId) => store.groups.find(ref(userGroupId)),
    saveDraft: (userGroupId, text = '{}') => store.groups.saveDraft(ref(userGroupId), text, clock.now),
    connect: (name) => store.connections.add({ kind: 'service', name, baseUrl: `https://${name}.example.com` }).id,
    send: (userGroupId, text, result, operation = 'update') => {
      const at = clock.now;
      if (operation !== 'rotate')
        return store.journal.finishSend(begin(userGroupId, { operation, text }), { outcome: 'updated', at, ...result });
      // Even with others open.
      const token = store.groups.find(ref(userGroupId))?.token?.sealed ?? sealed('not known');
      const despite = store.journal.openRotations(ref(userGroupId))[0]?.id;
      const id = rotate(userGroupId, { token, despite });
      return store.journal.finishRotation(id, { outcome: 'rotated', at, ...result });
    },
  };
}

/** A sealed token as the store sees one: opaque. */
export function sealed(token: string, keyId = 'key-1'): SealedToken {
  return { keyId, box: new TextEncoder().encode(`box of ${token}`), fingerprint: `fingerprint of ${token}` };
}
