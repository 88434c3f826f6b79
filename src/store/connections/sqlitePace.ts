// Rows of `paces`: when the next request of a connection may leave, for all windows.

import { LONGEST_HOLD_SECONDS, nextTurn, type PaceRule } from '../../core/paceRule.ts';
import type { PaceStore, Turn } from '../../core/ports/paceStore.ts';
import type { Database } from '../database/database.ts';

/** What lies further ahead was kept before the clock jumped back. */
const LONGEST_HOLD_MS = LONGEST_HOLD_SECONDS * 1000;

interface Row {
  readonly next_at: number;
  readonly not_before: number;
}

export class SqlitePace implements PaceStore {
  readonly #database: Database;
  readonly #one;
  readonly #reserve;
  readonly #hold;

  constructor(database: Database) {
    this.#database = database;
    this.#one = database.prepare<Row>('SELECT next_at, not_before FROM paces WHERE connection_id = :connectionId');
    this.#reserve = database.prepare(`
      INSERT INTO paces (connection_id, next_at)
      SELECT :connectionId, :nextAt
      WHERE EXISTS (SELECT 1 FROM connections WHERE connection_id = :connectionId)
      ON CONFLICT DO UPDATE SET next_at = :nextAt`);
    this.#hold = database.prepare(`
      INSERT INTO paces (connection_id, not_before)
      SELECT :connectionId, :until
      WHERE EXISTS (SELECT 1 FROM connections WHERE connection_id = :connectionId)
      ON CONFLICT DO UPDATE SET not_before = iif(:until = 0, 0, max(not_before, :until))`);
  }

  /** Without a limit nothing is written. */
  reserveTurn(connectionId: string, rule: PaceRule | undefined, now: number, isBulk: boolean): Turn {
    if (rule === undefined) return this.#database.read(() => this.#heldBack(connectionId, now));
    return this.#database.writeSilently(() => this.#reserved(connectionId, rule, now, isBulk));
  }

  holdBack(connectionId: string, until: number): void {
    this.#database.writeSilently(() => {
      this.#hold.run({ connectionId, until });
    });
  }

  #reserved(connectionId: string, rule: PaceRule, now: number, isBulk: boolean): Turn {
    const held = this.#heldBack(connectionId, now);
    if (held.waitMs > 0) return held;
    const { waitMs, nextAt } = nextTurn(rule, this.#find(connectionId)?.next_at ?? 0, now, isBulk);
    if (waitMs === 0) this.#reserve.run({ connectionId, nextAt });
    return { waitMs, isHeldBack: false };
  }

  /** What the service asks for, without taking a turn. */
  #heldBack(connectionId: string, now: number): Turn {
    const waitMs = (this.#find(connectionId)?.not_before ?? 0) - now;
    return waitMs > 0 && waitMs <= LONGEST_HOLD_MS ? { waitMs, isHeldBack: true } : { waitMs: 0, isHeldBack: false };
  }

  #find(connectionId: string): Row | undefined {
    return this.#one.get({ connectionId });
  }
}
