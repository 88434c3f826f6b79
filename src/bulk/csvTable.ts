// A CSV file as a table: its delimiter, its header, and the rows below that are no customers.

import * as l10n from '@vscode/l10n';
import { UserGroupsError } from '../core/errors.ts';
import { grouped } from '../core/language.ts';
import { WorkSlices } from '../core/workSlices.ts';
import { DELIMITERS } from './columnText.ts';
import { bareHeader, IDS, proposeColumns } from './csvColumns.ts';
import { csvRecords, type CsvRecord } from './csvRecords.ts';
import { MOST_IMPORT_ROWS } from './importRow.ts';
import { LINE_END } from '../document/lineBreaks.ts';

export interface CsvTable {
  readonly delimiter: string;
  readonly header: readonly string[];
  /** Those that are read. */
  readonly records: readonly CsvRecord[];
  /** Rows that are likely no customers: the lines on which they begin. */
  readonly leftOut: readonly number[];
  /** Those of them that may be customers nonetheless: all but headers, separators, and totals at the end. */
  readonly doubtful: readonly number[];
}

interface CsvTableOptions {
  /** What is not given is detected. */
  readonly delimiter?: string | undefined;
  /** Leaves out no row. */
  readonly allRows?: boolean | undefined;
}

/** Characters and records from which the delimiter is detected. */
const SAMPLE = 64 * 1024;
const SAMPLED_RECORDS = 50;

/** Of skipped lines. */
const NAMED = 5;

/** Excel names the delimiter on a first line of its own. Saved again, that line has a delimiter for each cell. */
const SEPARATOR_LINE = new RegExp(`^"?sep=([^"\\r\\n])"?([,;\\t|]*)(?:${LINE_END.source}|$)`, 'i');

/**
 * @throws UserGroupsError `invalid` without a header, where a file with other columns was appended, with more than
 * 100,000 rows or with one that is too large. Empty lines are no rows.
 */
export async function readCsv(text: string, { delimiter, allRows = false }: CsvTableOptions = {}): Promise<CsvTable> {
  const [separatorLine = '', named, cells = ''] = SEPARATOR_LINE.exec(text) ?? [];
  const body = text.slice(separatorLine.length);
  const used = delimiter ?? cells[0] ?? named ?? delimiterOf(body);
  const slices = new WorkSlices();
  const rows: Row[] = [];
  let header: readonly string[] | undefined;
  let bare: readonly string[] = [];
  let names: ReadonlySet<string> = new Set();
  let idAt = -1;
  let gap = 0;
  for (const record of csvRecords(body, used, separatorLine === '' ? 1 : 2)) {
    const isEmpty = record.cells.every((cell) => cell.trim() === '');
    if (header === undefined) {
      if (!isEmpty && !isRule(record)) {
        header = record.cells;
        bare = header.map(bareHeader);
        names = new Set(bare.filter((name) => name !== ''));
        idAt = proposeColumns(header).findIndex(({ use }) => use.as === 'user_group_id');
      }
    } else if ((isOtherHeader(record, names) || isIdWord(record.cells[idAt], bare[idAt])) && !isHeader(record, bare))
      throw new UserGroupsError(
        'invalid',
        l10n.t('Another file with other columns begins on line {0}.', record.line),
        l10n.t('Import the files one by one.'),
      );
    else if (!isEmpty) rows.push({ record, gap });
    if (rows.length > MOST_IMPORT_ROWS) throw tooMany();
    gap = isEmpty ? gap + 1 : 0;
    await slices.pause();
  }
  if (header === undefined)
    throw new UserGroupsError(
      'invalid',
      l10n.t('The file is empty.'),
      l10n.t('Its first line must have the names of the columns.'),
    );
  const table = { delimiter: used, header, ...customersAmong(rows, { header, bare, idAt }, allRows) };
  const isPadded = isPaddedRow(header) && table.records.every(({ cells: each }) => isPaddedRow(each));
  return isPadded ? trimmed(table) : table;
}

interface Row {
  readonly record: CsvRecord;
  /** How many empty lines stand before it. */
  readonly gap: number;
}

interface Head {
  readonly header: readonly string[];
  /** The same by `bareHeader`. */
  readonly bare: readonly string[];
  /** The column of the ID; -1 where there is none. */
  readonly idAt: number;
}

/** Tables in a text have blanks about each cell: `| 1 | Acme |`. */
function isPaddedRow(cells: readonly string[]): boolean {
  return cells.every((cell) => cell === '' || cell !== cell.trim());
}

function trimmed({ header, records, ...table }: CsvTable): CsvTable {
  const trim = (cells: readonly string[]): string[] => cells.map((cell) => cell.trim());
  return { ...table, header: trim(header), records: records.map((each) => ({ ...each, cells: trim(each.cells) })) };
}

/** Footers stand after an empty line, and files that were joined repeat the header. */
function customersAmong(
  rows: readonly Row[],
  { header, bare, idAt }: Head,
  allRows: boolean,
): Pick<CsvTable, 'records' | 'leftOut' | 'doubtful'> {
  const leftOut: number[] = [];
  const doubtful: number[] = [];
  // Some programs put empty lines behind each row: a footer has more before it, or not all cells.
  const spacing = Math.min(...rows.slice(0, 2).map(({ gap }) => gap));
  const lastWhole = rows.findLastIndex(({ record }) => !lacksCells(record.cells, header));
  const footers = spacing === 0 || lastWhole < 0 ? rows.length : lastWhole + 1;
  const end = rows.findLastIndex(({ record }) => isFilled(record) && !isTotal(record)) + 1;
  let isBelowHeader = true;
  let isFooter = false;
  const records = rows.flatMap(({ record, gap }, index) => {
    const isRepeated = isHeader(record, bare);
    isFooter = !isRepeated && (isFooter || index >= footers || (gap > spacing && !isBelowHeader));
    isBelowHeader = isRepeated;
    if (allRows) return [record];
    const isLast = index >= end;
    const isNone = isRepeated || isRule(record);
    if (!isNone && !isFooter && !isTotal(record, isLast) && !(isLast && isRemark(record))) return [record];
    leftOut.push(record.line);
    if (!isNone && !((isLast || isFooter) && isTotal(record) && hasNoId(record, idAt))) doubtful.push(record.line);
    return [];
  });
  return { records, leftOut, doubtful };
}

/** A line between rows, as tables in a text have it: `----,----`, `:---|---:`, `---+---`. */
function isRule({ cells }: CsvRecord): boolean {
  return cells.every((cell) => /^(?:\s*|\s*[-=+:]{2,}\s*)$/.test(cell)) && cells.some((cell) => cell.trim() !== '');
}

const TOTAL =
  /^(?:[#*]+ ?)?(?:(?:grand|sub)[- ]?)?(?:total(?:s|e|en)?|totaal|sum|summe|somme|suma|gesamt(?:summe)?|insgesamt|итого|всего|合計|合计|总计|總計|小計|gesamtergebnis|total g[eé]n[eé]ral|total geral|totale complessivo|eindtotaal|suma końcowa|totalsumma|genel toplam|общий итог|総計)(?:[.*]+|\s*[:=(].*)?$|^\(?\d+ (?:rows?|records?|Zeilen|Datensätze)(?:\)|\.?$| (?:in set|affected|exported|fetched|found|returned|selected)\b)/i;

/** A number, an amount, or nothing. */
const AMOUNT = /^(?:[A-Z]{3} ?)?[\d\s.,'%\p{Sc}()-]*(?:[A-Z]{3}|kr\.?|zł|Kč|Ft)?$/u;

/** Beside its word, there are only numbers: one at least, unless nothing but such lines follows. */
function isTotal({ cells }: CsvRecord, isLast = false): boolean {
  const at = cells.findIndex((cell) => cell.trim() !== '');
  const word = cells[at]?.trim() ?? '';
  if (!TOTAL.test(word)) return false;
  const others = cells.slice(at + 1).map((cell) => cell.trim());
  const hasNumber = /\d/.test(word + others.join(''));
  return others.every((cell) => AMOUNT.test(cell)) && (hasNumber || (isLast && others.length > 0));
}

/** A lone text with blanks is a remark: `Page 1 of 3`. Customers have more than an ID, or an ID without blanks. */
function isRemark(record: CsvRecord): boolean {
  return record.cells.length > 1 && !isFilled(record) && /\S\s+\S|^\W*(?:EOF|END)\W*$/i.test(record.cells.join(''));
}

/** Of a total: the word alone may be an ID where it is in lower case, and beside it, a number may be one. */
function hasNoId({ cells }: CsvRecord, idAt: number): boolean {
  const id = idAt < 0 ? undefined : (cells[idAt] ?? '').trim();
  return id !== undefined && (id === '' || (TOTAL.test(id) && !/^[a-z]+$/.test(id)));
}

/** It has more than one cell with a value. */
function isFilled({ cells }: CsvRecord): boolean {
  return cells.filter((cell) => cell.trim() !== '').length > 1;
}

function isHeader({ cells }: CsvRecord, bare: readonly string[]): boolean {
  return bare.every((name, index) => name === bareHeader(cells[index] ?? ''));
}

/**
 * Of a file that was appended: it names some of the columns, and has them elsewhere or has others. Where nothing marks
 * its beginning, it names most of them.
 */
function isOtherHeader({ cells, isJoined = false }: CsvRecord, names: ReadonlySet<string>): boolean {
  if (isJoined) return cells.map(bareHeader).some((cell) => names.has(cell) || IDS.includes(cell));
  const least = Math.max(2, Math.floor(names.size / 2) + 1);
  const named = new Set<string>();
  // Of a customer's row, no more cells are looked at than it takes to know.
  for (let index = 0; index < cells.length && named.size + cells.length - index >= least; index += 1) {
    const name = bareHeader(cells[index] ?? '');
    if (names.has(name)) named.add(name);
  }
  return named.size >= least;
}

/** As a cell of the ID column, a usual header of that column is the header of another table. */
function isIdWord(cell = '', bare = ''): boolean {
  const word = bareHeader(cell);
  return word !== '' && (word === bare || (IDS.includes(word) && word.endsWith('id')));
}

/** As sentences: none, one, or two. */
export function leftOutText({ leftOut, doubtful }: Pick<CsvTable, 'leftOut' | 'doubtful'>): string[] {
  if (leftOut.length === 0) return [];
  const [named, more] = namedOf(leftOut);
  return [
    more > 0
      ? l10n.t('Skipped as headers, separators, totals or footers: line {0} and {1} more.', named, grouped(more))
      : l10n.t('Skipped as headers, separators, totals or footers: line {0}.', named),
    ...doubtfulText(doubtful),
  ];
}

/** As sentences: none, or one. */
export function doubtfulText(lines: readonly number[]): string[] {
  if (lines.length === 0) return [];
  const [named, more] = namedOf(lines);
  return [
    more > 0
      ? l10n.t('Skipped, but may be groups: line {0} and {1} more.', named, grouped(more))
      : l10n.t('Skipped, but may be a group: line {0}.', named),
  ];
}

function namedOf(lines: readonly number[]): [string, number] {
  return [lines.slice(0, NAMED).join(', '), lines.length - NAMED];
}

/**
 * What is wrong with the number of cells, as a sentence: with one too many or too few, a cell likely contains the
 * delimiter or the row is no customer, and others stand in the wrong column.
 */
export function cellCountFlaw(cells: readonly string[], header: readonly string[]): string | undefined {
  if (cells.slice(header.length).some((cell) => cell !== ''))
    return l10n.t(
      'The row has more cells than columns ({0} and {1}). A cell may contain the delimiter without quotes.',
      grouped(cells.length),
      grouped(header.length),
    );
  return lacksCells(cells, header)
    ? l10n.t(
        'The row has fewer cells than columns ({0} and {1}). Remove the row if it is no customer, or add the missing cells.',
        grouped(cells.length),
        grouped(header.length),
      )
    : undefined;
}

function lacksCells(cells: readonly string[], header: readonly string[]): boolean {
  return cells.length <= header.findLastIndex((name) => name.trim() !== '');
}

export function tooMany(): UserGroupsError {
  return new UserGroupsError(
    'invalid',
    l10n.t('There are more than {0} groups.', grouped(MOST_IMPORT_ROWS)),
    l10n.t('Split them into several files.'),
  );
}

/** The one by which most of the first records have as many cells as the header; the comma, when none is found. */
function delimiterOf(text: string): string {
  const sample = text.slice(0, SAMPLE);
  const [best] = DELIMITERS.map((delimiter) => {
    const [columns = 1, ...counts] = cellCounts(sample, delimiter);
    return { delimiter, columns, alike: columns === 1 ? -1 : counts.filter((count) => count === columns).length };
  }).sort((one, other) => other.alike - one.alike || other.columns - one.columns);
  return best === undefined || best.columns === 1 ? ',' : best.delimiter;
}

function cellCounts(text: string, delimiter: string): number[] {
  const counts: number[] = [];
  for (const { cells } of csvRecords(text, delimiter)) {
    if (cells.some((cell) => cell.trim() !== '')) counts.push(cells.length);
    if (counts.length === SAMPLED_RECORDS) break;
  }
  return counts;
}
