// What a window shows by itself once the services are open: its views, and notices about unfinished work.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Disposable } from '../core/emitter.ts';
import type { Log } from '../core/ports/log.ts';
import type { Settings } from '../core/ports/userSettings.ts';
import { schedule } from '../services/schedule.ts';
import { refreshedText } from './connections/refreshList.ts';
import { ListTimer } from '../services/sending/listTimer.ts';
import type { Services } from '../services/services.ts';
import { RunStatus } from './bulk/runs/runStatus.ts';
import type { ExecuteOnItem } from './command/commandRunner.ts';
import { ContextKeys } from './contextKeys.ts';
import type { UserGroupFileSystem } from './editing/documents/userGroupFileSystem.ts';
import type { Schemas } from './editing/schemas/schemas.ts';
import type { ProductionDecorations } from './groups/decorations.ts';
import { followActiveEditor } from './groups/tree/followActiveEditor.ts';
import type { UserGroupTree } from './groups/tree/userGroupTree.ts';
import type { Messages } from './platform/messages.ts';
import { reportOrphanedSends } from './rotation/orphanedSendNotices.ts';
import { commandTitle } from './platform/manifest.ts';

interface Dependencies {
  readonly settings: Settings;
  readonly services: Services;
  readonly messages: Messages;
  readonly log: Log;
  readonly run: ExecuteOnItem;
  readonly tree: UserGroupTree;
  readonly decorations: ProductionDecorations;
  readonly schemas: Schemas;
  readonly files: UserGroupFileSystem;
}

/** Disposed before the services are closed. */
export function followServices(dependencies: Dependencies): Disposable {
  const { services } = dependencies;
  const keys = new ContextKeys(services);
  const refresh = (): void => {
    refreshViews(dependencies);
    keys.refresh();
  };
  services.groups.onDidChange(refresh);
  services.connections.onDidChange(refresh);
  services.sandbox.onDidChange(refresh);
  services.tokens.onDidChange(refresh);
  services.runs.onDidChange(() => {
    keys.refresh();
  });
  refresh();
  reportOrphanedSends(dependencies);
  if (services.setAside !== undefined) {
    void reportSetAside(dependencies, services.setAside);
  }
  const runs = new RunStatus({ ...dependencies, schedule });
  const following = followActiveEditor(services, dependencies.tree);
  const lists = new ListTimer({
    ...dependencies,
    ...services,
    now: Date.now,
    schedule,
    isFocused: () => vscode.window.state.focused,
    onAdded: (connection, refreshed) => {
      dependencies.messages.status(refreshedText(connection, refreshed));
    },
  });
  return {
    dispose: () => {
      following.dispose();
      keys.dispose();
      runs.dispose();
      lists.dispose();
    },
  };
}

async function reportSetAside({ messages, run }: Dependencies, path: string): Promise<void> {
  const importList = commandTitle('userGroups.importList');
  const chosen = await messages.warn(
    l10n.t('The list on this machine was damaged and set aside as "{0}". A new one was created.', path),
    importList,
  );
  if (chosen === importList) await run('userGroups.importList', {});
}

function refreshViews({ tree, decorations, schemas, files }: Dependencies): void {
  tree.refresh();
  decorations.refresh();
  schemas.refresh();
  void files.announceChanges();
}
