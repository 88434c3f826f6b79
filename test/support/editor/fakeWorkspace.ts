// VS Code's documents and settings as far as unit tests need them: the test fires what VS Code would report.

import { Emitter } from '../../../src/core/emitter.ts';
import { fileWorkspace, type FileWorkspace, type Uri } from './fakeFiles.ts';
import { Disposable, type Range } from './fakeTypes.ts';

export class WorkspaceEdit {
  readonly edits: { readonly range: Range; readonly text: string }[] = [];

  replace(_uri: unknown, range: Range, text: string): void {
    this.edits.push({ range, text });
  }
}

/** The test's to fire, as VS Code does when the text of a document changes, or whether it is saved. */
export const documentsChanged = new Emitter<object>();
/** The test's to fire, as VS Code does when it opens a document. */
export const documentOpened = new Emitter<object>();
/** The test's to fire, as VS Code does while a document is being saved. */
export const documentWillSave = new Emitter<object>();
/** The test's to fire, as VS Code does when a document was saved. */
export const documentSaved = new Emitter<object>();

interface Workspace extends FileWorkspace {
  readonly onDidChangeTextDocument: typeof documentsChanged.event;
  readonly onDidOpenTextDocument: typeof documentOpened.event;
  readonly onWillSaveTextDocument: typeof documentWillSave.event;
  readonly onDidSaveTextDocument: typeof documentSaved.event;
  /** The test's to set. */
  textDocuments: readonly object[];
  /** The test's to set. */
  isTrusted: boolean;
  /** The test's to set. */
  applyEdit: (edit: WorkspaceEdit) => Promise<boolean>;
  readonly asRelativePath: (uri: Uri) => string;
  readonly getConfiguration: (section: string) => Configuration;
  readonly onDidChangeConfiguration: typeof configurationChanged.event;
  readonly onDidCloseTextDocument: typeof documentClosed.event;
  readonly registerTextDocumentContentProvider: (scheme: string, provider: ContentProvider) => Disposable;
  /** Opens a document that an extension provides. */
  readonly openTextDocument: (uri: Uri) => Promise<object>;
}

interface Configuration {
  readonly get: (name: string) => unknown;
  readonly inspect: (name: string) => { readonly globalValue?: unknown; readonly defaultValue?: unknown };
  readonly update: (name: string, value: unknown) => Promise<void>;
}

/** The person's own settings of the editor by their whole names, the test's to set. */
export const configuration = new Map<string, unknown>([['files.encoding', 'utf8']]);
/** The test's to fire, as VS Code does when settings change. */
export const configurationChanged = new Emitter<{ readonly affectsConfiguration: (section: string) => boolean }>();
export const ConfigurationTarget = { Global: 1 };
/** The test's to fire, as VS Code does when the last tab of a document closes. */
export const documentClosed = new Emitter<{ readonly uri: Uri }>();

interface ContentProvider {
  readonly provideTextDocumentContent: (uri: Uri) => string;
  readonly onDidChange: (listener: (uri: Uri) => void) => { readonly dispose: () => void };
}

/** What provides the documents of each scheme. */
export const contentProviders = new Map<string, ContentProvider>();

export const workspace: Workspace = {
  onDidChangeTextDocument: documentsChanged.event,
  onDidOpenTextDocument: documentOpened.event,
  onWillSaveTextDocument: documentWillSave.event,
  textDocuments: [],
  isTrusted: true,
  applyEdit: () => Promise.resolve(false),
  asRelativePath: ({ path }) => path,
  getConfiguration: (section) => ({
    get: (name) => configuration.get(`${section}.${name}`),
    inspect: (name) => ({ globalValue: configuration.get(`${section}.${name}`) }),
    update: (name, value) => Promise.resolve(void configuration.set(`${section}.${name}`, value)),
  }),
  onDidChangeConfiguration: configurationChanged.event,
  onDidCloseTextDocument: documentClosed.event,
  registerTextDocumentContentProvider: (scheme, provider) => {
    contentProviders.set(scheme, provider);
    return new Disposable(() => {
      contentProviders.delete(scheme);
    });
  },
  openTextDocument: (uri) => Promise.resolve({ uri, languageId: 'plaintext' }),
  ...fileWorkspace,
  onDidSaveTextDocument: documentSaved.event,
};
