// The preview of what is brought in: what it offers, what it says, and that nothing is done before a button is pressed.

import assert from 'node:assert/strict';
import { readImport } from '../../../../src/bulk/readImport.ts';
import { UserGroupsError } from '../../../../src/core/errors.ts';
import { sourceKindOf } from '../../../../src/bulk/sourceKind.ts';
import { ImportTable } from '../../../../src/vscode/bulk/imports/importTable.ts';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';

/** With the actions that ran, in order. */
async function tableOf(
  { services, connection }: Product,
  csv: string,
  { isDeclined = false, otherReading }: { readonly isDeclined?: boolean; readonly otherReading?: string } = {},
) {
  const { rows } = await readImport({ kind: 'csv', bytes: new TextEncoder().encode(csv) });
  const preview = await services.importPreview(connection, rows);
  const commands: string[] = [];
  /** The buttons that the page was offered. */
  const reported: string[][] = [];
  const table: ImportTable = new ImportTable(connection, preview, 'Groups from a.csv', {
    listOnly: async () => {
      if (isDeclined) throw new UserGroupsError('cancelled', 'It was cancelled.');
      commands.push('listOnly');
      table.listed(await services.importList.addListed(connection, preview.rows));
    },
    getOrCreate: () => {
      commands.push('getOrCreate');
      return Promise.resolve();
    },
    ...(otherReading !== undefined && {
      changeColumns: async () => {
        if (isDeclined) throw new UserGroupsError('cancelled', 'It was cancelled.');
        const read = await readImport({ kind: 'csv', bytes: new TextEncoder().encode(otherReading) });
        table.readAs(await services.importPreview(connection, read.rows), 'Groups from a.csv, read otherwise');
      },
    }),
    changed: () => {
      reported.push(offered());
    },
    changesOf: (row) => services.importList.changesBy(connection.id, row),
    open: ({ userGroupId }) => {
      commands.push(`open ${userGroupId ?? ''}`);
      return Promise.resolve();
    },
  });
  const offered = (): string[] => table.now().actions.map(({ label, isEnabled }) => (isEnabled ? label : `(${label})`));
  const counts = (): string[] => table.now().filters.map(({ label, count }) => `${label}: ${count}`);
  const shown = async (filter?: string): Promise<string[][]> =>
    (await table.rows({ filter, offset: 0, limit: 100 })).rows.map(({ cells }) => cells.map(({ text }) => text));
  return { table, commands, reported, offered, counts, shown };
}

const CSV = 'user_group_id,name\nacme,Other\nglobex,Globex\nACME ,Near\n,nobody\n';

describe('The preview of an import', () => {
  const start = productStarter();

  it('says what is known here, what is not, what cannot be sent and why, and what to look at', async () => {
    const product = await start();
    await product.services.sending.getOrCreate(product.connection, documentOf());
    const { offered, counts, shown, table, commands } = await tableOf(product, CSV);
    assert.deepEqual(counts(), ['Not in the list: 2', 'In the list: 1', 'Invalid: 1', 'Needs review: 2']);
    assert.deepEqual(offered(), ['Get or Create 3…', 'Add 2 to List Without Sending…']);
    const { headline, reason, explanation } = table.now();
    assert.equal(headline, '3 groups can be imported');
    assert.match(reason ?? '', /^Groups from a\.csv · Environment: /);
    assert.match(explanation ?? '', /^Nothing is sent or stored yet\. .+ Add to List Without Sending/);
    assert.deepEqual(await shown('invalid'), [['line 5', '', 'nobody', 'Invalid', 'The ID is missing.']]);
    assert.deepEqual(
      (await shown('known')).map(([, id]) => id),
      ['acme'],
    );
    const [known] = (await table.rows({ filter: 'known', offset: 0, limit: 1 })).rows;
    assert.match(known?.cells[4]?.text ?? '', / Importing doesn't update existing groups\.$/);
    assert.deepEqual(known?.cells[4]?.changes, [{ kind: 'changed', text: 'name: "Acme" → "Other"' }]);
    assert.deepEqual((await table.rows({ text: 'NOBODY', offset: 0, limit: 9 })).total, 1);
    assert.deepEqual(
      [
        commands,
        product.requests.length,
        product.store.groups.knownAmong(product.connection.id, ['globex'])[0]?.group !== undefined,
      ],
      [[], 1, false],
    );
  });

  it('shows what came of listing: added, there already, different and not changed; no request was sent', async () => {
    const product = await start();
    await product.services.sending.getOrCreate(product.connection, documentOf());
    const { table, offered, counts, shown } = await tableOf(product, CSV);
    await table.onAction('listOnly');
    assert.deepEqual(counts().slice(4), ['Added: 2', 'Already in the list: 0', 'Different, not changed: 1']);
    assert.deepEqual(
      [(await shown('added')).map(([, id]) => id), (await shown('different')).map(([, id, , is]) => [id, is])],
      [['globex', 'ACME '], [['acme', 'Different, not changed']]],
    );
    assert.deepEqual(offered(), ['Get or Create 3…', '(Add 2 to List Without Sending…)']);
    assert.equal(product.requests.length, 1);
  });

  it('of a CSV file leads back to its columns: the rows are read again in the same table', async () => {
    const { table, offered, shown, commands, counts } = await tableOf(await start(), CSV, {
      otherReading: 'user_group_id\nOther\nGlobex\n',
    });
    const { key } = (await table.rows({ offset: 0, limit: 1 })).rows[0]!;
    await table.onAction('changeColumns');
    assert.deepEqual(
      [(await shown()).map(([, id]) => id), counts()[0], offered()],
      [
        ['Other', 'Globex'],
        'Not in the list: 2',
        ['Get or Create 2…', 'Add 2 to List Without Sending…', 'Change Columns…'],
      ],
    );
    assert.match(table.now().reason ?? '', /^Groups from a\.csv, read otherwise ·/);
    await table.onActivate(key);
    assert.deepEqual(commands, []);
    await table.onActivate((await table.rows({ offset: 0, limit: 1 })).rows[0]!.key);
    assert.deepEqual(commands, ['open Other']);
    await table.onAction('listOnly');
    assert.equal(offered().at(-1), '(Change Columns…)');
  });

  it('shows what is sent of each new group, with its name', async () => {
    const { table } = await tableOf(
      await start(),
      'customer_id,customer_name,mapping.40,tier,zip,seats\nacme,Acme Inc,213,gold,007,\n',
    );
    const [row] = (await table.rows({ offset: 0, limit: 1 })).rows;
    assert.deepEqual(row?.cells.slice(2), [
      { text: 'Acme Inc' },
      { text: 'Not in the list', mark: 'waiting' },
      { text: '', changes: ['40 → 213', 'tier = gold', 'zip = 007'].map((text) => ({ kind: 'added', text })) },
    ]);
  });

  it('offers nothing where no row can be sent, and opens the row that was chosen', async () => {
    const { offered } = await tableOf(await start(), 'user_group_id,name\n,nobody\n');
    assert.deepEqual(offered(), ['(Get or Create 0…)', '(Add 0 to List Without Sending…)']);
    const { table, commands } = await tableOf(await start(), CSV);
    await table.onActivate((await table.rows({ offset: 1, limit: 1 })).rows[0]!.key);
    assert.deepEqual(commands, ['open globex']);
  });
});
