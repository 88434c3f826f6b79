// The bytes by which VS Code reads and writes a document of ours: UTF-8, whatever encoding the person's settings name
// for files.

import * as vscode from 'vscode';

const MARK = '\uFEFF';

/** Begins with a mark where the settings name another encoding: by it VS Code knows better. */
export function documentBytes(text: string, uri: vscode.Uri): Uint8Array {
  const encoding = vscode.workspace.getConfiguration('files', { uri, languageId: 'json' }).get<unknown>('encoding');
  return new TextEncoder().encode(encoding === 'utf8' ? text : `${MARK}${text}`);
}

/** @throws FileSystemError for bytes that are not UTF-8: read as such they would be another text. */
export function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw vscode.FileSystemError.NoPermissions('User groups are kept as UTF-8: choose Save with Encoding, UTF-8');
  }
}
