// When a token counts as old: by the person's setting, or by the days of a filter. A token is as old as it was received
// here: how long the service had it before, nobody knows.

import type { Settings } from '../../core/ports/userSettings.ts';

const DAY_MS = 86_400_000;

export class TokenAges {
  readonly #settings: Pick<Settings, 'rotateAfterDays'>;
  readonly #now: () => number;

  constructor(settings: Pick<Settings, 'rotateAfterDays'>, now: () => number) {
    this.#settings = settings;
    this.#now = now;
  }

  /** Tokens are old after so many days. 0: none is. */
  get days(): number {
    return this.#settings.rotateAfterDays();
  }

  /** A token that was received before then is older than so many days. */
  before(days: number): number {
    return this.#now() - days * DAY_MS;
  }

  /** `since`: when the token was received. Absent: nobody knows, so it is not old. */
  isOld(since: number | undefined): boolean {
    return this.days > 0 && since !== undefined && since < this.before(this.days);
  }
}
