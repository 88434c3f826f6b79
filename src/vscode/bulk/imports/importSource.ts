// Reads what is imported: one file, several documents, or a folder of documents, chosen by the user or given.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { cancelled, UserGroupsError } from '../../../core/errors.ts';
import { foreignText } from '../../../core/foreignText.ts';
import { grouped } from '../../../core/language.ts';
import { LIST_SUFFIX } from '../../../bulk/listFile.ts';
import type { ImportSource, NamedBytes } from '../../../bulk/readImport.ts';
import { sourceKindOf } from '../../../bulk/sourceKind.ts';
import { isDocumentFile } from '../../../document/documentFiles.ts';
import { DOCUMENT_SUFFIX, PRESET_FILE } from '../../../document/documentUri.ts';
import type { Preset } from '../../../document/preset.ts';
import { folderOf } from '../../files/documentFolder.ts';
import { nameOf } from '../../files/fileWriting.ts';
import { LONGEST_LIST } from '../../../document/documentFiles.ts';
import { presetBeside } from '../../platform/presetFiles.ts';
import { fileArgument } from '../../command/invocation.ts';

/** What was chosen, and how it is called. */
export interface Chosen {
  readonly uris: readonly vscode.Uri[];
  readonly isFolder: boolean;
}

/** @throws UserGroupsError `cancelled` when the user closes the dialog */
export async function chooseSource(title: string): Promise<Chosen> {
  const open = vscode.workspace.workspaceFolders?.[0]?.uri;
  const uris = await vscode.window.showOpenDialog({
    title,
    openLabel: l10n.t('Import'),
    canSelectMany: true,
    filters: filters(),
    ...(open !== undefined && { defaultUri: open }),
  });
  if (uris === undefined || uris.length === 0) throw cancelled();
  return { uris, isFolder: false };
}

/** @throws UserGroupsError `invalid`, `notFound` */
export async function inputSource(input: unknown): Promise<Chosen> {
  const uri = fileArgument(input);
  const { type } = await tryTo(uri, vscode.workspace.fs.stat(uri));
  return { uris: [uri], isFolder: (type & vscode.FileType.Directory) !== 0 };
}

/** Its name for the user. Foreign text. */
export function sourceName({ uris }: Chosen): string {
  const [first] = uris;
  return uris.length === 1 && first !== undefined ? nameOf(first) : l10n.t('{0} files', grouped(uris.length));
}

/** How a CSV file is read can be chosen. */
export function isCsv(chosen: Chosen): boolean {
  return kindOf(chosen) === 'csv';
}

/** Of what is a CSV file. @throws UserGroupsError `notFound`, `invalid` */
export async function csvBytes({ uris: [file] }: Chosen): Promise<Uint8Array> {
  if (file === undefined) throw cancelled();
  return bytesOf(file);
}

/** @throws UserGroupsError `notFound` when it cannot be read, `invalid` when it is none of the kinds */
export async function readSource(chosen: Chosen): Promise<ImportSource> {
  const { uris, isFolder } = chosen;
  const [first, ...others] = uris;
  if (first === undefined) throw cancelled();
  const kind = kindOf(chosen);
  if (kind === 'folder') return { kind, files: isFolder ? await documentsIn(first) : await documentsAmong(uris) };
  if (others.length > 0)
    throw new UserGroupsError(
      'invalid',
      l10n.t('Only *{0} files can be imported together.', DOCUMENT_SUFFIX),
      l10n.t('Choose one CSV, JSON or JSON Lines file at a time.'),
    );
  if (nameOf(first).endsWith(LIST_SUFFIX))
    throw new UserGroupsError(
      'invalid',
      l10n.t('"{0}" is an exported list.', foreignText(nameOf(first))),
      l10n.t('Use "Import List…".'),
    );
  return { kind, bytes: await bytesOf(first) };
}

/** By the names alone. `folder`: documents, whatever else was chosen with them. */
function kindOf({ uris, isFolder }: Chosen): ImportSource['kind'] {
  const [first] = uris;
  if (isFolder || first === undefined || uris.some(isDocument)) return 'folder';
  return sourceKindOf(nameOf(first));
}

function isDocument(uri: vscode.Uri): boolean {
  return isDocumentFile(nameOf(uri));
}

/** By folder. */
type Presets = Map<string, Preset | undefined>;

async function documentsAmong(uris: readonly vscode.Uri[], presets: Presets = new Map()): Promise<NamedBytes[]> {
  const files: NamedBytes[] = [];
  for (const uri of uris) {
    const name = nameOf(uri);
    const folder = vscode.Uri.joinPath(uri, '..').toString();
    // A file that is no document is only named.
    if (!isDocument(uri)) files.push({ name, bytes: new Uint8Array() });
    else {
      if (!presets.has(folder)) presets.set(folder, await presetBeside(uri));
      files.push({ name, bytes: await bytesOf(uri), preset: presets.get(folder) });
    }
  }
  return files;
}

async function documentsIn(folder: vscode.Uri): Promise<NamedBytes[]> {
  const entries = await tryTo(folder, vscode.workspace.fs.readDirectory(folder));
  const types = new Map(entries);
  const presets: Presets = new Map();
  const files: NamedBytes[] = [];
  for (const { name, kind, notRead } of folderOf(folder, entries).entries) {
    if (name === PRESET_FILE) continue;
    if (notRead !== undefined) files.push({ name, bytes: new Uint8Array(), unread: notRead });
    else if (kind !== 'other' || types.get(name) === vscode.FileType.File)
      files.push(...(await documentsAmong([vscode.Uri.joinPath(folder, name)], presets)));
  }
  return files;
}

async function bytesOf(uri: vscode.Uri): Promise<Uint8Array> {
  const { size } = await tryTo(uri, vscode.workspace.fs.stat(uri));
  if (size > LONGEST_LIST)
    throw new UserGroupsError(
      'invalid',
      l10n.t('"{0}" is larger than 512 MB.', foreignText(nameOf(uri))),
      l10n.t('Split it into several files.'),
    );
  return tryTo(uri, vscode.workspace.fs.readFile(uri));
}

function tryTo<T>(uri: vscode.Uri, work: Thenable<T>): Thenable<T> {
  return work.then(
    (done) => done,
    (error: unknown) => {
      throw new UserGroupsError(
        'notFound',
        l10n.t('"{0}" can\'t be read.', foreignText(nameOf(uri))),
        l10n.t('Choose another file or folder.'),
        { cause: error },
      );
    },
  );
}

function filters(): Readonly<Record<string, string[]>> {
  return {
    [l10n.t('CSV, JSON, JSON Lines, or documents')]: ['csv', 'tsv', 'txt', 'json', 'jsonl', 'ndjson'],
    [l10n.t('All files')]: ['*'],
  };
}
