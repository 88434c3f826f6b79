// How wide the columns of a grid are, and which one its rows are sorted by.

import type { ColumnWidths, TableColumn, TableSort } from '../protocol/tableProtocol.ts';

/** Pixels that a column has at least until a person resizes it. The grid scrolls sideways, and the page does not. */
const LEAST_WIDTH = 128;
const LEAST_ID_WIDTH = 160;
/** Room for a mark and a few letters. */
const NARROWEST = 56;
const WIDEST = 4_000;

/** The value of `grid-template-columns`. */
export function columnTracks(columns: readonly TableColumn[], widths: ColumnWidths): string {
  return columns
    .map((column) => {
      const width = chosenWidth(column, widths);
      return width === undefined ? `minmax(${leastOf(column)}px, ${column.width ?? 1}fr)` : `${width}px`;
    })
    .join(' ');
}

export function leastWidth(columns: readonly TableColumn[], widths: ColumnWidths): number {
  return columns.reduce((sum, column) => sum + (chosenWidth(column, widths) ?? leastOf(column)), 0);
}

/** A width that the column can still be read and held at. */
export function narrowest(width: number): number {
  return Math.max(NARROWEST, Math.min(WIDEST, Math.round(width)));
}

/** What a press of its header leads to: ascending, descending, and back to the order of the rows. */
export function nextSort(sort: TableSort | undefined, column: string): TableSort | undefined {
  if (sort?.column !== column) return { column, isDescending: false };
  return sort.isDescending ? undefined : { column, isDescending: true };
}

/** 0: the person has put it back. */
function chosenWidth({ id }: TableColumn, widths: ColumnWidths): number | undefined {
  const width = widths[id];
  return width === undefined || width === 0 ? undefined : narrowest(width);
}

function leastOf({ isId, least }: TableColumn): number {
  return least ?? (isId === true ? LEAST_ID_WIDTH : LEAST_WIDTH);
}
