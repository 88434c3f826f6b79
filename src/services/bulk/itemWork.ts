// What one kind of run does to one group.

import type { Connection } from '../../core/connection.ts';
import type { RequestOptions } from '../../core/ports/client.ts';
import type { ItemEnd } from '../../core/ports/runStore.ts';
import type { RunItem } from '../../core/runs.ts';

/** How an item ended. */
export type WorkDone = Pick<ItemEnd, 'outcome' | 'reason' | 'isNotApplied'> & {
  /** Why the run must not go on after this, whatever was chosen. */
  readonly stops?: string | undefined;
};

/**
 * What is sent, `notes` being what the person must know of it: sentences without their full stop. Or how it ended,
 * since there is nothing to send.
 */
export type Prepared = { readonly item: RunItem; readonly notes: readonly string[] } | { readonly done: WorkDone };

export interface ItemWork {
  /** So many items in progress at once, each of another group. */
  readonly atOnce: number;
  /**
   * Asks what must be known before, and says what to send. Whatever fails here, nothing of the item's own has left.
   * @throws UserGroupsError why it must not be sent
   */
  readonly prepare?: (connection: Connection, item: RunItem, options: RequestOptions) => Promise<Prepared>;
  /** @throws UserGroupsError what a single sending would */
  readonly send: (connection: Connection, item: RunItem, options: RequestOptions) => Promise<WorkDone>;
  /**
   * Whether an earlier sending of the item may have been carried out: when it fails now, that does not say that nothing
   * was done.
   */
  readonly isOutcomeUnknown?: (connection: Connection, item: RunItem) => boolean;
  /** Items that have their outcome, and are to be finished before the run goes on. */
  readonly due?: (runId: number) => Promise<readonly RunItem[]>;
  /** Finishes one of these. Sends nothing. Never rejects: `stops` says that it is due still. */
  readonly finish?: (connection: Connection, item: RunItem, options: RequestOptions) => Promise<WorkDone>;
}

/** Sentences, without their full stop, as one text. */
export function reasonOf(notes: readonly string[]): string | undefined {
  return notes.length === 0 ? undefined : `${notes.join('. ')}.`;
}
