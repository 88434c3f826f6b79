// A CSV file that gives a value for each group.

import assert from 'node:assert/strict';
import { columnRows, csvOfValues, idColumnOf } from '../../../src/bulk/changes/readColumn.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('A file of values', () => {
  it('is read with the delimiter it has, ids as they stand there', async () => {
    const table = await csvOfValues(bytes('customer_id;tier\n007;gold\n"a;b";"two\nlines"\n'));
    assert.deepEqual([table.header, idColumnOf(table)], [['customer_id', 'tier'], 'customer_id']);
    assert.deepEqual(columnRows(table, ['customer_id', 'tier'], 'text').rows, [
      { line: 2, userGroupId: '007', cell: 'gold' },
      { line: 3, userGroupId: 'a;b', cell: 'two\nlines' },
    ]);
  });

  it('gives no row without an id, without anything in the cell, with more cells than columns, or with a flaw', async () => {
    const table = await csvOfValues(
      bytes('id,tier\n,gold\nacme,\nshort\nlong,gold,more\nbeta,silver\nplain,tin,\nbroken,"lead\n'),
    );
    assert.deepEqual(
      columnRows(table, ['id', 'tier'], 'text').rows.map(({ userGroupId }) => userGroupId),
      ['beta', 'plain'],
    );
  });

  it('proposes no column of ids where none looks like one', async () => {
    assert.equal(idColumnOf(await csvOfValues(bytes('key,tier\na,b\n'))), undefined);
  });

  it('has each column that is named once: what is wrong is said, with the columns there are', async () => {
    const table = await csvOfValues(bytes('id,tier,tier\na,b,c\n'));
    assert.throws(() => columnRows(table, ['id', 'level'], 'text'), {
      kind: 'invalid',
      message:
        'The file has no column "level" among these: id, tier, tier. Choose another column, or rename it in the file.',
    });
    assert.throws(() => columnRows(table, ['id', 'tier'], 'text'), {
      kind: 'invalid',
      message: 'The file has more than one column "tier". Choose another column, or rename it in the file.',
    });
    assert.throws(() => columnRows(table, ['[x](command:y)', 'id'], 'text'), {
      message: /^The file has no column "\[x\]\u200B\(command:y\)" among these: id, tier, tier\./,
    });
  });
});
