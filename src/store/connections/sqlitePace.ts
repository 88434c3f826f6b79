// The role of paces: when the next request of a connection may leave, for all windows.

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

  constructor(database: Database) {
    this.#database = database;
  }

  /** Without a limit nothing is written. */
  reserveTurn(connectionId: string, rule: PaceRule | undefined, now: number, isBulk: boolean): Turn {
    if (rule === undefined) return heldBack(this.#find(connectionId), now);
    return this.#database.writeSilently(() => {
      const row = this.#find(connectionId);
      const held = heldBack(row, now);
      if (held.isHeldBack) return held;
      const { waitMs, nextAt } = nextTurn(rule, row?.next_at ?? 0, now, isBulk);
      if (waitMs === 0) this.#keep(connectionId, 'next_at', nextAt, ':value');
      return { waitMs, isHeldBack: false };
    });
  }

  holdBack(connectionId: string, until: number): void {
    this.#database.writeSilently(() => {
      this.#keep(connectionId, 'not_before', until, 'iif(:value = 0, 0, max(not_before, :value))');
    });
  }

  #keep(connectionId: string, column: keyof Row, value: number, changed: string): void {
    this.#database.run(
      `INSERT INTO paces (connection_id, ${column})
       SELECT :connectionId, :value WHERE EXISTS (SELECT 1 FROM connections WHERE connection_id = :connectionId)
       ON CONFLICT DO UPDATE SET ${column} = ${changed}`,
      { connectionId, value },
    );
  }

  #find(connectionId: string): Row | undefined {
    return this.#database.get<Row>('SELECT next_at, not_before FROM paces WHERE connection_id = :connectionId', {
      connectionId,
    });
  }
}

/** What the service asks for, without taking a turn. */
function heldBack(row: Row | undefined, now: number): Turn {
  const waitMs = (row?.not_before ?? 0) - now;
  return waitMs > 0 && waitMs <= LONGEST_HOLD_MS ? { waitMs, isHeldBack: true } : { waitMs: 0, isHeldBack: false };
}
