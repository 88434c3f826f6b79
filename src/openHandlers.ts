// Makes the handlers of all commands, with what those about many groups need from outside the editor; and the tools of
// assistants, which share nearly all of it.

import { homedir } from 'node:os';
import { join } from 'node:path';
import type * as vscode from 'vscode';
import type { Memory } from './core/ports/storage.ts';
import type { Redactor } from './core/redactor.ts';
import { EnvFiles } from './services/rotation/envFiles.ts';
import { ignoredByGit } from './services/rotation/gitIgnored.ts';
import { deliverByCommand } from './services/rotation/deliver.ts';
import { schedule } from './services/schedule.ts';
import type { BulkContext } from './vscode/bulk/bulkContext.ts';
import { TablePanel } from './vscode/table/tablePanel.ts';
import type { Handlers } from './vscode/command/commandRunner.ts';
import { createHandlers } from './vscode/handlers.ts';

export { assistantTools } from './vscode/assistants/assistantTools.ts';

export function openHandlers(
  context: Omit<BulkContext, 'importReader' | 'deliverBy' | 'envFiles' | 'openTable' | 'commandLine'> & {
    readonly redactor: Redactor;
    readonly memory: Memory;
  },
  extension: vscode.Uri,
): Handlers {
  const { services, log, redactor, memory } = context;
  const processes = {
    log,
    redactor,
    now: Date.now,
    environment: () => process.env,
    folder: homedir(),
    secretVariables: () => services.connections.list().flatMap(({ apiTokenEnv }) => apiTokenEnv ?? []),
  };
  return createHandlers({
    ...context,
    importReader: async () => (await import('./bulk/importReader.ts')).importReader,
    commandLine: join(extension.fsPath, 'dist/cli.js'),
    envFiles: new EnvFiles(services.largeFiles, ignoredByGit(processes)),
    deliverBy: (command) => deliverByCommand(processes, command),
    openTable: (view, column) => new TablePanel(view, { extension, log, schedule, memory }, column),
  });
}
