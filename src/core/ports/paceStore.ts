// One pace for all requests of a connection, in every window.

import type { PaceRule } from '../paceRule.ts';

/** May the next request leave? */
export interface Turn {
  /** 0: it may leave, and its turn is recorded. Otherwise ask again after so many milliseconds. */
  readonly waitMs: number;
  /** The service has asked to wait. */
  readonly isHeldBack: boolean;
}

/** One pace for all requests of a connection, in every window. `now` and `until` are milliseconds since 1970. */
export interface PaceStore {
  /** Without a rule the only limit is what the service asks for. */
  reserveTurn(connectionId: string, rule: PaceRule | undefined, now: number, isBulk: boolean): Turn;
  /** The service asks to send nothing before this; 0 ends what it has asked for. */
  holdBack(connectionId: string, until: number): void;
}
