// What is asked about groups, as a condition on their rows, and the groups that it leads to at once.

import { fold } from '../../core/folding.ts';
import type { GroupCondition, GroupQuestion } from '../../core/ports/groupSearch.ts';
import type { Database } from '../database/database.ts';
import { STATE_SQL } from '../database/schema.ts';
import { ANYTHING, CUT, facetAsked, termAsked } from '../groups/facets.ts';

/** As many groups are few: they are looked at in no more time than a slice of all takes. */
const FEW = 2_000;

/** Each connection has its own part of the index. */
const OF_ALL = 'connection_id IN (SELECT connection_id FROM connections)';

/** Where the rows are of the groups that may be as asked. */
interface Candidate {
  readonly rows: string;
  readonly values: Readonly<Record<string, string | number>>;
}

/** In characters. SQLite takes no pattern beyond 50,000 bytes. */
const LONGEST_PATTERN = 10_000;

/** Values are always bound: they are what somebody typed. */
export function conditionsOf({ words, conditions }: GroupQuestion): {
  readonly sql: string;
  readonly values: Record<string, string | number>;
} {
  const values: Record<string, string | number> = {};
  const bound = (value: string | number): string => {
    const name = `value${Object.keys(values).length}`;
    values[name] = value;
    return `:${name}`;
  };
  // The last word first: those before it have been found already while they were typed.
  const sql = [
    ...words.toReversed().map((word) => containing('folded', fold(word), bound)),
    ...conditions.map((condition) => conditionSql(condition, bound)),
  ];
  return { sql: sql.join(' AND ') || 'TRUE', values };
}

function conditionSql(condition: GroupCondition, bound: (value: string | number) => string): string {
  switch (condition.kind) {
    case 'is':
      return `(${STATE_SQL[condition.state].isTrue})`;
    case 'older':
      return `token_since < ${bound(condition.before)}`;
    case 'connection':
      return `connection_id = ${bound(condition.connectionId)}`;
    case 'property':
    case 'mapping':
    case 'source':
      return `instr(facets, ${bound(facetAsked(condition))})`;
    case 'missing':
      // Never said of a group whose properties nobody here has read to their end.
      return `(NOT instr(facets, ${bound(facetAsked(condition))}) AND NOT instr(facets, ${bound(CUT)}))`;
  }
}

/**
 * The condition that the column contains the text. `bound` gives a value its place in the statement. SQLite looks for a
 * pattern faster than for a text, but slower for one that needs escapes.
 */
function containing(column: string, text: string, bound: (value: string) => string): string {
  if (text.length > LONGEST_PATTERN || /[*?[]/.test(text)) return `instr(${column}, ${bound(text)})`;
  // As a function: the operator would make SQLite prepare the statement again for every pattern.
  return `glob(${bound(`*${text}*`)}, ${column})`;
}

/**
 * The rows of all that can be as asked, if something of it leads to few: what is rare leads to its groups at once, and
 * they alone need be looked at.
 */
export function fewCandidates(database: Database, question: GroupQuestion): number[] | undefined {
  if (question.conditions.some((condition) => condition.kind === 'missing' && isMissingNowhere(database, condition)))
    return [];
  for (const { rows: sql, values } of candidatesOf(question)) {
    const rows = database.all(`${sql} LIMIT ${FEW + 1}`, values, ({ id }) => Number(id));
    if (rows.length <= FEW) return rows;
  }
  return undefined;
}

function isMissingNowhere(database: Database, condition: Extract<GroupCondition, { kind: 'missing' }>): boolean {
  const found = database.get(
    `SELECT (SELECT count(*) FROM user_groups INDEXED BY user_groups_with_facets WHERE facets IS NOT NULL)
       - (SELECT count(*) FROM group_terms INDEXED BY group_terms_searched WHERE term = :term) AS groups`,
    { term: termAsked(condition) },
  );
  return found?.groups === 0;
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
    } else if (condition.kind === 'property' || condition.kind === 'mapping' || condition.kind === 'source') {
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
