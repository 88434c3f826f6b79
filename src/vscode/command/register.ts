// Registers all commands, in one place.

import * as vscode from 'vscode';
import type { Disposable } from '../../core/emitter.ts';
import { parseInvocation } from './invocation.ts';
import type { CommandRunner } from './commandRunner.ts';
import { COMMAND_IDS } from './commandMap.ts';
import type { TreeNode } from './treeNode.ts';

export function registerCommands(runner: CommandRunner, focusedNode: () => TreeNode | undefined): Disposable {
  return vscode.Disposable.from(
    ...COMMAND_IDS.map((id) =>
      vscode.commands.registerCommand(id, (first: unknown, selected: unknown) =>
        runner.run(id, () => parseInvocation(id, first, focusedNode, selected)),
      ),
    ),
  );
}
