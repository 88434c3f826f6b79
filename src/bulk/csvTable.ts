// A CSV file as records of cells, each with its line: read by Papa Parse, in stretches.

import * as l10n from '@vscode/l10n';
import Papa, { type Parser, type ParseResult } from 'papaparse';
import { UserGroupsError } from '../core/errors.ts';
import { sentences } from '../core/sentences.ts';
import { grouped } from '../core/language.ts';
import { LONGEST_DOCUMENT, MOST_IMPORT_ROWS } from './importRow.ts';
import { WorkSlices, yieldToEventLoop } from '../core/workSlices.ts';

export interface CsvRecord {
  /** Line on which it begins, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** What is wrong with its quotes, as a part of a sentence. */
  readonly flaw?: string | undefined;
}

export interface CsvLayout {
  readonly delimiter: string;
  readonly header: readonly string[];
}

/** Called once the header is known: what it gives takes each record below, in order. May throw a `UserGroupsError`. */
export type OnHeader = (header: readonly string[]) => (record: CsvRecord) => void;

/** Characters that are read at once. */
const CHUNK = 64 * 1024;

/** Excel says on a first line of its own what parts the cells. */
const SEPARATOR_LINE = /^sep=(.)(?:\r\n|\r|\n)/i;

const FLAWS: Readonly<Record<string, () => string>> = {
  MissingQuotes: () => l10n.t('A quote is not closed.'),
  InvalidQuotes: () => l10n.t("A cell contains a quote but doesn't begin with one."),
};

/**
 * Hands on each record as it is read, so that nobody need hold them all. Lines without anything are left out. @throws
 * UserGroupsError `invalid` without a header, with more than 100,000 rows or with one that is too large
 */
export async function readCsv(text: string, delimiter: string | undefined, onHeader: OnHeader): Promise<CsvLayout> {
  const separator = SEPARATOR_LINE.exec(text);
  const body = separator === null ? text : text.slice(separator[0].length);
  const used = delimiter ?? separator?.[1] ?? delimiterOf(body);
  const slices = new WorkSlices();
  let header: readonly string[] | undefined;
  let take: (record: CsvRecord) => void = () => undefined;
  let count = 0;
  let line = separator === null ? 1 : 2;
  // What has been read of a row that has not ended: it is read from its beginning with each stretch.
  let unended = 0;
  await parse(body, used, async (rows, flaws) => {
    unended = rows.length > 0 ? 0 : unended + CHUNK;
    if (unended > LONGEST_DOCUMENT) throw tooLarge(line);
    for (const [index, cells] of rows.entries()) {
      const last = line + lineBreaksIn(cells);
      const record = { line, cells, flaw: flawText(flaws.get(index), line, last) };
      line = last + 1;
      if (cells.every((cell) => cell.trim() === '')) continue;
      if (header === undefined) {
        header = cells;
        take = onHeader(header);
        continue;
      }
      count += 1;
      if (count > MOST_IMPORT_ROWS) throw tooMany();
      take(record);
      await slices.pause();
    }
  });
  if (header === undefined)
    throw new UserGroupsError({
      kind: 'invalid',
      happened: l10n.t('The file is empty.'),
      next: l10n.t('Its first line must have the names of the columns.'),
    });
  return { delimiter: used, header };
}

/** Rows that it has swallowed are in sight nowhere else. */
function flawText(flaw: string | undefined, line: number, last: number): string | undefined {
  if (flaw === undefined || last === line) return flaw;
  return sentences([flaw, l10n.t('Lines {0} to {1} are read as this one row.', line, last)]);
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

/** Rejects with what `onRows` rejects with, and reads no further. */
function parse(
  text: string,
  delimiter: string,
  onRows: (rows: string[][], flaws: ReadonlyMap<number, string>) => Promise<void>,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
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
      parser.pause();
      onRows(data, flaws)
        .then(yieldToEventLoop)
        .then(() => {
          parser.resume();
        })
        .catch((error: unknown) => {
          reject(error);
          parser.abort();
        });
    },
    complete: () => {
      resolve();
    },
  };
  Papa.parse<string[]>(text, config);
  return promise;
}

function lineBreaksIn(cells: readonly string[]): number {
  return cells.reduce((count, cell) => count + (/[\r\n]/.test(cell) ? cell.split(/\r\n|\r|\n/).length - 1 : 0), 0);
}
