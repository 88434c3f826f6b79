// Reads the preset beside a document of the workspace.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { UserGroupsError, whileDoingSync } from '../../core/errors.ts';
import { readPreset, type Preset } from '../../document/preset.ts';
import { linkNotReadText, notUtf8Text, textIn } from '../../services/files/groupFiles.ts';
import { readIfThere } from './configFiles.ts';
import { PRESET_FILE } from '../../document/documentUri.ts';

/** `undefined` where there is none. @throws UserGroupsError `invalid`, also for a link */
export async function presetBeside(document: vscode.Uri): Promise<Preset | undefined> {
  // One that was never saved is beside nothing.
  if (document.scheme === 'untitled') return undefined;
  const file = vscode.Uri.joinPath(document, '..', PRESET_FILE);
  const bytes = await readIfThere(file);
  if (bytes === undefined) return undefined;
  const { type } = await vscode.workspace.fs.stat(file);
  const text = textIn(bytes);
  return whileDoingSync(l10n.t("Couldn't read {0}.", PRESET_FILE), undefined, () => {
    if ((type & vscode.FileType.SymbolicLink) !== 0) throw invalid(linkNotReadText());
    if (text === undefined) throw invalid(notUtf8Text());
    return readPreset(text);
  });
}

function invalid(happened: string): UserGroupsError {
  return new UserGroupsError({ kind: 'invalid', happened });
}
