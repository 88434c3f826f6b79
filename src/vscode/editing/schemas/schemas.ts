// Schemas of documents for checks, completions and hovers, in the text editor and in the form. Loaded with the first
// document.

import * as vscode from 'vscode';
import { Emitter, type Disposable } from '../../../core/emitter.ts';
import { lazy, type Lazy } from '../../../core/lazy.ts';
import type { SchemaChoices, SchemaLabels } from '../../../document/schemaChoices.ts';
import { GROUP_DOCUMENTS, isGroupDocument, type GroupDependencies } from './groupDocuments.ts';
import { GroupWarnings } from './groupWarnings.ts';
import type { PersonalSchemas, PersonalSchemasDependencies } from './personalSchemas.ts';
import { SchemaFileSystem } from './schemaFileSystem.ts';

export type SchemasDependencies = GroupDependencies & PersonalSchemasDependencies;

const NO_LABELS: SchemaLabels = { schemas: [], dataSources: [] };
const NO_CHOICES: SchemaChoices = { schemaIds: [], dataSources: [] };

export class Schemas implements Disposable {
  readonly #changed = new Emitter<void>();
  readonly #personal: Lazy<PersonalSchemas>;
  readonly #files: SchemaFileSystem;
  readonly #warnings: GroupWarnings;
  readonly #registrations: Disposable;
  #made: PersonalSchemas | undefined;

  /** The user's schemas changed, and with them labels and checks. */
  readonly onDidChange = this.#changed.event;

  constructor(dependencies: SchemasDependencies) {
    this.#personal = lazy(() => this.#makePersonal(dependencies));
    this.#files = new SchemaFileSystem(async (uri) => (await this.#personal()).served(uri));
    this.#warnings = new GroupWarnings(dependencies);
    const current = async () => (await this.#personal()).current();
    this.#registrations = vscode.Disposable.from(
      vscode.languages.registerCompletionItemProvider(
        GROUP_DOCUMENTS,
        {
          provideCompletionItems: async (document, position) =>
            (await import('./languageFeatures.ts')).documentCompletions(document, position, dependencies, current),
        },
        '"',
        ':',
      ),
      vscode.languages.registerHoverProvider(GROUP_DOCUMENTS, {
        provideHover: async (document, position) =>
          (await import('./languageFeatures.ts')).mappingHover(document, position, (await current()).choices),
      }),
    );
  }

  dispose(): void {
    for (const part of [this.#registrations, this.#warnings, this.#files, this.#made, this.#changed]) part?.dispose();
  }

  /** Other groups changed, or the connection of a file. */
  refresh(): void {
    this.#warnings.refresh();
  }

  /** Names for the bare ids in the mapping of a document: the same for all documents of a window. */
  async labels(uri: vscode.Uri): Promise<SchemaLabels> {
    return isGroupDocument(uri) ? (await (await this.#personal()).current()).labels : NO_LABELS;
  }

  /** What the user's schema offers for the mapping of a document. */
  async choices(uri: vscode.Uri): Promise<SchemaChoices> {
    return isGroupDocument(uri) ? (await (await this.#personal()).current()).choices : NO_CHOICES;
  }

  /**
   * The errors of a document by its schemas, for the setting `userGroups.schemaErrors`: of exactly this text, open or
   * not.
   */
  async errorsIn(uri: vscode.Uri, text: string): Promise<readonly vscode.Diagnostic[]> {
    return (await this.#personal()).errorsIn(uri, text);
  }

  async #makePersonal(dependencies: PersonalSchemasDependencies): Promise<PersonalSchemas> {
    const { PersonalSchemas: Personal } = await import('./personalSchemas.ts');
    const made = new Personal(dependencies);
    made.onDidChange(() => {
      this.#files.announceChange();
      this.#changed.fire();
    });
    return (this.#made = made);
  }
}
