// The records of a CSV text. Each has its own line end, and blanks may stand before and behind the quotes of a cell.

import * as l10n from '@vscode/l10n';
import { UserGroupsError } from '../core/errors.ts';
import { sentences } from '../core/sentences.ts';
import { LONGEST_DOCUMENT } from '../document/documentFiles.ts';
import { LINE_END } from '../document/lineBreaks.ts';

import { lineBreaksIn } from './textLines.ts';

export interface CsvRecord {
  /** Line on which it begins, from 1. */
  readonly line: number;
  /** Another file begins with it. */
  readonly isJoined?: boolean;
  readonly cells: readonly string[];
  /** What is wrong with its quotes, as a part of a sentence. */
  readonly flaw?: string | undefined;
}

/** Files that were joined have a byte order mark, or the mark of an end, where the next one begins. */
const JOINT = /[\uFEFF\u001A]*/y;
/** Blanks have a lower code. */
const QUOTE = '"'.charCodeAt(0);
const NEXT_LINE = new RegExp(LINE_END, 'y');

/** @throws UserGroupsError `invalid` for a record that is too large */
export function* csvRecords(text: string, delimiter: string, firstLine = 1): Generator<CsvRecord, void, void> {
  const read = cellReader(text, delimiter);
  let line = firstLine;
  for (let at = 0; at < text.length;) {
    const start = endOf(JOINT, text, at);
    const isJoined = start > at && at > 0;
    const cells: string[] = [];
    let isQuoted = false;
    let flaw: Flaw | undefined;
    at = start - 1;
    do {
      const cell = read(at + 1, start + LONGEST_DOCUMENT);
      at = cell.end;
      flaw ??= cell.flaw;
      isQuoted ||= cell.isQuoted;
      cells.push(cell.value);
      if (at - start > LONGEST_DOCUMENT)
        throw new UserGroupsError(
          'invalid',
          l10n.t('The row on line {0} is larger than 10 MB.', line),
          l10n.t('Check whether a quote on that line is not closed.'),
        );
    } while (text[at] === delimiter);
    const last = isQuoted ? line + lineBreaksIn(text.slice(start, at)) : line;
    yield { line, cells, flaw: flawText(flaw, line, last), ...(isJoined && { isJoined }) };
    const end = at < text.length ? endOf(NEXT_LINE, text, at) : at;
    line = last + lineBreaksIn(text.slice(at, end));
    at = end;
  }
}

type Flaw = 'open' | 'misplaced';

interface Cell {
  readonly end: number;
  readonly value: string;
  /** It may hold line breaks. */
  readonly isQuoted: boolean;
  readonly flaw?: Flaw | undefined;
}

/** What it returns reads the cell that begins at `from`, and looks for no quote behind `limit`. */
function cellReader(text: string, delimiter: string): (from: number, limit: number) => Cell {
  const literal = `\\u${delimiter.charCodeAt(0).toString(16).padStart(4, '0')}`;
  const blanks = delimiter === '\t' ? ' *' : '[ \\t]*';
  const quoteMark = new RegExp(`${blanks}"`, 'y');
  const behindQuote = new RegExp(`${blanks}(?=${literal}|\\r|\\n|$)`, 'y');
  const plain = new RegExp(`[^${literal}\\r\\n]*`, 'y');
  /** `undefined`: after blanks, a quote that does not end its cell begins none either. */
  const quoted = (from: number, limit: number, isAfterBlanks: boolean): Cell | undefined => {
    let flaw: Flaw | undefined;
    for (let at = from; ;) {
      const quote = text.indexOf('"', at);
      const isOpen = quote < 0 || quote > limit;
      if (!isOpen && text[quote + 1] === '"') {
        at = quote + 2;
        continue;
      }
      const end = isOpen ? text.length : endOf(behindQuote, text, quote + 1);
      if ((isOpen || end < 0) && isAfterBlanks) return undefined;
      if (end >= 0) {
        const raw = text.slice(from, isOpen ? end : quote);
        // More likely it ends a cell further down, and the rows between are swallowed.
        if (isAfterBlanks && raw.includes(delimiter) && lineBreaksIn(raw) > 0) flaw = 'misplaced';
        return {
          end,
          value: at === from ? raw : raw.replaceAll('""', '"'),
          isQuoted: true,
          flaw: isOpen ? 'open' : flaw,
        };
      }
      flaw = 'misplaced';
      at = quote + 1;
    }
  };
  return (from, limit) => {
    // Most cells begin with neither a blank nor a quote.
    const opened = text.charCodeAt(from) > QUOTE ? -1 : endOf(quoteMark, text, from);
    const cell = opened < 0 ? undefined : quoted(opened, limit, opened - from > 1);
    if (cell !== undefined) return cell;
    const end = endOf(plain, text, from);
    return { end, value: text.slice(from, end), isQuoted: false };
  };
}

/** `-1` where it does not match there. */
function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

/** Rows that it has swallowed are in sight nowhere else. */
function flawText(flaw: Flaw | undefined, line: number, last: number): string | undefined {
  if (flaw === undefined) return undefined;
  const words =
    flaw === 'open' ? l10n.t('A quote is not closed.') : l10n.t("A cell contains a quote but doesn't begin with one.");
  return last === line ? words : sentences([words, l10n.t('Lines {0} to {1} are read as this one row.', line, last)]);
}
