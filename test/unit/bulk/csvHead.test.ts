// How a CSV file is proposed to be read, and how a person's changes come into it.

import assert from 'node:assert/strict';
import { columnTrouble, columnUseText, delimiterText, withUse } from '../../../src/bulk/columnText.ts';
import { readCsvHead } from '../../../src/bulk/csvHead.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('The head of a CSV file', () => {
  it('tells encoding, what parts the cells, what each column is proposed for, and its first cells', async () => {
    const head = await readCsvHead(bytes('id;name;region;token\n007;Bond;;x\n008;;EU;y\n009;;US;z\n010;;UK;\n'));
    assert.deepEqual([head.encoding, head.delimiter, head.rows], ['utf-8', ';', 4]);
    assert.deepEqual(
      head.columns.map(({ use }) => columnUseText(use)),
      ['user_group_id', 'name', 'property region', 'left out'],
    );
    assert.deepEqual(head.samples, [['007', '008', '009'], ['Bond'], ['EU', 'US', 'UK'], ['x', 'y', 'z']]);
    assert.equal(delimiterText(head.delimiter), 'semicolon');
  });

  it('proposes no column for a property that may hold tokens', async () => {
    const header = [
      'id',
      'token',
      'User Group Token',
      'dashboardToken',
      'embed_tokens',
      'Token (live)',
      'client secret',
      'API-Key',
      'Password',
    ];
    assert.deepEqual(
      (await readCsvHead(bytes(`${header.join(',')}\n`))).columns.slice(1).map(({ use }) => use.as),
      header.slice(1).map(() => 'leftOut'),
    );
  });

  it('is read again as the person says', async () => {
    const text = 'id,name\n1,Müller\n';
    const latin = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    assert.deepEqual((await readCsvHead(latin, { encoding: 'iso-8859-2' })).encoding, 'iso-8859-2');
    assert.deepEqual(
      (await readCsvHead(bytes(text), { delimiter: ';' })).columns.map(({ header }) => header),
      ['id,name'],
    );
  });

  it('is proposed also where no column is the id, and says so', async () => {
    const { columns } = await readCsvHead(bytes('number,name\n1,One\n'));
    assert.match(columnTrouble(columns) ?? '', /No column is the user_group_id/);
    assert.equal(columnTrouble(withUse(columns, 0, { as: 'user_group_id' })), undefined);
  });

  it('has one column for the id: choosing another leaves the former one out', async () => {
    const { columns } = await readCsvHead(bytes('id,number\n1,2\n'));
    assert.deepEqual(
      withUse(columns, 1, { as: 'user_group_id' }).map(({ use }) => use.as),
      ['leftOut', 'user_group_id'],
    );
    assert.deepEqual(
      withUse(columns, 1, { as: 'schemaId', schemaId: '40' }).map(({ use }) => columnUseText(use)),
      ['user_group_id', 'data source of schema id 40'],
    );
  });
});
