// Changing many groups in the editor: planned, the first three, the rest, and undone; what the results say is what the
// service has.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { TableRow } from '../../src/protocol/tableProtocol.ts';
import { elsewhere } from '../support/elsewhere.ts';
import { actions } from './support/windowActions.ts';
import { startService, type Service } from './support/service.ts';
import { catchTables, type TestTable } from './support/tables.ts';

const run = (command: string, argument: object): Thenable<unknown> =>
  vscode.commands.executeCommand(`userGroups.${command}`, argument);

const IDS = Array.from({ length: 100 }, (_, index) => `group-${index + 1}`);

function propertiesOf(service: Service, id: string): unknown {
  return JSON.parse(service.group(id)?.properties ?? 'null') as unknown;
}

/** What became of each, by id. */
async function outcomes(table: TestTable): Promise<Map<string, string>> {
  return new Map((await table.rows()).map(({ cells: [id, , outcome] }) => [id?.text ?? '', outcome?.text ?? '']));
}

/** The difference of a row of a plan or a result, and what is said about it. */
function details({ cells }: TableRow): string {
  const { changes = [], text = '' } = cells[3] ?? {};
  return [...changes.map((change) => change.text), text].filter((part) => part !== '').join('. ');
}

describe('Changing many groups', () => {
  let service: Service;
  let caught: ReturnType<typeof catchTables>;
  let folder: string;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'user-groups-many-'));
    service = await startService();
    caught = catchTables();
  });
  afterEach(async () => {
    caught.end();
    await actions.agreeToNothing();
    await service.end();
    rmSync(folder, { recursive: true });
  });

  it('is planned, sent in two stages with faults, repeated and undone: group by group what the results say', async () => {
    const { connection } = service;
    for (const id of IDS)
      await run('getOrCreate', {
        connection,
        user_group_id: id,
        name: id,
        mapping: { 40: `source of ${id}` },
        properties: { region: 'EU' },
      });
    const sent = service.exchanges.length;
    const change = { action: 'set', property: 'tier', value: 'gold' };
    assert.deepEqual(await run('changeMany', { connection, query: 'region=EU', change, on_failure: 'goOn' }), {
      changed: 100,
      same: 0,
      skipped: 0,
    });
    const [plan] = caught.tables as [TestTable];
    assert.equal(service.exchanges.length, sent, 'a plan sends nothing');
    assert.equal((await plan.rows('changed')).map(details)[0], 'tier: "gold"');
    // Nobody answers in this mode of the editor: declined.
    await assert.rejects(plan.press('first'));
    assert.equal(service.exchanges.length, sent);
    await actions.agreeToAll();
    await plan.press('first');
    const results = caught.tables[1]!;
    await results.offers('resume');
    assert.equal(service.exchanges.filter(({ operation }) => operation === 'update').length, 3);
    const updated = await results.rows('updated');
    assert.equal(updated.length, 3);
    assert.equal(details(updated[0]!), 'tier: "gold"');
    service.misbehave('successZero', { operation: 'update', times: 7 });
    await results.press('resume');
    await results.offers('repeatFailed');
    const failed = [...(await outcomes(results))].filter(([, outcome]) => outcome === 'Failed').map(([id]) => id);
    assert.equal(failed.length, 7);
    for (const id of IDS)
      assert.deepEqual(
        propertiesOf(service, id),
        failed.includes(id) ? { region: 'EU' } : { region: 'EU', tier: 'gold' },
      );
    await results.press('undo');
    const undo = caught.tables[2]!;
    await undo.offers('undo');
    assert.deepEqual(
      (await undo.state()).filters.map(({ id, count }) => [id, count]),
      [
        ['undone', 93],
        ['skipped', 7],
      ],
    );
    await undo.press('undo');
    const undone = caught.tables[3]!;
    await undone.offers('undo');
    assert.deepEqual(new Set((await outcomes(undone)).values()), new Set(['Updated']));
    for (const id of IDS) assert.deepEqual(propertiesOf(service, id), { region: 'EU' });
  }).timeout(300_000);

  it('asks for what is the same as far as is known here, and finds what a colleague has changed', async () => {
    const { connection } = service;
    for (const id of ['a', 'b'])
      await run('getOrCreate', { connection, user_group_id: id, name: id, mapping: {}, properties: { region: 'EU' } });
    await elsewhere(service, 'PUT', {
      user_group_id: 'b',
      name: 'b',
      mapping: {},
      properties: { region: 'US', tier: 'gold' },
    });
    const change = { action: 'set', property: 'region', value: 'EU' };
    assert.deepEqual(await run('changeMany', { connection, query: '', change, on_failure: 'stop' }), {
      changed: 0,
      same: 2,
      skipped: 0,
    });
    const [plan] = caught.tables as [TestTable];
    assert.match((await plan.state()).explanation ?? '', /are compared with what was last sent or received/);
    const sent = service.exchanges.length;
    await assert.rejects(plan.press('askSame'));
    assert.equal(service.exchanges.length, sent);
    await actions.agreeToAll();
    await plan.press('askSame');
    const { headline, explanation = '' } = await plan.state();
    assert.equal(headline, '1 group will change');
    assert.match(explanation, /were refreshed from the service/);
    const cell = (await plan.rows('changed'))[0]!.cells[3]!;
    assert.deepEqual(cell.changes, [{ kind: 'changed', text: 'region: "US" → "EU"' }]);
    assert.match(
      cell.text,
      /^Kept, although changed elsewhere: properties\.region: "EU" → "US", properties\.tier: added "gold"/,
    );
    await plan.press('first');
    await caught.tables[1]!.offers('undo');
    assert.deepEqual(
      [propertiesOf(service, 'a'), propertiesOf(service, 'b')],
      [{ region: 'EU' }, { region: 'EU', tier: 'gold' }],
    );
  });

  it('takes a value for each from a CSV file, and sends nothing when its table is closed', async () => {
    const { connection } = service;
    for (const id of ['a', 'b', 'c'])
      await run('getOrCreate', { connection, user_group_id: id, name: id, mapping: {}, properties: {} });
    const sent = service.exchanges.length;
    const file = join(folder, 'values.csv');
    writeFileSync(file, 'customer_id;tier\na;007\nb;gold\n');
    const change = {
      action: 'set',
      property: 'tier',
      file,
      id_column: 'customer_id',
      value_column: 'tier',
      cells: 'text',
    };
    assert.deepEqual(await run('changeMany', { connection, query: '', change, on_failure: 'stop' }), {
      changed: 2,
      same: 0,
      skipped: 1,
    });
    const [plan] = caught.tables as [TestTable];
    assert.deepEqual((await plan.rows()).map(details), [
      'tier: "007"',
      'tier: "gold"',
      'It has no value in the input.',
    ]);
    plan.close();
    assert.equal(service.exchanges.length, sent);
  });

  it('marks white space at the edge of an id of the mapping', async () => {
    const { connection } = service;
    await run('getOrCreate', { connection, user_group_id: 'a', name: 'a', mapping: { 40: '213' }, properties: {} });
    await run('changeMany', {
      connection,
      query: '',
      change: { action: 'set', schema_id: '40', value: '214 ' },
      on_failure: 'stop',
    });
    const [plan] = caught.tables as [TestTable];
    const words =
      'mapping.40: "213" → "214 ". Data source ID "214␠" has leading or trailing spaces. The service may not know it.';
    assert.deepEqual((await plan.rows('marked')).map(details), [words]);
    plan.close();
  });

  it('marks what would show one customer the data of another, where it is set and where it is sent back', async () => {
    const { connection } = service;
    for (const id of ['a', 'b'])
      await run('getOrCreate', {
        connection,
        user_group_id: id,
        name: id,
        mapping: { 40: `source of ${id}` },
        properties: { of: id },
      });
    await actions.agreeToAll();
    const usedBy = (id: string): string =>
      `Only "${id}" uses the data source "source of ${id}" (schema ID "40"). This group would see its data.`;
    await run('changeMany', {
      connection,
      query: 'of=a',
      change: { action: 'set', schema_id: '40', value: 'source of b' },
      on_failure: 'stop',
    });
    const [plan] = caught.tables as [TestTable];
    assert.deepEqual((await plan.rows('marked')).map(details), [
      `mapping.40: "source of a" → "source of b". ${usedBy('b')}`,
    ]);
    // The service never answers a mapping: asking for it would tell nothing.
    assert.deepEqual(
      await run('changeMany', {
        connection,
        query: 'of=b',
        change: { action: 'set', schema_id: '40', value: 'source of b' },
        on_failure: 'stop',
      }),
      { changed: 0, same: 1, skipped: 0 },
    );
    assert.deepEqual(
      (await caught.tables.pop()!.state()).actions.map(({ id }) => id),
      ['first'],
    );
    await plan.press('first');
    const results = caught.tables[1]!;
    await results.offers('undo');
    await run('getOrCreate', {
      connection,
      user_group_id: 'c',
      name: 'c',
      mapping: { 40: 'source of a' },
      properties: {},
    });
    await results.press('undo');
    const undo = caught.tables[2]!;
    await undo.offers('undo');
    assert.deepEqual((await undo.rows('marked')).map(details), [
      `mapping.40: "source of b" → "source of a". ${usedBy('a').replace('Only "a"', 'Only "c"')}`,
    ]);
  });

  it('of a folder sends new files by get-or-create and changed ones by update, once they were looked at', async () => {
    const { connection } = service;
    for (const id of ['same', 'changed'])
      await run('getOrCreate', { connection, user_group_id: id, name: id, mapping: {}, properties: { region: 'EU' } });
    await run('saveGroupsToFolder', { connection, folder });
    writeFileSync(
      join(folder, 'changed.usergroup.json'),
      '{"user_group_id":"changed","name":"changed","mapping":{},"properties":{"region":"US"}}',
    );
    writeFileSync(
      join(folder, 'new.usergroup.json'),
      '{"user_group_id":"new","name":"new","mapping":{},"properties":{}}',
    );
    writeFileSync(join(folder, 'invalid.usergroup.json'), '{"user_group_id":');
    const sent = service.exchanges.length;
    assert.deepEqual(await run('sendChangedFiles', { connection, folder }), {
      new: 1,
      changed: 1,
      same: 1,
      invalid: 1,
      held: 0,
      otherConnection: 0,
    });
    const [plan] = caught.tables as [TestTable];
    await assert.rejects(plan.press('send'));
    assert.equal(service.exchanges.length, sent);
    assert.match((await plan.state()).explanation ?? '', /are compared with what was last sent or received/);
    assert.equal((await plan.rows('changed'))[0]?.cells[3]?.changes?.[0]?.text, 'region: "EU" → "US"');
    await actions.agreeToAll();
    await elsewhere(service, 'PUT', { user_group_id: 'same', name: 'same', mapping: {}, properties: { region: 'US' } });
    await plan.press('askSame');
    assert.match(
      (await plan.rows('changed')).map(({ cells }) => cells[3]?.text).join('\n'),
      /\nOverwrites changes made elsewhere: properties\.region: "US" → "EU"\.$/,
    );
    await plan.press('send');
    await caught.tables[2]!.offers('undo');
    assert.deepEqual([...(await outcomes(caught.tables[1]!))], [['new', 'Created']]);
    assert.deepEqual(propertiesOf(service, 'changed'), { region: 'US' });
    assert.ok(service.group('new') !== undefined);
  });
});
