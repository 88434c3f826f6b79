// Reads the documents of a folder on the disk, or of any other file system of the editor.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { UserGroupsError } from '../../core/errors.ts';
import { kindOfEntry, type DocumentFolder } from '../../services/files/groupFiles.ts';
import { readIfThere } from '../platform/configFiles.ts';
import { isLink } from './fileWriting.ts';

/** @throws UserGroupsError `notFound` */
export async function documentsIn(root: vscode.Uri, doing: string): Promise<DocumentFolder> {
  const entries = await vscode.workspace.fs.readDirectory(root).then(
    (found) => found,
    (error: unknown) => {
      throw new UserGroupsError({
        kind: 'notFound',
        doing,
        happened: l10n.t("The folder can't be read."),
        next: l10n.t('Choose another folder.'),
        cause: error,
      });
    },
  );
  return {
    entries: entries.map(([name, type]) => ({ name, kind: kindOfEntry(name, typeOf(type)) })),
    read: (name) => readIfThere(vscode.Uri.joinPath(root, name)),
  };
}

function typeOf(type: vscode.FileType): 'file' | 'link' | 'other' {
  if (isLink(type)) return 'link';
  return (type & vscode.FileType.File) !== 0 ? 'file' : 'other';
}
