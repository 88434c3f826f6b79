// Tasks of the type `user-groups`: the command line on a folder of the workspace, its findings in the Problems panel.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { configFolder } from '../platform/configFiles.ts';

/** The type of task, its source and its problem matcher, as the manifest names them. */
export const TASK_TYPE = 'user-groups';

/** As `tasks.json` has it. */
interface FolderTask extends vscode.TaskDefinition {
  readonly command: 'validate';
  /** Relative to the workspace folder. Absent: what the configuration names. */
  readonly folder?: string;
}

/** One for each folder of the workspace that has a configuration, or is below one. */
export async function folderTasks(extension: vscode.Uri): Promise<vscode.Task[]> {
  const folders = await Promise.all(
    (vscode.workspace.workspaceFolders ?? []).map(async (folder) =>
      (await configFolder(folder.uri)) === undefined ? [] : [folder],
    ),
  );
  return folders.flat().flatMap((folder) => taskFor({ type: TASK_TYPE, command: 'validate' }, folder, extension) ?? []);
}

/** `undefined` where the command line cannot run: beside a workspace on another machine. */
export function resolvedTask({ definition, scope }: vscode.Task, extension: vscode.Uri): vscode.Task | undefined {
  return typeof scope === 'object' ? taskFor(definition as FolderTask, scope, extension) : undefined;
}

function taskFor(
  definition: FolderTask,
  folder: vscode.WorkspaceFolder,
  extension: vscode.Uri,
): vscode.Task | undefined {
  if (folder.uri.scheme !== 'file') return undefined;
  const { command, folder: named } = definition;
  const commandLine = vscode.Uri.joinPath(extension, 'dist/cli.js').fsPath;
  // The editor's own Node, which a desktop editor is only then.
  const execution = new vscode.ProcessExecution(
    process.execPath,
    [commandLine, command, ...(named === undefined ? [] : ['--', named])],
    { cwd: folder.uri.fsPath, env: { ELECTRON_RUN_AS_NODE: '1' } },
  );
  const task = new vscode.Task(definition, folder, l10n.t('Validate'), TASK_TYPE, execution, `$${TASK_TYPE}`);
  task.group = vscode.TaskGroup.Test;
  task.presentationOptions = { reveal: vscode.TaskRevealKind.Silent };
  return task;
}
