// The beginning of a CSV file: how it is read, what its columns are proposed to be, and what stands in them.

import type { RequestNames } from '../contract/serviceApi.ts';
import { proposeColumns, type CsvColumn } from './csvColumns.ts';
import type { CsvRecord } from './csvRecords.ts';
import { readCsv } from './csvTable.ts';
import { decodeText } from './decodeText.ts';

/** What is not given is detected. */
export type CsvReading = Partial<Pick<CsvHead, 'encoding' | 'delimiter'>>;

export interface CsvHead {
  readonly encoding: string;
  readonly delimiter: string;
  readonly columns: readonly CsvColumn[];
  /** Of each column the first cells that hold anything. Foreign text. */
  readonly samples: readonly (readonly string[])[];
  /** Rows below the header. */
  readonly rows: number;
}

const SAMPLES = 3;

/** @throws UserGroupsError `invalid` when the whole of it cannot be read */
export async function readCsvHead(
  bytes: Uint8Array,
  { encoding, delimiter }: CsvReading = {},
  names?: RequestNames,
): Promise<CsvHead> {
  const decoded = await decodeText(bytes, encoding);
  const { header, records, delimiter: used } = await readCsv(decoded.text, { delimiter });
  return {
    encoding: decoded.encoding,
    delimiter: used,
    columns: proposeColumns(header, names),
    samples: header.map((_, index) => firstFilled(records, index)),
    rows: records.length,
  };
}

function firstFilled(records: readonly CsvRecord[], index: number): string[] {
  const found: string[] = [];
  for (const { cells } of records) {
    const cell = cells[index] ?? '';
    if (cell !== '') found.push(cell);
    if (found.length === SAMPLES) break;
  }
  return found;
}
