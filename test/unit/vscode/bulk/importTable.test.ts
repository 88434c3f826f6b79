// The preview of what is brought in: what it offers, what it says, and that nothing is done before a button is pressed.

import assert from 'node:assert/strict';
import { readImport } from '../../../../src/bulk/readImport.ts';
import { UserGroupsError } from '../../../../src/core/errors.ts';
import { sourceKindOf } from '../../../../src/vscode/bulk/imports/importSource.ts';
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
      if (isDeclined) throw new UserGroupsError({ kind: 'cancelled', happened: 'It was cancelled.' });
      commands.push('listOnly');
      table.listed(await services.importList.addListed(connection, preview.rows));
    },
    getOrCreate: () => {
      commands.push('getOrCreate');
      table.sent(7);
      return Promise.resolve();
    },
    ...(otherReading !== undefined && {
      changeColumns: async () => {
        if (isDeclined) throw new UserGroupsError({ kind: 'cancelled', happened: 'It was cancelled.' });
        const read = await readImport({ kind: 'csv', bytes: new TextEncoder().encode(otherReading) });
        table.readAs(await services.importPreview(connection, read.rows), 'Groups from a.csv, read otherwise');
      },
    }),
    changed: () => {
      reported.push(offered());
    },
    showRun: (run) => {
      commands.push(`show ${run}`);
    },
    changesOf: (row) => services.importList.changesBy(connection.id, row),
    open: ({ userGroupId }) => {
      commands.push(`open ${userGroupId ?? ''}`);
      return Promise.resolve();
    },
  });
  const offered = (): string[] => table.now().actions.map(({ label, isEnabled }) => (isEnabled ? label : `(${label})`));
  const counts = (): string[] => table.now().filters.map(({ label, count }) => `${label}: ${count}`);
  const shown = (filter?: string): string[][] =>
    table.rows({ filter, offset: 0, limit: 100 }).rows.map(({ cells }) => cells.map(({ text }) => text));
  return { table, commands, reported, offered, counts, shown };
}

const CSV = 'user_group_id,name\nacme,Other\nglobex,Globex\nACME ,Near\n,nobody\n';

describe('The preview of an import', () => {
  const start = productStarter();

  it('says what is known here, what is not, what cannot be sent and why, and what to look at', async () => {
    const product = await start();
    await product.services.sending.getOrCreate(product.connection, documentOf());
    const { offered, counts, shown, table, commands } = await tableOf(product, CSV);
    assert.deepEqual(counts(), ['Not in the list: 2', 'In the list: 1', 'Cannot be sent: 1', 'Marked: 2']);
    assert.deepEqual(offered(), ['Get or Create 3…', 'List Only 2…']);
    assert.match(
      table.now().summary,
      /^Groups from a\.csv, for .+\. Nothing was sent or kept yet\. List Only adds .+ without any request/,
    );
    assert.deepEqual(shown('invalid'), [['line 5', '', 'Cannot be sent', 'The user_group_id is missing.']]);
    assert.deepEqual(
      shown('known').map(([, id]) => id),
      ['acme'],
    );
    assert.match(shown('known')[0]![3]!, /Differs from the list: name.+ An existing group is not updated/);
    assert.deepEqual(table.rows({ text: 'nobody', offset: 0, limit: 9 }).total, 0);
    assert.deepEqual(
      [
        commands,
        product.requests.length,
        product.store.groups.knownAmong(product.connection.id, ['globex'])[0]?.isKnown,
      ],
      [[], 1, false],
    );
  });

  it('finds words as every other list does, in any letter case', async () => {
    const { table } = await tableOf(await start(), 'user_group_id,name\nStraße,a\nΟΔΥΣΣΕΥΣ,b\n');
    const found = (text: string): string[] =>
      table.rows({ text, offset: 0, limit: 9 }).rows.map(({ cells }) => cells[1]!.text);
    assert.deepEqual([found('STRASSE '), found('οδυσσευς'), found('strabe')], [['Straße'], ['ΟΔΥΣΣΕΥΣ'], []]);
  });

  it('shows what came of listing: added, there already, different and not changed; no request was sent', async () => {
    const product = await start();
    await product.services.sending.getOrCreate(product.connection, documentOf());
    const { table, offered, counts, shown } = await tableOf(product, CSV);
    await table.onAction('listOnly');
    assert.deepEqual(counts().slice(4), ['Added to the list: 2', 'Already in the list: 0', 'Differs, not changed: 1']);
    assert.deepEqual(
      [shown('added').map(([, id]) => id), shown('different').map(([, id, is]) => [id, is])],
      [['globex', 'ACME '], [['acme', 'Differs, not changed']]],
    );
    assert.deepEqual(offered(), ['Get or Create 3…', '(List Only 2…)']);
    assert.equal(product.requests.length, 1);
  });

  it('offers everything again when the question was declined', async () => {
    const { table, offered, commands, reported } = await tableOf(await start(), CSV, { isDeclined: true });
    await assert.rejects(table.onAction('listOnly'), { kind: 'cancelled' });
    assert.deepEqual([commands, offered(), reported], [[], ['Get or Create 3…', 'List Only 3…'], [offered()]]);
  });

  it('of a CSV file leads back to its columns: the rows are read again in the same table', async () => {
    const { table, offered, shown, commands, counts } = await tableOf(await start(), CSV, {
      otherReading: 'user_group_id\nOther\nGlobex\n',
    });
    const { key } = table.rows({ offset: 0, limit: 1 }).rows[0]!;
    await table.onAction('changeColumns');
    assert.deepEqual(
      [shown().map(([, id]) => id), counts()[0], offered()],
      [['Other', 'Globex'], 'Not in the list: 2', ['Get or Create 2…', 'List Only 2…', 'Change Columns…']],
    );
    assert.match(table.now().summary, /^Groups from a\.csv, read otherwise, for/);
    await table.onActivate(key);
    assert.deepEqual(commands, []);
    await table.onActivate(table.rows({ offset: 0, limit: 1 }).rows[0]!.key);
    assert.deepEqual(commands, ['open Other']);
    await table.onAction('listOnly');
    assert.equal(offered().at(-1), '(Change Columns…)');
  });

  it('stays as it is when its columns were left alone', async () => {
    const { table, shown, offered } = await tableOf(await start(), CSV, {
      otherReading: 'user_group_id\nOther\n',
      isDeclined: true,
    });
    const before = shown();
    await assert.rejects(table.onAction('changeColumns'), { kind: 'cancelled' });
    assert.deepEqual([shown(), offered()], [before, ['Get or Create 3…', 'List Only 3…', 'Change Columns…']]);
  });

  it('begins one run and no second one, and leads to it', async () => {
    const { table, offered, commands } = await tableOf(await start(), CSV);
    await table.onAction('getOrCreate');
    assert.deepEqual(offered(), ['(Get or Create 3…)', '(List Only 3…)', 'Show the Run']);
    await table.onAction('showRun');
    assert.deepEqual(commands, ['getOrCreate', 'show 7']);
  });

  it('offers nothing where no row can be sent, and opens the row that was chosen', async () => {
    const { offered } = await tableOf(await start(), 'user_group_id,name\n,nobody\n');
    assert.deepEqual(offered(), ['(Get or Create 0…)', '(List Only 0…)']);
    const { table, commands } = await tableOf(await start(), CSV);
    await table.onActivate(table.rows({ offset: 1, limit: 1 }).rows[0]!.key);
    assert.deepEqual(commands, ['open globex']);
  });
});

describe('The kind of a file', () => {
  it('is recognized by its name', () => {
    assert.deepEqual(['a.csv', 'a.TSV', 'a.json', 'a.jsonl', 'a.ndjson', 'a'].map(sourceKindOf), [
      'csv',
      'csv',
      'json',
      'jsonLines',
      'jsonLines',
      'csv',
    ]);
  });
});
