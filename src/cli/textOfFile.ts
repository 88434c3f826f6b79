// Reads a text file of the repository.

import { readFileSync } from 'node:fs';
import { textIn } from '../services/files/groupFiles.ts';

/** Without a byte order mark. `undefined` when it can't be read, or is no UTF-8. */
export function textOfFile(path: string): string | undefined {
  try {
    return textIn(readFileSync(path));
  } catch {
    return undefined;
  }
}
