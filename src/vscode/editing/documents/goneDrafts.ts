// Closes tabs of unsent documents that are gone: discarded, or sent in another window.

import * as vscode from 'vscode';
import type { Services } from '../../../services/services.ts';
import { isDocumentTab } from '../../platform/documentTab.ts';
import { parseUri } from '../../platform/documentUris.ts';
import { openDocument } from './openDocuments.ts';

/**
 * Closes them, so that nothing is sent or saved from them. One with unsaved changes stays: they are the person's.
 * `isMoving`: it is becoming its group, or going to another connection.
 */
export async function closeGoneDrafts(
  { connections, groups }: Services,
  isMoving: (uri: vscode.Uri) => boolean,
): Promise<void> {
  // A custom editor's tab that is restored stays marked as it was, whatever its document says by now.
  const isUnsaved = (uri: vscode.Uri, tabIsDirty: boolean): boolean => openDocument(uri)?.isDirty ?? tabIsDirty;
  const isGone = (uri: vscode.Uri): boolean => {
    const parsed = parseUri(uri);
    if (parsed === undefined || !('newNumber' in parsed) || isMoving(uri)) return false;
    const connection = connections.list().find(({ name }) => name === parsed.connection);
    return connection !== undefined && groups.newDraft(connection.id, parsed.newNumber) === undefined;
  };
  const tabs = vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter(({ input, isDirty }) => isDocumentTab(input) && isGone(input.uri) && !isUnsaved(input.uri, isDirty));
  if (tabs.length > 0) await vscode.window.tabGroups.close(tabs, true);
}
