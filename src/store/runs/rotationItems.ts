// Items of runs whose rotation nobody knew the end of, once it is known: their results say the same as the record of
// what was sent.

import type { GroupRef } from '../../core/userGroup.ts';
import type { StoredReason } from '../../core/storedReasons.ts';
import type { Database } from '../database/database.ts';
import { toStored } from '../database/storedText.ts';

/** As the journal comes to know it. `tokenKnown`: never found out, but the current token is known. */
export type RotationEnd = 'rotated' | 'notRotated' | 'tokenKnown';

const ITEM_ENDS = {
  rotated: {
    outcome: 'rotated',
    isNotApplied: 1,
    reason: 'Resolved later: rotated. The new token is stored locally and may not be delivered.',
  },
  notRotated: { outcome: 'failed', isNotApplied: 0, reason: 'Resolved later: not rotated.' },
  tokenKnown: {
    outcome: 'unknown',
    isNotApplied: 0,
    reason: 'Never resolved. The current token is stored locally.',
  },
} as const satisfies Readonly<
  Record<RotationEnd, { readonly reason: StoredReason; readonly [column: string]: unknown }>
>;

const HAND_OVER_DUE: StoredReason = 'A rotated token is not delivered yet.';

export class RotationItems {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Within the transaction that closes the version. */
  isKnown({ connectionId, userGroupId }: GroupRef, versionId: number, end: RotationEnd, at: number): void {
    // The rotation of an item is the first that was begun for its group since it was leased.
    for (const { run, number } of this.#database.all<{ run: number; number: number }>(
      `SELECT run, number FROM runs JOIN run_items ON run_items.run = runs.id
       WHERE runs.connection_id = :connectionId AND kind = 'rotate' AND outcome = 'unknown'
         AND user_group_id = :userGroupId AND after_version < :versionId
         AND NOT EXISTS (
           SELECT 1 FROM versions JOIN user_groups ON user_groups.id = group_row
           WHERE user_groups.connection_id = runs.connection_id AND user_groups.user_group_id = run_items.user_group_id
             AND operation = 'rotate' AND versions.id > after_version AND versions.id < :versionId)`,
      { connectionId, userGroupId: toStored(userGroupId), versionId },
    )) {
      this.#database.run(
        `UPDATE run_items SET outcome = :outcome, is_not_applied = :isNotApplied, reason = :reason, ended_at = :at
         WHERE run = :run AND number = :number`,
        { run, number, at, ...ITEM_ENDS[end] },
      );
      // Nothing is at its end while a token is to be delivered.
      if (end === 'rotated')
        this.#database.run(
          "UPDATE runs SET state = 'paused', paused_because = :because WHERE id = :run AND state = 'ended'",
          { run, because: HAND_OVER_DUE },
        );
    }
  }
}
