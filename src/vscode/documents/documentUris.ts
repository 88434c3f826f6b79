// `usergroup:` URIs of groups and of documents not yet sent.

import * as vscode from 'vscode';
import { parsePath, pathOf, pathOfNew, type GroupPath, type NewPath } from '../../document/documentUri.ts';

export const SCHEME = 'usergroup';

/** @throws UserGroupsError `invalid` for an id that no URI can hold. */
export function groupUri(connection: string, userGroupId: string): vscode.Uri {
  return vscode.Uri.from({ scheme: SCHEME, path: pathOf({ connection, userGroupId }) });
}

export function newDraftUri(connection: string, number: number): vscode.Uri {
  return vscode.Uri.from({ scheme: SCHEME, path: pathOfNew({ connection, number }) });
}

export function parseUri(uri: vscode.Uri | undefined): GroupPath | NewPath | undefined {
  return uri?.scheme === SCHEME ? parsePath(uri.path) : undefined;
}
