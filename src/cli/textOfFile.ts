// Reads files whole.

import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import * as l10n from '@vscode/l10n';
import { UserGroupsError } from '../core/errors.ts';
import { grouped } from '../core/language.ts';
import { LONGEST_LIST, LONGEST_SETTINGS } from '../document/documentFiles.ts';
import { textIn } from '../services/files/groupFiles.ts';

interface Reading {
  /** Bytes of the largest file that is read. */
  readonly most?: number;
  /** A link at the end of the path is followed. */
  readonly mayBeLink?: boolean;
}

/** `undefined` for what is too large, or no plain file: a pipe would wait and a device would answer for ever. */
export function bytesOfRegularFile(
  path: string,
  { most = LONGEST_SETTINGS, mayBeLink = false }: Reading = {},
): Buffer | undefined {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | (mayBeLink ? 0 : constants.O_NOFOLLOW));
  try {
    const found = fstatSync(file);
    return found.isFile() && found.size <= most ? readFileSync(file) : undefined;
  } finally {
    closeSync(file);
  }
}

/** Without a byte order mark. `undefined` when it can't be read so, or is no UTF-8. */
export function textOfRegularFile(path: string, reading?: Reading): string | undefined {
  try {
    return textIn(bytesOfRegularFile(path, reading));
  } catch {
    return undefined;
  }
}

/** Bytes of a file that the command line names. @throws UserGroupsError `notFound` */
export function bytesOfNamed(path: string): Uint8Array {
  let next = l10n.t('It must be a plain file of at most {0} MB.', grouped(Math.floor(LONGEST_LIST / 1_000_000)));
  let cause: unknown;
  try {
    const bytes = bytesOfRegularFile(path, { most: LONGEST_LIST, mayBeLink: true });
    if (bytes !== undefined) return bytes;
  } catch (error) {
    [next, cause] = [l10n.t('Name another one.'), error];
  }
  throw new UserGroupsError('notFound', l10n.t("The file can't be read."), next, { cause });
}
