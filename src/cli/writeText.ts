// Writes a text that is in memory as a file of its own.

import type { LargeFiles, WriteOptions } from '../core/ports/files.ts';
import { wholeText } from '../core/wholeText.ts';

/** @throws UserGroupsError as `LargeFiles.write` */
export function writeText(
  files: Pick<LargeFiles, 'write'>,
  path: string,
  text: string,
  options: WriteOptions,
): Promise<void> {
  return files.write(path, wholeText(text), options);
}
