// A field's text shown by itself: without the indentation that it has only because it stands inside the document.

import { smallestEdit, type TextEdit } from './textEdit.ts';
import { isBlank, keyLineIndent } from './textLayout.ts';

export interface IndentedSlice {
  readonly from: number;
  readonly to: number;
  /**
   * Spaces or tabs, taken from each further line where present; '' when some further line that is not blank lacks them.
   */
  readonly indent: string;
  readonly shown: string;
}

/** Where each line begins, its indentation left out: in what is shown, and in the document. */
interface Lines {
  readonly shown: readonly number[];
  readonly document: readonly number[];
}

/** Offsets are asked for by the hundred, problem by problem; a slice never changes. */
const linesOfSlices = new WeakMap<IndentedSlice, Lines>();

/**
 * Shows [from, to) of the text. A line ends with `\n`, whatever stands before it.
 * @param fixedIndent spaces or tabs; that of the line on which the field's key stands, unless given.
 */
export function indentedSlice(text: string, from: number, to: number, fixedIndent?: string): IndentedSlice {
  const typed = text.slice(from, to);
  const indent = fixedIndent ?? keyLineIndent(text, from);
  if (indent === '' || isLackedBySome(typed, indent)) return { from, to, indent: '', shown: typed };
  return { from, to, indent, shown: typed.replaceAll(`\n${indent}`, '\n') };
}

/**
 * Edits of `shown` (relative to it, non-overlapping, sorted) as edits of the document's text, such that
 * `indentedSlice(text after, same indent).shown` equals the edited shown. Inserted line breaks carry the indentation
 * along; a blank line that lacked it gets it as soon as something is typed on it.
 */
export function toDocumentEdits(text: string, slice: IndentedSlice, edits: readonly TextEdit[]): TextEdit[] {
  if (slice.indent === '')
    return edits.map(({ from, to, insert }) => ({ from: slice.from + from, to: slice.from + to, insert }));
  const lines = linesOf(text, slice);
  return edits.flatMap((edit, index) => {
    const line = lineAt(lines.shown, edit.from);
    const lineFrom = lines.shown[line] ?? 0;
    const isFirstOnLine = index === 0 || (edits[index - 1]?.to ?? 0) < lineFrom;
    const beginsBare = isFirstOnLine && (isBare(text, lines, line) || leavesBare(text, lines, edit, line));
    const insert = withIndent(edit.insert, slice.indent);
    const to = toDocumentOffset(text, slice, edit.to);
    if (!beginsBare) return [{ from: toDocumentOffset(text, slice, edit.from), to, insert }];
    const needed = needsIndent(lineAfter(slice.shown, edits, index, lineFrom), slice.indent) ? slice.indent : '';
    return changed(text, lineStart(text, lines, line), to, needed + slice.shown.slice(lineFrom, edit.from) + insert);
  });
}

/** Clamped to the slice. */
export function toDocumentOffset(text: string, slice: IndentedSlice, shownOffset: number): number {
  const lines = linesOf(text, slice);
  const offset = Math.max(0, Math.min(shownOffset, slice.shown.length));
  const line = lineAt(lines.shown, offset);
  return (lines.document[line] ?? 0) + offset - (lines.shown[line] ?? 0);
}

/** Clamped to the slice; what lies in an indentation that is not shown is taken to the beginning of its line. */
export function toShownOffset(text: string, slice: IndentedSlice, documentOffset: number): number {
  const lines = linesOf(text, slice);
  const offset = Math.max(slice.from, Math.min(documentOffset, slice.to));
  const line = lineAt(lines.document, offset);
  const nextLine = lines.shown[line + 1] ?? slice.shown.length + 1;
  return Math.min((lines.shown[line] ?? 0) + offset - (lines.document[line] ?? 0), nextLine);
}

function linesOf(text: string, slice: IndentedSlice): Lines {
  const lines = linesOfSlices.get(slice) ?? readLines(text, slice);
  linesOfSlices.set(slice, lines);
  return lines;
}

function readLines(text: string, { from, to, indent }: IndentedSlice): Lines {
  const [shown, document] = [[0], [from]];
  let left = 0;
  for (let end = text.indexOf('\n', from); end >= 0 && end < to; end = text.indexOf('\n', end + 1)) {
    const isIndented = end + 1 + indent.length <= to && text.startsWith(indent, end + 1);
    if (isIndented) left += indent.length;
    document.push(end + 1 + (isIndented ? indent.length : 0));
    shown.push(end + 1 + (isIndented ? indent.length : 0) - from - left);
  }
  return { shown, document };
}

/** The last line that begins at the offset or before. */
function lineAt(begins: readonly number[], offset: number): number {
  let [low, high] = [0, begins.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((begins[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

function lineStart(text: string, lines: Lines, line: number): number {
  return text.lastIndexOf('\n', (lines.document[line] ?? 0) - 1) + 1;
}

/** A further line, blank, without the indentation. */
function isBare(text: string, lines: Lines, line: number): boolean {
  return line > 0 && text[(lines.document[line] ?? 0) - 1] === '\n';
}

/** Whole lines are removed, and a bare one follows: it is to stay as it was. */
function leavesBare(text: string, lines: Lines, { from, to, insert }: TextEdit, line: number): boolean {
  if (line === 0 || insert !== '' || from !== lines.shown[line]) return false;
  const next = lineAt(lines.shown, to);
  return to === lines.shown[next] && isBare(text, lines, next);
}

/** What the line that began at `lineFrom` says once the edits from `index` on are made. */
function lineAfter(shown: string, edits: readonly TextEdit[], index: number, lineFrom: number): string {
  let [line, at] = ['', lineFrom];
  for (let next = index; !line.includes('\n') && next <= edits.length; next += 1) {
    const edit = edits[next];
    line += firstLine(shown.slice(at, edit?.from));
    if (!line.includes('\n')) line += edit?.insert ?? '';
    at = edit?.to ?? shown.length;
  }
  return line.replace(/\n[^]*/, '');
}

/** With its line break. */
function firstLine(text: string): string {
  const end = text.indexOf('\n');
  return end < 0 ? text : text.slice(0, end + 1);
}

function needsIndent(line: string, indent: string): boolean {
  return !isBlank(line) || line.startsWith(indent);
}

/** Lines of the inserted text that are empty stay so. */
function withIndent(insert: string, indent: string): string {
  return insert.replace(/\n(?!\r?\n)/g, `\n${indent}`);
}

function isLackedBySome(typed: string, indent: string): boolean {
  return new RegExp(`\\n(?!${indent})[ \\t\\r]*[^ \\t\\r\\n]`).test(typed);
}

function changed(text: string, from: number, to: number, insert: string): TextEdit[] {
  const edit = smallestEdit(text.slice(from, to), insert);
  return edit === undefined ? [] : [{ from: from + edit.from, to: from + edit.to, insert: edit.insert }];
}
