// How wide the words of each column are, of all rows that have been in sight. A column never becomes narrower for rows
// that scroll away: nothing moves back and forth.

import type { ColumnWidths, TableCell, TableColumn, TableRow } from '../protocol/tableProtocol.ts';
import { cellLine } from './cellChanges.ts';

/** Pixels beside the words: the cell's padding, and a mark with its gap. */
const PADDING = 22;
const MARK = 22;
/** Behind each change: its margin, and its bold sign. */
const CHANGE = 14;
/** Beside a title: an arrow when the rows are sorted by it, and bold letters. */
const TITLE = 24;
/** Characters that count: no column becomes so wide. */
const MOST_CHARACTERS = 500;

export class ContentWidths {
  readonly #columns: readonly TableColumn[];
  readonly #measure: (text: string) => number;
  readonly #seen = new WeakSet<TableRow>();
  #widths: ColumnWidths;

  /** `measure`: pixels of a text. */
  constructor(columns: readonly TableColumn[], measure: (text: string) => number) {
    this.#columns = columns;
    this.#measure = measure;
    this.#widths = Object.fromEntries(columns.map(({ id, title }) => [id, measure(title) + PADDING + TITLE]));
  }

  get widths(): ColumnWidths {
    return this.#widths;
  }

  /** Whether any column needs more room for this row than before. */
  add(row: TableRow): boolean {
    if (this.#seen.has(row)) return false;
    this.#seen.add(row);
    const before = this.#widths;
    for (const [index, { id }] of this.#columns.entries()) {
      const need = this.#widthOf(row.cells[index]);
      if (need > (this.#widths[id] ?? 0)) this.#widths = { ...this.#widths, [id]: need };
    }
    return this.#widths !== before;
  }

  #widthOf(cell: TableCell | undefined): number {
    if (cell === undefined) return 0;
    const words = cellLine(cell).slice(0, MOST_CHARACTERS);
    const beside = (cell.mark === undefined ? 0 : MARK) + (cell.changes?.length ?? 0) * CHANGE;
    return Math.ceil(this.#measure(words)) + PADDING + beside;
  }
}

/** Pixels of a text in the font of the page. */
export function measureOf(element: HTMLElement): (text: string) => number {
  const context = document.createElement('canvas').getContext('2d');
  if (context !== null) context.font = getComputedStyle(element).font;
  return (text) => context?.measureText(text).width ?? 0;
}
