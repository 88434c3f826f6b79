// A JSON schema with all files that it refers to: read before VS Code's JSON language service has any of it, or what is
// wrong with it and where.

import * as l10n from '@vscode/l10n';
import { getNodeValue, parseTree, printParseErrorCode, type ParseError } from 'jsonc-parser';
import { isObject, type JsonObject } from '../core/isObject.ts';
import { fileOf, isEndless, schemaReferences, type SchemaReference } from './schemaReferences.ts';

export interface SchemaFile {
  readonly text: string;
  /** An object or a boolean, as JSON Schema allows. */
  readonly schema: JsonObject | boolean;
  readonly references: readonly SchemaReference[];
}

/** Why a schema is not used, and where: in the file itself, or in the one that refers to it. */
export interface SchemaFault {
  readonly file: string;
  /** The text of the file; absent for the schema itself where it can't be read. */
  readonly text?: string | undefined;
  /** Offsets count UTF-16 units. */
  readonly offset: number;
  readonly length: number;
  /** A whole sentence. */
  readonly reason: string;
}

/** By paths within the folder, parted by slashes. */
export interface SchemaRead {
  readonly files: ReadonlyMap<string, SchemaFile>;
  /** The first that was found. */
  readonly fault?: SchemaFault;
}

/** Links make endless paths of few files. */
const MOST_FILES = 500;

/** @param textOf of a file of the folder, or a whole sentence that says why it is not read */
export async function readSchema(
  first: string,
  textOf: (file: string) => Promise<{ readonly text: string } | { readonly reason: string }>,
): Promise<SchemaRead> {
  const files = new Map<string, SchemaFile>();
  const open: { readonly file: string; readonly by: Omit<SchemaFault, 'reason'> }[] = [
    { file: first, by: { file: first, offset: 0, length: 1 } },
  ];
  for (const { file, by } of open) {
    if (files.has(file)) continue;
    const found: Awaited<ReturnType<typeof textOf>> =
      files.size < MOST_FILES
        ? await textOf(file)
        : { reason: l10n.t('It refers to more than {0} files.', MOST_FILES) };
    const read = 'text' in found ? parsedFile(file, found.text) : { ...by, reason: found.reason };
    if ('reason' in read) return { files, fault: read };
    files.set(file, read);
    for (const { to, offset, length } of read.references)
      open.push({ file: fileOf(to, file) ?? file, by: { file, text: read.text, offset, length } });
  }
  for (const [file, { text, references }] of files) {
    const endless = references.find(({ to }) => isEndless(to, file, files));
    const reason = l10n.t('"{0}" refers to itself.', file);
    if (endless !== undefined) return { files, fault: { file, text, ...placeOf(endless), reason } };
  }
  return { files };
}

/** Comments are allowed, as VS Code allows them in a schema. */
function parsedFile(file: string, text: string): SchemaFile | SchemaFault {
  const fault = ({ offset, length }: Pick<SchemaFault, 'offset' | 'length'>, reason: string): SchemaFault => ({
    file,
    text,
    offset,
    length,
    reason,
  });
  try {
    const errors: ParseError[] = [];
    const root = parseTree(text, errors);
    const [error] = errors;
    if (error !== undefined)
      return fault(error, l10n.t('It is not valid JSON ({0}).', printParseErrorCode(error.error)));
    const schema: unknown = root && getNodeValue(root);
    if (root === undefined || !(typeof schema === 'boolean' || isObject(schema)))
      return fault({ offset: 0, length: text.length }, l10n.t('A JSON schema is an object, true or false.'));
    const references = schemaReferences(root, file);
    const stray = references.find((reference) => reference.stray !== undefined);
    return stray === undefined ? { text, schema, references } : fault(stray, strayText(file, stray));
  } catch (error) {
    // The parser recurses.
    if (!(error instanceof RangeError)) throw error;
    return fault({ offset: 0, length: 1 }, l10n.t('"{0}" nests too deep to be checked.', file));
  }
}

function strayText(file: string, { stray, to }: SchemaReference): string {
  if (stray === 'pattern')
    return l10n.t('"{0}" has the pattern "{1}", which is no regular expression of JavaScript.', file, to);
  if (stray === 'data') return l10n.t('"{0}" refers to "{1}", which is data and no schema.', file, to);
  return stray === 'address'
    ? l10n.t('"{0}" refers to "{1}", but schemas are read from the workspace folder only.', file, to)
    : l10n.t('"{0}" refers to "{1}", which lies outside of the workspace folder.', file, to);
}

export const missingText = (file: string): string => l10n.t('There is no file "{0}" in the workspace folder.', file);

export const outsideText = (file: string): string => l10n.t('"{0}" lies outside of the workspace folder.', file);

/** What vscode-json-languageservice reports, by which VS Code checks a text, too. */
interface Complaint {
  readonly code?: unknown;
  readonly message: string;
}

/** Below this code the text violates its schema, from it on the text's syntax is wrong. */
const FIRST_SYNTAX_CODE = 0x100;
const DEPRECATED_CODE = 2;
/** From here on the schema itself, or one it refers to, could not be used: nothing is checked by it. */
const FIRST_SCHEMA_CODE = 0x300;

/** The document violates its schema. Deprecated is not wrong. */
export function isSchemaError({ code }: { readonly code?: unknown }): boolean {
  return code === undefined || (typeof code === 'number' && code < FIRST_SYNTAX_CODE && code !== DEPRECATED_CODE);
}

/** What the service cannot follow in these files. It names the file or the pointer of a reference, not always both. */
export function unresolvedIn(
  files: SchemaRead['files'],
  first: string,
  complaints: readonly Complaint[],
): SchemaFault | undefined {
  const complaint = complaints.find(({ code }) => typeof code === 'number' && code >= FIRST_SCHEMA_CODE);
  if (complaint === undefined) return undefined;
  const reason = complaint.message;
  const isNamed = ({ to }: SchemaReference): boolean => {
    const [path = '', pointer = ''] = to.split('#', 2);
    const named = pointer === '' ? path.replace(/^(\.{1,2}\/)+/, '') : pointer;
    return named !== '' && reason.includes(named);
  };
  for (const [file, { text, references }] of files) {
    const named = references.find(isNamed);
    if (named !== undefined) return { file, text, ...placeOf(named), reason };
  }
  return { file: first, text: files.get(first)?.text, offset: 0, length: 1, reason };
}

const placeOf = ({ offset, length }: SchemaReference): Pick<SchemaFault, 'offset' | 'length'> => ({ offset, length });
