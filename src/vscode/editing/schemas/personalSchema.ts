// One of the person's schemas: located by the setting, read, and validated by VS Code's own JSON features.

import * as vscode from 'vscode';
import type { ObjectField } from '../../../contract/fields.ts';
import type { PersonalSchema } from '../../../document/composedSchema.ts';
import { placeOfReference, readSchema } from '../../../document/readSchema.ts';
import { checkedBy, isSchemaUnreadable } from './jsonFeatures.ts';
import { strayIn, type SchemaEdition } from './schemaEdition.ts';
import { unservedText, unusedText } from './schemaTexts.ts';
import { parseEditionUri } from './schemaUris.ts';

export interface SchemaSetting {
  readonly name: `userGroups.${ObjectField}Schema`;
  readonly field: ObjectField;
  /** As typed by the person. */
  readonly value: unknown;
}

/** Why a schema of the person's is not used, and where. */
export interface SchemaTrouble {
  readonly uri: vscode.Uri;
  readonly range: vscode.Range;
  readonly message: string;
  /** VS Code reports it wherever the file is open. */
  readonly isSyntax: boolean;
}

export type SchemaFound = { readonly usable: PersonalSchema } | { readonly trouble: SchemaTrouble };

/** A schema's text, where it is served, and where the person finds it. */
interface Source {
  readonly served: vscode.Uri;
  readonly own: vscode.Uri;
  readonly text: string;
}

/** `undefined` when the setting names none. VS Code marks a value that is no schema at all, in the settings. */
export async function findPersonalSchema(
  edition: SchemaEdition,
  setting: SchemaSetting,
): Promise<SchemaFound | undefined> {
  const { name, value } = setting;
  if (typeof value === 'string' && value.trim() !== '') {
    const source = await fileSource(edition, value.trim());
    return source === undefined
      ? { trouble: missing(edition, name, value.trim()) }
      : usableOf(edition, setting, source);
  }
  if (typeof value !== 'boolean' && (typeof value !== 'object' || value === null || Array.isArray(value)))
    return undefined;
  // References of an inline schema are relative to the workspace folder.
  const text = JSON.stringify(value, undefined, 2);
  const served = edition.put(name, text);
  return usableOf(edition, setting, { served, own: served, text });
}

async function fileSource(edition: SchemaEdition, path: string): Promise<Source | undefined> {
  const served = await edition.find(path);
  const parts = served && parseEditionUri(served);
  const own = parts && edition.originOf(parts);
  if (served === undefined || parts === undefined || own === undefined) return undefined;
  return { served, own, text: await edition.source(parts) };
}

/** Placed at the missing file, which VS Code then offers to create; without a folder at the setting's own text. */
function missing(edition: SchemaEdition, name: string, path: string): SchemaTrouble {
  const uri = edition.fileNamed(path) ?? edition.put(name, JSON.stringify(path));
  const message = unusedText(name, unservedText(path, edition.whyUnserved(path) ?? 'missing'));
  return { uri, range: new vscode.Range(0, 0, 0, 1), message, isSyntax: false };
}

async function usableOf(edition: SchemaEdition, { name, field }: SchemaSetting, source: Source): Promise<SchemaFound> {
  const read = readSchema(source.text);
  if ('fault' in read) {
    const { reason, isSyntax } = read.fault;
    return { trouble: trouble(name, source, read.fault, reason, isSyntax) };
  }
  // VS Code must not read it at all.
  const place = parseEditionUri(source.served) ?? { file: name };
  const stray = strayIn(source.text, place);
  if (stray !== undefined) return { trouble: trouble(name, source, stray, unservedText(place.file, stray), false) };
  const complaint = (await checkedBy(source.served, '{}'))?.find(isSchemaUnreadable);
  if (complaint === undefined) return { usable: { field, schema: read.schema, uri: source.served.toString() } };
  const reason = reasonOf(complaint.message, edition, source.served);
  return { trouble: trouble(name, source, placeOfReference(source.text, complaint.message), reason, false) };
}

function trouble(
  name: string,
  { own, text }: Source,
  place: { readonly offset: number; readonly length: number },
  reason: string,
  isSyntax: boolean,
): SchemaTrouble {
  const range = new vscode.Range(positionAt(text, place.offset), positionAt(text, place.offset + place.length));
  return { uri: own, range, message: unusedText(name, reason), isSyntax };
}

/** VS Code's words, without the internal addresses of schemas. */
function reasonOf(complaint: string, { unserved }: SchemaEdition, served: vscode.Uri): string {
  const { edition = 0, folder = 0 } = parseEditionUri(served) ?? {};
  const words = complaint.replaceAll(served.with({ path: `/${edition}/${folder}/` }).toString(), '');
  const found = Array.from(unserved).find(([file]) => words.includes(file));
  return found === undefined ? words : unservedText(...found);
}

function positionAt(text: string, offset: number): vscode.Position {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
  return new vscode.Position(lines.length - 1, (lines.at(-1) ?? '').length);
}
