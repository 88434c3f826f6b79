// Save Groups to Folder and Save to Workspace by VS Code's own file system, which follows links.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { startService } from './support/service.ts';

const run = (command: string, argument: object): Thenable<unknown> =>
  vscode.commands.executeCommand(`userGroups.${command}`, argument);

describe('Groups saved as files', () => {
  it('are written through no link, together or one by one; a new file is written', async () => {
    const service = await startService();
    const folder = temporaryFolder('user-groups-folder-');
    const file = join(folder, 'acme.usergroup.json');
    const acme = { connection: service.connection, user_group_id: 'acme' };
    const dialogs = vscode.window as { showSaveDialog: unknown };
    const { showSaveDialog } = dialogs;
    dialogs.showSaveDialog = () => Promise.resolve(vscode.Uri.file(file));
    try {
      await run('getOrCreate', { ...acme, name: 'Acme', mapping: {} });
      writeFileSync(join(folder, 'profile'), 'mine');
      for (const target of ['new', 'profile']) {
        symlinkSync(join(folder, target), file);
        for (const save of [
          async () => run('saveGroupsToFolder', { connection: service.connection, folder }),
          async () => run('saveToWorkspace', acme),
        ])
          await assert.rejects(save, { name: 'conflict', message: /"acme\.usergroup\.json" is a symbolic link/ });
        rmSync(file);
      }
      assert.deepEqual([readdirSync(folder), readFileSync(join(folder, 'profile'), 'utf8')], [['profile'], 'mine']);
      await run('saveToWorkspace', acme);
      assert.match(readFileSync(file, 'utf8'), /"Acme"/);
    } finally {
      dialogs.showSaveDialog = showSaveDialog;
      await service.end();
      rmSync(folder, { recursive: true });
    }
  });
});
