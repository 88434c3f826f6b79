// The schemas in use for documents: the contract's and the user's own. Those are located by their settings, read with
// their files, tried with VS Code's own JSON features, and read and composed again whenever one changes.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { OBJECT_FIELDS, type ObjectField } from '../../../contract/fields.ts';
import { Emitter, type Disposable } from '../../../core/emitter.ts';
import { foreignText, quotedId } from '../../../core/foreignText.ts';
import { isObject, type JsonObject } from '../../../core/isObject.ts';
import type { LargeFiles } from '../../../core/ports/files.ts';
import type { Settings, WorkspaceTrust } from '../../../core/ports/userSettings.ts';
import { sentence, sentences } from '../../../core/sentences.ts';
import { composedSchema } from '../../../document/composedSchema.ts';
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
import { labelsOf, schemaChoices, type SchemaChoices, type SchemaLabels } from '../../../document/schemaChoices.ts';
import { pathFrom } from '../../../document/schemaReferences.ts';
import { documentNames } from '../../../services/connections/serviceApis.ts';
import { isWithin, realUri } from '../documents/workspaceFiles.ts';
import { SOURCE } from './groupDocuments.ts';
import type { InSchemas } from './languageFeatures.ts';
import { DOCUMENT_SCHEMA, schemaUri, type ServedSchema } from './schemaFileSystem.ts';

export interface PersonalSchemasDependencies {
  readonly settings: Settings;
  readonly trust: WorkspaceTrust;
  readonly extensionUri: vscode.Uri;
  readonly realPath: LargeFiles['realPath'];
}

interface Composed extends ServedSchema, InSchemas {
  /** Of this edition alone. */
  readonly uri: vscode.Uri;
  /** From the user's schema of the mapping. The names are harmless; the ids are unchanged. */
  readonly labels: SchemaLabels;
}

/** A change comes as several events; this avoids reading twice. In milliseconds. */
const GATHER_MS = 50;
const SETTINGS = ['mappingSchema', 'propertiesSchema', 'apis', 'connections'].map((name) => `userGroups.${name}`);

export class PersonalSchemas implements Disposable {
  readonly #dependencies: PersonalSchemasDependencies;
  readonly #problems = vscode.languages.createDiagnosticCollection('userGroups.schemas');
  readonly #changed = new Emitter<void>();
  readonly #subscriptions: Disposable;
  #edition = 0;
  #current: Promise<Composed>;
  /** What VS Code may read of the user's schemas, by field and path. */
  #texts: ReadonlyMap<string, string> = new Map();
  /** The files that were looked for, there or not. */
  #files: vscode.Uri[] = [];
  #gathering: NodeJS.Timeout | undefined;

  readonly onDidChange = this.#changed.event;

  constructor(dependencies: PersonalSchemasDependencies) {
    this.#dependencies = dependencies;
    const renewSoon = (): void => {
      clearTimeout(this.#gathering);
      this.#gathering = setTimeout(() => {
        this.#renew();
      }, GATHER_MS);
    };
    // VS Code may not report the files of a folder that comes or goes.
    const follow = (uri: vscode.Uri): void => {
      if (this.#files.some((file) => file.scheme === uri.scheme && isWithin(uri, file))) renewSoon();
    };
    const watcher = vscode.workspace.createFileSystemWatcher('**');
    this.#subscriptions = vscode.Disposable.from(
      this.#problems,
      this.#changed,
      watcher,
      watcher.onDidChange(follow),
      watcher.onDidCreate(follow),
      watcher.onDidDelete(follow),
      // The user's settings may exclude files from being watched.
      vscode.workspace.onDidSaveTextDocument(({ uri }) => {
        follow(uri);
      }),
      vscode.workspace.onDidOpenTextDocument((document) => {
        void this.#checkIsCurrent(document);
      }),
      dependencies.trust.onDidChange(renewSoon),
      vscode.workspace.onDidChangeWorkspaceFolders(renewSoon),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (SETTINGS.some((name) => event.affectsConfiguration(name))) renewSoon();
      }),
    );
    this.#current = this.#compose();
  }

  dispose(): void {
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    this.#edition = -1;
    this.#subscriptions.dispose();
  }

  /** What is newest, under the address of any edition. */
  async served({ path }: vscode.Uri): Promise<ServedSchema | undefined> {
    const [, name = ''] = /^\/(?:\d+\/)?(.*)$/s.exec(path) ?? [];
    if (`/${name}` === DOCUMENT_SCHEMA.path) return this.#current;
    // VS Code leaves the escapes of a reference as they are.
    const text = this.#texts.get(name) ?? this.#texts.get(pathFrom('', name) ?? '');
    return text === undefined ? undefined : { text, edition: this.#edition };
  }

  /** By the settings and files as they are now. */
  current(): Promise<Composed> {
    if (this.#gathering !== undefined) this.#renew();
    return this.#current;
  }

  async errorsIn(uri: vscode.Uri, text: string): Promise<readonly vscode.Diagnostic[]> {
    return schemaErrors(uri, text, (await this.current()).uri);
  }

  #renew(): void {
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    const current = (this.#current = this.#compose());
    void current.then(() => {
      if (current === this.#current) this.#changed.fire();
    });
  }

  /** VS Code misses changes of a file that it is just opening. */
  async #checkIsCurrent(document: vscode.TextDocument): Promise<void> {
    if (document.uri.toString() !== DOCUMENT_SCHEMA.toString()) return;
    if (document.getText() !== (await this.#current).text) this.#changed.fire();
  }

  async #compose(): Promise<Composed> {
    const edition = ++this.#edition;
    const { settings, trust, extensionUri, realPath } = this.#dependencies;
    const files: vscode.Uri[] = (this.#files = []);
    const reading = { realPath, onRead: (file: vscode.Uri) => void files.push(file) };
    const addressOf = (field: ObjectField): string => `${edition}/${field}/`;
    // Without trust none, regardless of whether a schema or one it refers to is in the workspace.
    const fields = trust.isTrusted() ? OBJECT_FIELDS : [];
    const [contract, ...named] = await Promise.all([
      vscode.workspace.fs.readFile(vscode.Uri.joinPath(extensionUri, 'media/user-group.schema.json')),
      ...fields.map((field) => findPersonalSchema(field, settings[`${field}Schema`](), reading)),
    ]);
    const found = named.filter((schema) => schema !== undefined);
    // VS Code reads them before they are known to be usable.
    if (edition === this.#edition)
      this.#texts = new Map(
        found.flatMap(({ field, file, inSettings, files: read }) => [
          ...(inSettings === undefined ? [] : [[`${field}/${file}`, inSettings] as const]),
          ...Array.from(read, ([path, { text }]) => [`${field}/${path}`, text] as const),
        ]),
      );
    const tried = await Promise.all(found.map((schema) => followed(schema, addressOf(schema.field))));
    if (edition === this.#edition) {
      const problems = tried.map((schema) => problemOf(schema, addressOf(schema.field)));
      this.#problems.clear();
      this.#problems.set(problems.filter((problem) => problem !== undefined));
    }
    const usable = tried.flatMap(({ field, file, files: read, fault }) => {
      const schema = fault === undefined ? read.get(file)?.schema : undefined;
      return schema === undefined
        ? []
        : [{ field, schema, uri: schemaUri(addressOf(field) + file).toString(), file, read }];
    });
    const choicesOf = (wanted: ObjectField): SchemaChoices => {
      const own = usable.find(({ field }) => field === wanted);
      return schemaChoices(own?.schema, own?.file, own?.read);
    };
    const text = composedSchema(
      JSON.parse(new TextDecoder().decode(contract)) as JsonObject,
      usable,
      documentNames(settings.connections(), settings.apis()),
    );
    const choices = choicesOf('mapping');
    return {
      text,
      edition,
      uri: schemaUri(`${edition}${DOCUMENT_SCHEMA.path}`),
      choices,
      labels: harmless(labelsOf(choices)),
      // A name of a property is to its schema what a schema id is to that of a mapping.
      propertyNames: choicesOf('properties').schemaIds.map(({ id }) => id),
    };
  }
}

function harmless({ schemas, dataSources }: SchemaLabels): SchemaLabels {
  return {
    schemas: schemas.map(([id, label]) => [id, foreignText(label)]),
    dataSources: dataSources.map(([id, dataSource, label]) => [id, dataSource, foreignText(label)]),
  };
}

/** What a setting names or has. */
interface PersonalSchema extends SchemaRead {
  readonly field: ObjectField;
  /** Its path within the folder; a schema that stands in the settings has the setting's name. */
  readonly file: string;
  readonly folder: vscode.Uri | undefined;
  /** The text of the settings, unless they name a file. */
  readonly inSettings?: string | undefined;
}

/** Reads files of the workspace, and reports each that it looks for, there or not. */
interface SchemaReading {
  readonly realPath: LargeFiles['realPath'];
  readonly onRead: (file: vscode.Uri) => void;
}

/**
 * @param value as typed by the user
 * @returns `undefined` when the setting names none. VS Code marks a value that is no schema at all, in the settings.
 */
async function findPersonalSchema(
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
async function followed(schema: PersonalSchema, address: string): Promise<PersonalSchema> {
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
function problemOf(
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
async function schemaErrors(uri: vscode.Uri, text: string, schema: vscode.Uri): Promise<readonly vscode.Diagnostic[]> {
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
