// Deletes replaced tokens that are too old, at a start, without trusting the clock at once.

import type { Log } from '../../core/ports/log.ts';
import type { Settings } from '../../core/ports/userSettings.ts';
import type { Memory } from '../../core/ports/storage.ts';
import type { Store } from '../../core/ports/store.ts';

interface Dependencies {
  readonly store: Pick<Store, 'tokens'>;
  readonly settings: Settings;
  readonly memory: Memory;
  readonly log: Log;
  readonly now: () => number;
}

const DAY_MS = 86_400_000;
const SEEN = 'clockSeen';

/**
 * Deletes what was already too old when the clock was read a day ago or earlier: a clock that is a year ahead for a
 * start, or for a day, deletes nothing. Never throws: a late deletion harms less than a list that does not open.
 */
export function dropPreviousTokens({ store, settings, memory, log, now }: Dependencies): void {
  const seen = memory.get(SEEN);
  const at = now();
  const isBelieved = typeof seen === 'number' && at - seen >= DAY_MS;
  const isNews = isBelieved || typeof seen !== 'number' || seen > at;
  try {
    if (isBelieved) store.tokens.dropReplaced(seen - settings.keepPreviousTokensDays() * DAY_MS);
  } catch (error) {
    log.warn(`Replaced tokens that are too old could not be dropped: ${String(error)}`);
    return;
  }
  if (isNews)
    void memory.set(SEEN, at).catch((error: unknown) => {
      log.warn(`The time could not be remembered: ${String(error)}`);
    });
}
