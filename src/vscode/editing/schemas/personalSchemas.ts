// The schemas in use for documents: the contract's and the user's own, read and composed again whenever one changes.

import * as vscode from 'vscode';
import { OBJECT_FIELDS, type ObjectField } from '../../../contract/fields.ts';
import { Emitter, type Disposable } from '../../../core/emitter.ts';
import { foreignText } from '../../../core/foreignText.ts';
import type { JsonObject } from '../../../core/isObject.ts';
import type { LargeFiles } from '../../../core/ports/files.ts';
import type { Settings, WorkspaceTrust } from '../../../core/ports/userSettings.ts';
import { composedSchema } from '../../../document/composedSchema.ts';
import { labelsOf, schemaChoices, type SchemaChoices, type SchemaLabels } from '../../../document/schemaChoices.ts';
import { pathFrom } from '../../../document/schemaReferences.ts';
import { documentNames } from '../../../services/connections/serviceApis.ts';
import { isWithin } from '../documents/workspaceFiles.ts';
import type { InSchemas } from './languageFeatures.ts';
import { findPersonalSchema, followed, problemOf, schemaErrors } from './personalSchema.ts';
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
