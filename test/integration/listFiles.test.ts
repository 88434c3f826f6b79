// The list as a file, in the editor: exported, lost, and imported again.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { actions } from './support/windowActions.ts';
import { startService, type Service } from './support/service.ts';

const run = (command: string, argument: object): Thenable<unknown> =>
  vscode.commands.executeCommand(`userGroups.${command}`, argument);

describe('The list as a file', () => {
  let service: Service;
  let folder: string;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'user-groups-list-'));
    service = await startService();
  });
  afterEach(async () => {
    await actions.agreeToNothing();
    await service.end();
    rmSync(folder, { recursive: true });
  });

  it('comes back whole after it was lost here, and holds no token', async () => {
    const { connection } = service;
    const file = join(folder, 'list.usergroups.jsonl');
    await run('getOrCreate', { connection, user_group_id: 'acme', name: 'Acme', mapping: '{"40": 9007199254740993}' });
    const document = await actions.read(connection, 'acme');
    assert.deepEqual(await run('exportList', { connection, file }), { groups: 1, file });
    assert.ok(!readFileSync(file, 'utf8').includes(service.group('acme')!.token));
    await actions.agreeToAll();
    await run('removeFromList', { connection, user_group_id: 'acme' });
    await assert.rejects(actions.read(connection, 'acme'));
    const imported = { replaced: 0, different: 0, leftOut: 0 };
    assert.deepEqual(await run('importList', { file: vscode.Uri.file(file).toString() }), {
      ...imported,
      added: 1,
      same: 0,
    });
    assert.equal(await actions.read(connection, 'acme'), document);
    assert.deepEqual(await run('importList', { file }), { ...imported, added: 0, same: 1 });
  });
});
