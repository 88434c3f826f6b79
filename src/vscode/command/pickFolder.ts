// Picks the folder of a command.

import * as vscode from 'vscode';
import { cancelled } from '../../core/errors.ts';
import type { Invocation } from './invocation.ts';

/** Asks the person even with an argument object, unless it names a folder. @throws UserGroupsError `cancelled` */
export async function pickFolder(
  { input: { folder } }: Invocation,
  title: string,
  openLabel: string,
): Promise<vscode.Uri> {
  if (typeof folder === 'string') return vscode.Uri.file(folder);
  const open = vscode.workspace.workspaceFolders?.[0]?.uri;
  const [chosen] =
    (await vscode.window.showOpenDialog({
      title,
      openLabel,
      canSelectFiles: false,
      canSelectFolders: true,
      canSelectMany: false,
      ...(open !== undefined && { defaultUri: open }),
    })) ?? [];
  if (chosen === undefined) throw cancelled();
  return chosen;
}
