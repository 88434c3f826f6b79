// A CSV file as records of cells, each with its line: read by Papa Parse, in stretches.

import * as l10n from '@vscode/l10n';
import Papa, { type Parser, type ParseResult } from 'papaparse';
import { UserGroupsError } from '../core/errors.ts';
import { sentences } from '../core/sentences.ts';
import { grouped } from '../core/language.ts';
import { LONGEST_DOCUMENT, MOST_IMPORT_ROWS } from './importRow.ts';

export interface CsvRecord {
  /** Line on which it begins, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** What is wrong with its quotes, as a part of a sentence. */
  readonly flaw?: string | undefined;
}

export interface CsvTable {
  readonly delimiter: string;
  readonly header: readonly string[];
  readonly records: readonly CsvRecord[];
}

/** Characters that are read at once. */
const CHUNK = 64 * 1024;

/** Excel says on a first line of its own what parts the cells. */
const SEPARATOR_LINE = /^sep=(.)(?:\r\n|\r|\n)/i;

const FLAWS: Readonly<Record<string, () => string>> = {
  MissingQuotes: () => l10n.t('A quote is not closed.'),
  InvalidQuotes: () => l10n.t("A cell contains a quote but doesn't begin with one."),
};

/**
 * Lines without anything are left out. @throws UserGroupsError `invalid` without a header, with more than 100,000 rows
 * or with one that is too large
 */
export async function readCsv(text: string, delimiter?: string): Promise<CsvTable> {
  const separator = SEPARATOR_LINE.exec(text);
  const body = separator === null ? text : text.slice(separator[0].length);
  const used = delimiter ?? separator?.[1] ?? delimiterOf(body);
  const records: CsvRecord[] = [];
  let line = separator === null ? 1 : 2;
  // What has been read of a row that has not ended: it is read from its beginning with each stretch.
  let unended = 0;
  await parse(body, used, (rows, flaws) => {
    unended = rows.length > 0 ? 0 : unended + CHUNK;
    rows.forEach((cells, index) => {
      const last = line + lineBreaksIn(cells);
      const flaw = flaws.get(index);
      // Rows that it has swallowed are in sight nowhere else.
      if (cells.some((cell) => cell.trim() !== ''))
        records.push({
          line,
          cells,
          ...(flaw !== undefined && {
            flaw:
              last > line ? sentences([flaw, l10n.t('Lines {0} to {1} are read as this one row.', line, last)]) : flaw,
          }),
        });
      line = last + 1;
    });
    return records.length <= MOST_IMPORT_ROWS + 1 && unended <= LONGEST_DOCUMENT;
  });
  if (unended > LONGEST_DOCUMENT) throw tooLarge(line);
  const [header, ...rest] = records;
  if (header === undefined)
    throw new UserGroupsError({
      kind: 'invalid',
      happened: l10n.t('The file is empty.'),
      next: l10n.t('Its first line must have the names of the columns.'),
    });
  if (rest.length > MOST_IMPORT_ROWS) throw tooMany();
  return { delimiter: used, header: header.cells, records: rest };
}

/**
 * More cells than columns have a name: one of them likely holds what parts the cells, and those behind it stand in the
 * wrong column.
 */
export function hasSurplusCells(cells: readonly string[], columns: number): boolean {
  return cells.slice(columns).some((cell) => cell !== '');
}

export function tooMany(): UserGroupsError {
  return new UserGroupsError({
    kind: 'invalid',
    happened: l10n.t('There are more than {0} groups.', grouped(MOST_IMPORT_ROWS)),
    next: l10n.t('Split them into several files.'),
  });
}

function tooLarge(line: number): UserGroupsError {
  return new UserGroupsError({
    kind: 'invalid',
    happened: l10n.t('The row on line {0} is larger than 10 MB.', line),
    next: l10n.t('Check whether a quote on that line is not closed.'),
  });
}

/** The comma, when nothing else is found. */
function delimiterOf(text: string): string {
  const { meta } = Papa.parse<string[]>(text.slice(0, CHUNK), {
    preview: 50,
    skipEmptyLines: 'greedy',
    delimitersToGuess: [',', ';', '\t', '|'],
  });
  return meta.delimiter;
}

/** @param onRows answers whether to go on. */
function parse(
  text: string,
  delimiter: string,
  onRows: (rows: string[][], flaws: ReadonlyMap<number, string>) => boolean,
): Promise<void> {
  return new Promise((resolve) => {
    // The types give stretches to files alone; a text is read in them as well.
    const config = {
      delimiter,
      chunkSize: CHUNK,
      chunk: ({ data, errors }: ParseResult<string[]>, parser: Parser) => {
        const flaws = new Map(
          errors.flatMap(({ code, row }) =>
            FLAWS[code] === undefined || row === undefined ? [] : [[row, FLAWS[code]()] as const],
          ),
        );
        if (!onRows(data, flaws)) {
          parser.abort();
          return;
        }
        parser.pause();
        setImmediate(() => {
          parser.resume();
        });
      },
      complete: () => {
        resolve();
      },
    };
    Papa.parse<string[]>(text, config);
  });
}

function lineBreaksIn(cells: readonly string[]): number {
  return cells.reduce((count, cell) => count + (/[\r\n]/.test(cell) ? cell.split(/\r\n|\r|\n/).length - 1 : 0), 0);
}
