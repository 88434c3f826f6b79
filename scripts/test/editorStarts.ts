// How long the editors of a tier took to start, told from the processes that start them to the one that reports.

import { appendFileSync } from 'node:fs';

/** The variable that names the file, with a line of milliseconds for each start. */
export const EDITOR_STARTS_FILE = 'TEST_EDITOR_STARTS_FILE';

export function noteEditorStart(milliseconds: number): void {
  const file = process.env[EDITOR_STARTS_FILE];
  if (file !== undefined) appendFileSync(file, `${Math.round(milliseconds)}\n`);
}
