// Reads the configuration of a repository in a folder of the workspace.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { whileDoingSync } from '../../core/errors.ts';
import { CONFIG_FILE, readGroupsConfig, type GroupsConfig } from '../../services/files/groupsConfig.ts';
import { textIn } from '../../services/files/groupFiles.ts';

/** `undefined` where there is none. @throws UserGroupsError `invalid`, with its place in the file */
export async function configIn(root: vscode.Uri): Promise<GroupsConfig | undefined> {
  const file = vscode.Uri.joinPath(root, CONFIG_FILE);
  const text = textIn(await readIfThere(file));
  if (text === undefined) return undefined;
  const doing = l10n.t("Couldn't read {0}.", CONFIG_FILE);
  return whileDoingSync(doing, undefined, () => readGroupsConfig(text));
}

/** @throws FileSystemError but for one that is not there */
export async function readIfThere(file: vscode.Uri): Promise<Uint8Array | undefined> {
  try {
    return await vscode.workspace.fs.readFile(file);
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') return undefined;
    throw error;
  }
}
