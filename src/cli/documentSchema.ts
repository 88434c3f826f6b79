// Checks documents by the schema of the contract and the team's own, with the language service of VS Code.

import { realpathSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { createContext, Script, type Context } from 'node:vm';
import * as l10n from '@vscode/l10n';
import { getLanguageService, type Diagnostic, type JSONSchema } from 'vscode-json-languageservice';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { OBJECT_FIELDS, type ObjectField } from '../contract/fields.ts';
import { UserGroupsError } from '../core/errors.ts';
import { foreignText, quotedId } from '../core/foreignText.ts';
import type { JsonObject } from '../core/isObject.ts';
import { composedSchema } from '../document/composedSchema.ts';
import { LONGEST_DOCUMENT } from '../document/documentFiles.ts';
import {
  isSchemaError,
  missingText,
  outsideText,
  readSchema,
  unresolvedIn,
  type SchemaFault,
  type SchemaRead,
} from '../document/readSchema.ts';
import type { DocumentSchema, SchemaProblem } from '../services/files/folderCheck.ts';
import type { LoadedConfig } from './configFile.ts';
import { isPathWithin } from './documentsOnDisk.ts';
import { errorIn } from './findings.ts';
import { textOfRegularFile } from './textOfFile.ts';

/** A document to the language service; its name decides which schema is used. */
const DOCUMENT = 'file:///document.json';
/** The folder of the configuration to the language service, which reads nothing itself. */
const FOLDER = 'file:///';

/** Seconds that checking one document may take. */
const LONGEST = 5;

/** @throws UserGroupsError `invalid` where a schema, or one that it refers to, cannot be used */
export async function openDocumentSchema(
  contract: string,
  config: LoadedConfig | undefined,
  longest = LONGEST,
): Promise<DocumentSchema> {
  const own = await ownSchemas(config);
  const files: SchemaRead['files'] = new Map(own.flatMap((schema) => [...schema.files]));
  for (const { fault } of own) if (fault !== undefined) throw unusable(placed(fault));
  const service = getLanguageService({
    workspaceContext: { resolveRelativePath: (reference, base) => new URL(reference, base).href },
    schemaRequestService: (uri) => {
      const text = files.get(decodeURIComponent(new URL(uri).pathname.slice(1)))?.text;
      return text === undefined ? Promise.reject(new Error(uri)) : Promise.resolve(text);
    },
  });
  const schema = JSON.parse(composed(contract, config, own, serviceAddress)) as JSONSchema;
  service.configure({ schemas: [{ uri: 'user-group:schema', fileMatch: ['*'], schema }] });
  const context = createContext({});
  const diagnosticsOf = async (
    content: string,
    path: string,
  ): Promise<(SchemaProblem & { readonly code: unknown })[]> => {
    const document = TextDocument.create(DOCUMENT, 'json', 0, content);
    const parsed = service.parseJSONDocument(document);
    if (own.length > 0) limitValidation(parsed as typeof parsed & Validating, context, longest);
    const validate = (): PromiseLike<Diagnostic[]> =>
      service.doValidation(document, parsed, { schemaValidation: 'error' });
    const found = await endingValidation(validate, relative(config?.root ?? '', path));
    return found.map(({ code, message, range }) => ({
      code,
      offset: document.offsetAt(range.start),
      message: foreignText(typeof message === 'string' ? message : message.value, 400),
    }));
  };
  const unresolved = unresolvedIn(files, own[0]?.file ?? '', await diagnosticsOf('{}', ''));
  if (unresolved !== undefined) throw unusable(placed(unresolved).replaceAll(FOLDER, ''));
  return {
    problemsIn: async (content, path) => (await diagnosticsOf(content, path)).filter(isSchemaError),
  };
}

/**
 * The schema of a document as JSON text. @param addressOf by which it refers to a schema of the team's
 * @throws UserGroupsError `invalid`
 */
export async function schemaText(
  contract: string,
  config: LoadedConfig | undefined,
  addressOf: (file: string) => string,
): Promise<string> {
  return composed(contract, config, await ownSchemas(config), (file) => addressOf(resolve(config?.root ?? '', file)));
}

/** What the configuration names, by its path within the folder of the configuration. */
interface OwnSchema extends SchemaRead {
  readonly field: ObjectField;
  readonly file: string;
}

async function ownSchemas(config: LoadedConfig | undefined): Promise<OwnSchema[]> {
  const named = OBJECT_FIELDS.map((field) => ({ field, name: config?.[`${field}Schema`] }));
  return Promise.all(
    named.flatMap(({ field, name }) => {
      if (config === undefined || name === undefined) return [];
      const file = relative(config.root, resolve(config.root, name)).replaceAll(sep, '/');
      return [
        readSchema(file, (each) => Promise.resolve(textIn(config.root, each))).then((read) => ({
          field,
          file,
          ...read,
        })),
      ];
    }),
  );
}

function composed(
  contract: string,
  config: LoadedConfig | undefined,
  own: readonly OwnSchema[],
  addressOf: (file: string) => string,
): string {
  const usable = own.map(({ field, file, files, fault }) => {
    const schema = files.get(file)?.schema;
    // Faults further in are met by whoever uses the text.
    if (schema === undefined && fault !== undefined) throw unusable(placed(fault));
    return { field, schema: schema ?? true, uri: addressOf(file) };
  });
  const names = (config?.connections ?? []).flatMap(({ serviceApi }) => serviceApi?.request ?? []);
  return composedSchema(JSON.parse(contract) as JsonObject, usable, names);
}

function textIn(root: string, name: string): { readonly text: string } | { readonly reason: string } {
  const file = resolve(root, name);
  // On Windows, a path may lead to another machine: then not even its links are followed.
  if (!isPathWithin(root, file)) return { reason: outsideText(name) };
  let real: string;
  try {
    real = realpathSync(file);
  } catch {
    return { reason: missingText(name) };
  }
  if (!isPathWithin(realpathSync(root), real)) return { reason: outsideText(name) };
  const text = textOfRegularFile(real, { most: LONGEST_DOCUMENT });
  return text === undefined ? { reason: l10n.t("The file {0} can't be read as text.", quotedId(name)) } : { text };
}

function serviceAddress(file: string): string {
  return FOLDER + file.split('/').map(encodeURIComponent).join('/');
}

function placed({ file, text, offset, reason }: SchemaFault): string {
  return text === undefined ? reason : errorIn(file, text, offset, reason);
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
