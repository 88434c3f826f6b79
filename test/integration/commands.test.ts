// Commands as a keybinding, task or another extension calls them, with one argument object, and connections as the
// user edits them in the settings file.

import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { openDocument, replaceText, uriOf } from './support/documents.ts';
import { changeConnections, startService, type Service } from './support/service.ts';

const run = (command: string, argument: object): Thenable<unknown> =>
  vscode.commands.executeCommand(`userGroups.${command}`, argument);

describe('A command with an argument object', () => {
  let service: Service;
  let acme: { readonly connection: string; readonly user_group_id: string };
  beforeEach(async () => {
    service = await startService();
    acme = { connection: service.connection, user_group_id: 'acme' };
  });
  afterEach(() => service.end());

  it('gets or creates a group, answers without its token, and copies that on demand', async () => {
    const first = await run('getOrCreate', { ...acme, name: 'Acme', properties: '{"big": 9007199254740993}' });
    const { token } = service.group('acme')!;
    assert.deepEqual(first, {
      new_user_group: true,
      user_group: { team_id: 1, name: 'Acme', provided_id: 'acme', properties: { big: '9007199254740993' } },
    });
    await run('copyToken', acme);
    assert.equal(await vscode.env.clipboard.readText(), token);
  });

  it('does nothing dangerous when nobody confirms', async () => {
    await run('getOrCreate', { ...acme, name: 'Acme' });
    const { token } = service.group('acme')!;
    await assert.rejects(async () => run('rotateToken', acme));
    await assert.rejects(async () => run('deleteLocalData', {}));
    await run('copyToken', acme);
    assert.deepEqual([service.group('acme')!.token, await vscode.env.clipboard.readText()], [token, token]);
  });

  it('copies as cURL what the editor shows, which stays unsaved', async () => {
    await vscode.workspace.fs.writeFile(
      uriOf(service.connection, 'acme'),
      new TextEncoder().encode('{"user_group_id": "acme", "name": "Kept"}'),
    );
    const document = await openDocument(uriOf(service.connection, 'acme'));
    await replaceText(document, '{"user_group_id": "acme", "name": "Typed"}');
    await run('copyAsCurl', { ...acme, operation: 'update' });
    assert.match(await vscode.env.clipboard.readText(), /--data-raw '\{"user_group_id":"acme","name":"Typed"\}'$/);
    assert.ok(document.isDirty);
    await document.save();
  });

  it('rejects with the sentence a person would see, its kind as the name, and no API token', async () => {
    await service.end();
    service = await startService({ apiTokenEnv: 'USER_GROUPS_TEST_WRONG_TOKEN' });
    process.env.USER_GROUPS_TEST_WRONG_TOKEN = 'wrong-token-of-a-test';
    await assert.rejects(
      async () => run('getOrCreate', { connection: service.connection, user_group_id: 'acme' }),
      (error: Error) => {
        assert.equal(error.name, 'unauthorized');
        assert.match(error.message, /Couldn't get or create "acme" on service/);
        assert.ok(!error.message.includes('wrong-token-of-a-test'));
        return true;
      },
    );
  });
});

describe('A connection edited by hand in the settings', () => {
  let service: Service;
  beforeEach(async () => {
    service = await startService();
    await run('getOrCreate', { connection: service.connection, user_group_id: 'acme', name: 'Acme' });
  });
  afterEach(() => service.end());

  const move = (baseUrl: string): Promise<void> =>
    changeConnections((kept) =>
      kept.map((entry) => (entry.name === service.connection ? { ...entry, baseUrl } : entry)),
    );

  it('sends nothing and offers no token when its origin changed', async () => {
    const requests = service.exchanges.length;
    await move('http://127.0.0.1:9');
    for (const command of ['fetch', 'copyToken', 'rotateToken']) {
      await assert.rejects(
        async () => run(command, { connection: service.connection, user_group_id: 'acme' }),
        /address changed/,
      );
    }
    await assert.rejects(async () =>
      vscode.workspace.fs.writeFile(uriOf(service.connection, 'acme'), new TextEncoder().encode('{}')),
    );
    await move(service.baseUrl);
    await run('copyToken', { connection: service.connection, user_group_id: 'acme' });
    assert.equal(service.exchanges.length, requests);
  });

  it('keeps the comments beside it when connections are added and renamed', async () => {
    await vscode.commands.executeCommand('workbench.action.openSettingsJson');
    const { uri } = vscode.window.activeTextEditor!.document;
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    const read = async (): Promise<string> => new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
    const name = JSON.stringify(service.connection);
    const commented = (await read()).replace(name, `/* of work */ ${name}`);
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(commented));
    const [added, renamed] = [`added to ${service.connection}`, `renamed to ${service.connection}`];
    const fields = { baseUrl: 'http://127.0.0.1:9', environment: 'Testing' };
    try {
      assert.deepEqual(await run('addConnection', { name: added, ...fields }), { name: added, ...fields });
      await run('editConnection', { connection: added, name: renamed });
      assert.match(await read(), new RegExp(`/\\* of work \\*/ ${name},[^]*"name": "${renamed}"`));
      const entries = vscode.workspace.getConfiguration('userGroups').inspect<object[]>('connections')!.globalValue!;
      assert.deepEqual(entries.at(-1), { name: renamed, ...fields });
    } finally {
      await changeConnections((kept) => kept.filter(({ name }) => name !== added && name !== renamed));
    }
  });
});
