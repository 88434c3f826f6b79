// Groups by words and filters: looked through in stretches, each over one index that holds all that can be asked.

import type { StatementSync } from 'node:sqlite';

import type { State } from '../core/groupQuery.ts';
import type { FoundCursor, FoundSlice, GroupCondition, GroupQuestion, MatchCount } from '../core/ports.ts';
import type { Database } from './database.ts';
import { CUT, facetAsked } from './facets.ts';
import { fold } from '../core/folding.ts';
import { SUMMARY, summaryFromRow, type SummaryRow } from './userGroupList.ts';

/** Groups of a stretch: a few milliseconds. */
const STRETCH = 5_000;
/** Questions whose statements are kept: while somebody types, the last ones come again. */
const MOST_KEPT = 20;

/** As the words say them (core/stateWords.ts). */
const STATE_SQL: Readonly<Record<State, string>> = {
  'draft': 'draft_at IS NOT NULL',
  'unknown': 'unknown_operation IS NOT NULL',
  'gone': 'gone_at IS NOT NULL',
  'not-applied': 'existed_not_applied_at IS NOT NULL',
  'no-mapping': 'draft_at IS NULL AND answered_at IS NOT NULL AND mapping_known = 0',
};

interface Statements {
  readonly count: StatementSync;
  readonly find: StatementSync;
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
  /** Where stretches end, by where they begin: they need not be of one length, and stay until many groups have come or gone. */
  readonly #ends = new Map<string, EndRow | undefined>();
  #groupsThen = 0;
  readonly #statements = new Map<string, Statements>();

  constructor(database: Database) {
    this.#database = database;
    this.#groups = database.prepare('SELECT total(groups) AS groups FROM connection_counts');
    this.#end = database.prepare(`
      SELECT folded, user_group_id FROM user_groups INDEXED BY user_groups_searched WHERE (folded, user_group_id) > (:folded, :stored)
      ORDER BY folded, user_group_id LIMIT 1 OFFSET ${STRETCH - 1}`);
  }

  slice(question: GroupQuestion, after: FoundCursor | undefined, limit: number): FoundSlice {
    const from = after ?? { folded: '', stored: '' };
    // Two connections may have the same group: both are before the end, or both after it.
    const end = this.#endAfter(from);
    const { sql, values } = conditionsOf(question);
    const statements = this.#statementsFor(end === undefined ? sql : `${sql} AND (folded, user_group_id) <= (:endFolded, :endStored)`);
    const asked = { ...from, ...values, ...(end !== undefined && { endFolded: end.folded, endStored: end.user_group_id }) };
    const counts = (statements.count.all(asked) as unknown as CountRow[]).map(countFromRow);
    const groups = limit > 0 && counts.length > 0 ? statements.find.all({ ...asked, limit }).map((row) => summaryFromRow(row as unknown as SummaryRow)) : [];
    return { groups, counts, ...(end !== undefined && { next: { folded: end.folded, stored: end.user_group_id } }) };
  }

  #endAfter(from: FoundCursor): EndRow | undefined {
    const groups = this.#groups.get()?.groups as number;
    if (Math.abs(groups - this.#groupsThen) > STRETCH / 2) {
      this.#ends.clear();
      this.#groupsThen = groups;
    }
    const key = JSON.stringify(from);
    if (!this.#ends.has(key)) this.#ends.set(key, this.#end.get({ ...from }) as EndRow | undefined);
    return this.#ends.get(key);
  }

  #statementsFor(sql: string): Statements {
    const kept = this.#statements.get(sql) ?? this.#prepare(sql);
    // The last used last, so that the first is the one to let go of.
    this.#statements.delete(sql);
    this.#statements.set(sql, kept);
    const [oldest] = this.#statements.keys();
    if (this.#statements.size > MOST_KEPT && oldest !== undefined) this.#statements.delete(oldest);
    return kept;
  }

  #prepare(sql: string): Statements {
    const matching = `user_groups INDEXED BY user_groups_filtered WHERE (folded, user_group_id) > (:folded, :stored) AND ${sql}`;
    return {
      count: this.#database.prepare(`
        SELECT connection_id, count(*) AS groups, count(answered_at) AS answered, min(answered_at) AS oldest, max(answered_at) AS newest
        FROM ${matching} GROUP BY connection_id`),
      find: this.#database.prepare(`
        WITH found (id, folded) AS (SELECT id, folded FROM ${matching} ORDER BY folded, user_group_id LIMIT :limit)
        SELECT ${SUMMARY} FROM found JOIN user_groups USING (id) ORDER BY found.folded, user_group_id, connection_id`),
    };
  }
}

/** Values are always bound: they are what somebody typed. */
function conditionsOf({ words, conditions }: GroupQuestion): { readonly sql: string; readonly values: Record<string, string> } {
  const values: Record<string, string> = {};
  const bound = (value: string): string => {
    const name = `value${Object.keys(values).length}`;
    values[name] = value;
    return `:${name}`;
  };
  const sql = [...words.map((word) => `instr(folded, ${bound(fold(word))})`), ...conditions.map((condition) => conditionSql(condition, bound))];
  return { sql: sql.join(' AND ') || 'TRUE', values };
}

function conditionSql(condition: GroupCondition, bound: (value: string) => string): string {
  switch (condition.kind) {
    case 'is':
      return `(${STATE_SQL[condition.state]})`;
    case 'connection':
      return `connection_id = ${bound(condition.connectionId)}`;
    case 'property':
    case 'mapping':
      return `instr(facets, ${bound(facetAsked(condition))})`;
    case 'missing':
      // Never said of a group whose properties nobody here has read to their end.
      return `(NOT instr(facets, ${bound(facetAsked(condition))}) AND NOT instr(facets, ${bound(CUT)}))`;
  }
}

function countFromRow({ connection_id: connectionId, groups, answered, oldest, newest }: CountRow): MatchCount {
  return { connectionId, groups, answered, ...(oldest !== null && newest !== null && { oldest, newest }) };
}
