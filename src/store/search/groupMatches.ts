// Groups by words and filters: those that something rare leads to, or else all of them, looked through in stretches
// over one index that holds all that can be asked.

import type { FoundCursor, FoundSlice, GroupQuestion, MatchCount } from '../../core/ports/groupSearch.ts';
import type { ListOrder } from '../../core/ports/userGroupStore.ts';
import type { Database } from '../database/database.ts';
import { conditionsOf } from './groupConditions.ts';
import { GroupCandidates } from './groupCandidates.ts';
import { OF_LIVE } from '../database/liveConnections.ts';
import { RecentlyUsed } from '../database/recentlyUsed.ts';
import type { Statement } from '../database/statement.ts';
import { ORDERED_BY, SUMMARY, summaryFromRow, type SummaryRow } from '../groups/userGroupSummaries.ts';

/** Groups of a stretch: a few milliseconds. */
const STRETCH = 5_000;

/** The groups of these rows. */
const AMONG = `(sort_key, user_group_id, connection_id) IN (
  SELECT sort_key, user_group_id, connection_id
  FROM json_each(:rows) CROSS JOIN user_groups ON user_groups.id = value)`;

interface Statements {
  readonly count: Statement<CountRow>;
  readonly find: Statement<SummaryRow>;
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
  readonly #ends = new Map<FoundCursor, FoundCursor | undefined>();
  #groupsThen = 0;
  readonly #statements = new RecentlyUsed<Statements>(20);

  constructor(database: Database) {
    this.#database = database;
    this.#candidates = new GroupCandidates(database);
    this.#groups = database.prepare('SELECT total(groups) AS groups FROM connection_counts');
    this.#end = database.prepare<{ readonly sort_key: string }>(`
      SELECT sort_key FROM user_groups INDEXED BY user_groups_searched WHERE sort_key > :from
      ORDER BY sort_key LIMIT 1 OFFSET ${STRETCH - 1}`);
  }

  slice(question: GroupQuestion, after: FoundCursor | undefined, limit: number): FoundSlice {
    const { sql, values } = conditionsOf(question);
    const { order = 'name' } = question;
    const rows = after === undefined ? this.#candidates.few(question) : undefined;
    if (rows !== undefined)
      return this.#matching(`${AMONG} AND ${sql}`, { ...values, rows: JSON.stringify(rows) }, limit, order);
    const from = after ?? '';
    const next = this.#endAfter(from);
    const stretch = `sort_key > :from ${next === undefined ? '' : 'AND sort_key <= :end'}`;
    const ends = { from, ...(next !== undefined && { end: next }) };
    const matching = this.#matching(`${stretch} AND ${sql}`, { ...values, ...ends }, limit, order);
    return { ...matching, next };
  }

  #matching(sql: string, values: Record<string, string | number>, limit: number, order: ListOrder): FoundSlice {
    const statements = this.#statements.get(`${order} ${sql}`, () => this.#prepare(sql, ORDERED_BY[order]));
    const counts = statements.count.all(values).map(countFromRow);
    const groups = counts.length > 0 ? statements.find.all({ ...values, limit }).map(summaryFromRow) : [];
    return { groups, counts };
  }

  #endAfter(from: FoundCursor): FoundCursor | undefined {
    const groups = this.#groups.get()?.groups as number;
    if (Math.abs(groups - this.#groupsThen) > STRETCH / 2) {
      this.#ends.clear();
      this.#groupsThen = groups;
    }
    if (!this.#ends.has(from)) this.#ends.set(from, this.#end.get({ from })?.sort_key);
    return this.#ends.get(from);
  }

  #prepare(sql: string, columns: readonly string[]): Statements {
    const matching = `user_groups INDEXED BY user_groups_filtered WHERE ${sql} AND ${OF_LIVE}`;
    return {
      count: this.#database.prepare(`
        SELECT connection_id, count(*) AS groups, count(answered_at) AS answered,
          min(answered_at) AS oldest, max(answered_at) AS newest
        FROM ${matching} GROUP BY connection_id`),
      find: this.#database.prepare(`
        WITH found (id) AS (SELECT id FROM ${matching} ORDER BY ${columns.join(', ')} LIMIT :limit)
        SELECT ${SUMMARY} FROM found JOIN user_groups USING (id) ORDER BY ${columns.join(', ')}, connection_id`),
    };
  }
}

function countFromRow({ connection_id: connectionId, groups, answered, oldest, newest }: CountRow): MatchCount {
  return { connectionId, groups, answered, ...(oldest !== null && newest !== null && { oldest, newest }) };
}
