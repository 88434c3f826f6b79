// The beginning of a CSV file: how it is read, what its columns are proposed to be, and what stands in them.

import type { RequestNames } from '../contract/serviceApi.ts';
import { proposeColumns, type CsvColumn } from './csvColumns.ts';
import { readCsv } from './csvTable.ts';
import { decodeText } from './decodeText.ts';

export interface CsvReading {
  /** What is not given is detected. */
  readonly encoding?: string | undefined;
  readonly delimiter?: string | undefined;
}

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
  let samples: readonly string[][] = [];
  let rows = 0;
  const { header, delimiter: used } = await readCsv(decoded.text, delimiter, (names) => {
    samples = names.map(() => []);
    return ({ cells }) => {
      rows += 1;
      for (const [index, found] of samples.entries()) {
        const cell = cells[index] ?? '';
        if (cell !== '' && found.length < SAMPLES) found.push(cell);
      }
    };
  });
  return {
    encoding: decoded.encoding,
    delimiter: used,
    columns: proposeColumns(header, names),
    samples,
    rows,
  };
}
