// Registers all commands, in one place.

import * as vscode from 'vscode';
import type { Disposable } from '../../core/emitter.ts';
import { parseInvocation } from './call.ts';
import type { CommandRunner } from './commandDoor.ts';
import { COMMAND_IDS } from './commandMap.ts';
import type { TreeNode } from '../tree/treeNode.ts';

export function registerCommands(door: CommandRunner, focusedNode: () => TreeNode | undefined): Disposable {
  return vscode.Disposable.from(
    ...COMMAND_IDS.map((id) =>
      vscode.commands.registerCommand(id, (first: unknown, selected: unknown) =>
        door.run(id, () => parseInvocation(id, first, focusedNode, selected)),
      ),
    ),
  );
}
