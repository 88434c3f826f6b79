// Finding, checking and comparing groups in the editor, called with argument objects.

import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { uriOf } from './support/documents.ts';
import { startService, type Service } from './support/service.ts';

const run = (command: string, argument: object): Thenable<unknown> =>
  vscode.commands.executeCommand(`userGroups.${command}`, argument);

describe('Groups that are found', () => {
  let service: Service;
  beforeEach(async () => {
    service = await startService();
    await run('getOrCreate', {
      connection: service.connection,
      user_group_id: 'acme',
      name: 'Acme',
      mapping: { 40: '213' },
      properties: { region: 'EU' },
    });
    await run('getOrCreate', {
      connection: service.connection,
      user_group_id: 'globex',
      name: 'Globex',
      mapping: { 40: '214' },
      properties: { region: 'US' },
    });
  });
  afterEach(async () => {
    await run('clearFilter', {});
    await service.end();
  });

  it('are counted, and those of a filter that cannot be asked are refused', async () => {
    const only = `connection:"${service.connection}"`;
    assert.equal(((await run('filterList', { query: `${only} region=EU` })) as { matching: number }).matching, 1);
    assert.equal(((await run('filterList', { query: `${only} mapping:40` })) as { matching: number }).matching, 2);
    await assert.rejects(
      async () => run('filterList', { query: 'is:drafty' }),
      (error: Error) => {
        assert.equal(error.name, 'invalid');
        assert.match(error.message, /"drafty" is not a state/);
        return true;
      },
    );
  });

  it('are found and sorted by the age of their tokens, which no setting calls old', async () => {
    const only = `connection:"${service.connection}"`;
    await run('sortList', { by: 'tokenAge' });
    try {
      assert.deepEqual(
        [
          await run('filterList', { query: `${only} older:0d` }),
          await run('filterList', { query: `${only} older:1d` }),
        ].map((found) => (found as { matching: number }).matching),
        [2, 0],
      );
      await assert.rejects(async () => run('filterList', { query: 'is:old' }), /Set userGroups\.rotateAfterDays/);
    } finally {
      await run('sortList', { by: 'name' });
    }
  });

  it('are checked without a request, in words without a token', async () => {
    const { token } = service.group('acme')!;
    const requests = service.exchanges.length;
    const report = (await run('checkUserGroup', { connection: service.connection, user_group_id: 'acme' })) as string;
    assert.match(report, new RegExp(`^Check of "acme" on ${service.connection} \\(Testing\\)`));
    assert.ok(!report.includes(token));
    assert.equal(service.exchanges.length, requests);
    assert.match(
      (await run('checkUserGroup', { connection: service.connection, user_group_id: 'acmee' })) as string,
      /Similar IDs in the list: "acme"/,
    );
  });

  it('are compared side by side, read-only, under titles that name both', async () => {
    await run('compareWith', {
      connection: service.connection,
      user_group_id: 'acme',
      with: { user_group_id: 'globex' },
    });
    const { input, label } = vscode.window.tabGroups.activeTabGroup.activeTab!;
    assert.ok(input instanceof vscode.TabInputTextDiff);
    const [left, right] = await Promise.all(
      [input.original, input.modified].map(async (uri) => (await vscode.workspace.openTextDocument(uri)).getText()),
    );
    assert.deepEqual(
      [JSON.parse(left!), JSON.parse(right!)].map(({ user_group_id: id }: { user_group_id: string }) => id),
      ['acme', 'globex'],
    );
    assert.match(
      label,
      new RegExp(`^"acme" on ${service.connection}, sent today .* ↔ "globex" on ${service.connection}, sent today`),
    );
    assert.equal(vscode.workspace.fs.isWritableFileSystem(input.original.scheme), undefined);
    await assert.rejects(
      async () =>
        run('compareWith', { connection: service.connection, user_group_id: 'acme', with: { user_group_id: 7 } }),
      /both strings/,
    );
    await assert.rejects(
      async () =>
        run('compareWith', {
          connection: service.connection,
          user_group_id: 'acme',
          with: { user_group_id: 'nobody' },
        }),
      /is not in the list/,
    );
  });

  it('are compared with the same on another connection, which is marked when it is guarded', async () => {
    const production = await startService({ environment: 'Customer' });
    try {
      await vscode.workspace.fs.writeFile(
        uriOf(production.connection, 'acme'),
        new TextEncoder().encode('{"user_group_id": "acme"}'),
      );
      await run('compareWith', {
        connection: service.connection,
        user_group_id: 'acme',
        with: { connection: production.connection },
      });
      const { label } = vscode.window.tabGroups.activeTabGroup.activeTab!;
      assert.match(label, new RegExp(` ↔ "acme" on ${production.connection} \\(PRODUCTION\\), unsent changes$`));
    } finally {
      await production.end();
    }
  });
});
