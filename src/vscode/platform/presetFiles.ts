// Reads the preset beside a document of the workspace.

import * as vscode from 'vscode';
import { PRESET_FILE } from '../../document/documentUri.ts';
import type { Preset } from '../../document/preset.ts';
import { requirePreset } from '../../services/files/groupFiles.ts';
import { readIfThere } from './configFiles.ts';

/** `undefined` where there is none. @throws UserGroupsError `invalid`, also for a link */
export async function presetBeside(document: vscode.Uri): Promise<Preset | undefined> {
  // One that was never saved is beside nothing.
  if (document.scheme === 'untitled') return undefined;
  const file = vscode.Uri.joinPath(document, '..', PRESET_FILE);
  const bytes = await readIfThere(file);
  if (bytes === undefined) return undefined;
  const { type } = await vscode.workspace.fs.stat(file);
  const kind = (type & vscode.FileType.SymbolicLink) === 0 ? 'preset' : 'link';
  return requirePreset({ entries: [{ name: PRESET_FILE, kind }], read: () => Promise.resolve(bytes) });
}
