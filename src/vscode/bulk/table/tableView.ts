// What whoever shows a table gives: its words, its rows on demand, and what its buttons do.

import type { SliceQuestion, TableColumn, TableSlice, TableState } from '../../../protocol/tableProtocol.ts';

/** What is around the rows at a moment. Texts may be foreign: the table makes them harmless. */
export type TableNow = Omit<TableState, 'revision'>;

export interface TableView {
  /** Of the tab, and of the table for those who hear it. */
  readonly title: string;
  readonly columns: readonly TableColumn[];
  /** Asked at the start and after each `update()`. */
  readonly now: () => TableNow | Promise<TableNow>;
  /**
   * At most `limit` rows after `offset` of those that the question has. Cells may be foreign text. `filter` is one of
   * those of `now()`.
   */
  readonly rows: (question: SliceQuestion) => TableSlice | Promise<TableSlice>;
  /** Only an action that `now()` offers and that is enabled. What it throws is shown above the table. */
  readonly onAction: (action: string) => void | Promise<void>;
  /** Enter or a double click on a row that the page was given. Absent: rows open nothing. */
  readonly onActivate?: ((key: string) => void | Promise<void>) | undefined;
}
