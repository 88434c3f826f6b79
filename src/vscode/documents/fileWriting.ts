// Files that are written where a person said: never through a link, nor over anything about which nobody was asked.

import * as vscode from 'vscode';
import { UserGroupsError } from '../../core/errors.ts';
import { visibleId } from '../../core/foreignText.ts';
import type { LargeFiles, WriteOptions } from '../../core/ports.ts';
import { trimTrailing } from '../../core/trimming.ts';

/** @throws UserGroupsError `conflict` when the name is taken and what has it is to stay, or where a link has it that cannot be replaced */
export async function writeFile(files: LargeFiles, file: vscode.Uri, pieces: AsyncIterable<string>, options: WriteOptions): Promise<void> {
  if (file.scheme === 'file') return files.write(file.fsPath, pieces, options);
  // Where the editor alone reaches the file.
  const all: string[] = [];
  for await (const piece of pieces) all.push(piece);
  if (await isThere(file) && options.existing === 'keep') {
    throw new UserGroupsError({ kind: 'conflict', happened: `something else has this name already: ${visibleId(nameOf(file))}`, next: 'look at it, then try again' });
  }
  await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(all.join('')));
}

export async function* wholeText(text: string): AsyncGenerator<string> {
  yield await Promise.resolve(text);
}

/** Whether anything has the name. @throws UserGroupsError `conflict` when it is a link, whatever that leads to */
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

/** VS Code says so of a link to nothing, too. */
export function isLink(type: vscode.FileType): boolean {
  return (type & vscode.FileType.SymbolicLink) !== 0;
}

const MOST_NAMED = 3;

export function linksRefused(names: readonly string[]): UserGroupsError {
  const named = names.slice(0, MOST_NAMED).map((name) => visibleId(name)).join(', ');
  const [happened, next] = names.length === 1
    ? [`${named} is a symbolic link, and files are not written through links`, 'remove the link']
    : [`${named}${names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : ''} are symbolic links, and files are not written through links`, 'remove the links'];
  return new UserGroupsError({ kind: 'conflict', happened, next: `${next}, or choose another place` });
}

export function nameOf({ path }: vscode.Uri): string {
  return trimTrailing(path, '/').split('/').at(-1) ?? path;
}
