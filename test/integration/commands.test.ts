// Commands as a keybinding, task or another extension calls them: with one argument object.

import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { openDocument, replaceText, uriOf } from './support/documents.ts';
import { changeConnections, startService, type Service } from './support/service.ts';

const run = (command: string, argument: object): Thenable<unknown> =>
  vscode.commands.executeCommand(`userGroups.${command}`, argument);

describe('A command with an argument object', () => {
  let service: Service;
  beforeEach(async () => {
    service = await startService();
  });
  afterEach(() => service.end());

  it('gets or creates a group, and answers without its token', async () => {
    const first = await run('getOrCreate', {
      connection: service.connection,
      user_group_id: 'acme',
      name: 'Acme',
      properties: '{"big": 9007199254740993}',
    });
    const { token } = service.group('acme')!;
    assert.deepEqual(first, {
      new_user_group: true,
      user_group: { team_id: 1, name: 'Acme', provided_id: 'acme', properties: { big: '9007199254740993' } },
    });
    const again = (await run('getOrCreate', {
      connection: service.connection,
      user_group_id: 'acme',
      name: 'Acme',
    })) as { new_user_group: boolean };
    assert.equal(again.new_user_group, false);
    assert.ok(!JSON.stringify([first, again]).includes(token));
  });

  it('updates with what it gives, and takes the rest from the document', async () => {
    await run('getOrCreate', {
      connection: service.connection,
      user_group_id: 'acme',
      name: 'Acme',
      mapping: { 40: '213' },
      properties: { region: 'EU' },
    });
    await run('update', { connection: service.connection, user_group_id: 'acme', properties: { region: 'US' } });
    const stored = service.group('acme')!;
    assert.equal(stored.name, 'Acme');
    assert.deepEqual(JSON.parse(stored.mapping!), { 40: '213' });
    assert.deepEqual(JSON.parse(stored.properties!), { region: 'US' });
    const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(uriOf(service.connection, 'acme')));
    assert.deepEqual(JSON.parse(text), {
      user_group_id: 'acme',
      name: 'Acme',
      mapping: { 40: '213' },
      properties: { region: 'US' },
    });
  });

  it('sends no update when there is nothing to send', async () => {
    await run('getOrCreate', {
      connection: service.connection,
      user_group_id: 'acme',
      name: 'Acme',
      mapping: {},
      properties: {},
    });
    const requests = service.exchanges.length;
    await run('update', { connection: service.connection, user_group_id: 'acme' });
    assert.equal(service.exchanges.length, requests);
  });

  it('fetches by get-or-create with the body last sent', async () => {
    await run('getOrCreate', {
      connection: service.connection,
      user_group_id: 'acme',
      name: 'Acme',
      mapping: { 40: '213' },
      properties: {},
    });
    const fetched = (await run('fetch', { connection: service.connection, user_group_id: 'acme' })) as {
      new_user_group: boolean;
    };
    assert.equal(fetched.new_user_group, false);
    assert.deepEqual(JSON.parse(service.exchanges.at(-1)!.requestBody), {
      user_group_id: 'acme',
      name: 'Acme',
      mapping: { 40: '213' },
      properties: {},
    });
  });

  it('rotates nothing when nobody confirms', async () => {
    await run('getOrCreate', { connection: service.connection, user_group_id: 'acme', name: 'Acme' });
    const { token } = service.group('acme')!;
    await assert.rejects(async () => run('rotateToken', { connection: service.connection, user_group_id: 'acme' }));
    assert.equal(service.group('acme')!.token, token);
  });

  it('deletes no local data when nobody confirms', async () => {
    await run('getOrCreate', { connection: service.connection, user_group_id: 'acme', name: 'Acme' });
    await assert.rejects(async () => run('deleteLocalData', {}));
    await run('copyToken', { connection: service.connection, user_group_id: 'acme' });
    assert.equal(await vscode.env.clipboard.readText(), service.group('acme')!.token);
  });

  it('copies the token, which is the current one of the service', async () => {
    await run('getOrCreate', { connection: service.connection, user_group_id: 'acme', name: 'Acme' });
    await run('copyToken', { connection: service.connection, user_group_id: 'acme' });
    assert.equal(await vscode.env.clipboard.readText(), service.group('acme')!.token);
  });

  it('copies as cURL what the editor shows, which stays unsaved, and names the file of certificate authorities', async () => {
    await service.end();
    service = await startService({ caFile: "/etc/it's.pem" });
    await vscode.workspace.fs.writeFile(
      uriOf(service.connection, 'acme'),
      new TextEncoder().encode('{"user_group_id": "acme", "name": "Kept"}'),
    );
    const document = await openDocument(uriOf(service.connection, 'acme'));
    await replaceText(document, '{"user_group_id": "acme", "name": "Typed"}');
    await run('copyAsCurl', { connection: service.connection, user_group_id: 'acme', operation: 'update' });
    assert.equal(
      await vscode.env.clipboard.readText(),
      [
        `curl --request PUT '${service.baseUrl}/api/user'`,
        '--globoff',
        "--cacert '/etc/it'\\''s.pem'",
        '--header "Authorization: Token $API_TOKEN"',
        "--header 'Content-Type: application/json'",
        `--data-raw '{"user_group_id":"acme","name":"Typed"}'`,
      ].join(' \\\n  '),
    );
    assert.ok(document.isDirty);
    await document.save();
  });

  it('copies no cURL command of a document for another group, or that cannot be sent', async () => {
    await vscode.workspace.fs.writeFile(
      uriOf(service.connection, 'acme'),
      new TextEncoder().encode('{"user_group_id": "other"}'),
    );
    const copy = async (): Promise<unknown> =>
      run('copyAsCurl', { connection: service.connection, user_group_id: 'acme', operation: 'getOrCreate' });
    await assert.rejects(copy, (error: Error) => {
      assert.equal(error.name, 'invalid');
      assert.equal(
        error.message,
        `Couldn't copy "acme" on ${service.connection} as cURL. Its document has another ID: "other". Restore the ID, or create a new group.`,
      );
      return true;
    });
    await vscode.workspace.fs.writeFile(uriOf(service.connection, 'acme'), new TextEncoder().encode('{'));
    await assert.rejects(copy, new RegExp(`Couldn't copy "acme" on ${service.connection} as cURL\\. `));
  });

  it('rejects with the sentence a person would see, and with its kind as the name', async () => {
    const failing: [string, object, string, RegExp][] = [
      ['getOrCreate', { connection: 'nowhere', user_group_id: 'acme' }, 'notFound', /no connection named "nowhere"/],
      [
        'getOrCreate',
        { connection: service.connection, user_group_id: 'acme', mapping: { 40: 2 ** 53 } },
        'invalid',
        /mapping/,
      ],
      ['getOrCreate', { connection: service.connection, user_group_id: 6 }, 'invalid', /user_group_id/],
      ['copyToken', { connection: service.connection, user_group_id: 'unknown' }, 'notFound', /is not in the list/],
      ['fetch', { connection: service.connection, user_group_id: 'unknown' }, 'notFound', /was never sent\./],
      ['addConnection', { name: 'plain', baseUrl: 'http://dashboards.example.com' }, 'invalid', /https/],
    ];
    for (const [command, argument, name, message] of failing) {
      await assert.rejects(
        async () => run(command, argument),
        (error: Error) => {
          assert.match(error.message, message);
          assert.equal(error.name, name);
          return true;
        },
      );
    }
  });

  it('tells what the service refused, and keeps the API token out of it', async () => {
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

  it('keeps its groups when it is removed of the settings and put back', async () => {
    await changeConnections((kept) => kept.filter(({ name }) => name !== service.connection));
    await assert.rejects(
      async () => run('fetch', { connection: service.connection, user_group_id: 'acme' }),
      /settings no longer contain/,
    );
    await changeConnections((kept) => [
      ...kept,
      { name: service.connection, baseUrl: service.baseUrl, environment: 'Testing' },
    ]);
    await run('copyToken', { connection: service.connection, user_group_id: 'acme' });
    assert.equal(await vscode.env.clipboard.readText(), service.group('acme')!.token);
  });
});

describe('A comment beside a connection in the settings', () => {
  let service: Service;
  beforeEach(async () => {
    service = await startService();
  });
  afterEach(() => service.end());

  it('stays when connections are added and renamed', async () => {
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
