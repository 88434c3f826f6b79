// Reads the configuration of a repository in a folder of the workspace.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { UserGroupsError, whileDoing, whileDoingSync } from '../../core/errors.ts';
import { LONGEST_SETTINGS } from '../../document/documentFiles.ts';
import { CONFIG_FILE, readGroupsConfig, type GroupsConfig } from '../../services/files/groupsConfig.ts';
import { notRegularText, textIn } from '../../services/files/groupFiles.ts';

/** `undefined` where there is none. @throws UserGroupsError `invalid`, with its place in the file */
export async function configIn(root: vscode.Uri): Promise<GroupsConfig | undefined> {
  const file = vscode.Uri.joinPath(root, CONFIG_FILE);
  const doing = l10n.t("Couldn't read {0}.", CONFIG_FILE);
  const text = textIn(await whileDoing(doing, undefined, () => readRegularFile(file)));
  if (text === undefined) return undefined;
  return whileDoingSync(doing, undefined, () => readGroupsConfig(text));
}

/** A device would answer for ever. @throws UserGroupsError `invalid` for what is no such file */
export async function readRegularFile(file: vscode.Uri, most = LONGEST_SETTINGS): Promise<Uint8Array | undefined> {
  const found = await ifThere(vscode.workspace.fs.stat(file));
  if (found === undefined) return undefined;
  if (found.type === vscode.FileType.File && found.size <= most) return readIfThere(file);
  throw new UserGroupsError({ kind: 'invalid', happened: notRegularText(most) });
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
