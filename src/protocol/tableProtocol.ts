// The whole conversation between the host and the page of a table: what the page asks, what it is sent.

/** page → host. */
export interface TableRequests {
  /** The page has loaded. Asked once, before anything else. */
  open: [undefined, TableStart];
  /** Rows are read where they come into sight, never all of them. */
  slice: [SliceQuestion, TableSlice];
  /** Presses one of the buttons that the state offers; one of a row with the row, which this page was given. */
  act: [{ readonly action: string; readonly key?: string | undefined }, undefined];
  /** Opens what a row is about; the row has been given to this page before. */
  activate: [{ readonly key: string }, undefined];
  /** Keeps how the user has laid it out for the next table of its kind. */
  keep: [TableLook, undefined];
}

/** host → page. */
export interface TableEvents {
  /** Anything changed, rows included. */
  state: TableState;
}

/** Pixels by the id of a column; absent: what its words need. */
export type ColumnWidths = Readonly<Record<string, number>>;

/** How the user has laid out the tables of a kind. */
export interface TableLook {
  readonly widths: ColumnWidths;
  readonly sort?: TableSort | undefined;
}

/** Which rows, those of a filter, those in which some words are found, or both; and in which order. */
export interface TableQuestion {
  /** One of the filters that the state offers, by its id. */
  readonly filter?: string | undefined;
  /** As it was typed; never empty. */
  readonly text?: string | undefined;
  /** Absent: as the rows were given. */
  readonly sort?: TableSort | undefined;
}

export interface TableSort {
  /** The id of a column that can be sorted. */
  readonly column: string;
  readonly isDescending: boolean;
}

export interface SliceQuestion extends TableQuestion {
  /** How many rows come before. */
  readonly offset: number;
  /** At most `MOST_ROWS`. */
  readonly limit: number;
}

/** Rows in one answer, at most. */
export const MOST_ROWS = 200;
/** Characters of the words to find, at most. */
export const LONGEST_QUESTION = 1_000;

export interface TableSlice {
  readonly rows: readonly TableRow[];
  /** How many rows the question has in all. */
  readonly total: number;
}

export interface TableRow {
  /** Distinguishes a row from all others, and stays. Never shown. */
  readonly key: string;
  /** In the order of the columns. */
  readonly cells: readonly TableCell[];
  /** The ids of the row actions that this row allows. */
  readonly offers?: readonly string[] | undefined;
}

/** A mark stands before the words, and never alone. */
export type Mark = 'done' | 'error' | 'warning' | 'info' | 'waiting' | 'busy' | 'unknown' | 'skipped';

export interface TableCell {
  readonly text: string;
  readonly mark?: Mark | undefined;
  /** A difference, in front of the text. */
  readonly changes?: readonly CellChange[] | undefined;
}

export type ChangeKind = 'added' | 'removed' | 'changed' | 'more';

export interface CellChange {
  readonly kind: ChangeKind;
  /** `properties.region: "EU" → "US"`. */
  readonly text: string;
}

export interface TableStart {
  /** What the words to find are looked for in: "Filter by ID or text". */
  readonly findHint?: string | undefined;
  readonly columns: readonly TableColumn[];
  readonly look: TableLook;
  readonly state: TableState;
}

export interface TableColumn {
  readonly id: string;
  readonly title: string;
  /** It takes the room that the others leave. One of a table. */
  readonly isMain?: boolean | undefined;
  /** Whether it holds ids, whose spaces at the edges are shown. */
  readonly isId?: boolean | undefined;
  readonly isSortable?: boolean | undefined;
}

/** What is around the rows, in words that are harmless already. */
export interface TableState {
  /** Counts changes: rows that were given before a change are asked for again. */
  readonly revision: number;
  /** The title of the tab, which also names the table for screen readers. */
  readonly title: string;
  /** A number and a verb: "66 groups will change". */
  readonly headline: string;
  /** A sentence below it: why it does not go on. */
  readonly reason?: string | undefined;
  /** Sentences, shown on request. */
  readonly explanation?: string | undefined;
  readonly filters: readonly TableFilter[];
  readonly actions: readonly TableAction[];
  readonly progress?: TableProgress | undefined;
}

export interface TableFilter {
  readonly id: string;
  /** "Failed". */
  readonly label: string;
  readonly count: number;
}

export interface TableAction {
  readonly id: string;
  readonly label: string;
  readonly isPrimary?: boolean | undefined;
  /** It is about the selected row, where that has it: the key that does it there. Enter opens a row in any case. */
  readonly rowKey?: 'Enter' | 'Shift+Enter' | undefined;
  readonly isEnabled: boolean;
}

export interface TableProgress {
  readonly done: number;
  readonly total: number;
  /** "1,234 of 10,000 · 120 a minute · 8 min left". */
  readonly words: string;
}
