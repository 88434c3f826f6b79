// The documents of a folder on the disk. No link is followed, be it there from the start or put there meanwhile.

import {
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  type Dirent,
} from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import * as l10n from '@vscode/l10n';
import { UserGroupsError } from '../core/errors.ts';
import { quotedId } from '../core/foreignText.ts';
import { kindOfEntry, type DocumentFolder, type FolderEntry } from '../services/files/groupFiles.ts';

/**
 * By the order of their names. @param within the folder that it must not lie outside of, be it by a link
 * @throws UserGroupsError `notFound`, or `forbidden` where it lies outside
 */
export function documentsIn(folder: string, within?: string): DocumentFolder {
  if (within !== undefined) requireWithin(within, folder);
  // Git keeps no empty folder, so that of a connection need not be there yet.
  const entries = within !== undefined && !existsSync(folder) ? [] : entriesOf(folder);
  return {
    entries: entries
      .map((entry): FolderEntry => ({ name: entry.name, kind: kindOfEntry(entry.name, typeOf(entry)) }))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
    read: (name) => Promise.resolve(readUnlinked(resolve(folder, name))),
  };
}

/** Creates it unless it is there. @throws UserGroupsError `forbidden` where that leads outside, `unavailable` */
export function createFolderWithin(folder: string, within: string): void {
  requireWithin(within, folder);
  createFolder(folder);
}

/** @throws UserGroupsError `unavailable` */
export function createFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new UserGroupsError({
      kind: 'unavailable',
      happened: l10n.t("The folder {0} can't be created.", quotedId(folder)),
      next: l10n.t('Check what is there.'),
      cause: error,
    });
  }
}

/** @param path which need not be there yet @throws UserGroupsError `forbidden` where it lies outside, be it by a link */
export function requireWithin(root: string, path: string): void {
  let nearest = path;
  while (!existsSync(nearest)) nearest = dirname(nearest);
  if (isWithin(realpathSync(root), realpathSync(nearest))) return;
  throw new UserGroupsError({
    kind: 'forbidden',
    happened: l10n.t('{0} leads out of the folder of the configuration.', quotedId(path)),
    next: l10n.t('Check it for symbolic links.'),
  });
}

export function isWithin(folder: string, path: string): boolean {
  const inside = relative(folder, path);
  return !/^\.\.(?:[\\/]|$)/.test(inside) && resolve(folder, inside) === resolve(path);
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    throw new UserGroupsError({
      kind: 'notFound',
      happened:
        codeOf(error) === 'ENOTDIR'
          ? l10n.t('{0} is a file.', quotedId(folder))
          : l10n.t("The folder {0} can't be read.", quotedId(folder)),
      next: l10n.t('Name another folder.'),
      cause: error,
    });
  }
}

function typeOf(entry: Dirent): 'file' | 'link' | 'other' {
  if (entry.isSymbolicLink()) return 'link';
  return entry.isFile() ? 'file' : 'other';
}

/** `undefined` when it is gone or a link by now. @throws UserGroupsError `unavailable` */
function readUnlinked(path: string): Uint8Array | undefined {
  let file: number | undefined;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
    return readFileSync(file);
  } catch (error) {
    if (['ENOENT', 'ELOOP'].includes(codeOf(error))) return undefined;
    throw new UserGroupsError({
      kind: 'unavailable',
      happened: l10n.t("The file {0} can't be read.", quotedId(path)),
      next: l10n.t('Check its permissions.'),
      cause: error,
    });
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
