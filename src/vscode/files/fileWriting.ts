// Writes files where a person chose: never through a link, and never over a file without a question.

import * as vscode from 'vscode';
import { UserGroupsError } from '../../core/errors.ts';
import { quotedId, visibleId } from '../../core/foreignText.ts';
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
    const happened = `Something else has this name already: ${visibleId(nameOf(file))}.`;
    throw new UserGroupsError({ kind: 'conflict', happened, next: 'Look at it, then try again.' });
  }
  await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(all.join('')));
}

export async function* wholeText(text: string): AsyncGenerator<string> {
  yield await Promise.resolve(text);
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
  const others = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '';
  const happened =
    names.length === 1
      ? `The file ${named} is a symbolic link, and files are not written through links.`
      : `The files ${named}${others} are symbolic links, and files are not written through links.`;
  const next =
    names.length === 1 ? 'Remove the link, or choose another place.' : 'Remove the links, or choose another place.';
  return new UserGroupsError({ kind: 'conflict', happened, next });
}

export function nameOf({ path }: vscode.Uri): string {
  return trimTrailing(path, '/').split('/').at(-1) ?? path;
}
