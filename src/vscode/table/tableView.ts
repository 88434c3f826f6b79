// What the author of a table provides: its words, its rows on demand, and the actions of its buttons.

import type { SliceQuestion, TableColumn, TableSlice, TableState } from '../../protocol/tableProtocol.ts';

/** The words around the rows at one moment. Texts may be foreign: the table makes them harmless. */
export type TableNow = Omit<TableState, 'revision' | 'title'>;

export interface TableView {
  /** Tables of a kind have the same columns, and are laid out as the last one of them was. */
  readonly kind: 'plan' | 'import' | 'results' | 'history' | 'historyOfAll';
  /** The title of the tab, and of the table for screen readers. Read at the start and after each `update()`. */
  readonly title: string;
  /** What words to find are looked for in, where those are not ids and texts alone. */
  readonly findHint?: string | undefined;
  readonly columns: readonly TableColumn[];
  /** Read at the start and after each `update()`. */
  readonly now: () => TableNow;
  /**
   * At most `limit` rows after `offset` that match the question. Cells may be foreign text. `filter` is one of those of
   * `now()`. Aborted: the page has asked another question, and what is answered is not used.
   */
  readonly rows: (question: SliceQuestion, signal?: AbortSignal) => TableSlice | Promise<TableSlice>;
  /**
   * Only an action that `now()` offers and that is enabled; one for a row with a row that the page was given. Its
   * errors are shown above the table.
   */
  readonly onAction: (action: string, key?: string) => void | Promise<void>;
  /** Enter or a double click on a row that the page was given. Absent: rows open nothing. */
  readonly onActivate?: ((key: string) => void | Promise<void>) | undefined;
}
