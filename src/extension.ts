// The composition root: makes the parts, connects them, registers them. Heavy parts load on first use.

import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { lazy, type Lazy } from './core/lazy.ts';
import { Redactor } from './core/redactor.ts';
import type { Outside, Services } from './services/services.ts';
import { ChannelLog } from './vscode/platform/channelLog.ts';
import { CommandRunner, type ExecuteOnItem } from './vscode/command/commandRunner.ts';
import { registerCommands } from './vscode/command/register.ts';
import { ProductionDecorations } from './vscode/groups/decorations.ts';
import { Comparisons } from './vscode/platform/comparisons.ts';
import { KeptAnswerTexts } from './vscode/platform/keptAnswerTexts.ts';
import { FileConnections } from './vscode/editing/documents/fileConnections.ts';
import { SCHEME } from './vscode/platform/documentUris.ts';
import { Reports } from './vscode/platform/reports.ts';
import { UserGroupFileSystem } from './vscode/editing/documents/userGroupFileSystem.ts';
import { FormEditor } from './vscode/editing/form/formEditor.ts';
import { memoryOf, secretsOf } from './vscode/platform/storageAdapters.ts';
import { Messages } from './vscode/platform/messages.ts';
import { Schemas } from './vscode/editing/schemas/schemas.ts';
import { ActiveSends } from './vscode/editing/documents/activeSends.ts';
import { VsCodeSettings } from './vscode/platform/settings.ts';
import { listPlaceText } from './vscode/groups/tree/listPlace.ts';
import { UserGroupTree } from './vscode/groups/tree/userGroupTree.ts';
import { workspaceTrust as trust } from './vscode/platform/workspaceTrust.ts';

/** Set where the editor is started to try the product out: the sandbox runs and its groups are shown at once. */
const START_SANDBOX = 'USER_GROUPS_START_SANDBOX';

let close: () => Promise<void> = () => Promise.resolve();

export function activate(context: vscode.ExtensionContext): void {
  const redactor = new Redactor();
  const log = new ChannelLog(redactor);
  const messages = new Messages(redactor);
  const settings = new VsCodeSettings();
  const memory = memoryOf(context.globalState);
  const clipboard = lazy(
    async () =>
      new (await import('./vscode/platform/clipboard.ts')).TokenClipboard(
        settings,
        memory,
        async () => (await services()).sealer,
      ),
  );
  const comparisons = new Comparisons();
  const keptAnswers = new KeptAnswerTexts();
  const reports = new Reports();
  const services: Lazy<Services> = lazy(async () => {
    const opened = await openServices(context, { redactor, log, settings, memory });
    close = () => opened.close();
    connect(opened);
    return opened;
  });
  const tree = new UserGroupTree(
    services,
    listPlaceText({
      isWithWorkspace: context.extension.extensionKind === vscode.ExtensionKind.Workspace,
      remoteName: vscode.env.remoteName,
    }),
  );
  const files = new UserGroupFileSystem(services);
  const decorations = new ProductionDecorations(services);
  const fileConnections = new FileConnections(memoryOf(context.workspaceState), services);
  const sendings = new ActiveSends(messages);
  const schemas = new Schemas({
    settings,
    trust,
    services,
    extensionUri: context.extensionUri,
    connectionOf: (file) => fileConnections.of(file),
    realPath: async (of) => (await import('./store/database/largeFiles.ts')).largeFiles.realPath(of),
  });
  const run: ExecuteOnItem = (id, about) => runner.executeOnItem(id, about);
  const documents = lazy(
    async () =>
      new (await import('./vscode/editing/documents/openDocuments.ts')).OpenDocuments((uri) => form.flush(uri)),
  );
  const runner: CommandRunner = new CommandRunner(
    lazy(async () => {
      const [{ createHandlers }, { TablePanel }, { schedule }, { handOverByCommand }] = await Promise.all([
        import('./vscode/handlers.ts'),
        import('./vscode/bulk/table/tablePanel.ts'),
        import('./services/schedule.ts'),
        import('./services/rotation/handOver.ts'),
      ]);
      const { connections } = await services();
      return createHandlers({
        services: await services(),
        documents: await documents(),
        settings,
        trust,
        messages,
        clipboard: await clipboard(),
        comparisons,
        keptAnswers,
        reports,
        files,
        fileConnections,
        sendings,
        schemas,
        tree,
        log,
        run,
        importReader: lazy(async () => (await import('./bulk/importReader.ts')).importReader),
        handOverBy: (command) =>
          handOverByCommand(
            {
              log,
              redactor,
              now: Date.now,
              environment: () => process.env,
              folder: homedir(),
              secretVariables: () => connections.list().flatMap(({ apiTokenEnv }) => apiTokenEnv ?? []),
            },
            command,
          ),
        openTable: (view) => new TablePanel(view, { extension: context.extensionUri, log, schedule }),
      });
    }),
    messages,
    log,
  );
  const form: FormEditor = new FormEditor(
    context.extensionUri,
    log,
    lazy(async () => ({
      services: await services(),
      documents: await documents(),
      files,
      fileConnections,
      sendings,
      trust,
      log,
      schemas,
      run: runner.executeOnSubject,
    })),
  );

  const connect = (opened: Services): void => {
    const lookAgain = (): void => {
      tree.refresh();
      decorations.refresh();
      schemas.refresh();
      void files.announceChanges();
      void vscode.commands.executeCommand('setContext', 'userGroups.sandboxRunning', opened.sandbox.isWanted);
    };
    opened.groups.onDidChange(lookAgain);
    opened.connections.onDidChange(lookAgain);
    opened.sandbox.onDidChange(lookAgain);
    opened.tokens.onDidChange(lookAgain);
    lookAgain();
    void Promise.all([import('./vscode/bulk/runs/runStatus.ts'), import('./services/schedule.ts')]).then(
      ([{ RunStatus }, { schedule }]) => {
        const status = new RunStatus({ services: opened, messages, log, run, schedule });
        close = async () => {
          status.dispose();
          await opened.close();
        };
      },
    );
    void import('./vscode/rotation/orphanedSendNotices.ts').then(({ reportOrphanedSends }) => {
      reportOrphanedSends({ services: opened, messages, log, run });
    });
    if (opened.setAside !== undefined) {
      void messages.warn(
        `The list of user groups on this machine was damaged. It was set aside as ${opened.setAside}, and a new one was begun.`,
      );
    }
  };

  context.subscriptions.push(
    log,
    settings,
    comparisons,
    keptAnswers,
    reports,
    tree,
    files,
    decorations,
    fileConnections,
    sendings,
    schemas,
    form,
    fileConnections.onDidChange(() => {
      schemas.refresh();
    }),
    {
      dispose: () => {
        void clipboard().then((opened) => {
          opened.dispose();
        });
      },
    },
    vscode.workspace.registerFileSystemProvider(SCHEME, files, { isCaseSensitive: true }),
    registerCommands(runner, () => tree.focusedNode),
  );
  void clipboard().then((opened) => {
    opened.resume();
  });
  // What a window left unfinished is said at the next start, whatever is in sight then.
  if (existsSync(databaseIn(context)))
    void services().catch((error: unknown) => {
      log.warn(`The list could not be opened at the start: ${String(error)}`);
    });
  if (process.env[START_SANDBOX] === '1') void showSandbox(run);
}

export async function deactivate(): Promise<void> {
  await close();
}

type Light = Pick<Outside, 'redactor' | 'settings' | 'memory' | 'log'>;

async function openServices(
  context: vscode.ExtensionContext,
  { redactor, settings, memory, log }: Light,
): Promise<Services> {
  const [
    { createServices },
    { schedule },
    { openStore },
    { LeaseKeeper },
    { createTokenSealer },
    { largeFiles },
    { VsCodeNetworkSettings },
  ] = await Promise.all([
    import('./services/services.ts'),
    import('./services/schedule.ts'),
    import('./store/sqliteStore.ts'),
    import('./store/database/leaseKeeper.ts'),
    import('./store/database/tokenSealer.ts'),
    import('./store/database/largeFiles.ts'),
    import('./vscode/platform/networkSettings.ts'),
  ]);
  const databasePath = databaseIn(context);
  const sandboxPath = path.join(path.dirname(databasePath), 'sandbox.db');
  const store = openStore({ path: databasePath, keeper: new LeaseKeeper(databasePath) });
  const secrets = secretsOf(context.secrets);
  const network = new VsCodeNetworkSettings((name) => process.env[name]);
  const services = createServices({
    store,
    sealer: createTokenSealer({
      secrets,
      keyRing: store.keyRing,
      onKey: (value) => {
        redactor.add(value);
      },
    }),
    client: lazy(async () =>
      (await import('./api/userGroupClient.ts')).createUserGroupClient({ log, redactor, network, pace: store.pace }),
    ),
    probe: lazy(async () =>
      (await import('./api/probe.ts')).createConnectionProbe({ redactor, network, now: Date.now }),
    ),
    secrets,
    settings,
    memory,
    log,
    redactor,
    largeFiles,
    now: Date.now,
    schedule,
    environmentVariable: (name) => process.env[name],
    launchSandbox: async () => (await import('./sandbox/sandbox.ts')).startSandbox({ databasePath: sandboxPath }),
    sampleBodies: async () => (await import('./sandbox/sampleBodies.ts')).sampleBodies,
    workspaceMemory: memoryOf(context.workspaceState),
    removeFiles: async () =>
      (await import('./store/database/erasing.ts')).removeFilesBeside(databasePath, [sandboxPath]),
  });
  return {
    ...services,
    close: async () => {
      network.dispose();
      await services.close();
    },
  };
}

function databaseIn({ globalStorageUri }: vscode.ExtensionContext): string {
  return path.join(globalStorageUri.fsPath, 'user-groups.db');
}

async function showSandbox(run: ExecuteOnItem): Promise<void> {
  await vscode.commands.executeCommand('userGroups.tree.focus');
  await run('userGroups.startSandbox', {});
}
