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
export interface RemovedConnection extends Omit<ConnectionRow, 'doubt'> {
  readonly removedAt: number;
  /** As it stood in the settings, JSON text. Absent: it did not. */
  readonly entry?: string | undefined;
}
