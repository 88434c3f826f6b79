// VS Code as far as unit tests need it: commands, tabs, panels, the status bar; and all that the files beside this one
// stand in for.

import { Emitter } from '../../../src/core/emitter.ts';
import type { Uri } from './fakeFiles.ts';
import { FakePanel } from './fakePanel.ts';
import { FakeBox, FakeList } from './fakeQuestions.ts';
import { FakeTreeView, treeViews } from './fakeTree.ts';
import { Disposable, valueClass } from './fakeTypes.ts';

export {
  fileSystemProviders,
  fileWatchers,
  foldersChanged,
  FileChangeType,
  FilePermission,
  FileSystemError,
  FileType,
  RelativePattern,
  Uri,
} from './fakeFiles.ts';
export * from './fakeLanguages.ts';
export * from './fakeQuestions.ts';
export * from './fakeTree.ts';
export * from './fakeTypes.ts';
export * from './fakeWorkspace.ts';

export const InputBoxValidationSeverity = { Info: 1, Warning: 2, Error: 3 };
export const ProgressLocation = { Notification: 15 };
export const ViewColumn = { Active: -1, Beside: -2, One: 1, Two: 2 };
export const StatusBarAlignment = { Left: 1, Right: 2 };
export const QuickPickItemKind = { Separator: -1, Default: 0 };

interface TerminalOptions {
  readonly name: string;
  readonly env: Readonly<Record<string, string>>;
  readonly isTransient: boolean;
}

/** Those that were opened and shown, in that order. */
export const terminals: TerminalOptions[] = [];
export const closedTerminals = new Emitter<undefined>();

interface FakeTerminal {
  readonly show: () => void;
  readonly processId?: Promise<number | undefined>;
  exitStatus?: { readonly reason: number };
}

class FakeStatusBarItem {
  name = '';
  command: string | undefined;
  text = '';
  tooltip: string | undefined;
  isShown = false;

  show(): void {
    this.isShown = true;
  }

  hide(): void {
    this.isShown = false;
  }

  dispose(): void {
    this.isShown = false;
  }
}

export const TabInputText = valueClass<{ readonly uri: unknown }>('uri');
export type TabInputText = InstanceType<typeof TabInputText>;

export const TabInputCustom = valueClass<{ readonly uri: unknown }>('uri');

export const TabInputTextDiff = valueClass<{ readonly original: unknown; readonly modified: unknown }>(
  'original',
  'modified',
);

type Handler = (...given: unknown[]) => unknown;
const handlers = new Map<string, Handler>();

let clipped = '';

/** English: no bundle. */
export const l10n: { bundle: Record<string, string> | undefined } = { bundle: undefined };

export const env = {
  language: 'en',
  uriScheme: 'vscode',
  /** The test's to set. */
  remoteName: undefined as string | undefined,
  clipboard: {
    readText: () => Promise.resolve(clipped),
    writeText: (text: string) => {
      clipped = text;
      return Promise.resolve();
    },
  },
};

interface Extension {
  readonly extensionKind?: number;
  readonly packageJSON?: object;
}

/** None is installed, this one neither, unless a test sets one: titles of commands are their ids. */
export const extensions = { getExtension: (): Extension | undefined => undefined };
export const ExtensionKind = { UI: 1, Workspace: 2 };
export const TerminalExitReason = { Unknown: 0, Shutdown: 1, Process: 2, User: 3, Extension: 4 };

/** As in one extension host: arguments reach the handler as the objects that they are. */
export const commands = {
  registerCommand: (id: string, handler: Handler) => {
    handlers.set(id, handler);
    return new Disposable(() => {
      handlers.delete(id);
    });
  },
  executeCommand: (id: string, ...given: unknown[]) => Promise.resolve(handlers.get(id)?.(...given)),
};

/** Texts that were brought to the front. */
export const shownDocuments: Uri[] = [];

/** In the order in which they were made. */
export const panels: FakePanel[] = [];

/** What makes editors of each kind, and with which options. */
export const customEditors = new Map<string, readonly [provider: object, options: object]>();

/** In the order in which they were made. */
export const statusBarItems: FakeStatusBarItem[] = [];

/** The test's to set. */
interface Tab {
  readonly input: unknown;
  readonly label?: string;
  readonly isPreview?: boolean;
  readonly isDirty?: boolean;
}

export const tabs: { active: Tab | undefined } = { active: undefined };
/** The test's to fire, as VS Code does when another tab becomes active, or tabs come and go. */
export const tabsChanged = new Emitter<
  { readonly opened: readonly object[]; readonly closed: readonly object[] } | undefined
>();
/** The test's to fire, as VS Code does when a tab of another group of tabs becomes active. */
export const tabGroupsChanged: typeof tabsChanged = new Emitter();

/** What is shown of a long work that nobody cancels. */
interface ShownProgress {
  readonly report: (step: object) => void;
}

interface CancellationToken {
  readonly onCancellationRequested: () => { readonly dispose: () => void };
}

interface SaveDialogOptions {
  readonly defaultUri: Uri;
  readonly filters: Readonly<Record<string, readonly string[]>>;
}

interface MessageOptions {
  readonly detail?: string;
}

type ShowMessage = (text: string, ...buttons: readonly (string | MessageOptions)[]) => Promise<string | undefined>;

/** The test's to set. */
interface Dialogs {
  showOpenDialog: (options: { readonly title: string }) => Promise<readonly Uri[] | undefined>;
  showSaveDialog: (options: SaveDialogOptions) => Promise<Uri | undefined>;
  showInformationMessage: ShowMessage;
  showWarningMessage: ShowMessage;
  showErrorMessage: ShowMessage;
  setStatusBarMessage: (text: string) => void;
}

const nothing = () => Promise.resolve(undefined);

const dialogs: Dialogs = {
  showOpenDialog: nothing,
  showSaveDialog: nothing,
  showInformationMessage: nothing,
  showWarningMessage: nothing,
  showErrorMessage: nothing,
  setStatusBarMessage: () => undefined,
};

const tabGroup = {
  viewColumn: 1,
  get activeTab() {
    return tabs.active;
  },
  get tabs() {
    return tabs.active === undefined ? [] : [tabs.active];
  },
};

export const window = {
  ...dialogs,
  tabGroups: {
    activeTabGroup: tabGroup,
    all: [tabGroup],
    onDidChangeTabs: tabsChanged.event,
    onDidChangeTabGroups: tabGroupsChanged.event,
    close: (closed: readonly Tab[]) => {
      for (const { input } of closed) if (tabs.active?.input === input) tabs.active = undefined;
      return Promise.resolve(true);
    },
  },
  /** The test's to set. */
  activeTextEditor: undefined as object | undefined,
  /** As VS Code brings a document to the front, by its address or as it is. */
  showTextDocument: (shown: Uri | { readonly uri: Uri }): Promise<void> => {
    const uri = 'uri' in shown ? shown.uri : shown;
    shownDocuments.push(uri);
    tabs.active = { input: new TabInputText(uri) };
    return Promise.resolve();
  },
  createTreeView: () => {
    const view = new FakeTreeView();
    treeViews.push(view);
    return view;
  },
  registerCustomEditorProvider: (viewType: string, ...given: readonly [object, object]) => {
    customEditors.set(viewType, given);
    return new Disposable(() => {
      customEditors.delete(viewType);
    });
  },
  registerFileDecorationProvider: () => new Disposable(() => undefined),
  createOutputChannel: () => {
    const write =
      (level: string) =>
      (line: string): void =>
        void logged.push(`${level}: ${line}`);
    return {
      info: write('info'),
      warn: write('warning'),
      error: write('error'),
      show: () => void logged.push('shown'),
      dispose: () => undefined,
    };
  },
  withProgress: (_options: object, work: (progress: ShownProgress, token: CancellationToken) => Promise<unknown>) =>
    work({ report: () => undefined }, { onCancellationRequested: () => ({ dispose: () => undefined }) }),
  createInputBox: () => new FakeBox(),
  createQuickPick: () => new FakeList(),
  createWebviewPanel: (...made: ConstructorParameters<typeof FakePanel>) => {
    const panel = new FakePanel(...made);
    panels.push(panel);
    return panel;
  },
  createTerminal: (options: TerminalOptions): FakeTerminal => ({ show: () => void terminals.push(options) }),
  onDidCloseTerminal: closedTerminals.event,
  createStatusBarItem: () => {
    const item = new FakeStatusBarItem();
    statusBarItems.push(item);
    return item;
  },
};

export const LanguageModelTextPart = valueClass<{ readonly value: string }>('value');
export type LanguageModelTextPart = InstanceType<typeof LanguageModelTextPart>;

export const LanguageModelToolResult = valueClass<{ readonly content: readonly LanguageModelTextPart[] }>('content');
export type LanguageModelToolResult = InstanceType<typeof LanguageModelToolResult>;

interface LanguageModelTool {
  readonly invoke: (options: { readonly input: object }, token: object) => Promise<LanguageModelToolResult>;
}

/** The tools of language models, by name. */
export const languageModelTools = new Map<string, LanguageModelTool>();

export const lm = {
  registerTool: (name: string, tool: LanguageModelTool) => {
    languageModelTools.set(name, tool);
    return new Disposable(() => {
      languageModelTools.delete(name);
    });
  },
};

/** The lines of all output channels. */
export const logged: string[] = [];
