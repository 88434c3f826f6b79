// Reads the preset beside a document of the workspace.

import * as vscode from 'vscode';
import { LONGEST_DOCUMENT } from '../../document/documentFiles.ts';
import { PRESET_FILE } from '../../document/documentUri.ts';
import type { Preset } from '../../document/preset.ts';
import { documentFolder, requirePreset } from '../../services/files/groupFiles.ts';
import { entryType, ifThere, readRegularFile } from './configFiles.ts';

/** `undefined` where there is none. @throws UserGroupsError `invalid`, also for a link */
export async function presetBeside(document: vscode.Uri): Promise<Preset | undefined> {
  // One that was never saved is beside nothing.
  if (document.scheme === 'untitled') return undefined;
  const file = vscode.Uri.joinPath(document, '..', PRESET_FILE);
  const found = await ifThere(vscode.workspace.fs.stat(file));
  if (found === undefined) return undefined;
  const read = (): Promise<Uint8Array | undefined> => readRegularFile(file, LONGEST_DOCUMENT);
  return requirePreset(documentFolder([[PRESET_FILE, entryType(found.type)]], read));
}
