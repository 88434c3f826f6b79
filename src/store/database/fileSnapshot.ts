// A small file in one piece, and what tells whether it is still the same. No link is followed at its end.

import * as l10n from '@vscode/l10n';
import { constants, lstatSync, promises as fs, type BigIntStats } from 'node:fs';
import { UserGroupsError } from '../../core/errors.ts';
import { foreignText } from '../../core/foreignText.ts';
import type { FileSnapshot } from '../../core/ports/files.ts';

/** Where the system has no flag against links, the look before must do. A pipe is not waited for. */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** `undefined` where there is none. @throws UserGroupsError `conflict` for what can't be replaced as one plain file */
export async function snapshotOf(path: string, longest: number): Promise<FileSnapshot | undefined> {
  const seen = await fs.lstat(path, { bigint: true }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  });
  if (seen === undefined) return undefined;
  requirePlain(path, seen, longest);
  const file = await fs.open(path, FLAGS);
  try {
    const found = await file.stat({ bigint: true });
    if (found.dev !== seen.dev || found.ino !== seen.ino)
      throw refused(l10n.t('"{0}" was replaced meanwhile.', foreignText(path)));
    requirePlain(path, found, longest);
    const bytes = await file.readFile();
    return { bytes, state: stateOf(found) };
  } finally {
    await file.close();
  }
}

/** Whether the file is still as it was read. At once: nothing comes between this and what is done then. */
export function isAsRead(path: string, { state }: FileSnapshot): boolean {
  const found = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  return found !== undefined && stateOf(found) === state;
}

function stateOf({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return [dev, ino, size, mtimeNs, ctimeNs].join(':');
}

function requirePlain(path: string, found: BigIntStats, longest: number): void {
  const shown = foreignText(path);
  if (found.isSymbolicLink()) throw refused(l10n.t('"{0}" is a symbolic link.', shown));
  if (!found.isFile()) throw refused(l10n.t('"{0}" is no file.', shown));
  // Replaced under one of its names, it would stay as it is under the others.
  if (found.nlink > 1n) throw refused(l10n.t('"{0}" has another name elsewhere (hard link).', shown));
  if (found.size > longest) throw refused(l10n.t('"{0}" is too large.', shown));
}

function refused(happened: string): UserGroupsError {
  return new UserGroupsError('conflict', happened, l10n.t('Choose another file.'));
}
