// What is kept for a connection goes in slices, each short enough that nobody waits for it: other windows write in
// between.

import type { Database } from '../database/database.ts';

/** Milliseconds of a slice; what is begun at its end takes a few more. */
const SLICE_MS = 8;
/** Groups, and items of runs, that go at once within a slice. A group may have fifty versions. */
const GROUPS = 10;
const ITEMS = 100;

export class ConnectionClearing {
  readonly #hideRuns;
  readonly #items;
  readonly #groups;

  constructor(database: Database) {
    // Nobody works on them any more, or sees them.
    this.#hideRuns = database.prepare(
      "UPDATE runs SET state = 'filling', owner = NULL, lease_until = 0 WHERE connection_id = :id",
    );
    this.#items = database.prepare(`
      DELETE FROM run_items WHERE rowid IN (
        SELECT run_items.rowid
        FROM runs JOIN run_items ON run_items.run = runs.id
        WHERE connection_id = :id LIMIT ${ITEMS})`);
    this.#groups = database.prepare(`
      DELETE FROM user_groups WHERE id IN (SELECT id FROM user_groups WHERE connection_id = :id LIMIT ${GROUPS})`);
  }

  /** Answers whether there may be more. */
  clearSome(id: string): boolean {
    const until = performance.now() + SLICE_MS;
    this.#hideRuns.run({ id });
    for (;;) {
      const changes = Number(this.#items.run({ id }).changes) || Number(this.#groups.run({ id }).changes);
      if (changes === 0) return false;
      if (performance.now() >= until) return true;
    }
  }
}
