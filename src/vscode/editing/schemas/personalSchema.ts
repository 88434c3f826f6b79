// One of the user's schemas: located by its setting, read with its files, and tried with VS Code's own JSON features.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ObjectField } from '../../../contract/fields.ts';
import { foreignText, quotedId } from '../../../core/foreignText.ts';
import { isObject } from '../../../core/isObject.ts';
import type { LargeFiles } from '../../../core/ports/files.ts';
import { sentence, sentences } from '../../../core/sentences.ts';
import { LONGEST_DOCUMENT } from '../../../document/documentFiles.ts';
import { fieldsTolerantly } from '../../../document/jsonFields.ts';
import { placesIn } from '../../../document/lineAndColumn.ts';
import {
  isSchemaError,
  missingText,
  outsideText,
  readSchema,
  unresolvedIn,
  type SchemaRead,
} from '../../../document/readSchema.ts';
import { isWithin, realUri } from '../documents/workspaceFiles.ts';
import { SOURCE } from './groupDocuments.ts';
import { schemaUri } from './schemaFileSystem.ts';

/** What a setting names or has. */
export interface PersonalSchema extends SchemaRead {
  readonly field: ObjectField;
  /** Its path within the folder; a schema that stands in the settings has the setting's name. */
  readonly file: string;
  readonly folder: vscode.Uri | undefined;
  /** The text of the settings, unless they name a file. */
  readonly inSettings?: string | undefined;
}

/** Reads files of the workspace, and reports each that it looks for, there or not. */
export interface SchemaReading {
  readonly realPath: LargeFiles['realPath'];
  readonly onRead: (file: vscode.Uri) => void;
}

/**
 * @param value as typed by the user
 * @returns `undefined` when the setting names none. VS Code marks a value that is no schema at all, in the settings.
 */
export async function findPersonalSchema(
  field: ObjectField,
  value: unknown,
  reading: SchemaReading,
): Promise<PersonalSchema | undefined> {
  const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri);
  const file = settingOf(field);
  if (typeof value === 'boolean' || isObject(value)) {
    const text = JSON.stringify(value, undefined, 2);
    // References of a schema in the settings are relative to the workspace folder.
    const textOf = (name: string): ReturnType<typeof textIn> =>
      name === file ? Promise.resolve({ text }) : textIn(folders[0], name, reading);
    return { field, file, folder: folders[0], inSettings: text, ...(await readSchema(file, textOf)) };
  }
  const path = typeof value === 'string' ? value.trim() : '';
  if (path === '') return undefined;
  const inFolders: PersonalSchema[] = [];
  for (const folder of folders) {
    const named = fileNamed(folder, path);
    if (named === undefined) continue;
    const read = await readSchema(named, (name) => textIn(folder, name, reading));
    inFolders.push({ field, file: named, folder, ...read });
    if (read.files.size > 0 || read.fault?.text !== undefined) return inFolders.at(-1);
  }
  const text = JSON.stringify(path);
  const fault = { file, text, offset: 0, length: 1, reason: missingText(path) };
  return inFolders[0] ?? { field, file, folder: undefined, inSettings: text, files: new Map(), fault };
}

/**
 * Tries whether VS Code can follow all references. @param address under which VS Code reads its files: VS Code keeps
 * what it has read until it is notified, so each edition has addresses of its own
 */
export async function followed(schema: PersonalSchema, address: string): Promise<PersonalSchema> {
  if (schema.fault !== undefined) return schema;
  const found = (await checkedBy(schemaUri(address + schema.file), '{}')) ?? [];
  const fault = unresolvedIn(
    schema.files,
    schema.file,
    found.map(({ code, message }) => ({ code, message: message.replaceAll(schemaUri(address).toString(), '') })),
  );
  return fault === undefined ? schema : { ...schema, fault };
}

/** A missing file is the place itself: VS Code then offers to create it. */
export function problemOf(
  { field, file, folder, inSettings, fault }: PersonalSchema,
  address: string,
): [vscode.Uri, vscode.Diagnostic[]] | undefined {
  if (fault === undefined) return undefined;
  const placeAt = placesIn(fault.text ?? '');
  const [start, end] = [fault.offset, fault.offset + fault.length].map((offset) => {
    const { line, column } = placeAt(offset);
    return new vscode.Position(line - 1, column - 1);
  }) as [vscode.Position, vscode.Position];
  const message = sentences([
    l10n.t("{0} can't be used, so documents are checked without it.", settingOf(field)),
    sentence(foreignText(fault.reason, 400)),
  ]);
  const problem = new vscode.Diagnostic(new vscode.Range(start, end), message, vscode.DiagnosticSeverity.Warning);
  problem.source = SOURCE;
  const isInSettings = folder === undefined || (inSettings !== undefined && fault.file === file);
  return [isInSettings ? schemaUri(address + file) : vscode.Uri.joinPath(folder, fault.file), [problem]];
}

function settingOf(field: ObjectField): string {
  return `userGroups.${field}Schema`;
}

/** The path within the folder. `undefined` where that is no file of it. */
function fileNamed(folder: vscode.Uri, path: string): string | undefined {
  const uri = vscode.Uri.joinPath(folder, path.replaceAll('\\', '/'));
  const within = folder.path.endsWith('/') ? folder.path : `${folder.path}/`;
  return isWithin(folder, uri) && uri.path.length > within.length ? uri.path.slice(within.length) : undefined;
}

async function textIn(
  folder: vscode.Uri | undefined,
  name: string,
  { realPath, onRead }: SchemaReading,
): ReturnType<Parameters<typeof readSchema>[1]> {
  if (folder === undefined) return { reason: missingText(name) };
  const file = vscode.Uri.joinPath(folder, name);
  onRead(file);
  // A link may lead anywhere. The target of a missing file stays undisclosed.
  const uris = file.scheme === 'file' ? [folder, file] : [];
  const [root, real] = await Promise.all(uris.map((uri) => realUri(realPath, uri)));
  if (root !== undefined && real !== undefined && !isWithin(root, real)) return { reason: outsideText(name) };
  try {
    const bytes = await vscode.workspace.fs.readFile(file);
    if (bytes.byteLength > LONGEST_DOCUMENT)
      return { reason: l10n.t("The file {0} can't be read as text.", quotedId(name)) };
    return { text: await vscode.workspace.decode(bytes, { uri: file }) };
  } catch {
    return { reason: missingText(name) };
  }
}

/** Undocumented, in VS Code since 1.99: checks a text, open or not, in its current state. */
const VALIDATE = 'json.validate';

/** `undefined` where VS Code cannot be asked. Places are those of `text`. */
async function checkedBy(schema: vscode.Uri, text: string): Promise<vscode.Diagnostic[] | undefined> {
  try {
    return (await vscode.commands.executeCommand<Said[]>(VALIDATE, schema, text)).map(toDiagnostic);
  } catch {
    return undefined;
  }
}

/**
 * Of exactly this text: VS Code's last result for an open document may be about an older one. Where VS Code cannot be
 * asked so, and where the document names a schema of its own, which VS Code uses instead, it is the content of the
 * Problems panel.
 */
export async function schemaErrors(
  uri: vscode.Uri,
  text: string,
  schema: vscode.Uri,
): Promise<readonly vscode.Diagnostic[]> {
  const namesOwn = fieldsTolerantly(text).fields.some(({ key, type }) => key === '$schema' && type === 'string');
  const checked = namesOwn ? undefined : await checkedBy(schema, text);
  const found =
    checked ?? vscode.languages.getDiagnostics(uri).filter(({ source }) => source === undefined || source === 'json');
  return found.filter(isSchemaError);
}

type Place = Pick<vscode.Position, 'line' | 'character'>;

/** A diagnostic as it is, or as it arrives from JSON features on another machine. */
interface Said extends Pick<vscode.Diagnostic, 'message' | 'code'> {
  readonly range: { readonly start: Place; readonly end: Place } | readonly [Place, Place];
}

function toDiagnostic({ message, code, range }: Said): vscode.Diagnostic {
  const [start, end] = 'start' in range ? [range.start, range.end] : range;
  const place = new vscode.Range(start.line, start.character, end.line, end.character);
  return Object.assign(new vscode.Diagnostic(place, message), { code });
}
