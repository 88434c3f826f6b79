// Checks documents by the schema of the contract and the team's own, with the language service of VS Code.

import { realpathSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createContext, Script, type Context } from 'node:vm';
import * as l10n from '@vscode/l10n';
import { getLanguageService, type Diagnostic, type JSONSchema } from 'vscode-json-languageservice';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { OBJECT_FIELDS, type ObjectField } from '../contract/fields.ts';
import { UserGroupsError } from '../core/errors.ts';
import { foreignText, quotedId } from '../core/foreignText.ts';
import { isObject, type JsonObject } from '../core/isObject.ts';
import { composedSchema, type PersonalSchema } from '../document/composedSchema.ts';
import { LONGEST_DOCUMENT } from '../document/documentFiles.ts';
import { readSchema } from '../document/readSchema.ts';
import { isSchemaError, isSchemaUnreadable } from '../document/schemaCodes.ts';
import { strayReference } from '../document/schemaReferences.ts';
import { unservedText } from '../document/schemaTexts.ts';
import type { DocumentSchema, SchemaProblem } from '../services/files/folderCheck.ts';
import type { LoadedConfig } from './configFile.ts';
import { isWithin } from './documentsOnDisk.ts';
import { inFile } from './inFile.ts';
import { textOfRegularFile } from './textOfFile.ts';

/** A document to the language service; its name decides which schema is used. */
const DOCUMENT = 'file:///document.json';

/** Seconds that checking one document may take. */
const LONGEST = 5;

/** @throws UserGroupsError `invalid` where a schema, or one that it refers to, cannot be used */
export async function openDocumentSchema(
  contract: string,
  config: LoadedConfig | undefined,
  longest = LONGEST,
): Promise<DocumentSchema> {
  const text = schemaText(contract, config, (file) => pathToFileURL(file).href);
  let unserved: unknown;
  const service = getLanguageService({
    workspaceContext: { resolveRelativePath: (reference, base) => new URL(reference, base).href },
    schemaRequestService: (uri) =>
      new Promise((resolve) => {
        try {
          resolve(readUnstrayed(config?.root ?? '', fileURLToPath(uri)));
        } catch (error) {
          unserved ??= error;
          throw error;
        }
      }),
  });
  service.configure({
    schemas: [{ uri: 'file:///user-group.schema.json', fileMatch: ['*'], schema: JSON.parse(text) as JSONSchema }],
  });
  const isOwn = (config?.mappingSchema ?? config?.propertiesSchema) !== undefined;
  const context = createContext({});
  const diagnosticsOf = async (
    content: string,
    path: string,
  ): Promise<(SchemaProblem & { readonly code: unknown })[]> => {
    const document = TextDocument.create(DOCUMENT, 'json', 0, content);
    const parsed = service.parseJSONDocument(document);
    if (isOwn) limitValidation(parsed as typeof parsed & Validating, context, longest);
    const validate = (): PromiseLike<Diagnostic[]> =>
      service.doValidation(document, parsed, { schemaValidation: 'error' });
    const found = await endingValidation(validate, relative(config?.root ?? '', path));
    return found.map(({ code, message, range }) => ({
      code,
      offset: document.offsetAt(range.start),
      message: foreignText(typeof message === 'string' ? message : message.value, 400),
    }));
  };
  const complaint = (await diagnosticsOf('{}', '')).find(isSchemaUnreadable);
  // The service quotes the reason within its own words.
  if (unserved instanceof UserGroupsError) throw unserved;
  if (complaint !== undefined) throw unusable(complaint.message);
  return {
    problemsIn: async (content, path) => (await diagnosticsOf(content, path)).filter(isSchemaError),
  };
}

/**
 * The schema of a document as JSON text. @param addressOf by which it refers to a schema of the team's
 * @throws UserGroupsError `invalid`
 */
export function schemaText(
  contract: string,
  config: LoadedConfig | undefined,
  addressOf: (file: string) => string,
): string {
  const names = (config?.connections ?? []).flatMap(({ serviceApi }) => serviceApi?.request ?? []);
  return composedSchema(
    JSON.parse(contract) as JsonObject,
    config === undefined ? [] : ownSchemas(config, addressOf),
    names,
  );
}

function ownSchemas(config: LoadedConfig, addressOf: (file: string) => string): PersonalSchema[] {
  return OBJECT_FIELDS.flatMap((field: ObjectField) => {
    const name = config[`${field}Schema`];
    if (name === undefined) return [];
    const file = resolve(config.root, name);
    const text = readWithin(config.root, file);
    const schema = inFile(name, text, () => usableSchema(text, name));
    return [{ field, schema, uri: addressOf(file) }];
  });
}

function usableSchema(text: string, name: string): PersonalSchema['schema'] {
  const read = readSchema(text);
  if ('schema' in read) return read.schema;
  const { offset, reason } = read.fault;
  throw new UserGroupsError('invalid', `${name}: ${reason}`, undefined, { flaw: { offset, reason } });
}

/** @throws UserGroupsError */
function readUnstrayed(root: string, file: string): string {
  const text = readWithin(root, file);
  const name = relative(root, file);
  const stray = strayReference(text, { file: name, scheme: 'file' });
  if (stray !== undefined) throw unusable(unservedText(name, stray));
  requireEnd(root, file, text);
  return text;
}

/** The language service follows references of whole files to one another for ever. @throws UserGroupsError */
function requireEnd(root: string, file: string, text: string): void {
  const seen = new Set([file]);
  for (let [at, next] = [file, referenceOf(text)]; next !== undefined; next = referenceOf(readWithin(root, at))) {
    at = fileURLToPath(new URL(next, pathToFileURL(at)));
    if (seen.has(at)) throw unusable(l10n.t('"{0}" refers to itself.', relative(root, file)));
    seen.add(at);
  }
}

/** Of a schema as a whole. A part of the same file, as generators name their root, leads to no other file. */
function referenceOf(text: string): string | undefined {
  try {
    const schema: unknown = JSON.parse(text);
    return isObject(schema) && typeof schema.$ref === 'string' && !/^#./.test(schema.$ref) ? schema.$ref : undefined;
  } catch {
    return undefined;
  }
}

function readWithin(root: string, file: string): string {
  const name = relative(root, file);
  // On Windows, a path may lead to another machine: then not even its links are followed.
  if (!isWithin(root, file)) throw unusable(unservedText(name, 'outside'));
  let real: string;
  try {
    real = realpathSync(file);
  } catch {
    throw unusable(unservedText(name, 'missing'));
  }
  if (!isWithin(realpathSync(root), real)) throw unusable(unservedText(name, 'outside'));
  const text = textOfRegularFile(real, { most: LONGEST_DOCUMENT });
  if (text === undefined) throw unusable(l10n.t("The file {0} can't be read as text.", quotedId(name)));
  return text;
}

/** What the language service calls of a document that it has parsed: the part that a schema decides about. */
interface Validating {
  validate: (...given: readonly unknown[]) => unknown;
}

/** Patterns and references can make a document the work of years, in one step, which nothing but its engine ends. */
function limitValidation(parsed: Validating, context: Context, seconds: number): void {
  const validate = parsed.validate.bind(parsed);
  parsed.validate = (...given) => {
    context.work = () => validate(...given);
    return WORK.runInContext(context, { timeout: seconds * 1000 }) as unknown;
  };
}

const WORK = new Script('work()');

/**
 * @throws UserGroupsError by a schema that refers to itself without an end, or with a document that nests deep or takes
 * too long
 */
async function endingValidation<T>(validate: () => PromiseLike<T>, document: string): Promise<T> {
  try {
    return await validate();
  } catch (error) {
    // It is no `Error` of this context.
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT')
      throw unusable(
        l10n.t('Checking {0} takes too long.', quotedId(document)),
        l10n.t('Simplify their patterns and references.'),
      );
    throw error instanceof RangeError ? unusable(l10n.t('A schema refers to itself too often.')) : error;
  }
}

function unusable(reason: string, next?: string): UserGroupsError {
  return new UserGroupsError('invalid', foreignText(reason, 400), next, {
    doing: l10n.t("Couldn't check by the schemas of the configuration."),
  });
}
