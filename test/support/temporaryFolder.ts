// A new folder for the files of one test: in memory where the system has a place for that, since it is the flush to a
// disk that takes time.

import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Of Linux. A process that is killed loses nothing there either. */
const IN_MEMORY = '/dev/shm';

export function temporaryFolder(prefix: string): string {
  return mkdtempSync(join(existsSync(IN_MEMORY) ? IN_MEMORY : tmpdir(), prefix));
}
