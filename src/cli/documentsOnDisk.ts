// The documents of a folder on the disk. No link is followed, be it there from the start or put there meanwhile.

import { existsSync, lstatSync, mkdirSync, readdirSync, realpathSync, statSync, type Dirent } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import * as l10n from '@vscode/l10n';
import { UserGroupsError } from '../core/errors.ts';
import { quotedId } from '../core/foreignText.ts';
import { LONGEST_DOCUMENT } from '../document/documentFiles.ts';
import { DOCUMENT_SUFFIX } from '../document/documentUri.ts';
import { documentFolder, notRegularText, type DocumentFolder } from '../services/files/groupFiles.ts';
import { bytesOfRegularFile } from './textOfFile.ts';

/**
 * @param within the folder that it must not lie outside of, be it by a link: that of a configuration, whose folders of
 * documents may not exist yet, and are empty then
 * @param note is given a sentence where it does not exist
 * @throws UserGroupsError `notFound`, or `forbidden` where it lies outside
 */
export function documentsOnDisk(folder: string, within?: string, note?: (text: string) => void): DocumentFolder {
  const entries = entriesOf(folder, within !== undefined);
  if (within !== undefined) requireWithin(within, folder);
  if (entries === undefined) note?.(l10n.t("The folder {0} doesn't exist yet.", quotedId(folder)));
  const pathOf = (name: string): string => resolve(folder, name);
  const found = (entries ?? []).map((entry) => [entry.name, typeOf(entry)] as const);
  return { ...documentFolder(found, (name) => Promise.resolve(readUnlinked(pathOf(name)))), pathOf };
}

/** Also by a link. */
export function isFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory();
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
    throw new UserGroupsError(
      'unavailable',
      l10n.t("The folder {0} can't be created.", quotedId(folder)),
      l10n.t('Check what is there.'),
      { cause: error },
    );
  }
}

/** @param path may not exist yet @throws UserGroupsError `forbidden` where it lies outside, be it through a link */
export function requireWithin(root: string, path: string): void {
  let nearest = path;
  while (!existsSync(nearest)) nearest = dirname(nearest);
  if (isPathWithin(realpathSync(root), realpathSync(nearest))) return;
  throw new UserGroupsError(
    'forbidden',
    l10n.t('{0} leads out of the folder of the configuration.', quotedId(path)),
    l10n.t('Check it for symbolic links.'),
  );
}

export function isPathWithin(folder: string, path: string): boolean {
  const inside = relative(folder, path);
  return !/^\.\.(?:[\\/]|$)/.test(inside) && resolve(folder, inside) === resolve(path);
}

/** `undefined` where there is no such folder, and need be none. @throws UserGroupsError `notFound` */
function entriesOf(folder: string, mayBeAbsent: boolean): Dirent[] | undefined {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    // A link that leads nowhere is there.
    const isAbsent = codeOf(error) === 'ENOENT' && lstatSync(folder, { throwIfNoEntry: false }) === undefined;
    if (isAbsent && mayBeAbsent) return undefined;
    throw new UserGroupsError(
      'notFound',
      ...(codeOf(error) === 'ENOTDIR'
        ? ([
            l10n.t('{0} is neither a folder nor a document.', quotedId(folder)),
            l10n.t('Name a folder, or a file whose name ends with "{0}".', DOCUMENT_SUFFIX),
          ] as const)
        : ([l10n.t("The folder {0} can't be read.", quotedId(folder)), l10n.t('Name another folder.')] as const)),
      { cause: error },
    );
  }
}

function typeOf(entry: Dirent): 'file' | 'link' | 'other' {
  if (entry.isSymbolicLink()) return 'link';
  return entry.isFile() ? 'file' : 'other';
}

/** `undefined` when it has been removed or replaced by a link. @throws UserGroupsError `unavailable` */
function readUnlinked(path: string): Uint8Array | undefined {
  let bytes: Uint8Array | undefined;
  let cause: unknown;
  try {
    bytes = bytesOfRegularFile(path, { most: LONGEST_DOCUMENT });
  } catch (error) {
    if (['ENOENT', 'ELOOP'].includes(codeOf(error))) return undefined;
    cause = error;
  }
  if (bytes !== undefined) return bytes;
  throw new UserGroupsError(
    'unavailable',
    l10n.t("The file {0} can't be read.", quotedId(path)),
    cause === undefined ? notRegularText(LONGEST_DOCUMENT) : l10n.t('Check its permissions.'),
    { cause },
  );
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
