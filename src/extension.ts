// The composition root: makes the parts, connects them, registers them. Heavy parts load on first use.

import { existsSync, promises } from 'node:fs';
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { Disposable } from './core/emitter.ts';
import { useLanguage } from './core/language.ts';
import { lazy, type Lazy } from './core/lazy.ts';
import { Redactor } from './core/redactor.ts';
import type { Services } from './services/services.ts';
import { registerTools } from './vscode/assistants/registerTools.ts';
import { CommandRunner, registerCommands, type ExecuteOnItem } from './vscode/command/commandRunner.ts';
import { ActiveSends } from './vscode/editing/documents/activeSends.ts';
import { FileConnections } from './vscode/editing/documents/fileConnections.ts';
import { UserGroupFileSystem } from './vscode/editing/documents/userGroupFileSystem.ts';
import { FormEditor } from './vscode/editing/form/formEditor.ts';
import { Schemas } from './vscode/editing/schemas/schemas.ts';
import { ProductionDecorations } from './vscode/groups/decorations.ts';
import { UserGroupTree } from './vscode/groups/tree/userGroupTree.ts';
import { ChannelLog } from './vscode/platform/channelLog.ts';
import type { TokenClipboard } from './vscode/platform/clipboard.ts';
import { SCHEME } from './vscode/platform/documentUris.ts';
import { Messages } from './vscode/platform/messages.ts';
import { openSettings, workspaceTrust as trust } from './vscode/platform/settings.ts';
import { memoryOf } from './vscode/platform/storageAdapters.ts';

/** Set where the editor is started to try the product out: the sandbox runs and its groups are shown at once. */
const START_SANDBOX = 'USER_GROUPS_START_SANDBOX';

const afterStart = () => import('./afterStart.ts');

let close: () => Promise<void> = () => Promise.resolve();

export function activate(context: vscode.ExtensionContext): void {
  useLanguage(vscode.env.language, vscode.l10n.bundle);
  const base = createBase(context);
  const services: Lazy<Services> = lazy(() => openServices(context, base, { ...base, ...views, run }));
  const views = createViews(context, base, services);
  const clipboard = lazy(() => openClipboard(base, services));
  const documents = lazy(() => openDocuments(form));
  const appliedStates = lazy(() => openAppliedStates(context, base, services));
  const texts = lazy(async () =>
    (await import('./vscode/platform/shownTexts.ts')).openShownTexts(context.subscriptions),
  );
  const parts = async () => ({
    ...base,
    ...views,
    ...(await texts()),
    services: await services(),
    documents: await documents(),
  });
  const commandContext = async () => ({ ...(await parts()), clipboard: await clipboard(), run });
  const handlers = lazy(async () => {
    const { openHandlers } = await import('./openHandlers.ts');
    return openHandlers(await commandContext(), context.extensionUri);
  });
  const tools = lazy(async () => {
    const { assistantTools } = await import('./openHandlers.ts');
    return assistantTools(await commandContext());
  });
  const runner: CommandRunner = new CommandRunner(handlers, base.messages, base.log);
  const run = runner.executeOnItem;
  const form: FormEditor = new FormEditor(
    context.extensionUri,
    base.log,
    lazy(async () => ({
      ...(await parts()),
      appliedStates: await appliedStates(),
      run: runner.executeOnSubject,
    })),
  );
  context.subscriptions.push(
    base.log,
    base.settings,
    ...Object.values(views),
    form,
    resumeClipboard(clipboard),
    vscode.workspace.registerFileSystemProvider(SCHEME, views.files, { isCaseSensitive: true }),
    vscode.window.registerUriHandler({
      handleUri: async (link) => (await afterStart()).openLink(link, { ...base, services, run }),
    }),
    vscode.tasks.registerTaskProvider('user-groups', tasksOf(context)),
    registerCommands(runner, () => views.tree.rowOfKey()),
    registerTools(tools),
  );
  const isFirstStart = !existsSync(databaseIn(context));
  openWhatIsThere(context, base, services);
  void afterStart().then(({ followSteps, openWalkthroughOnce, registerAppliedLenses }) => {
    context.subscriptions.push(followSteps(runner), registerAppliedLenses(appliedStates));
    if (isFirstStart) void openWalkthroughOnce(base.memory);
  });
  if (process.env[START_SANDBOX] === '1') void showSandbox(run);
}

export async function deactivate(): Promise<void> {
  await close();
}

/** What there is from the first moment, and needs nothing else. */
interface Base {
  readonly redactor: Redactor;
  readonly log: ChannelLog;
  readonly messages: Messages;
  readonly settings: ReturnType<typeof openSettings>;
  readonly memory: ReturnType<typeof memoryOf>;
  readonly trust: typeof trust;
}

function createBase({ globalState, globalStorageUri }: vscode.ExtensionContext): Base {
  const redactor = new Redactor();
  return {
    redactor,
    log: new ChannelLog(redactor),
    messages: new Messages(redactor),
    settings: openSettings(globalStorageUri),
    memory: memoryOf(globalState),
    trust,
  };
}

type Views = ReturnType<typeof createViews>;

/** What VS Code draws, reads and watches; all of it is disposed of. */
function createViews(context: vscode.ExtensionContext, { messages, settings }: Base, services: Lazy<Services>) {
  const fileConnections = new FileConnections(memoryOf(context.workspaceState), services);
  const schemas = new Schemas({
    settings,
    trust,
    services,
    extensionUri: context.extensionUri,
    connectionOf: (file) => fileConnections.of(file),
    realPath: (of) => promises.realpath(of),
  });
  const renames = vscode.workspace.onDidRenameFiles(({ files }) => fileConnections.follow(files));
  fileConnections.onDidChange(() => {
    schemas.refresh();
  });
  const isWithWorkspace = context.extension.extensionKind === vscode.ExtensionKind.Workspace;
  return {
    tree: new UserGroupTree(services, { isWithWorkspace, remoteName: vscode.env.remoteName }),
    files: new UserGroupFileSystem(services),
    decorations: new ProductionDecorations(services),
    fileConnections,
    renames,
    sendings: new ActiveSends(messages),
    schemas,
  };
}

function tasksOf({ extensionUri }: vscode.ExtensionContext): vscode.TaskProvider {
  return {
    provideTasks: async () => (await afterStart()).folderTasks(extensionUri),
    resolveTask: async (task) => (await afterStart()).resolvedTask(task, extensionUri),
  };
}

async function openAppliedStates(
  { subscriptions }: vscode.ExtensionContext,
  { settings }: Base,
  services: Lazy<Services>,
) {
  const { AppliedStates } = await afterStart();
  const states = new AppliedStates({ settings, services });
  subscriptions.push(states);
  return states;
}

async function openServices(
  context: vscode.ExtensionContext,
  base: Base,
  followers: Base & Views & { readonly run: ExecuteOnItem },
): Promise<Services> {
  const services = (await import('./openServices.ts')).openServices(context, databaseIn(context), base);
  close = () => services.close();
  void import('./vscode/followServices.ts').then(({ followServices }) => {
    const following = followServices({ ...followers, services });
    close = async () => {
      following.dispose();
      await services.close();
    };
  });
  return services;
}

async function openClipboard({ settings, memory }: Base, services: Lazy<Services>): Promise<TokenClipboard> {
  const { TokenClipboard } = await import('./vscode/platform/clipboard.ts');
  return new TokenClipboard(settings, memory, async () => (await services()).sealer);
}

/** A token that an earlier window left there is cleared in its time. */
function resumeClipboard(clipboard: Lazy<TokenClipboard>): Disposable {
  void clipboard().then((opened) => {
    opened.resume();
  });
  return {
    dispose: () => {
      void clipboard().then((opened) => {
        opened.dispose();
      });
    },
  };
}

async function openDocuments(form: FormEditor) {
  const { OpenDocuments } = await import('./vscode/editing/documents/openDocuments.ts');
  return new OpenDocuments(form);
}

/**
 * Once there is a list, or a connection in the settings: what a window left unfinished is said at the next start,
 * whatever is in sight then, and the command palette offers what can be done.
 */
function openWhatIsThere(context: vscode.ExtensionContext, { log, settings }: Base, services: Lazy<Services>): void {
  const open = (): void => {
    if (settings.connections().length === 0 && !existsSync(databaseIn(context))) return;
    services().catch((error: unknown) => {
      log.warn(`The list could not be opened: ${String(error)}`);
    });
  };
  settings.onDidChange(open);
  open();
}

function databaseIn({ globalStorageUri }: vscode.ExtensionContext): string {
  return path.join(globalStorageUri.fsPath, 'user-groups.db');
}

async function showSandbox(run: ExecuteOnItem): Promise<void> {
  await vscode.commands.executeCommand('userGroups.tree.focus');
  await run('userGroups.startSandbox', {});
}
