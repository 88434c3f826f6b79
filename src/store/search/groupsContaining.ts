// Groups by the words of a text, best first. Quick at 100,000 groups, through indexes made for it.

import { fold } from '../../core/folding.ts';
import { naturalRange } from '../../core/naturalKey.ts';
import type { UserGroupSummary } from '../../core/userGroup.ts';
import type { Database } from '../database/database.ts';
import { OF_LIVE } from '../database/liveConnections.ts';
import { RecentlyUsed } from '../database/recentlyUsed.ts';
import type { Statement } from '../database/statement.ts';
import { toStored } from '../database/storedText.ts';
import { SUMMARY, summaryFromRow, type SummaryRow } from '../groups/userGroupSummaries.ts';
import { conditionsOf } from './groupConditions.ts';

/** Sorts after every text that begins like the one before it. */
const LAST_CHARACTER = '\u{10FFFF}';

/** As many ids are few: their rows are read in less time than a pass takes. */
const FEW = 1_000;

export class GroupsContaining {
  readonly #database: Database;
  /** By number of words. */
  readonly #searches = new RecentlyUsed<Statement<SummaryRow>>(20);

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * An id that is spelled like the text comes first, then those that are it in any letter case, those that begin with
   * it, names that begin with it, and whatever holds every word; alike ones in the order of the list.
   */
  find(text: string, limit: number): UserGroupSummary[] {
    const whole = fold(text).trim();
    const upTo = whole + LAST_CHARACTER;
    const [fromKey, upToKey] = naturalRange(whole);
    const { sql: hasEveryWord, values } = conditionsOf({ words: whole.split(' '), conditions: [] });
    const rows = this.#searches
      .get(hasEveryWord, () => this.#database.prepare(searchSql(hasEveryWord)))
      .all({ whole, upTo, fromKey, upToKey, idBeginning: `\n${whole}`, limit, typed: toStored(text), ...values });
    return rows.map(summaryFromRow);
  }
}

/**
 * What holds every word is looked for in the order wanted, up to the limit, so that a word in every group costs least;
 * a word in none costs one pass over the narrow index. Fewer than the limit are all there are. Otherwise ids that begin
 * with the text, and then names, are looked for by themselves: ids by their index, and in the order wanted when there
 * are many.
 */
function searchSql(hasEveryWord: string): string {
  // A limit of 0 ends a search before its first row; a condition does so for each row only.
  const isFull = (table: string, full: string | number): string => `((SELECT count(*) FROM ${table}) = ${full})`;
  const inOrder = (condition: string, limit: string): string => `
    SELECT * FROM (SELECT id FROM user_groups INDEXED BY user_groups_searched
      WHERE ${condition} AND ${OF_LIVE} ORDER BY sort_key LIMIT ${limit})`;
  return `
    WITH holding AS MATERIALIZED (${inOrder(hasEveryWord, ':limit')}),
    by_id AS MATERIALIZED (
      SELECT id, alike FROM user_groups INDEXED BY user_groups_alike
      WHERE alike BETWEEN :whole AND :upTo AND ${OF_LIVE} ORDER BY alike LIMIT ${FEW} * ${isFull('holding', ':limit')}),
    found AS (
      SELECT id FROM holding
      UNION SELECT * FROM (
        SELECT id FROM by_id ORDER BY alike LIMIT iif(${isFull('by_id', FEW)}, :limit, ${FEW}))
      UNION ${inOrder('instr(folded, :idBeginning)', `:limit * ${isFull('by_id', FEW)}`)}
      UNION ${inOrder(
        'sort_key BETWEEN :fromKey AND :upToKey AND folded BETWEEN :whole AND :upTo',
        `:limit * ${isFull('holding', ':limit')}`,
      )})
    SELECT ${SUMMARY} FROM found JOIN user_groups USING (id)
    ORDER BY
      CASE WHEN alike = :whole THEN 1 WHEN alike BETWEEN :whole AND :upTo THEN 2
        WHEN folded BETWEEN :whole AND :upTo THEN 3 ELSE 4 END,
      user_group_id <> :typed, sort_key, user_group_id, connection_id LIMIT :limit`;
}
