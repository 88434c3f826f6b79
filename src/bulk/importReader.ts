// Everything that reads what is brought in, with the libraries behind it: loaded when something is brought in.

import { readCsvHead } from './csvHead.ts';
import { readImport } from './readImport.ts';

export interface ImportReader {
  readonly readImport: typeof readImport;
  readonly readCsvHead: typeof readCsvHead;
}

export const importReader: ImportReader = { readImport, readCsvHead };
