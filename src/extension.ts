// The composition root: makes the parts, connects them, registers them. Heavy parts load on first use.

import * as path from 'node:path';
import * as vscode from 'vscode';
import { lazy } from './core/lazy.ts';
import { Redactor } from './core/redactor.ts';
import type { Lazy } from './core/ports.ts';
import type { Outside, Services } from './services/services.ts';
import { ChannelLog } from './vscode/channelLog.ts';
import { TokenClipboard } from './vscode/clipboard.ts';
import { CommandDoor, type RunAbout } from './vscode/commands/commandDoor.ts';
import { registerCommands } from './vscode/commands/register.ts';
import { ProductionDecorations } from './vscode/decorations.ts';
import { Comparisons } from './vscode/documents/comparisons.ts';
import { SCHEME } from './vscode/documents/documentUris.ts';
import { UserGroupFileSystem } from './vscode/documents/userGroupFileSystem.ts';
import { memoryOf, secretsOf } from './vscode/keeping.ts';
import { Messages } from './vscode/messages.ts';
import { VsCodeSettings } from './vscode/settings.ts';
import { UserGroupTree } from './vscode/tree/userGroupTree.ts';

/** Set where the editor is started to try the product out: the sandbox runs and its groups are shown at once. */
const START_SANDBOX = 'USER_GROUPS_START_SANDBOX';

let close: () => Promise<void> = () => Promise.resolve();

export function activate(context: vscode.ExtensionContext): void {
  const redactor = new Redactor();
  const log = new ChannelLog(redactor);
  const messages = new Messages(redactor);
  const settings = new VsCodeSettings();
  const memory = memoryOf(context.globalState);
  const clipboard = new TokenClipboard(settings, memory);
  const comparisons = new Comparisons();
  const services: Lazy<Services> = lazy(async () => {
    const opened = await openServices(context, { redactor, log, settings, memory });
    close = () => opened.close();
    connect(opened);
    return opened;
  });
  const tree = new UserGroupTree(services);
  const files = new UserGroupFileSystem(services);
  const decorations = new ProductionDecorations(services);
  const run: RunAbout = (id, about) => door.runAbout(id, about);
  const door = new CommandDoor(lazy(async () => {
    const { createHandlers } = await import('./vscode/commands/handlers.ts');
    return createHandlers({ services: await services(), settings, messages, clipboard, comparisons, files, tree, log, run });
  }), messages, log);

  const connect = (opened: Services): void => {
    const lookAgain = (): void => {
      tree.refresh();
      decorations.refresh();
      void files.announceChanges();
      void vscode.commands.executeCommand('setContext', 'userGroups.sandboxRunning', opened.sandbox.isWanted);
    };
    opened.groups.onDidChange(lookAgain);
    opened.connections.onDidChange(lookAgain);
    opened.sandbox.onDidChange(lookAgain);
    lookAgain();
    if (opened.setAside !== undefined) {
      void messages.warn(`The list of user groups on this machine was damaged. It was set aside as ${opened.setAside}, and a new one was begun.`);
    }
  };

  context.subscriptions.push(
    log, settings, clipboard, comparisons, tree, files, decorations,
    vscode.workspace.registerFileSystemProvider(SCHEME, files, { isCaseSensitive: true }),
    registerCommands(door, () => tree.selected),
  );
  clipboard.resume();
  if (process.env[START_SANDBOX] === '1') void showSandbox(run);
}

export async function deactivate(): Promise<void> {
  await close();
}

type Light = Pick<Outside, 'redactor' | 'settings' | 'memory' | 'log'>;

async function openServices(context: vscode.ExtensionContext, { redactor, settings, memory, log }: Light): Promise<Services> {
  const [{ createServices }, { openStore }, { createTokenSealer }] = await Promise.all([
    import('./services/services.ts'), import('./store/sqliteStore.ts'), import('./store/tokenSealer.ts'),
  ]);
  const folder = context.globalStorageUri.fsPath;
  const store = openStore({ path: path.join(folder, 'user-groups.db') });
  const secrets = secretsOf(context.secrets);
  return createServices({
    store,
    sealer: createTokenSealer({ secrets, keyRing: store.keyRing, onKey: (value) => { redactor.add(value); } }),
    client: lazy(async () => (await import('./api/userGroupClient.ts')).createUserGroupClient({ log, redactor })),
    secrets,
    settings,
    memory,
    log,
    redactor,
    now: Date.now,
    environmentVariable: (name) => process.env[name],
    launchSandbox: async () => (await import('./sandbox/sandbox.ts')).startSandbox({ databasePath: path.join(folder, 'sandbox.db') }),
    sampleBodies: async () => (await import('./sandbox/sampleGroups.ts')).sampleBodies,
  });
}

async function showSandbox(run: RunAbout): Promise<void> {
  await vscode.commands.executeCommand('userGroups.tree.focus');
  await run('userGroups.startSandbox', {});
}
