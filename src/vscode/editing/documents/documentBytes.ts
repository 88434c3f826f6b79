// Encodes a document for VS Code: always UTF-8, regardless of the person's encoding of files.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';

const MARK = '\uFEFF';

/** Begins with a byte order mark where the settings name another encoding, so that VS Code detects UTF-8. */
export function documentBytes(text: string, uri: vscode.Uri): Uint8Array {
  const encoding = vscode.workspace.getConfiguration('files', { uri, languageId: 'json' }).get<unknown>('encoding');
  return new TextEncoder().encode(encoding === 'utf8' ? text : `${MARK}${text}`);
}

/** @throws FileSystemError for bytes that are not UTF-8: decoding them would change the text. */
export function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw vscode.FileSystemError.NoPermissions(
      l10n.t('Groups are stored as UTF-8. Use "Save with Encoding" and choose UTF-8.'),
    );
  }
}
