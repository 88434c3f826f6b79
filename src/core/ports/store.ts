// The store of local rows, by its roles.

import type { Disposable, Event } from '../emitter.ts';
import type { ApiTokenStore } from './apiTokenStore.ts';
import type { ConnectionStore } from './connectionStore.ts';
import type { GroupSearch } from './groupSearch.ts';
import type { Journal } from './journal.ts';
import type { PaceStore } from './paceStore.ts';
import type { RunStore } from './runStore.ts';
import type { DestinationStore, TokenStore } from './tokenStore.ts';
import type { NewDraftStore, UserGroupStore } from './userGroupStore.ts';

/**
 * Local rows. Synchronous, because SQLite is; every write is one transaction on disk when the method returns.
 * Methods reject with `UserGroupsError` of kind `unavailable` when the database cannot be used.
 */
export interface Store {
  readonly connections: ConnectionStore;
  readonly apiTokens: ApiTokenStore;
  readonly groups: UserGroupStore;
  readonly newDrafts: NewDraftStore;
  readonly tokens: TokenStore;
  readonly destinations: DestinationStore;
  readonly journal: Journal;
  readonly runs: RunStore;
  readonly search: GroupSearch;
  readonly pace: PaceStore;
  readonly changes: StoreChanges;
  /** Where a damaged database was moved when this one was opened. Shown once to the person. */
  readonly setAside: string | undefined;
  /** @throws UserGroupsError `unavailable` when its file was replaced: what was read so far is outdated */
  requireInPlace(): void;
  /**
   * Removes every row: all, or none when it fails. What is being sent at this moment leaves nothing here.
   * @throws UserGroupsError `conflict` while a rotation is in progress: its new token would be lost
   */
  deleteEverything(): void;
  /** Removes deleted content from the file and its companions, where SQLite leaves it until it needs the space. */
  sweep(): void;
  close(): void;
}

export interface StoreChanges {
  /** Something changed, here or in another window. */
  readonly onDidChange: Event<void>;
  /** Reports silent writes once all of them are done. */
  fire(): void;
  /** While it is held, changes of this window are reported twice a second at most. */
  hold(): Disposable;
}
