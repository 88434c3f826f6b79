// Changing many groups in the editor: planned, the first three, the rest, and undone; what the results say is what the
// service has.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { TableRow } from '../../src/protocol/tableProtocol.ts';
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
    assert.deepEqual(await run('editMany', { connection, query: 'region=EU', change, on_failure: 'goOn' }), {
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
});
