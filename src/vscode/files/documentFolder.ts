// Reads the documents of a folder on the disk, or of any other file system of the editor.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { UserGroupsError } from '../../core/errors.ts';
import { documentFolder, type DocumentFolder } from '../../services/files/groupFiles.ts';
import { entryType, readIfThere } from '../platform/configFiles.ts';

/** @param mayBeAbsent a folder that does not exist yet is empty @throws UserGroupsError `notFound` */
export async function documentsIn(root: vscode.Uri, doing: string, mayBeAbsent = false): Promise<DocumentFolder> {
  const entries = await vscode.workspace.fs.readDirectory(root).then(
    (found) => found,
    (error: unknown) => {
      if (mayBeAbsent && error instanceof vscode.FileSystemError && error.code === 'FileNotFound') return [];
      throw new UserGroupsError('notFound', l10n.t("The folder can't be read."), l10n.t('Choose another folder.'), {
        doing,
        cause: error,
      });
    },
  );
  return folderOf(root, entries);
}

/** @param entries as the editor lists them */
export function folderOf(root: vscode.Uri, entries: readonly [string, vscode.FileType][]): DocumentFolder {
  return documentFolder(
    entries.map(([name, type]) => [name, entryType(type)] as const),
    (name) => readIfThere(vscode.Uri.joinPath(root, name)),
  );
}
