// The titles of commands as in the manifest, so that each text exists once.

import * as vscode from 'vscode';
import type { CommandId } from './commandMap.ts';

export function commandTitle(id: CommandId): string {
  const manifest = vscode.extensions.getExtension('embedded-dashboards.user-groups')?.packageJSON as
    { contributes: { commands: { command: string; title: string }[] } } | undefined;
  return manifest?.contributes.commands.find(({ command }) => command === id)?.title ?? id;
}
