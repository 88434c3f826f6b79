// Where a key leads in the grid: the model of keys that grids have on the web.

export interface GridPlace {
  readonly row: number;
  readonly column: number;
}

export interface GridSize {
  readonly rows: number;
  readonly columns: number;
  /** Rows that are in sight at once. */
  readonly page: number;
}

/** `undefined` for a key that leads nowhere, which is left to others. */
export function placeAfter(
  key: string,
  isCtrl: boolean,
  { row, column }: GridPlace,
  { rows, columns, page }: GridSize,
): GridPlace | undefined {
  if (rows === 0 || columns === 0) return undefined;
  const [lastRow, lastColumn] = [rows - 1, columns - 1];
  const at = (toRow: number, toColumn = column): GridPlace => ({
    row: within(toRow, lastRow),
    column: within(toColumn, lastColumn),
  });
  if (isCtrl) return key === 'Home' ? at(0, 0) : key === 'End' ? at(lastRow, lastColumn) : undefined;
  switch (key) {
    case 'ArrowUp':
      return at(row - 1);
    case 'ArrowDown':
      return at(row + 1);
    case 'ArrowLeft':
      return at(row, column - 1);
    case 'ArrowRight':
      return at(row, column + 1);
    case 'PageUp':
      return at(row - Math.max(1, page - 1));
    case 'PageDown':
      return at(row + Math.max(1, page - 1));
    case 'Home':
      return at(row, 0);
    case 'End':
      return at(row, lastColumn);
    default:
      return undefined;
  }
}

/** The place that is left of one after rows have been added or removed. */
export function placeWithin(
  { row, column }: GridPlace,
  { rows, columns }: Pick<GridSize, 'rows' | 'columns'>,
): GridPlace {
  return { row: within(row, rows - 1), column: within(column, columns - 1) };
}

function within(index: number, last: number): number {
  return Math.max(0, Math.min(last, index));
}
