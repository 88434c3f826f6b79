// Finds and reads the configuration of a repository of which a folder of the workspace is a part.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { UserGroupsError, whileDoing, whileDoingSync } from '../../core/errors.ts';
import { foreignText } from '../../core/foreignText.ts';
import { LONGEST_SETTINGS } from '../../document/documentFiles.ts';
import { CONFIG_FILE, nearestConfig, readGroupsConfig, type GroupsConfig } from '../../services/files/groupsConfig.ts';
import { notRegularText, textIn } from '../../services/files/groupFiles.ts';

/** As documents are found in a folder. */
export function entryType(type: vscode.FileType): 'file' | 'link' | 'other' {
  if ((type & vscode.FileType.SymbolicLink) !== 0) return 'link';
  return (type & vscode.FileType.File) !== 0 ? 'file' : 'other';
}

export interface FoundConfig extends GroupsConfig {
  /** The folder of the file: its paths begin there. */
  readonly root: vscode.Uri;
  /** Where the file is, when that is above the folder. */
  readonly path?: string;
}

/** The one in the folder, or above it, if any. @throws UserGroupsError `invalid`, with its place in the file */
export async function configOf(folder: vscode.Uri): Promise<FoundConfig | undefined> {
  const root = await configFolder(folder);
  if (root === undefined) return undefined;
  const file = vscode.Uri.joinPath(root, CONFIG_FILE);
  const path = root === folder ? undefined : foreignText(file.fsPath);
  const doing = l10n.t("Couldn't read {0}.", path ?? CONFIG_FILE);
  const text = textIn(await whileDoing(doing, undefined, () => readRegularFile(file)));
  if (text === undefined) return undefined;
  return { root, ...(path && { path }), ...whileDoingSync(doing, undefined, () => readGroupsConfig(text)) };
}

/** Those of all folders: each once, though folders of one repository have the same. */
export async function configsOf(folders: readonly vscode.Uri[], read = configOf): Promise<FoundConfig[]> {
  const found = (await Promise.all(folders.map(read))).filter((each) => each !== undefined);
  return [...new Map(found.map((each) => [each.root.toString(), each])).values()];
}

/** The folder or, in a trusted workspace, the nearest one above it in its repository, as on the command line. */
export async function configFolder(folder: vscode.Uri): Promise<vscode.Uri | undefined> {
  const above = vscode.workspace.isTrusted ? foldersFrom(folder) : [folder];
  const places = above.map(async (each) => ({
    hasConfig: await isThere(vscode.Uri.joinPath(each, CONFIG_FILE)),
    isRepository: await isThere(vscode.Uri.joinPath(each, '.git')),
  }));
  return above[nearestConfig(await Promise.all(places))];
}

function foldersFrom(folder: vscode.Uri): vscode.Uri[] {
  const above = vscode.Uri.joinPath(folder, '..');
  return above.path === folder.path ? [folder] : [folder, ...foldersFrom(above)];
}

/** What cannot be asked for, as above the folder that a file system provides, is not there. */
function isThere(file: vscode.Uri): Promise<boolean> {
  return Promise.resolve(vscode.workspace.fs.stat(file)).then(
    () => true,
    () => false,
  );
}

/** A device would answer for ever. @throws UserGroupsError `invalid` for what is no such file */
export async function readRegularFile(file: vscode.Uri, most = LONGEST_SETTINGS): Promise<Uint8Array | undefined> {
  const found = await ifThere(vscode.workspace.fs.stat(file));
  if (found === undefined) return undefined;
  if (found.type === vscode.FileType.File && found.size <= most) return readIfThere(file);
  throw new UserGroupsError('invalid', notRegularText(most));
}

/** @throws FileSystemError but for one that is not there */
export function readIfThere(file: vscode.Uri): Promise<Uint8Array | undefined> {
  return ifThere(vscode.workspace.fs.readFile(file));
}

/** @throws FileSystemError but for one that is not there */
export async function ifThere<T>(work: Thenable<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') return undefined;
    throw error;
  }
}
