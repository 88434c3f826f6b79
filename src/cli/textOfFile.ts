// Reads files whole.

import { readFileSync, statSync } from 'node:fs';
import * as l10n from '@vscode/l10n';
import { UserGroupsError } from '../core/errors.ts';
import { textIn } from '../services/files/groupFiles.ts';

/** Without a byte order mark. `undefined` when it can't be read, or is no UTF-8. */
export function textOfFile(path: string): string | undefined {
  try {
    return textIn(readFileSync(path));
  } catch {
    return undefined;
  }
}

/** Likewise, and of what is no regular file nothing: a pipe would wait for ever. */
export function textOfRegularFile(path: string): string | undefined {
  return statSync(path).isFile() ? textOfFile(path) : undefined;
}

/** Of a file that the command line names. @throws UserGroupsError `notFound` */
export function bytesOfNamed(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new UserGroupsError({
      kind: 'notFound',
      happened: l10n.t("The file can't be read."),
      next: l10n.t('Name another one.'),
      cause: error,
    });
  }
}
