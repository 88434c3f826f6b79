// Prepared statements, each with the type of its rows.

import type { SQLInputValue, SQLOutputValue, StatementResultingChanges } from 'node:sqlite';

/** By name, or in the order of the statement. */
type Values = (SQLInputValue | Record<string, SQLInputValue>)[];

/** Of a row whose columns are looked at one by one. */
export type AnyRow = Record<string, SQLOutputValue>;

export interface Statement<Row = AnyRow> {
  all(...values: Values): Row[];
  get(...values: Values): Row | undefined;
  run(...values: Values): StatementResultingChanges;
}
