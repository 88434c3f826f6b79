// Groups by the words of a text, best first. Quick at 100,000 groups, through indexes made for it.

import { fold } from '../../core/folding.ts';
import type { UserGroupSummary } from '../../core/userGroup.ts';
import type { Database } from '../database/database.ts';
import { OF_LIVE } from '../database/liveConnections.ts';
import { RecentlyUsed } from '../database/recentlyUsed.ts';
import type { Statement } from '../database/statement.ts';
import { toStored } from '../database/storedText.ts';
import { SUMMARY, summaryFromRow, type SummaryRow } from '../groups/userGroupList.ts';
import { conditionsOf } from './groupConditions.ts';

/** Sorts after every text that begins like the one before it. */
const LAST_CHARACTER = '\u{10FFFF}';

export class GroupsContaining {
  readonly #database: Database;
  /** By number of words. */
  readonly #searches = new RecentlyUsed<Statement<SummaryRow>>();

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * An id that is spelled like the text comes first, then those that are or begin with it in any letter case, then
   * names that begin with it, then whatever holds every word, by name.
   */
  find(text: string, limit: number): UserGroupSummary[] {
    const whole = fold(text).trim();
    const words = whole.split(' ').filter((word) => word !== '');
    const upTo = whole === '' ? '' : whole + LAST_CHARACTER;
    const { sql: hasEveryWord, values } = conditionsOf({ words, conditions: [] });
    const rows = this.#searches
      .get(hasEveryWord, () => this.#database.prepare(searchSql(hasEveryWord)))
      .all({ whole, upTo, limit, typed: toStored(text), ...values });
    return rows.map(summaryFromRow);
  }
}

/**
 * Each of the three walks its index in the order wanted and stops at the limit, so that a word in every group costs
 * least; a word in none costs one pass over the narrow index.
 */
function searchSql(hasEveryWord: string): string {
  return `
    WITH found (id, tier, place) AS (
      SELECT * FROM (SELECT id, 1, alike FROM user_groups INDEXED BY user_groups_alike
        WHERE alike BETWEEN :whole AND :upTo AND ${OF_LIVE} ORDER BY alike LIMIT :limit)
      UNION ALL
      SELECT * FROM (SELECT id, 2, folded FROM user_groups INDEXED BY user_groups_searched
        WHERE folded BETWEEN :whole AND :upTo AND ${OF_LIVE} ORDER BY folded, user_group_id LIMIT :limit)
      UNION ALL
      SELECT * FROM (SELECT id, 3, folded FROM user_groups INDEXED BY user_groups_searched
        WHERE ${hasEveryWord} AND ${OF_LIVE} ORDER BY folded, user_group_id LIMIT :limit)
    ), best AS (SELECT id, min(tier) AS tier, place FROM found GROUP BY id)
    SELECT ${SUMMARY} FROM best JOIN user_groups USING (id)
    ORDER BY tier, user_group_id <> :typed, place, user_group_id, connection_id LIMIT :limit`;
}
