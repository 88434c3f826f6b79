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

/** A removed connection that can be restored, with all its data. */
export interface RemovedConnection extends Omit<ConnectionRow, 'mismatch'> {
  readonly removedAt: number;
  /** Its entry in the settings, JSON text. Absent: it had none. */
  readonly entry?: string | undefined;
}

/** Connections, including those removed for a while. */
export interface ConnectionStore {
  all(): ConnectionRow[];
  add(row: Omit<ConnectionRow, 'id'>): ConnectionRow;
  change(id: string, change: { readonly name?: string; readonly baseUrl?: string }): void;
  /**
   * Removes some of its groups, with their tokens and versions, and of its runs, within a few milliseconds. Answers
   * whether there may be more.
   * @throws UserGroupsError `conflict` while a rotation of the connection is in progress or open
   */
  clear(id: string): boolean;
  /**
   * With the rest of its groups, tokens and versions; clear most of them before. @throws UserGroupsError as
   * `clearConnection`
   */
  remove(id: string): void;
  /**
   * Hides it and all its data; its name is free.
   * @throws UserGroupsError `conflict` as `clearConnection`, and when it is already gone or removed
   */
  keepRemoved(id: string, removal: Pick<RemovedConnection, 'entry' | 'removedAt'>): void;
  /** Those that can be restored, the last removed first. */
  removed(): RemovedConnection[];
  /** @throws UserGroupsError `conflict` when the name is in use, or it can no longer be restored */
  restore(id: string, name: string): void;
  /** Those that can no longer be restored and are to be cleared and removed. The clock is not trusted at once. */
  toErase(): string[];
}
