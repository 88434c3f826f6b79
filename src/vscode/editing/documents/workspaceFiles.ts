// Which files are those of the workspace: by their names, and by where links lead.

import * as vscode from 'vscode';
import type { LargeFiles } from '../../../core/ports/files.ts';

/** A folder that is opened by a link is the workspace by its own path, too; a link to one of its files is that file. */
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

/** `undefined` of what is not there, and so can be read by nobody. */
export async function realUri(realPath: LargeFiles['realPath'], uri: vscode.Uri): Promise<vscode.Uri | undefined> {
  return realPath(uri.fsPath).then(
    (path) => vscode.Uri.file(path),
    () => undefined,
  );
}
