// Schemas of documents for checks, completions and hovers, in the text editor and in the form. Loaded with the first
// document.

import * as vscode from 'vscode';
import { Emitter, type Disposable } from '../../../core/emitter.ts';
import { lazy, type Lazy } from '../../../core/lazy.ts';
import type { LargeFiles } from '../../../core/ports/files.ts';
import type { Settings, WorkspaceTrust } from '../../../core/ports/userSettings.ts';
import type { SchemaChoices } from '../../../document/schemaChoices.ts';
import type { SchemaLabels } from '../../../document/schemaLabels.ts';
import { GROUP_DOCUMENTS, isGroupDocument, type GroupDependencies } from './groupDocuments.ts';
import { GroupWarnings } from './groupWarnings.ts';
import type { PersonalSchemas } from './personalSchemas.ts';
import { SchemaFileSystem } from './schemaFileSystem.ts';

export interface SchemasDependencies extends GroupDependencies {
  readonly settings: Settings;
  readonly trust: WorkspaceTrust;
  readonly extensionUri: vscode.Uri;
  readonly realPath: LargeFiles['realPath'];
}

const NO_LABELS: SchemaLabels = { schemas: [], dataSources: [] };
const NO_CHOICES: SchemaChoices = { schemaIds: [], dataSources: [] };

export class Schemas implements Disposable {
  readonly #changed = new Emitter<void>();
  readonly #personal: Lazy<PersonalSchemas>;
  readonly #files: SchemaFileSystem;
  readonly #warnings: GroupWarnings;
  readonly #registrations: Disposable;
  #made: PersonalSchemas | undefined;

  /** The person's schemas changed, and with them labels and checks. */
  readonly onDidChange = this.#changed.event;

  constructor(dependencies: SchemasDependencies) {
    this.#personal = lazy(() => this.#makePersonal(dependencies));
    this.#files = new SchemaFileSystem(async (uri) => (await this.#personal()).served(uri));
    this.#warnings = new GroupWarnings(dependencies);
    const choices: Lazy<SchemaChoices> = async () => (await this.#personal()).choices();
    const names: Lazy<readonly string[]> = async () => (await this.#personal()).propertyNames();
    this.#registrations = vscode.Disposable.from(
      vscode.languages.registerCompletionItemProvider(
        GROUP_DOCUMENTS,
        {
          provideCompletionItems: async (document, position) =>
            (await import('./languageFeatures.ts')).documentCompletions(document, position, dependencies, {
              choices,
              propertyNames: names,
            }),
        },
        '"',
        ':',
      ),
      vscode.languages.registerHoverProvider(GROUP_DOCUMENTS, {
        provideHover: async (document, position) =>
          (await import('./languageFeatures.ts')).mappingHover(document, position, await choices()),
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

  /**
   * Names for the bare ids in the mapping of a document, from the person's schema: the same for all documents of a
   * window.
   */
  async labels(uri: vscode.Uri): Promise<SchemaLabels> {
    if (!isGroupDocument(uri)) return NO_LABELS;
    return (await this.#personal()).labels();
  }

  /** What the person's schema offers for the mapping of a document. */
  async choices(uri: vscode.Uri): Promise<SchemaChoices> {
    return isGroupDocument(uri) ? (await this.#personal()).choices() : NO_CHOICES;
  }

  /**
   * The errors of a document by its schemas, for the setting `userGroups.schemaErrors`: of exactly this text, open or
   * not.
   */
  async errorsIn(uri: vscode.Uri, text: string): Promise<readonly vscode.Diagnostic[]> {
    const [{ schemaErrors }, personal] = await Promise.all([import('./schemaErrors.ts'), this.#personal()]);
    return schemaErrors(uri, text, await personal.upToDate());
  }

  async #makePersonal({ settings, trust, extensionUri, realPath }: SchemasDependencies): Promise<PersonalSchemas> {
    const { PersonalSchemas: Personal } = await import('./personalSchemas.ts');
    const contract = vscode.Uri.joinPath(extensionUri, 'media/user-group.schema.json');
    const made = new Personal(settings, trust, contract, realPath);
    made.onDidChange(() => {
      this.#files.announceChange();
      this.#changed.fire();
    });
    return (this.#made = made);
  }
}
