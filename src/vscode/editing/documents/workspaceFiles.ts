// Which files belong to the workspace, by their names and by the targets of links.

import * as vscode from 'vscode';
import type { LargeFiles } from '../../../core/ports/files.ts';

/** A folder opened through a link is also the workspace by its real path; a link to one of its files is that file. */
export async function isOfWorkspace({ realPath }: Pick<LargeFiles, 'realPath'>, file: vscode.Uri): Promise<boolean> {
  if (vscode.workspace.getWorkspaceFolder(file) !== undefined) return true;
  if (file.scheme !== 'file') return false;
  const folders = vscode.workspace.workspaceFolders ?? [];
  const roots = folders.map(({ uri }) => uri).filter(({ scheme }) => scheme === 'file');
  const [real, ...realRoots] = await Promise.all([file, ...roots].map((uri) => realUri(realPath, uri)));
  return real !== undefined && realRoots.some((root) => root !== undefined && isWithin(root, real));
}

/** The folder itself counts, too. Of URIs of one scheme and authority, whose paths have no `..` any more. */
export function isWithin(folder: vscode.Uri, file: vscode.Uri): boolean {
  return `${file.path}/`.startsWith(folder.path.endsWith('/') ? folder.path : `${folder.path}/`);
}

/** `undefined` for a file that does not exist, and so cannot be read. */
export async function realUri(realPath: LargeFiles['realPath'], uri: vscode.Uri): Promise<vscode.Uri | undefined> {
  return realPath(uri.fsPath).then(
    (path) => vscode.Uri.file(path),
    () => undefined,
  );
}
