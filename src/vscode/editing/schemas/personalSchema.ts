// One of the person's schemas: located by the setting, read, and validated by VS Code's own JSON features.

import * as vscode from 'vscode';
import type { ObjectField } from '../../../contract/fields.ts';
import { isObject } from '../../../core/isObject.ts';
import type { PersonalSchema } from '../../../document/composedSchema.ts';
import { placeOfReference, readSchema } from '../../../document/readSchema.ts';
import { isSchemaUnreadable } from '../../../document/schemaCodes.ts';
import { checkedBy } from './jsonFeatures.ts';
import { strayIn, type SchemaEdition, type SchemaSource } from './schemaEdition.ts';
import { placesIn } from '../../../document/lineAndColumn.ts';
import { unservedText, unusedText } from '../../../document/schemaTexts.ts';
import { editionUri, type EditionPath } from './schemaUris.ts';

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

/** `undefined` when the setting names none. VS Code marks a value that is no schema at all, in the settings. */
export async function findPersonalSchema(
  edition: SchemaEdition,
  setting: SchemaSetting,
): Promise<SchemaFound | undefined> {
  const { name, value } = setting;
  if (typeof value === 'string' && value.trim() !== '') {
    const source = await edition.find(value.trim());
    return source === undefined
      ? { trouble: missing(edition, name, value.trim()) }
      : usableOf(edition, setting, source);
  }
  if (typeof value !== 'boolean' && !isObject(value)) return undefined;
  // References of an inline schema are relative to the workspace folder.
  return usableOf(edition, setting, edition.put(name, JSON.stringify(value, undefined, 2)));
}

/** Placed at the missing file, which VS Code then offers to create; without a folder at the setting's own text. */
function missing(edition: SchemaEdition, name: string, path: string): SchemaTrouble {
  const uri = edition.fileNamed(path) ?? edition.put(name, JSON.stringify(path)).own;
  const message = unusedText(name, unservedText(path, edition.whyUnserved(path) ?? 'missing'));
  return { uri, range: new vscode.Range(0, 0, 0, 1), message, isSyntax: false };
}

async function usableOf(
  edition: SchemaEdition,
  { name, field }: SchemaSetting,
  source: SchemaSource,
): Promise<SchemaFound> {
  const { place, text } = source;
  const read = readSchema(text);
  if ('fault' in read) return { trouble: trouble(name, source, read.fault, read.fault.reason, read.fault.isSyntax) };
  // VS Code must not read it at all.
  const stray = strayIn(text, place);
  if (stray !== undefined) return { trouble: trouble(name, source, stray, unservedText(place.file, stray)) };
  const served = editionUri(place);
  const complaint = (await checkedBy(served, '{}'))?.find(isSchemaUnreadable);
  if (complaint === undefined) return { usable: { field, schema: read.schema, uri: served.toString() } };
  const reason = reasonOf(complaint.message, edition, place);
  return { trouble: trouble(name, source, placeOfReference(text, complaint.message), reason) };
}

function trouble(
  name: string,
  { own, text }: SchemaSource,
  place: { readonly offset: number; readonly length: number },
  reason: string,
  isSyntax = false,
): SchemaTrouble {
  const range = new vscode.Range(positionAt(text, place.offset), positionAt(text, place.offset + place.length));
  return { uri: own, range, message: unusedText(name, reason), isSyntax };
}

/** VS Code's words, without the internal addresses of schemas. */
function reasonOf(complaint: string, { unserved }: SchemaEdition, place: EditionPath): string {
  const words = complaint.replaceAll(editionUri({ ...place, file: '' }).toString(), '');
  const found = Array.from(unserved).find(([file]) => words.includes(file));
  return found === undefined ? words : unservedText(...found);
}

function positionAt(text: string, offset: number): vscode.Position {
  const { line, column } = placesIn(text)(offset);
  return new vscode.Position(line - 1, column - 1);
}
