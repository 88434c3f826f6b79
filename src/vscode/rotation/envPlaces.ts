// The .env files of the workspace that a token may be written to.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { UserGroupsError } from '../../core/errors.ts';
import { visibleId } from '../../core/foreignText.ts';
import type { WorkspaceTrust } from '../../core/ports/userSettings.ts';
import type { EnvPlace } from '../../services/rotation/envFiles.ts';

const PATTERN = '**/{.env,.env.*,*.env}';
const ELSEWHERE = '**/{node_modules,.git}/**';
/** Those that are shared, without values. */
const EXAMPLE = /\.(?:example|sample|template|dist|defaults)$/;
const MOST_FOUND = 200;

/** @throws UserGroupsError `forbidden` in Restricted Mode */
export function requireTrustedPlace(trust: WorkspaceTrust): void {
  if (trust.isTrusted()) return;
  throw new UserGroupsError(
    'forbidden',
    l10n.t('The workspace is not trusted.'),
    l10n.t('Trust the workspace first (Workspaces: Manage Workspace Trust).'),
  );
}

/**
 * Where a token may be written: a file of this machine, below a folder of the trusted workspace.
 * @throws UserGroupsError `forbidden` in Restricted Mode; `conflict` for other files, and for a file with unsaved
 * changes
 */
export function envPlace(trust: WorkspaceTrust, file: string): EnvPlace {
  const uri = vscode.Uri.parse(file);
  const requireAllowed = (): void => {
    requireTrustedPlace(trust);
    requireSaved(uri);
  };
  requireAllowed();
  const root = vscode.workspace.getWorkspaceFolder(uri)?.uri;
  if (root?.scheme !== 'file' || uri.scheme !== 'file')
    throw refused(
      l10n.t('The file is in no folder of this workspace on this machine.'),
      l10n.t('Open its folder, or choose another file.'),
    );
  return { root: root.fsPath, path: uri.fsPath, requireAllowed };
}

function requireSaved(uri: vscode.Uri): void {
  if (vscode.workspace.textDocuments.some((document) => document.isDirty && document.uri.toString() === uri.toString()))
    throw refused(l10n.t('The file has unsaved changes.'), l10n.t('Save the file, then try again.'));
}

export interface FoundEnvFile {
  readonly uri: vscode.Uri;
  readonly isThere: boolean;
}

/** Those that are there, and one that could be in each folder of the workspace. @throws as `requireTrustedPlace` */
export async function envFilesOfWorkspace(trust: WorkspaceTrust): Promise<readonly FoundEnvFile[]> {
  requireTrustedPlace(trust);
  const roots = (vscode.workspace.workspaceFolders ?? [])
    .map(({ uri }) => uri)
    .filter(({ scheme }) => scheme === 'file');
  if (roots.length === 0)
    throw new UserGroupsError(
      'notFound',
      l10n.t('No folder of this machine is open.'),
      l10n.t('Open a folder, then try again.'),
    );
  const found = (await vscode.workspace.findFiles(PATTERN, ELSEWHERE, MOST_FOUND))
    .filter(({ scheme, path }) => scheme === 'file' && !EXAMPLE.test(path))
    .toSorted((one, other) => (one.path < other.path ? -1 : 1));
  const known = new Set(found.map(String));
  const others = roots.map((root) => vscode.Uri.joinPath(root, '.env')).filter((uri) => !known.has(String(uri)));
  return [
    ...found.map((uri) => ({ uri, isThere: true })),
    // The search leaves out what the settings exclude.
    ...(await Promise.all(others.map(async (uri) => ({ uri, isThere: await isThere(uri) })))),
  ];
}

function isThere(uri: vscode.Uri): Promise<boolean> {
  return Promise.resolve(vscode.workspace.fs.stat(uri)).then(
    () => true,
    () => false,
  );
}

/** Its path within the workspace. */
export function envFileText(file: string | vscode.Uri): string {
  return visibleId(vscode.workspace.asRelativePath(typeof file === 'string' ? vscode.Uri.parse(file) : file), 200);
}

function refused(happened: string, next: string): UserGroupsError {
  return new UserGroupsError('conflict', happened, next);
}
