// Groups by words and filters: those that something rare leads to, or else all of them, looked through in stretches
// over one index that holds all that can be asked.

import type { FoundCursor, FoundSlice, GroupQuestion, MatchCount } from '../../core/ports/groupSearch.ts';
import type { Database } from '../database/database.ts';
import { conditionsOf } from './groupConditions.ts';
import { GroupCandidates } from './groupCandidates.ts';
import { OF_LIVE } from '../database/liveConnections.ts';
import { RecentlyUsed } from '../database/recentlyUsed.ts';
import type { Statement } from '../database/statement.ts';
import { SUMMARY, summaryFromRow, type SummaryRow } from '../groups/userGroupList.ts';

/** Groups of a stretch: a few milliseconds. */
const STRETCH = 5_000;

/** The groups of these rows. */
const AMONG = `(folded, user_group_id, connection_id) IN (
  SELECT folded, user_group_id, connection_id
  FROM json_each(:rows) CROSS JOIN user_groups ON user_groups.id = value)`;

interface Statements {
  readonly count: Statement<CountRow>;
  readonly find: Statement<SummaryRow>;
}

interface EndRow {
  readonly folded: string;
  readonly user_group_id: string;
}

interface CountRow {
  readonly connection_id: string;
  readonly groups: number;
  readonly answered: number;
  readonly oldest: number | null;
  readonly newest: number | null;
}

export class GroupMatches {
  readonly #database: Database;
  readonly #groups;
  readonly #end;
  readonly #candidates;
  /**
   * Where stretches end, by where they begin: they need not be of one length, and stay until many groups have come or
   * gone.
   */
  readonly #ends = new Map<string, EndRow | undefined>();
  #groupsThen = 0;
  readonly #statements = new RecentlyUsed<Statements>();

  constructor(database: Database) {
    this.#database = database;
    this.#candidates = new GroupCandidates(database);
    this.#groups = database.prepare('SELECT total(groups) AS groups FROM connection_counts');
    this.#end = database.prepare<EndRow>(`
      SELECT folded, user_group_id
      FROM user_groups INDEXED BY user_groups_searched
      WHERE (folded, user_group_id) > (:folded, :stored)
      ORDER BY folded, user_group_id LIMIT 1 OFFSET ${STRETCH - 1}`);
  }

  slice(question: GroupQuestion, after: FoundCursor | undefined, limit: number): FoundSlice {
    const { sql, values } = conditionsOf(question);
    const rows = after === undefined ? this.#candidates.few(question) : undefined;
    if (rows?.length === 0) return { groups: [], counts: [] };
    if (rows !== undefined)
      return this.#matching(`${AMONG} AND ${sql}`, { ...values, rows: JSON.stringify(rows) }, limit);
    const from = after ?? { folded: '', stored: '' };
    // Two connections may have the same group: both are before the end, or both after it.
    const end = this.#endAfter(from);
    const upToEnd = end === undefined ? '' : 'AND (folded, user_group_id) <= (:endFolded, :endStored)';
    const stretch = `(folded, user_group_id) > (:folded, :stored) ${upToEnd}`;
    const ends = { ...from, ...(end !== undefined && { endFolded: end.folded, endStored: end.user_group_id }) };
    const matching = this.#matching(`${stretch} AND ${sql}`, { ...values, ...ends }, limit);
    return { ...matching, ...(end !== undefined && { next: { folded: end.folded, stored: end.user_group_id } }) };
  }

  #matching(sql: string, values: Record<string, string | number>, limit: number): FoundSlice {
    const statements = this.#statements.get(sql, () => this.#prepare(sql));
    const counts = statements.count.all(values).map(countFromRow);
    const groups = limit > 0 && counts.length > 0 ? statements.find.all({ ...values, limit }).map(summaryFromRow) : [];
    return { groups, counts };
  }

  #endAfter(from: FoundCursor): EndRow | undefined {
    const groups = this.#groups.get()?.groups as number;
    if (Math.abs(groups - this.#groupsThen) > STRETCH / 2) {
      this.#ends.clear();
      this.#groupsThen = groups;
    }
    const key = JSON.stringify(from);
    if (!this.#ends.has(key)) this.#ends.set(key, this.#end.get({ ...from }));
    return this.#ends.get(key);
  }

  #prepare(sql: string): Statements {
    const matching = `user_groups INDEXED BY user_groups_filtered WHERE ${sql} AND ${OF_LIVE}`;
    return {
      count: this.#database.prepare(`
        SELECT connection_id, count(*) AS groups, count(answered_at) AS answered,
          min(answered_at) AS oldest, max(answered_at) AS newest
        FROM ${matching} GROUP BY connection_id`),
      find: this.#database.prepare(`
        WITH found (id, folded) AS (SELECT id, folded FROM ${matching} ORDER BY folded, user_group_id LIMIT :limit)
        SELECT ${SUMMARY} FROM found JOIN user_groups USING (id) ORDER BY found.folded, user_group_id, connection_id`),
    };
  }
}

function countFromRow({ connection_id: connectionId, groups, answered, oldest, newest }: CountRow): MatchCount {
  return { connectionId, groups, answered, ...(oldest !== null && newest !== null && { oldest, newest }) };
}
