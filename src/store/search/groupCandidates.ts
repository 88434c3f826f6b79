// What is rare leads to its groups at once: they alone need be looked at.

import type { GroupCondition, GroupQuestion } from '../../core/ports/groupSearch.ts';
import type { Database } from '../database/database.ts';
import { ANYTHING, termAsked } from '../groups/searchTerms.ts';
import { conditionsOf, STATE_SQL } from './groupConditions.ts';
import { RecentlyUsed } from '../database/recentlyUsed.ts';
import type { Statement } from '../database/statement.ts';

/** As many groups are few: they are looked at in no more time than a stretch of all takes. */
const FEW = 2_000;

/** Each connection has its own stretch of the index. */
const OF_ALL = 'connection_id IN (SELECT connection_id FROM connections)';

/** Where the rows are of the groups that may be as asked. */
interface Candidate {
  readonly rows: string;
  readonly values: Readonly<Record<string, string | number>>;
}

export class GroupCandidates {
  readonly #database: Database;
  readonly #missing;
  readonly #statements = new RecentlyUsed<Statement<{ readonly id: number }>>(20);

  constructor(database: Database) {
    this.#database = database;
    this.#missing = database.prepare(`
      SELECT (SELECT count(*) FROM user_groups INDEXED BY user_groups_with_facets WHERE facets IS NOT NULL)
        - (SELECT count(*) FROM group_terms INDEXED BY group_terms_searched WHERE term = :term) AS groups`);
  }

  /** The rows of all that can be as asked, if something of it leads to few. */
  few(question: GroupQuestion): number[] | undefined {
    if (question.conditions.some((condition) => condition.kind === 'missing' && this.#isMissingNowhere(condition)))
      return [];
    for (const { rows: sql, values } of candidatesOf(question)) {
      const rows = this.#statements.get(sql, () => this.#database.prepare(`${sql} LIMIT ${FEW + 1}`)).all(values);
      if (rows.length <= FEW) return rows.map(({ id }) => id);
    }
    return undefined;
  }

  #isMissingNowhere(condition: Extract<GroupCondition, { kind: 'missing' }>): boolean {
    return this.#missing.get({ term: termAsked(condition) })?.groups === 0;
  }
}

function* candidatesOf({ words, conditions }: GroupQuestion): Generator<Candidate> {
  for (const condition of conditions) {
    if (condition.kind === 'is') {
      const { isTrue, index } = STATE_SQL[condition.state];
      yield { rows: `SELECT id FROM user_groups INDEXED BY ${index} WHERE ${isTrue}`, values: {} };
    } else if (condition.kind === 'older') {
      yield {
        rows: `SELECT id FROM user_groups INDEXED BY user_groups_by_age WHERE ${OF_ALL} AND token_since < :before`,
        values: { before: condition.before },
      };
    } else if (condition.kind === 'property' || condition.kind === 'mapping') {
      yield {
        rows: `SELECT group_row AS id FROM group_terms WHERE term IN (:term, ${ANYTHING})`,
        values: { term: termAsked(condition) },
      };
    }
  }
  // Last, since a word in no group costs a pass over the narrow index; beside filters, that is less than one over the
  // wide index.
  if (conditions.length > 0) {
    const { sql, values } = conditionsOf({ words, conditions: [] });
    yield { rows: `SELECT id FROM user_groups INDEXED BY user_groups_searched WHERE ${sql}`, values };
  }
}
