// Cells of a spreadsheet that are pasted: a box takes one of them, and a table or a list all.

import { hasLineBreak, LINE_END } from '../document/lineBreaks.ts';

/** Quoted where it contains a line break or tab, with what stands behind it. */
const CELL = new RegExp(`("(?:[^"]|"")*"(?=[\\t\\r\\n]|$)|[^\\t\\r\\n]*)(\\t|${LINE_END.source}|$)`, 'g');

/**
 * What does not fit is left to whoever reports it.
 * @param put takes several cells, row by row
 * @param columns that there are from here on
 */
export function pasteCells(event: ClipboardEvent, put: (rows: string[][]) => void, columns = Infinity): void {
  const input = event.target;
  const text = event.clipboardData?.getData('text/plain') ?? '';
  if (!(input instanceof HTMLInputElement) || input.readOnly || event.defaultPrevented || !hasLineBreak(text)) return;
  const rows = rowsOf(text);
  if (rows.some((row) => row.slice(columns).some((cell) => cell !== ''))) return;
  event.preventDefault();
  const [[only = '', ...cells] = [], ...others] = rows;
  if (cells.length > 0 || others.length > 0 || hasLineBreak(only)) put(rows);
  else {
    input.setRangeText(only, input.selectionStart ?? 0, input.selectionEnd ?? 0, 'end');
    input.dispatchEvent(new window.Event('input'));
  }
}

/** The last line end ends the last row. */
function rowsOf(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] | undefined;
  for (const [rest, cell = '', end] of text.matchAll(CELL)) {
    if (row === undefined && rest === '') break;
    if (row === undefined) rows.push((row = []));
    row.push(hasLineBreak(cell) ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (end !== '\t') row = undefined;
  }
  return rows;
}
