// Reads what is imported: one file, several documents, or a folder of documents, chosen by the person or given.

import * as vscode from 'vscode';
import { cancelled, UserGroupsError } from '../../../core/errors.ts';
import { foreignText } from '../../../core/foreignText.ts';
import type { ImportSource, NamedBytes } from '../../../bulk/readImport.ts';
import { DOCUMENT_SUFFIX } from '../../../document/documentUri.ts';
import { linkNotReadText } from '../../../services/files/groupFiles.ts';
import { isLink, nameOf } from '../../files/fileWriting.ts';
import { askChoice, BACK, type Place } from '../../command/ask.ts';

/** What was chosen, and how it is called. */
export interface Chosen {
  readonly uris: readonly vscode.Uri[];
  readonly isFolder: boolean;
}

const FILTERS = {
  'CSV, JSON, JSON Lines or documents': ['csv', 'tsv', 'txt', 'json', 'jsonl', 'ndjson'],
  'All files': ['*'],
};
/** A larger file is no list of groups; it would be held in memory as a whole. */
const MOST_BYTES = 512 * 1024 * 1024;

/** @throws UserGroupsError `cancelled` when the person closes the dialog */
export async function chooseSource(place: Place): Promise<Chosen | typeof BACK> {
  const kind = await askChoice<'file' | 'folder'>({
    ...place,
    placeholder: 'Where are the groups?',
    choices: [
      {
        label: '$(file) A File…',
        detail: 'CSV, TSV or TXT; JSON; JSON Lines; or one or more *.usergroup.json',
        value: 'file',
      },
      { label: '$(folder) A Folder…', detail: 'of *.usergroup.json, one for each group', value: 'folder' },
    ],
  });
  if (kind === BACK) return BACK;
  const isFolder = kind === 'folder';
  const open = vscode.workspace.workspaceFolders?.[0]?.uri;
  const uris = await vscode.window.showOpenDialog({
    title: 'Import',
    openLabel: isFolder ? 'Import This Folder' : 'Import',
    canSelectFiles: !isFolder,
    canSelectFolders: isFolder,
    canSelectMany: !isFolder,
    ...(!isFolder && { filters: FILTERS }),
    ...(open !== undefined && { defaultUri: open }),
  });
  if (uris === undefined || uris.length === 0) throw cancelled();
  return { uris, isFolder };
}

/** A path, or the text of a URI. @throws UserGroupsError `invalid`, `notFound` */
export async function inputSource(input: unknown): Promise<Chosen> {
  if (typeof input !== 'string')
    throw new UserGroupsError({
      kind: 'invalid',
      happened: 'The file is given as something that is no text.',
      next: 'Give its path.',
    });
  const uri = /^[a-z][a-z0-9+.-]+:\/\//i.test(input) ? vscode.Uri.parse(input, true) : vscode.Uri.file(input);
  const { type } = await tryTo(uri, vscode.workspace.fs.stat(uri));
  return { uris: [uri], isFolder: (type & vscode.FileType.Directory) !== 0 };
}

/** Its name for a person. Foreign text. */
export function sourceName({ uris }: Chosen): string {
  const [first] = uris;
  return uris.length === 1 && first !== undefined ? nameOf(first) : `${uris.length} files`;
}

/** @throws UserGroupsError `notFound` when it cannot be read, `invalid` when it is none of the kinds */
export async function readSource({ uris, isFolder }: Chosen): Promise<ImportSource> {
  const [first, ...others] = uris;
  if (first === undefined) throw cancelled();
  if (isFolder) return { kind: 'folder', files: await documentsIn(first) };
  if (uris.every((uri) => nameOf(uri).endsWith(DOCUMENT_SUFFIX))) {
    return {
      kind: 'folder',
      files: await Promise.all(uris.map(async (uri) => ({ name: nameOf(uri), bytes: await bytesOf(uri) }))),
    };
  }
  if (others.length > 0) {
    throw new UserGroupsError({
      kind: 'invalid',
      happened: `Several files at once can be brought in when all are *${DOCUMENT_SUFFIX}.`,
      next: 'Choose one CSV, JSON or JSON Lines file at a time.',
    });
  }
  return { kind: sourceKindOf(nameOf(first)), bytes: await bytesOf(first) };
}

async function documentsIn(folder: vscode.Uri): Promise<NamedBytes[]> {
  const entries = await tryTo(folder, vscode.workspace.fs.readDirectory(folder));
  const files: NamedBytes[] = [];
  for (const [name, type] of entries) {
    const isDocument = name.endsWith(DOCUMENT_SUFFIX);
    if (isDocument && isLink(type)) files.push({ name, bytes: new Uint8Array(), unread: linkNotReadText() });
    if (isLink(type) || (type & vscode.FileType.File) === 0) continue;
    // Of the others only the name counts.
    files.push({ name, bytes: isDocument ? await bytesOf(vscode.Uri.joinPath(folder, name)) : new Uint8Array() });
  }
  return files;
}

async function bytesOf(uri: vscode.Uri): Promise<Uint8Array> {
  const { size } = await tryTo(uri, vscode.workspace.fs.stat(uri));
  if (size > MOST_BYTES)
    throw new UserGroupsError({
      kind: 'invalid',
      happened: `"${foreignText(nameOf(uri))}" is larger than 512 MB.`,
      next: 'Bring the groups in by several files.',
    });
  return tryTo(uri, vscode.workspace.fs.readFile(uri));
}

function tryTo<T>(uri: vscode.Uri, work: Thenable<T>): Thenable<T> {
  return work.then(
    (done) => done,
    (error: unknown) => {
      throw new UserGroupsError({
        kind: 'notFound',
        happened: `"${foreignText(nameOf(uri))}" cannot be read.`,
        next: 'Choose one that is there.',
        cause: error,
      });
    },
  );
}

/** The kind of list, by the file's name. */
export function sourceKindOf(fileName: string): 'csv' | 'json' | 'jsonLines' {
  if (/\.(jsonl|ndjson|jsonlines)$/i.test(fileName)) return 'jsonLines';
  return /\.json$/i.test(fileName) ? 'json' : 'csv';
}
