// What one kind of run does for one group, and how many groups at once.

import * as l10n from '@vscode/l10n';
import type { Connection } from '../../core/connection.ts';
import type { RequestOptions } from '../../core/ports/client.ts';
import type { ItemEnd, ItemQuery, RunStore } from '../../core/ports/runStore.ts';
import type { RunItem } from '../../core/runs.ts';
import { yieldToEventLoop } from '../../core/workSlices.ts';
import { createdOrSameText, notAppliedText, perhapsNewText } from '../sending/getOrCreateConclusions.ts';
import type { SendService } from '../sending/sendService.ts';

/** As many as a connection carries requests at once. */
export const MOST_AT_ONCE = 8;
/**
 * While so many requests run, earlier answers are written and the next items start, so that none waits for the disk.
 */
export const MOST_IN_HAND = 2 * MOST_AT_ONCE;

/** How an item ended. */
export type WorkDone = Pick<ItemEnd, 'outcome' | 'reason' | 'isNotApplied'> & {
  /** Why the run must stop after this, regardless of the user's choice. */
  readonly stops?: string | undefined;
};

/**
 * The text to send with `notes` for the user (sentences without their full stop), or the outcome when there is
 * nothing to send.
 */
export type Prepared = { readonly item: RunItem; readonly notes: readonly string[] } | { readonly done: WorkDone };

export interface ItemWork {
  /** So many items in progress at once, each of another group. */
  readonly atOnce: number;
  /**
   * Makes the requests that must come first and prepares the text to send. When this fails, nothing of the item's own
   * has left.
   * @throws UserGroupsError why it must not be sent
   */
  readonly prepare?: (connection: Connection, item: RunItem, options: RequestOptions) => Promise<Prepared>;
  /** @throws UserGroupsError as a single sending does */
  readonly send: (connection: Connection, item: RunItem, options: RequestOptions) => Promise<WorkDone>;
  /**
   * Whether an earlier sending of the item may have been carried out: a failure now does not prove that nothing was
   * done.
   */
  readonly isOutcomeUnknown?: (connection: Connection, item: RunItem) => boolean;
  /** Items that have their outcome but must be finished before the run continues. */
  readonly due?: (runId: number) => Promise<readonly RunItem[]>;
  /** Finishes one of these. Sends nothing. Never rejects: `stops` says that it is still due. */
  readonly finish?: (connection: Connection, item: RunItem, options: RequestOptions) => Promise<WorkDone>;
}

/** Items that are read at once: a few milliseconds. */
const SLICE = 200;

/** Items of a run in their order, never all in memory. */
export async function* itemsOfRun(
  runs: Pick<RunStore, 'items'>,
  runId: number,
  query: Pick<ItemQuery, 'outcome' | 'isNotApplied'>,
): AsyncGenerator<RunItem, void, void> {
  for (let after: number | undefined = 0; after !== undefined;) {
    const page: ReturnType<RunStore['items']> = runs.items(runId, { ...query, after, limit: SLICE });
    yield* page.items;
    after = page.next;
    await yieldToEventLoop();
  }
}

/** Sentences as one text. */
export function reasonOf(notes: readonly string[]): string | undefined {
  return notes.length === 0 ? undefined : notes.join(' ');
}

/** Gets or creates each group. An existing group is never updated. */
export function getOrCreateRun(sending: Pick<SendService, 'getOrCreate' | 'isOutcomeUnknown'>): ItemWork {
  return {
    atOnce: MOST_IN_HAND,
    send: async (connection, { text }, options) => {
      const result = await sending.getOrCreate(connection, text, options);
      const { isNew, isNotApplied, notes } = result;
      if (result.isCreatedOrSame)
        return { outcome: 'createdOrExisted', reason: reasonOf([...createdOrSameText(result), ...notes]) };
      if (isNew === true) return { outcome: 'new', reason: reasonOf(notes) };
      const ofWhatWasSent = isNotApplied
        ? l10n.t('Not applied: {0}.', notAppliedText(result))
        : l10n.t('It has all that was sent.');
      return {
        outcome: 'existed',
        isNotApplied,
        reason: reasonOf([ofWhatWasSent, ...perhapsNewText(result), ...notes]),
      };
    },
    isOutcomeUnknown: (connection, { userGroupId, text }) =>
      sending.isOutcomeUnknown(connection, userGroupId, 'getOrCreate', text),
  };
}
