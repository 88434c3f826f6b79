// What a window shows by itself once the services are open: its views, and notices about unfinished work.

import * as vscode from 'vscode';
import type { Disposable } from '../core/emitter.ts';
import { UserGroupsError } from '../core/errors.ts';
import type { Log } from '../core/ports/log.ts';
import { schedule } from '../services/schedule.ts';
import type { Services } from '../services/services.ts';
import { RunStatus } from './bulk/runs/runStatus.ts';
import type { ExecuteOnItem } from './command/commandRunner.ts';
import { hasSeveralConnections } from './command/targets.ts';
import type { UserGroupFileSystem } from './editing/documents/userGroupFileSystem.ts';
import type { Schemas } from './editing/schemas/schemas.ts';
import type { ProductionDecorations } from './groups/decorations.ts';
import type { UserGroupTree } from './groups/tree/userGroupTree.ts';
import type { Messages } from './platform/messages.ts';
import { reportOrphanedSends } from './rotation/orphanedSendNotices.ts';

interface Dependencies {
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
  const { services, messages } = dependencies;
  const refresh = (): void => {
    refreshViews(dependencies);
  };
  services.groups.onDidChange(refresh);
  services.connections.onDidChange(refresh);
  services.sandbox.onDidChange(refresh);
  services.tokens.onDidChange(refresh);
  refresh();
  reportOrphanedSends(dependencies);
  if (services.setAside !== undefined) {
    void messages.warn(
      `The list of user groups on this machine was damaged. It was set aside as ${services.setAside}, and a new one was begun.`,
    );
  }
  return new RunStatus({ ...dependencies, schedule });
}

function refreshViews({ services, tree, decorations, schemas, files }: Dependencies): void {
  tree.refresh();
  decorations.refresh();
  schemas.refresh();
  void files.announceChanges();
  void vscode.commands.executeCommand('setContext', 'userGroups.sandboxRunning', services.sandbox.isWanted);
  setSeveralConnections(services);
}

/** While the list cannot be read, which the list itself reports, the key stays. */
function setSeveralConnections(services: Services): void {
  try {
    const key = 'userGroups.hasSeveralConnections';
    void vscode.commands.executeCommand('setContext', key, hasSeveralConnections(services));
  } catch (error) {
    if (!(error instanceof UserGroupsError)) throw error;
  }
}
