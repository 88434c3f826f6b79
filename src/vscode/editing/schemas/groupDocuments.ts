// The documents with language features: those of the list, and files of the user's own.

import type * as vscode from 'vscode';
import type { Connection } from '../../../core/connection.ts';
import type { Lazy } from '../../../core/lazy.ts';
import type { Services } from '../../../services/services.ts';
import { isWorkspaceFile, parseUri } from '../../platform/documentUris.ts';

/** The source of our problems in the Problems panel. */
export const SOURCE = 'User Groups';

/** Identifies a document's group. */
export interface GroupDependencies {
  readonly services: Lazy<Services>;
  /** The connection chosen for a file of the workspace. */
  readonly connectionOf: (file: vscode.Uri) => Promise<Connection | undefined>;
}

export const GROUP_DOCUMENTS: vscode.DocumentSelector = ['json', 'jsonc'].map((language) => ({
  language,
  pattern: '**/*.usergroup.json',
}));

export function isGroupDocument(uri: vscode.Uri): boolean {
  return parseUri(uri) !== undefined || isWorkspaceFile(uri);
}
