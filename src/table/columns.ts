// How wide the columns of a grid are, by what they hold and by what a person chose, and which one its rows are sorted by.

import type { ColumnWidths, TableColumn, TableSort } from '../protocol/tableProtocol.ts';

/** Pixels that a column has at least until a person resizes it. The grid scrolls sideways, and the page does not. */
const LEAST_WIDTH = 128;
const LEAST_ID_WIDTH = 160;
/** Of the main one, where its words need as much. */
const LEAST_MAIN_WIDTH = 200;
/** Room for a mark and a few letters. */
const NARROWEST = 56;
const WIDEST = 4_000;

/**
 * The value of `grid-template-columns`. `content`: the widths that the words need. A column has no more than that, but
 * for the main one, which takes the rest; where they need more than there is, half of it is the main one's.
 */
export function columnTracks(columns: readonly TableColumn[], chosen: ColumnWidths, content: ColumnWidths): string {
  return columns
    .map((column) => {
      const width = chosenWidth(column, chosen);
      if (width !== undefined) return `${width}px`;
      const [least, need] = [leastOf(column, content), needOf(column, content)];
      if (column.isMain !== true) return `minmax(${least}px, ${Math.max(least, need)}px)`;
      return `minmax(clamp(${least}px, 50%, ${Math.max(least, need)}px), 1fr)`;
    })
    .join(' ');
}

export function leastWidth(columns: readonly TableColumn[], chosen: ColumnWidths, content: ColumnWidths): number {
  return columns.reduce((sum, column) => sum + (chosenWidth(column, chosen) ?? leastOf(column, content)), 0);
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

function leastOf(column: TableColumn, content: ColumnWidths): number {
  const { isId, isMain } = column;
  const most = isMain === true ? LEAST_MAIN_WIDTH : isId === true ? LEAST_ID_WIDTH : LEAST_WIDTH;
  return Math.min(most, needOf(column, content));
}

function needOf({ id }: TableColumn, content: ColumnWidths): number {
  return narrowest(content[id] ?? 0);
}
