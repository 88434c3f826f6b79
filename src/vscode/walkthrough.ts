// The walkthrough: opens it, and completes its steps by what was done. Its texts and pictures are in the manifest.

import * as vscode from 'vscode';
import type { Disposable } from '../core/emitter.ts';
import type { Memory } from '../core/ports/storage.ts';
import type { CommandRunner, Executed } from './command/commandRunner.ts';
import { parseUri } from './platform/documentUris.ts';

const ID = 'embedded-dashboards.user-groups#start';
const OPENED = 'walkthroughOpened';

/** Steps that no context key of something else completes. */
type Step = 'created' | 'edited' | 'sent' | 'rotated' | 'connected';

export async function openWalkthrough(options: { readonly inactive?: boolean } = {}): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.openWalkthrough', ID, options);
}

/**
 * At the first start, without taking the focus: VS Code opens it by itself only for what is installed from its own
 * window, and its setting counts for both.
 */
export async function openWalkthroughOnce(memory: Memory): Promise<void> {
  if (memory.get(OPENED) === true) return;
  await memory.set(OPENED, true);
  const isWanted = vscode.workspace
    .getConfiguration('workbench.welcomePage.walkthroughs')
    .get<boolean>('openOnInstall');
  if (isWanted === true) await openWalkthrough({ inactive: true });
}

export function completeSteps({ onDidExecute }: Pick<CommandRunner, 'onDidExecute'>): Disposable {
  const executed = onDidExecute((event) => {
    const step = stepOf(event);
    if (step !== undefined) complete(step);
  });
  const saved = vscode.workspace.onDidSaveTextDocument(({ uri }) => {
    const document = parseUri(uri);
    if (document !== undefined && 'userGroupId' in document) complete('edited');
  });
  return vscode.Disposable.from(executed, saved);
}

function stepOf({ id, result }: Executed): Step | undefined {
  if (id === 'userGroups.update') return 'sent';
  if (id === 'userGroups.addConnection') return 'connected';
  if (id === 'userGroups.getOrCreate') return result?.new_user_group === true ? 'created' : undefined;
  if (id === 'userGroups.rotateToken') return result.rotated ? 'rotated' : undefined;
  return undefined;
}

/** VS Code remembers completed steps. */
function complete(step: Step): void {
  void vscode.commands.executeCommand('setContext', `userGroups.walkthrough.${step}`, true);
}
