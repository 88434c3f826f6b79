// Rows of connections, and of those that were removed and can be restored.

import type { TokenMismatch } from '../connection.ts';

export interface ConnectionRow {
  readonly id: string;
  readonly kind: 'service' | 'sandbox';
  readonly name: string;
  readonly baseUrl: string;
  /** About the API token that was used at this origin. */
  readonly mismatch?: (TokenMismatch & { readonly origin: string }) | undefined;
}

/** For how long a connection that was removed can be restored, in milliseconds. */
export const REMOVED_KEPT_MS = 7 * 24 * 60 * 60 * 1000;

/** A connection that was removed and can be restored, with all that belongs to it. */
export interface RemovedConnection extends Omit<ConnectionRow, 'mismatch'> {
  readonly removedAt: number;
  /** As it stood in the settings, JSON text. Absent: it did not. */
  readonly entry?: string | undefined;
}

/** Connections, be they there or removed for a while. */
export interface ConnectionStore {
  all(): ConnectionRow[];
  add(row: Omit<ConnectionRow, 'id'>): ConnectionRow;
  change(id: string, change: { readonly name?: string; readonly baseUrl?: string }): void;
  /**
   * Removes some of its groups, with their tokens and versions, and of its runs: for a few milliseconds. Answers
   * whether there may be more.
   * @throws UserGroupsError `conflict` while a rotation of the connection is under way or open
   */
  clear(id: string): boolean;
  /**
   * With what is left of its groups, tokens and versions: many are cleared away before. @throws UserGroupsError as
   * `clearConnection`
   */
  remove(id: string): void;
  /**
   * Nobody sees it, or what belongs to it, from now on; its name is free.
   * @throws UserGroupsError `conflict` as `clearConnection`, and when it is gone or removed already
   */
  keepRemoved(id: string, removal: Pick<RemovedConnection, 'entry' | 'removedAt'>): void;
  /** Those that can be restored, the last removed first. */
  removed(): RemovedConnection[];
  /** @throws UserGroupsError `conflict` when the name is taken, or it cannot be restored any more */
  restore(id: string, name: string): void;
  /**
   * Which ones can be restored no more, and are to be cleared and removed: by the clock, which is not believed at once.
   */
  toErase(): string[];
}
