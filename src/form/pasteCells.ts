// Cells of a spreadsheet that are pasted: a box takes one of them, and a table or a list all.

import { hasLineBreak } from '../document/lineBreaks.ts';

/**
 * What does not fit is left to whoever reports it.
 * @param put takes several cells, row by row
 * @param columns that there are from here on
 */
export function pasteCells(event: ClipboardEvent, put: (rows: string[][]) => void, columns = Infinity): void {
  const input = event.target;
  const text = event.clipboardData?.getData('text/plain') ?? '';
  if (!(input instanceof HTMLInputElement) || input.readOnly || event.defaultPrevented || !hasLineBreak(text)) return;
  // The last line end ends the last row.
  const lines = text.replace(/(?:\r\n|\n|\r)$/, '').split(/\r\n|\n|\r/);
  const rows = lines.map((line) => line.split('\t'));
  if (rows.some((row) => row.slice(columns).some((cell) => cell !== ''))) return;
  event.preventDefault();
  const [[only = '', ...cells] = [], ...others] = rows;
  if (cells.length > 0 || others.length > 0) put(rows);
  else {
    input.setRangeText(only, input.selectionStart ?? 0, input.selectionEnd ?? 0, 'end');
    input.dispatchEvent(new window.Event('input'));
  }
}
