// Everything that reads an import, with its libraries. It is loaded when something is imported.

import { readCsvHead } from './csvHead.ts';
import { readImport } from './readImport.ts';

export interface ImportReader {
  readonly readImport: typeof readImport;
  readonly readCsvHead: typeof readCsvHead;
}

export const importReader: ImportReader = { readImport, readCsvHead };
