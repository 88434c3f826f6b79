// The current schemas of documents: the contract's and the person's own, composed again whenever one changes.

import * as vscode from 'vscode';
import type { ObjectField } from '../../../contract/fields.ts';
import { Emitter, type Disposable } from '../../../core/emitter.ts';
import { foreignText } from '../../../core/foreignText.ts';
import type { LargeFiles } from '../../../core/ports/files.ts';
import type { Settings, WorkspaceTrust } from '../../../core/ports/userSettings.ts';
import { composedSchema, type PersonalSchema } from '../../../document/composedSchema.ts';
import { readSchema } from '../../../document/readSchema.ts';
import { neighbourFiles, schemaChoices, type SchemaChoices } from '../../../document/schemaChoices.ts';
import { labelsOf, type SchemaLabels } from '../../../document/schemaLabels.ts';
import { documentNames } from '../../../services/connections/serviceApis.ts';
import { findPersonalSchema, type SchemaSetting, type SchemaTrouble } from './personalSchema.ts';
import { bytesOf, SchemaEdition } from './schemaEdition.ts';
import type { ServedSchema } from './schemaFileSystem.ts';
import { DOCUMENT_SCHEMA, parseEditionUri } from './schemaUris.ts';
import { SOURCE } from './groupDocuments.ts';

interface Composed extends ServedSchema {
  readonly choices: SchemaChoices;
  readonly propertyNames: readonly string[];
  /** Of this edition alone. */
  readonly uri: vscode.Uri;
}

/** A change comes as several events; this avoids reading twice. In milliseconds. */
const GATHER_MS = 50;
const MOST_NEIGHBOURS = 50;

export class PersonalSchemas implements Disposable {
  readonly #settings: Settings;
  readonly #trust: WorkspaceTrust;
  readonly #contract: vscode.Uri;
  readonly #realPath: LargeFiles['realPath'];
  readonly #troubles = new SchemaTroubles();
  readonly #changed = new Emitter<void>();
  /** The one in use, the one before, which may still be read, and those in preparation. */
  readonly #editions = new Map<number, SchemaEdition>();
  readonly #subscriptions: readonly Disposable[];
  #current: Promise<Composed>;
  #newest = 0;
  #gathering: NodeJS.Timeout | undefined;
  #renewing: Promise<void> = Promise.resolve();

  readonly onDidChange = this.#changed.event;

  /** @param contract the schema of a document that ships. */
  constructor(settings: Settings, trust: WorkspaceTrust, contract: vscode.Uri, realPath: LargeFiles['realPath']) {
    this.#settings = settings;
    this.#trust = trust;
    this.#contract = contract;
    this.#realPath = realPath;
    this.#subscriptions = [
      this.#troubles,
      vscode.workspace.onDidOpenTextDocument((document) => {
        void this.#checkIsCurrent(document);
      }),
      trust.onDidChange(() => {
        this.#renewSoon();
      }),
      vscode.workspace.onDidChangeWorkspaceFolders(() => {
        this.#renewSoon();
      }),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (
          event.affectsConfiguration('userGroups.mappingSchema') ||
          event.affectsConfiguration('userGroups.propertiesSchema') ||
          event.affectsConfiguration('userGroups.apis') ||
          event.affectsConfiguration('userGroups.connections')
        )
          this.#renewSoon();
      }),
    ];
    this.#current = this.#compose();
  }

  dispose(): void {
    clearTimeout(this.#gathering);
    for (const part of [...this.#subscriptions, ...this.#editions.values()]) part.dispose();
    this.#changed.dispose();
  }

  async served(uri: vscode.Uri): Promise<ServedSchema | undefined> {
    if (uri.path === DOCUMENT_SCHEMA.path) return this.#current;
    const path = parseEditionUri(uri);
    const edition = path && this.#editions.get(path.edition);
    return edition && { content: bytesOf(await edition.read(path)), mtime: edition.number };
  }

  async choices(): Promise<SchemaChoices> {
    return (await this.#current).choices;
  }

  /** Those that the person's schema of properties names. */
  async propertyNames(): Promise<readonly string[]> {
    return (await this.#current).propertyNames;
  }

  /** The names are harmless; the ids are unchanged. */
  async labels(): Promise<SchemaLabels> {
    const { schemas, dataSources } = labelsOf(await this.choices());
    return {
      schemas: schemas.map(([id, label]) => [id, foreignText(label)]),
      dataSources: dataSources.map(([id, dataSource, label]) => [id, dataSource, foreignText(label)]),
    };
  }

  /** Where the schema of a document is served by the current settings; waits for recent changes. */
  async upToDate(): Promise<vscode.Uri> {
    if (this.#gathering !== undefined) this.#renewNow();
    let waitedFor: Promise<void> | undefined;
    while (waitedFor !== this.#renewing) await (waitedFor = this.#renewing);
    return (await this.#current).uri;
  }

  #renewSoon(): void {
    clearTimeout(this.#gathering);
    this.#gathering = setTimeout(() => {
      this.#renewNow();
    }, GATHER_MS);
  }

  #renewNow(): void {
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    this.#renewing = this.#renew();
  }

  async #renew(): Promise<void> {
    const composing = this.#compose();
    const number = this.#newest;
    await composing;
    // Another change came meanwhile, and its edition replaces this one.
    if (number !== this.#newest) return;
    this.#current = composing;
    this.#changed.fire();
  }

  /** VS Code misses changes of a file that it is just opening. */
  async #checkIsCurrent(document: vscode.TextDocument): Promise<void> {
    if (document.uri.toString() !== DOCUMENT_SCHEMA.toString()) return;
    const { content } = await this.#current;
    if (document.getText() !== new TextDecoder().decode(content)) this.#changed.fire();
  }

  async #compose(): Promise<Composed> {
    const edition = new SchemaEdition(++this.#newest, this.#realPath, () => {
      this.#renewSoon();
    });
    this.#editions.set(edition.number, edition);
    const [contract, ...found] = await Promise.all([
      vscode.workspace.fs.readFile(this.#contract),
      ...this.#asSet().map((setting) => findPersonalSchema(edition, setting)),
    ]);
    const usable = found.flatMap((each) => (each !== undefined && 'usable' in each ? [each.usable] : []));
    const text = composedSchema(
      JSON.parse(new TextDecoder().decode(contract)) as Record<string, unknown>,
      usable,
      documentNames(this.#settings.connections(), this.#settings.apis()),
    );
    const choicesFor = (wanted: ObjectField): Promise<SchemaChoices> =>
      choicesOf(
        edition,
        usable.find(({ field }) => field === wanted),
      );
    const [choices, properties] = await Promise.all([choicesFor('mapping'), choicesFor('properties')]);
    if (edition.number === this.#newest) {
      this.#troubles.show(found.flatMap((each) => (each !== undefined && 'trouble' in each ? [each.trouble] : [])));
      this.#dropBefore(edition.number - 1);
    }
    return {
      content: bytesOf(text),
      mtime: edition.number,
      choices,
      // A name of a property is to its schema what a schema id is to that of a mapping.
      propertyNames: properties.schemaIds.map(({ id }) => id),
      uri: edition.put('userGroups.document', text).own,
    };
  }

  /** Regardless of the setting, whether a schema or one it refers to is in the workspace. */
  #asSet(): SchemaSetting[] {
    if (!this.#trust.isTrusted()) return [];
    return [
      { name: 'userGroups.mappingSchema', field: 'mapping', value: this.#settings.mappingSchema() },
      { name: 'userGroups.propertiesSchema', field: 'properties', value: this.#settings.propertiesSchema() },
    ];
  }

  #dropBefore(number: number): void {
    for (const edition of this.#editions.values()) {
      if (edition.number >= number) continue;
      edition.dispose();
      this.#editions.delete(edition.number);
    }
  }
}

async function choicesOf(edition: SchemaEdition, personal: PersonalSchema | undefined): Promise<SchemaChoices> {
  if (personal === undefined) return schemaChoices(undefined);
  const files = new Map<string, unknown>();
  const open = neighbourFiles(personal.schema);
  for (let name = open.shift(); name !== undefined && files.size < MOST_NEIGHBOURS; name = open.shift()) {
    if (files.has(name)) continue;
    const path = parseEditionUri(vscode.Uri.joinPath(vscode.Uri.parse(personal.uri), '..', name));
    const read = await (path && edition.read(path).then(readSchema, () => undefined));
    files.set(name, read !== undefined && 'schema' in read ? read.schema : undefined);
    open.push(...neighbourFiles(files.get(name)));
  }
  return schemaChoices(personal.schema, files);
}

/** The problems of the person's own schemas in the Problems panel, each once at its place. */
class SchemaTroubles implements Disposable {
  readonly #collection = vscode.languages.createDiagnosticCollection('userGroups.schemas');
  #troubles: readonly SchemaTrouble[] = [];
  #shown = '';
  /** VS Code itself marks invalid JSON while the file is open. */
  readonly #subscription = vscode.languages.onDidChangeDiagnostics(({ uris }) => {
    const changed = new Set(uris.map(String));
    if (this.#troubles.some(({ uri, isSyntax }) => isSyntax && changed.has(uri.toString()))) this.#publish();
  });

  dispose(): void {
    this.#subscription.dispose();
    this.#collection.dispose();
  }

  show(troubles: readonly SchemaTrouble[]): void {
    this.#troubles = troubles;
    this.#publish();
  }

  #publish(): void {
    const unsaid = this.#troubles.filter(({ uri, isSyntax }) => !isSyntax || !isMarkedByVsCode(uri));
    const byUri = Map.groupBy(unsaid, ({ uri }) => uri.toString());
    const shown = JSON.stringify(unsaid);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#collection.clear();
    for (const [uri, ofOne] of byUri) this.#collection.set(vscode.Uri.parse(uri), ofOne.map(toDiagnostic));
  }
}

function isMarkedByVsCode(uri: vscode.Uri): boolean {
  return vscode.languages
    .getDiagnostics(uri)
    .some(({ source, severity }) => source !== SOURCE && severity === vscode.DiagnosticSeverity.Error);
}

function toDiagnostic({ range, message }: SchemaTrouble): vscode.Diagnostic {
  const diagnostic = new vscode.Diagnostic(range, message, vscode.DiagnosticSeverity.Warning);
  diagnostic.source = SOURCE;
  return diagnostic;
}
