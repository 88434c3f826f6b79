// VS Code as far as unit tests need it: its lists and boxes, which the test answers in the person's place, commands,
// tabs, and the status bar.

import assert from 'node:assert/strict';
import { Emitter } from '../../../src/core/emitter.ts';
import { fileWorkspace, type FileWorkspace, type Uri } from './fakeFiles.ts';
import { FakePanel } from './fakePanel.ts';

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

export const InputBoxValidationSeverity = { Info: 1, Warning: 2, Error: 3 };
export const ProgressLocation = { Notification: 15 };
export const ViewColumn = { Active: -1, Beside: -2, One: 1, Two: 2 };
export const StatusBarAlignment = { Left: 1, Right: 2 };
export const QuickPickItemKind = { Separator: -1, Default: 0 };
export class ThemeIcon {
  readonly id: string;
  readonly color?: ThemeColor;

  constructor(id: string, color?: ThemeColor) {
    this.id = id;
    if (color !== undefined) this.color = color;
  }
}

export class ThemeColor {
  readonly id: string;

  constructor(id: string) {
    this.id = id;
  }
}

export const TreeItemCollapsibleState = { None: 0, Collapsed: 1, Expanded: 2 };

export class TreeItem {
  readonly label: string;
  readonly collapsibleState: number;

  constructor(label: string, collapsibleState: number) {
    this.label = label;
    this.collapsibleState = collapsibleState;
  }
}

/** A view of the sidebar: what is said above its rows and on its icon, and which rows were revealed. */
export class FakeTreeView {
  message: string | undefined;
  badge: { readonly value: number; readonly tooltip: string } | undefined;
  visible = true;
  isDisposed = false;
  readonly revealed: (readonly [row: object, options: object])[] = [];
  readonly selected = new Emitter<{ readonly selection: readonly object[] }>();
  readonly onDidChangeSelection = this.selected.event;

  reveal(row: object, options: object): Promise<void> {
    this.revealed.push([row, options]);
    return Promise.resolve();
  }

  dispose(): void {
    this.isDisposed = true;
  }
}

/** In the order in which they were made. */
export const treeViews: FakeTreeView[] = [];

export class FileDecoration {
  readonly badge: string;
  readonly tooltip: string;
  readonly color: ThemeColor;

  constructor(badge: string, tooltip: string, color: ThemeColor) {
    this.badge = badge;
    this.tooltip = tooltip;
    this.color = color;
  }
}

export const QuickInputButtons = { Back: { tooltip: 'Back' } };

interface Button {
  readonly tooltip: string;
}

interface Item {
  readonly label: string;
  readonly buttons?: readonly Button[];
  readonly description?: string;
  readonly detail?: string;
}

/** What lists and boxes have in common: what the product tells them, and what a person does with them. */
class Question {
  title = '';
  step: number | undefined;
  totalSteps: number | undefined;
  ignoreFocusOut = false;
  buttons: readonly Button[] = [];
  placeholder: string | undefined;
  value = '';
  isDisposed = false;
  #isShown = false;
  readonly #accepted = new Emitter<undefined>();
  readonly #pressed = new Emitter<unknown>();
  readonly #changed = new Emitter<string>();
  readonly #hidden = new Emitter<undefined>();
  readonly onDidAccept = this.#accepted.event;
  readonly onDidTriggerButton = this.#pressed.event;
  readonly onDidChangeValue = this.#changed.event;
  readonly onDidHide = this.#hidden.event;

  show(): void {
    this.#isShown = true;
    ask(this);
  }

  hide(): void {
    if (!this.#isShown) return;
    this.#isShown = false;
    this.#hidden.fire(undefined);
  }

  dispose(): void {
    this.isDisposed = true;
    this.hide();
  }

  type(text: string): void {
    this.value = text;
    this.#changed.fire(text);
  }

  accept(): void {
    this.#accepted.fire(undefined);
  }

  back(): void {
    assert.ok(this.buttons.includes(QuickInputButtons.Back), 'it has a button that leads back');
    this.#pressed.fire(QuickInputButtons.Back);
  }

  /** The button beside the title with this tooltip. */
  press(tooltip: string): void {
    const button = this.buttons.find((each) => each.tooltip === tooltip);
    assert.ok(button, `it has a button ${tooltip}`);
    this.#pressed.fire(button);
  }

  close(): void {
    this.hide();
  }
}

export class FakeBox extends Question {
  prompt = '';
  password = false;
  validationMessage: { readonly message: string } | undefined;
}

export class FakeList extends Question {
  matchOnDescription = false;
  matchOnDetail = false;
  #items: readonly Item[] = [];
  #activeItems: readonly Item[] = [];
  #isToldLater = false;
  readonly #itemPressed = new Emitter<{ readonly item: Item; readonly button: Button }>();
  readonly onDidTriggerItemButton = this.#itemPressed.event;

  get items(): readonly Item[] {
    return this.#items;
  }

  /** As in VS Code the first of them is under the cursor then, which the extension is told only later. */
  set items(items: readonly Item[]) {
    this.#items = items;
    this.#isToldLater = true;
  }

  get activeItems(): readonly Item[] {
    return this.#activeItems;
  }

  set activeItems(items: readonly Item[]) {
    this.#activeItems = items;
    this.#isToldLater = false;
  }

  #tell(): void {
    if (this.#isToldLater) this.activeItems = this.#items.slice(0, 1);
  }

  override type(text: string): void {
    this.#tell();
    super.type(text);
  }

  override accept(): void {
    this.#tell();
    super.accept();
  }

  get labels(): string[] {
    return this.#items.map(({ label }) => label);
  }

  /** The label under the cursor. */
  get active(): string | undefined {
    this.#tell();
    return this.activeItems[0]?.label;
  }

  pressOn(label: string, tooltip: string): void {
    const item = this.#itemOf(label);
    const button = item.buttons?.find((each) => each.tooltip === tooltip);
    assert.ok(button, `${label} has a button ${tooltip}`);
    this.#itemPressed.fire({ item, button });
  }

  #itemOf(label: string): Item {
    const item = this.#items.find((each) => each.label === label);
    assert.ok(item, `${label} is not among ${this.labels.join(', ')}`);
    return item;
  }

  choose(label: string): void {
    const item = this.#itemOf(label);
    this.activeItems = [item];
    this.accept();
  }
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

export class Position {
  readonly line: number;
  readonly character: number;

  constructor(line: number, character: number) {
    this.line = line;
    this.character = character;
  }

  compareTo(other: Position): number {
    return this.line - other.line || this.character - other.character;
  }
}

export class Range {
  readonly start: Position;
  readonly end: Position;

  constructor(start: Position, end: Position);
  constructor(startLine: number, startCharacter: number, endLine: number, endCharacter: number);
  constructor(...places: readonly [Position, Position] | readonly [number, number, number, number]) {
    [this.start, this.end] =
      places.length === 2 ? places : [new Position(places[0], places[1]), new Position(places[2], places[3])];
  }
}

export class CancellationError extends Error {}

export class TabInputText {
  readonly uri: unknown;

  constructor(uri: unknown) {
    this.uri = uri;
  }
}

export class TabInputCustom {
  readonly uri: unknown;

  constructor(uri: unknown) {
    this.uri = uri;
  }
}

export class TabInputTextDiff {
  readonly original: unknown;
  readonly modified: unknown;

  constructor(original: unknown, modified: unknown) {
    this.original = original;
    this.modified = modified;
  }
}

type Handler = (...given: unknown[]) => unknown;
const handlers = new Map<string, Handler>();

let clipped = '';

/** English: no bundle. */
export const l10n: { bundle: Record<string, string> | undefined } = { bundle: undefined };

export const env = {
  language: 'en',
  clipboard: {
    readText: () => Promise.resolve(clipped),
    writeText: (text: string) => {
      clipped = text;
      return Promise.resolve();
    },
  },
};

/** None is installed, this one neither: titles of commands are their ids. */
export const extensions = { getExtension: (): undefined => undefined };

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

export class Disposable {
  readonly dispose: () => void;

  constructor(dispose: () => void) {
    this.dispose = dispose;
  }

  static from(...all: readonly Disposable[]): Disposable {
    return new Disposable(() => {
      for (const each of all) each.dispose();
    });
  }
}

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
  applyEdit: (edit: WorkspaceEdit) => Promise<boolean>;
  readonly asRelativePath: (uri: Uri) => string;
  readonly getConfiguration: (section: string) => Configuration;
  readonly onDidChangeConfiguration: typeof configurationChanged.event;
  readonly onDidCloseTextDocument: typeof documentClosed.event;
  readonly registerTextDocumentContentProvider: (scheme: string, provider: ContentProvider) => Disposable;
  /** Of a document that an extension provides. */
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

export class EventEmitter<T> {
  readonly #emitter = new Emitter<T>();
  readonly event = this.#emitter.event;

  fire(event: T): void {
    this.#emitter.fire(event);
  }

  dispose(): void {
    this.#emitter.dispose();
  }
}

export const workspace: Workspace = {
  onDidChangeTextDocument: documentsChanged.event,
  onDidOpenTextDocument: documentOpened.event,
  onWillSaveTextDocument: documentWillSave.event,
  textDocuments: [],
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
  createStatusBarItem: () => {
    const item = new FakeStatusBarItem();
    statusBarItems.push(item);
    return item;
  },
};

/** The lines of all output channels. */
export const logged: string[] = [];

const unanswered: Question[] = [];
let awaited: ((question: Question) => void) | undefined;

function ask(question: Question): void {
  if (awaited === undefined) unanswered.push(question);
  else awaited(question);
  awaited = undefined;
}

async function next(): Promise<Question> {
  return (
    unanswered.shift() ??
    (await new Promise((resolve) => {
      awaited = resolve;
    }))
  );
}

/** Says which ones no test has taken, and whether a test still waits for one. */
export function forgetQuestions(): string[] {
  const left = unanswered.splice(0).map(({ title }) => `not taken: ${title}`);
  if (awaited !== undefined) left.push('awaited');
  awaited = undefined;
  return left;
}

/** The list or box that is shown next. */
export async function nextQuestion(): Promise<FakeList | FakeBox> {
  const question = await next();
  assert.ok(question instanceof FakeList || question instanceof FakeBox);
  return question;
}

/** The list that is shown next. */
export async function nextList(): Promise<FakeList> {
  const question = await next();
  assert.ok(question instanceof FakeList, `a list is shown, and not the box ${question.title}`);
  return question;
}

/** The box that is shown next. */
export async function nextBox(): Promise<FakeBox> {
  const question = await next();
  assert.ok(question instanceof FakeBox, `a box is shown, and not the list ${question.title}`);
  return question;
}
