// A CSV file as a table: its delimiter, its header, and the rows below that are no customers.

import * as l10n from '@vscode/l10n';
import { UserGroupsError } from '../core/errors.ts';
import { grouped } from '../core/language.ts';
import { WorkSlices } from '../core/workSlices.ts';
import { DELIMITERS } from './columnText.ts';
import { csvRecords, type CsvRecord } from './csvRecords.ts';
import { MOST_IMPORT_ROWS } from './importRow.ts';
import { LINE_END } from './textLines.ts';

export interface CsvTable {
  readonly delimiter: string;
  readonly header: readonly string[];
  /** Those that are read. */
  readonly records: readonly CsvRecord[];
  readonly leftOut: LeftOutRows;
}

/** Rows that are likely no customers: the lines on which they begin. */
export type LeftOutRows = readonly number[];

export interface CsvReading {
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
 * Lines without anything are no rows.
 * @throws UserGroupsError `invalid` without a header, where another file with other columns was appended, with more than 100,000 rows or with one that is too large
 */
export async function readCsv(text: string, { delimiter, allRows = false }: CsvReading = {}): Promise<CsvTable> {
  const [separatorLine = '', named, cells = ''] = SEPARATOR_LINE.exec(text) ?? [];
  const body = text.slice(separatorLine.length);
  const used = delimiter ?? cells[0] ?? named ?? delimiterOf(body);
  const slices = new WorkSlices();
  const rows: Row[] = [];
  let header: readonly string[] | undefined;
  let isAfterGap = false;
  for (const record of csvRecords(body, used, separatorLine === '' ? 1 : 2)) {
    const isEmpty = record.cells.every((cell) => cell.trim() === '');
    if (!isEmpty && header === undefined) header = record.cells;
    else if (record.isJoined === true && isOtherHeader(record, header)) throw otherColumns(record.line);
    else if (!isEmpty) rows.push({ record, isAfterGap });
    if (rows.length > MOST_IMPORT_ROWS) throw tooMany();
    isAfterGap = isEmpty && header !== undefined;
    await slices.pause();
  }
  if (header === undefined)
    throw new UserGroupsError({
      kind: 'invalid',
      happened: l10n.t('The file is empty.'),
      next: l10n.t('Its first line must have the names of the columns.'),
    });
  return { delimiter: used, header, ...customersAmong(rows, header, allRows) };
}

interface Row {
  readonly record: CsvRecord;
  /** An empty line stands before it. */
  readonly isAfterGap: boolean;
}

/** Totals and footers stand after an empty line, and files that were joined repeat the header. */
function customersAmong(
  rows: readonly Row[],
  header: readonly string[],
  allRows: boolean,
): Pick<CsvTable, 'records' | 'leftOut'> {
  const leftOut: number[] = [];
  // Some programs put an empty line behind each row.
  const isDoubleSpaced = rows.every(({ isAfterGap }) => isAfterGap);
  let isBelowHeader = true;
  let isFooter = false;
  const records = rows.flatMap(({ record, isAfterGap }) => {
    const isRepeated = isHeader(record, header);
    isFooter = !isRepeated && (isFooter || (isAfterGap && !isBelowHeader && !isDoubleSpaced));
    isBelowHeader = isRepeated;
    if (allRows || !(isRepeated || isFooter)) return [record];
    leftOut.push(record.line);
    return [];
  });
  return { records, leftOut };
}

function isHeader({ cells }: CsvRecord, header: readonly string[] = []): boolean {
  return header.every((name, index) => name.trim() === (cells[index] ?? '').trim());
}

/** Of a file that was appended: it names some of the columns, and has them elsewhere or has others. */
function isOtherHeader(record: CsvRecord, header: readonly string[] = []): boolean {
  const names = new Set(header.map((name) => name.trim().toLowerCase()));
  return (
    !isHeader(record, header) && record.cells.some((cell) => cell.trim() !== '' && names.has(cell.trim().toLowerCase()))
  );
}

function otherColumns(line: number): UserGroupsError {
  return new UserGroupsError({
    kind: 'invalid',
    happened: l10n.t('Another file with other columns begins on line {0}.', line),
    next: l10n.t('Import the files one by one.'),
  });
}

/** As sentences: none, or one. */
export function leftOutText(lines: LeftOutRows): string[] {
  if (lines.length === 0) return [];
  const named = lines.slice(0, NAMED).join(', ');
  return [
    lines.length > NAMED
      ? l10n.t(
          'Lines skipped because they follow an empty line or repeat the header: {0} and {1} more.',
          named,
          grouped(lines.length - NAMED),
        )
      : l10n.t('Lines skipped because they follow an empty line or repeat the header: {0}.', named),
  ];
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
  return cells.length <= header.findLastIndex((name) => name.trim() !== '')
    ? l10n.t(
        'The row has fewer cells than columns ({0} and {1}). Remove the row if it is no customer, or add the missing cells.',
        grouped(cells.length),
        grouped(header.length),
      )
    : undefined;
}

export function tooMany(): UserGroupsError {
  return new UserGroupsError({
    kind: 'invalid',
    happened: l10n.t('There are more than {0} groups.', grouped(MOST_IMPORT_ROWS)),
    next: l10n.t('Split them into several files.'),
  });
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
