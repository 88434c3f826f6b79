// Where the sandbox keeps its groups, and who shares them.

import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../../src/sandbox/sandbox.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { ask, groupBody } from './ask.ts';

describe('the store of the sandbox', () => {
  let folder: string;
  let databasePath: string;
  let started: Sandbox[];
  beforeEach(() => {
    folder = temporaryFolder('sandbox-');
    databasePath = join(folder, 'sandbox.db');
    started = [];
  });
  afterEach(async () => {
    for (const sandbox of started) await sandbox.close();
    rmSync(folder, { recursive: true });
  });

  async function start(options: Partial<SandboxOptions> = {}): Promise<Sandbox> {
    const sandbox = await startSandbox({ databasePath, ...options });
    started.push(sandbox);
    return sandbox;
  }

  function inDatabase(sql: string): void {
    const database = new DatabaseSync(databasePath);
    database.exec(sql);
    database.close();
  }

  it('keeps groups and tokens when the sandbox starts again', async () => {
    const first = await start();
    await ask(first, 'GET', groupBody({ mapping: { a: 1 } }));
    const groups = first.groups();
    await first.close();
    assert.deepEqual((await start()).groups(), groups);
  });

  it('serves the same groups from every sandbox on one file', async () => {
    const [first, second] = [await start(), await start()];
    await ask(first, 'GET', groupBody());
    const { text } = await ask(second, 'GET', groupBody());
    assert.match(text, /"new_user_group":false/);
    assert.deepEqual(second.groups(), first.groups());
  });

  it('loses and doubles nothing when two sandboxes on one file are asked at once', async () => {
    const sandboxes = [await start(), await start()];
    const ids = Array.from({ length: 50 }, (_, index) => `group-${index}`);
    const replies = await Promise.all(
      ids.flatMap((id) => sandboxes.map((sandbox) => ask(sandbox, 'GET', groupBody({ user_group_id: id })))),
    );
    assert.equal(replies.filter(({ text }) => text.includes('"new_user_group":true')).length, 50);
    const kept = sandboxes[0]!.groups().map(({ userGroupId }) => userGroupId);
    assert.deepEqual(kept.toSorted(), ids.toSorted());
  });

  it('keeps ids unique within one environment only, and rotates no token of the other one', async () => {
    const [testing, customer] = [await start(), await start({ environment: 'Customer' })];
    await ask(testing, 'GET', groupBody({ name: 'Test' }));
    const { text } = await ask(customer, 'GET', groupBody({ name: 'Real' }));
    assert.match(text, /"new_user_group":true/);
    assert.equal(testing.group('acme')!.name, 'Test');
    assert.equal(customer.group('acme')!.environment, 'Customer');
    const { status } = await ask(customer, 'POST', JSON.stringify({ current_token: testing.group('acme')!.token }));
    assert.equal(status, 404);
  });

  it('creates no group beyond its bound, and still serves those it has', async () => {
    const sandbox = await start();
    await ask(sandbox, 'GET', groupBody());
    inDatabase('UPDATE user_group SET team_id = 200000');
    const refused = await ask(sandbox, 'GET', groupBody({ user_group_id: 'one-too-many' }));
    const served = await ask(sandbox, 'GET', groupBody());
    assert.equal(refused.status, 507);
    assert.match(refused.text, /^\{"success":0,/);
    assert.equal(served.status, 200);
  });

  it('answers with the reason when its database fails', async () => {
    const sandbox = await start();
    inDatabase('DROP TABLE user_group');
    const { status, text } = await ask(sandbox, 'GET', groupBody());
    assert.equal(status, 500);
    assert.match(text, /^\{"success":0,"detail":"The sandbox failed: no such table/);
  });

  const noColumns = 'CREATE TABLE user_group (team_id INTEGER PRIMARY KEY) STRICT; PRAGMA user_version = 1';
  for (const [what, message, prepare] of [
    [
      'a file that is no database',
      /database ".*sandbox\.db" cannot be used.*Move the file away/,
      () => writeFileSync(databasePath, 'this is no database.'.repeat(100)),
    ],
    ['a database of a newer version', /newer version/, () => inDatabase('PRAGMA user_version = 99')],
    ['a database that lacks columns of its version', /no such column.*Move the file away/, () => inDatabase(noColumns)],
  ] as const)
    it(`does not start on ${what}, and leaves it closed`, async () => {
      prepare();
      await assert.rejects(start(), { name: 'unavailable', message });
      if (what.startsWith('a database')) assert.doesNotThrow(() => inDatabase('PRAGMA journal_mode = DELETE'));
    });

  it('does not start on a port that is taken, and holds no file then', async () => {
    const { baseUrl } = await start({ databasePath: ':memory:' });
    await assert.rejects(start({ port: Number(new URL(baseUrl).port) }), {
      name: 'unavailable',
      message: /cannot listen on port \d+/,
    });
    assert.doesNotThrow(() => inDatabase('PRAGMA journal_mode = DELETE'), 'nobody else has it open');
  });

  it('can be closed twice', async () => {
    const sandbox = await start();
    await Promise.all([sandbox.close(), sandbox.close()]);
    await assert.rejects(ask(sandbox, 'GET', groupBody()), { code: 'ECONNREFUSED' });
  });
});
