// Writes files where the user chose: never through a link, and never over a file without a question.

import * as l10n from '@vscode/l10n';
import { grouped, isOne } from '../../core/language.ts';
import * as vscode from 'vscode';
import { UserGroupsError } from '../../core/errors.ts';
import { quotedId } from '../../core/foreignText.ts';
import type { LargeFiles, WriteOptions } from '../../core/ports/files.ts';
import { trimTrailing } from '../../core/trimming.ts';

/** @throws UserGroupsError `conflict` when an existing file is to stay, or is a link that the editor would follow */
export async function writeFile(
  files: LargeFiles,
  file: vscode.Uri,
  pieces: AsyncIterable<string>,
  options: WriteOptions,
): Promise<void> {
  if (file.scheme === 'file') return files.write(file.fsPath, pieces, options);
  // Where only the editor can access the file.
  const all: string[] = [];
  for await (const piece of pieces) all.push(piece);
  if ((await isThere(file)) && options.existing === 'keep') {
    const happened = l10n.t('{0} already exists.', quotedId(nameOf(file)));
    throw new UserGroupsError('conflict', happened, l10n.t('Check the file, then try again.'));
  }
  await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(all.join('')));
}

/** Whether the name is in use. @throws UserGroupsError `conflict` when it is a link */
export async function isThere(file: vscode.Uri): Promise<boolean> {
  try {
    const { type } = await vscode.workspace.fs.stat(file);
    if (isLink(type)) throw linksRefused([nameOf(file)]);
    return true;
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') return false;
    throw error;
  }
}

/** VS Code says so of a broken link, too. */
export function isLink(type: vscode.FileType): boolean {
  return (type & vscode.FileType.SymbolicLink) !== 0;
}

const MOST_NAMED = 3;

export function linksRefused(names: readonly string[]): UserGroupsError {
  const named = names
    .slice(0, MOST_NAMED)
    .map((name) => quotedId(name))
    .join(', ');
  const more = names.length - MOST_NAMED;
  const happened =
    names.length === 1
      ? l10n.t('{0} is a symbolic link, through which no file is written.', named)
      : more > 0
        ? l10n.t('{0} and {1} more are symbolic links, through which no file is written.', named, grouped(more))
        : l10n.t('{0} are symbolic links, through which no file is written.', named);
  const next = isOne(names.length)
    ? l10n.t('Remove the link, or choose another place.')
    : l10n.t('Remove the links, or choose another place.');
  return new UserGroupsError('conflict', happened, next);
}

export function nameOf({ path }: vscode.Uri): string {
  return trimTrailing(path, '/').split('/').at(-1) ?? path;
}
