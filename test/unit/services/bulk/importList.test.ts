// Rows beside the list, and groups added to it without any request.

import assert from 'node:assert/strict';
import { readImport } from '../../../../src/bulk/readImport.ts';
import type { ImportedTable } from '../../../../src/bulk/readImport.ts';
import { previewImport } from '../../../../src/services/bulk/importPreview.ts';
import { documentOf, productStarter } from '../../../support/product.ts';

const table = (text: string): Promise<ImportedTable> =>
  readImport({ kind: 'csv', bytes: new TextEncoder().encode(text) });

describe('A preview of what is brought in', () => {
  const start = productStarter();

  it('distinguishes known, not known and invalid rows', async () => {
    const { services, connection, store } = await start();
    await services.sending.getOrCreate(connection, documentOf());
    const { rows } = await table('id\nacme\nACME \nglobex\n1E+5\n');
    const preview = await previewImport(store.groups, connection.id, rows);
    assert.deepEqual(preview.counts, { known: 1, notKnown: 2, invalid: 1, warned: 2 });
    assert.deepEqual(
      preview.rows.map((row) => row.class),
      ['known', 'notKnown', 'notKnown', 'invalid'],
    );
    assert.ok(preview.rows[1]?.problems.some(({ reason }) => reason.startsWith('Not in the list, but "acme" is.')));
  });

  it('warns of a group that was deleted from here, or perhaps was: the service would create it again', async () => {
    const { services, connection, store, remote } = await start({ entry: { api: 'customer' } });
    for (const id of ['acme', 'globex']) {
      await services.sending.getOrCreate(connection, documentOf({ user_group_id: id }));
      const { asked } = await services.byToken.ready('delete', connection, id);
      if (id === 'globex') remote.misbehave('resetBeforeAnswer', { operation: 'delete' });
      await services.byToken.send('delete', connection, id, asked).catch(() => undefined);
    }
    const { rows } = await table('id,name\nacme,Acme\nglobex,Globex\n');
    const preview = await previewImport(store.groups, connection.id, rows);
    assert.deepEqual(
      preview.rows.map((row) => [row.class, row.problems.map(({ severity, reason }) => `${severity}: ${reason}`)]),
      [
        ['known', ['warning: It was deleted from the service.']],
        ['known', ['warning: The outcome of its deletion is unknown.']],
      ],
    );
  });

  it('ends where it is cancelled, and nowhere else', async () => {
    const { connection, store } = await start();
    const { rows } = await table('id\nacme\n');
    const { signal } = new AbortController();
    assert.equal((await previewImport(store.groups, connection.id, rows, signal)).rows.length, 1);
    await assert.rejects(previewImport(store.groups, connection.id, rows, AbortSignal.abort()), {
      kind: 'cancelled',
    });
  });
});

describe('Groups added to the list', () => {
  const start = productStarter();

  it('have a draft and no token, and the service is not asked', async () => {
    const { services, connection, requests, words, record } = await start();
    const { rows } = await table('id,name\n007,Bond\n,nobody\n');
    const { added, same, different } = await services.importList.addListed(connection, rows);
    assert.deepEqual([added, same, different, requests], [1, 0, [], []]);
    assert.deepEqual(await words('007'), ['Unsent changes', 'Token not fetched']);
    assert.deepEqual([record('007')?.draft?.text, record('007')?.base], [rows[0]?.text, undefined]);
  });

  it('are none whose row has an error', async () => {
    const { services, connection } = await start();
    const { rows } = await table('id\nacme\n1E+5\n');
    const { added } = await services.importList.addListed(connection, rows);
    assert.deepEqual([rows.map(({ userGroupId }) => userGroupId), added], [['acme', '1E+5'], 1]);
  });

  it('that are there already stay as they are, and what differs is said', async () => {
    const { services, connection, record, words } = await start();
    await services.sending.getOrCreate(connection, documentOf());
    const before = record('acme');
    const { rows } = await table('id,name\nacme,Other\n');
    const { added, different } = await services.importList.addListed(connection, rows);
    assert.deepEqual(
      [added, different],
      [0, [{ userGroupId: 'acme', changes: [{ path: 'name', before: '"Acme"', after: '"Other"' }] }]],
    );
    assert.deepEqual(record('acme'), before);
    assert.ok(!(await words('acme'))?.includes('Token not fetched'));
    const again = await services.importList.addListed(connection, (await table('id,name\nacme,Acme\n')).rows);
    assert.deepEqual([again.added, again.same, again.different], [0, 1, []]);
  });

  it('lose that word as soon as their token is fetched', async () => {
    const { services, connection, words } = await start();
    await services.importList.addListed(connection, (await table('id,name\nacme,Acme\n')).rows);
    await services.sending.getOrCreate(
      connection,
      services.groups.find({ connectionId: connection.id, userGroupId: 'acme' })!.draft!.text,
    );
    assert.ok(!(await words('acme'))?.some((word) => /Token not fetched|Draft/.test(word)));
  });

  it('appear in the list, reported once for all of them', async () => {
    const { services, connection } = await start();
    let reported = 0;
    services.groups.onDidChange(() => {
      reported += 1;
    });
    await services.importList.addListed(
      connection,
      (await table(`id\n${Array.from({ length: 1000 }, (_, index) => `group-${index}`).join('\n')}\n`)).rows,
    );
    assert.deepEqual([reported, services.groups.groupCount(connection.id)], [1, 1000]);
  });
});
