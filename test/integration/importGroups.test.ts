// Groups brought in from a file, in the editor: listed without a request, or got and created while the service
// misbehaves.

import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { ImportResult, RunResult } from '../../src/vscode/command/commandMap.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { actions } from './support/windowActions.ts';
import { startService, type Service } from './support/service.ts';

const run = <T>(command: string, argument: object): Thenable<T> =>
  vscode.commands.executeCommand<T>(`userGroups.${command}`, argument);

describe('Groups brought in from a file', () => {
  let service: Service;
  let folder = '';

  beforeEach(async () => {
    service = await startService();
    folder = temporaryFolder('user-groups-import-');
  });
  afterEach(async () => {
    await actions.agreeToNothing();
    await service.end();
    rmSync(folder, { recursive: true });
  });

  /** Resolves when the service has been asked so often. */
  function asked(times: number): Promise<void> {
    const { exchanges } = service;
    return new Promise((resolve) => {
      const look = (): void => {
        if (exchanges.length >= times) resolve();
        else setTimeout(look, 1);
      };
      look();
    });
  }

  it('are looked at, then listed, and the service is not asked at all', async () => {
    const { connection } = service;
    await run('getOrCreate', { connection, user_group_id: 'known', name: 'Known', mapping: {} });
    const sent = service.exchanges.length;
    const file = join(folder, 'customers.csv');
    writeFileSync(file, 'user_group_id;name;region\nknown;Other;EU\nnew-1;One;EU\nnew-2;Two;US\n;nobody;EU\n');
    assert.deepEqual(await run('import', { connection, file }), { known: 1, notKnown: 2, invalid: 1 });
    await assert.rejects(actions.read(connection, 'new-1'), 'the preview keeps nothing');
    // Nobody answers the question in this mode of the editor.
    await assert.rejects(async () => run('import', { connection, file, way: 'listOnly' }));
    await assert.rejects(actions.read(connection, 'new-1'));
    await actions.agreeToAll();
    assert.deepEqual(await run('import', { connection, file, way: 'listOnly' }), {
      known: 1,
      notKnown: 2,
      invalid: 1,
      added: 2,
      same: 0,
      different: 1,
    });
    assert.match(await actions.read(connection, 'new-1'), /"region": "EU"/);
    assert.match(await actions.read(connection, 'known'), /"Known"/);
    assert.equal(service.exchanges.length, sent);
  });

  it('are got or created: cancelled half-way and repeated, the results are what the service has, group by group', async () => {
    const { connection } = service;
    const ids = Array.from({ length: 200 }, (_, index) => `customer-${String(index).padStart(3, '0')}`);
    await run('getOrCreate', { connection, user_group_id: ids[7], name: 'As it was', mapping: { 40: '1' } });
    const file = join(folder, 'customers.csv');
    writeFileSync(
      file,
      [
        'user_group_id,name,mapping.40,region',
        ...ids.map((id, index) => `${id},Name ${index},${index},EU`),
        `${ids[3]!.toUpperCase()},"not closed,1,EU`,
      ].join('\n'),
    );
    await actions.agreeToAll();
    service.misbehave('successZero', { times: 10 });
    const begun = run<ImportResult>('import', { connection, file, way: 'getOrCreate' });
    await Promise.race([asked(60), begun]);
    await run('showRuns', { then: 'cancel' });
    const { known, notKnown, invalid, run: cancelled } = await begun;
    assert.deepEqual([known, notKnown, invalid], [1, 199, 1]);
    assert.deepEqual([cancelled?.state, cancelled?.failed], ['cancelled', 10]);
    assert.ok(Number(cancelled?.waiting) > 0, 'some were still to come');
    assert.equal(
      service.groups().length,
      (cancelled?.new ?? 0) + (cancelled?.existed ?? 0) + (cancelled?.existed === undefined ? 1 : 0),
    );
    service.misbehave('html', { times: 5 });
    const first = await run<RunResult>('showRuns', { run: cancelled?.run, then: 'repeatFailed' });
    assert.deepEqual([first.state, (first.failed ?? 0) + (first.unknown ?? 0)], ['ended', 5]);
    assert.deepEqual(await run('showRuns', { run: cancelled?.run, then: 'repeatFailed' }), {
      run: cancelled?.run,
      state: 'ended',
      new: 199,
      existed: 1,
      notApplied: 1,
    });
    assert.deepEqual(
      service
        .groups()
        .map(({ userGroupId }) => userGroupId)
        .sort(),
      ids,
    );
    for (const [index, id] of ids.entries()) {
      const there = service.group(id)!;
      assert.deepEqual(
        [there.name, JSON.parse(there.mapping ?? '')],
        index === 7 ? ['As it was', { 40: '1' }] : [`Name ${index}`, { 40: String(index) }],
      );
    }
    // Each takes the way of the clipboard.
    for (const id of ids.filter((_, index) => index % 10 === 7))
      assert.equal(await actions.token(connection, id), service.group(id)?.token);
  }).timeout(300_000);
});
