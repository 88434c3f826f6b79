// Save Groups to Folder: the documents of a connection's groups as files.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { startService, type Service } from './support/service.ts';

const run = (command: string, argument: object): Thenable<unknown> =>
  vscode.commands.executeCommand(`userGroups.${command}`, argument);

describe('Groups saved to a folder', () => {
  let service: Service;
  let folder = '';

  beforeEach(async () => {
    service = await startService();
    folder = temporaryFolder('user-groups-folder-');
  });
  afterEach(async () => {
    await service.end();
    rmSync(folder, { recursive: true });
  });

  it('are a file each, two for ids that differ by case, of those that match; nothing is sent, and no file is overwritten unasked', async () => {
    for (const [id, region] of [
      ['acme', 'EU'],
      ['ACME', 'EU'],
      ['beta', 'US'],
    ] as const) {
      await run('getOrCreate', {
        connection: service.connection,
        user_group_id: id,
        name: id,
        mapping: {},
        properties: { region },
      });
    }
    const sent = service.exchanges.length;
    assert.deepEqual(await run('saveGroupsToFolder', { connection: service.connection, query: 'region=EU', folder }), {
      written: 2,
      same: 0,
      kept: 0,
    });
    const files = readdirSync(folder);
    assert.equal(new Set(files.map((file) => file.toLowerCase())).size, 2);
    assert.deepEqual(
      files
        .map(
          (file) => (JSON.parse(readFileSync(join(folder, file), 'utf8')) as { user_group_id: string }).user_group_id,
        )
        .sort(),
      ['ACME', 'acme'],
    );
    assert.deepEqual(await run('saveGroupsToFolder', { connection: service.connection, folder }), {
      written: 1,
      same: 2,
      kept: 0,
    });
    const [first = ''] = files;
    const own = `${readFileSync(join(folder, first), 'utf8')} `;
    writeFileSync(join(folder, first), own);
    // Nobody answers in this mode of the editor.
    await assert.rejects(async () => run('saveGroupsToFolder', { connection: service.connection, folder }));
    assert.equal(readFileSync(join(folder, first), 'utf8'), own);
    assert.equal(service.exchanges.length, sent);
  });

  it('are not written through a link, be it to a file or to nothing, which is named', async () => {
    await run('getOrCreate', { connection: service.connection, user_group_id: 'acme', name: 'acme', mapping: {} });
    writeFileSync(join(folder, 'profile'), 'mine');
    for (const target of ['new', 'profile']) {
      symlinkSync(join(folder, target), join(folder, 'acme.usergroup.json'));
      await assert.rejects(async () => run('saveGroupsToFolder', { connection: service.connection, folder }), {
        name: 'conflict',
        message: /"acme\.usergroup\.json" is a symbolic link/,
      });
      rmSync(join(folder, 'acme.usergroup.json'));
    }
    assert.deepEqual([readdirSync(folder), readFileSync(join(folder, 'profile'), 'utf8')], [['profile'], 'mine']);
  });

  it('one by one are not written through a link either; a new file is', async () => {
    const { connection } = service;
    await run('getOrCreate', { connection, user_group_id: 'acme', name: 'acme', mapping: {} });
    const file = join(folder, 'acme.usergroup.json');
    const dialogs = vscode.window as { showSaveDialog: unknown };
    const { showSaveDialog } = dialogs;
    dialogs.showSaveDialog = () => Promise.resolve(vscode.Uri.file(file));
    const save = async (): Promise<unknown> => run('saveToWorkspace', { connection, user_group_id: 'acme' });
    try {
      symlinkSync(join(folder, 'new'), file);
      await assert.rejects(save, { name: 'conflict', message: /"acme\.usergroup\.json" is a symbolic link/ });
      assert.deepEqual(readdirSync(folder), ['acme.usergroup.json']);
      rmSync(file);
      await save();
      assert.match(readFileSync(file, 'utf8'), /"acme"/);
    } finally {
      dialogs.showSaveDialog = showSaveDialog;
    }
  });
});
