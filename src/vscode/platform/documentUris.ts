// `usergroup:` URIs of groups and of unsent documents.

import * as vscode from 'vscode';
import {
  DOCUMENT_SUFFIX,
  parsePath,
  pathOf,
  pathOfNew,
  type GroupPath,
  type NewPath,
} from '../../document/documentUri.ts';

export const SCHEME = 'usergroup';

/** @throws UserGroupsError `invalid` for an id that no URI can hold. */
export function groupUri(connection: string, userGroupId: string): vscode.Uri {
  return vscode.Uri.from({ scheme: SCHEME, path: pathOf({ connection, userGroupId }) });
}

export function newDraftUri(connection: string, number: number): vscode.Uri {
  return vscode.Uri.from({ scheme: SCHEME, path: pathOfNew({ connection, number }) });
}

/** The connection itself, as the folder of its groups. */
export function connectionUri(connection: string): vscode.Uri {
  return vscode.Uri.from({ scheme: SCHEME, path: groupUri(connection, '').path.split('/').slice(0, 2).join('/') });
}

/** Name of the connection of a group, an unsent document, or the connection's own folder. */
export function connectionNameIn(uri: vscode.Uri): string | undefined {
  const segment = uri.path.split('/')[1] ?? '';
  return parsePath(`/${segment}/.usergroup.json`)?.connection;
}

export function parseUri(uri: vscode.Uri | undefined): GroupPath | NewPath | undefined {
  return uri?.scheme === SCHEME ? parsePath(uri.path) : undefined;
}

/** The key of a sending: a new document itself; otherwise the group. */
export function sentAs(document: vscode.Uri | undefined, connection: string, userGroupId: string): vscode.Uri {
  const parsed = parseUri(document);
  return document !== undefined && parsed !== undefined && 'newNumber' in parsed
    ? document
    : groupUri(connection, userGroupId);
}

/** A document that is a file of the person's own, on any file system. */
export function isWorkspaceFile({ scheme, path }: vscode.Uri): boolean {
  return FILE_SCHEMES.includes(scheme) && path.endsWith(DOCUMENT_SUFFIX);
}

/** Neither the read-only sides of a comparison nor version control's. */
const FILE_SCHEMES = ['file', 'vscode-remote', 'vscode-vfs', 'untitled'];
