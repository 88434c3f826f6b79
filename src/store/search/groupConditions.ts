// What is asked about groups, as a condition on their rows.

import type { StoredState } from '../../core/groupQuery.ts';
import { fold } from '../../core/folding.ts';
import type { GroupCondition, GroupQuestion } from '../../core/ports/groupSearch.ts';
import { CUT, facetAsked } from '../groups/facets.ts';

/** In characters. SQLite takes no pattern beyond 50,000 bytes. */
const LONGEST_PATTERN = 10_000;

/** As the words say them (core/groupStatus.ts), with the index of the groups of which it is true. */
export const STATE_SQL: Readonly<Record<StoredState, { readonly isTrue: string; readonly index: string }>> = {
  draft: { isTrue: 'draft_at IS NOT NULL', index: 'user_groups_with_draft' },
  unknown: { isTrue: 'unknown_operation IS NOT NULL', index: 'user_groups_unknown' },
  gone: { isTrue: 'gone_at IS NOT NULL', index: 'user_groups_gone' },
  deleted: { isTrue: "listing = 'deleted'", index: 'user_groups_deleted' },
  absent: { isTrue: "listing = 'absent'", index: 'user_groups_absent' },
  changed: { isTrue: "listing = 'changed'", index: 'user_groups_changed' },
  'not-applied': { isTrue: 'existed_not_applied_at IS NOT NULL', index: 'user_groups_not_applied' },
  'no-mapping': {
    isTrue: 'draft_at IS NULL AND answered_at IS NOT NULL AND mapping_known <> 1',
    index: 'user_groups_no_mapping',
  },
  replaced: { isTrue: 'replaced_tokens > 0', index: 'user_groups_replaced' },
};

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
