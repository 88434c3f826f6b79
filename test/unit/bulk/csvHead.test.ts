// How a CSV file is proposed to be read, and how the user's changes come into it.

import assert from 'node:assert/strict';
import { columnTrouble, columnUseText, delimiterText, withUse } from '../../../src/bulk/columnText.ts';
import { proposeColumns, withSchemaIds } from '../../../src/bulk/csvColumns.ts';
import { readCsvHead } from '../../../src/bulk/csvHead.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('The head of a CSV file', () => {
  it('tells encoding, what parts the cells, what each column is proposed for, and its first cells', async () => {
    const head = await readCsvHead(bytes('id;name;region;token\n007;Bond;;x\n008;;EU;y\n009;;US;z\n010;;UK;\n'));
    assert.deepEqual([head.encoding, head.delimiter, head.rows], ['utf-8', ';', 4]);
    assert.deepEqual(
      head.columns.map(({ use }) => columnUseText(use)),
      ['ID', 'Name', 'Property "region"', 'Omit'],
    );
    assert.deepEqual(head.samples, [['007', '008', '009'], ['Bond'], ['EU', 'US', 'UK'], ['x', 'y', 'z']]);
    assert.equal(delimiterText(head.delimiter), 'semicolon');
  });

  it('proposes the id and the name by the usual headers, one column for each', async () => {
    for (const [header, uses] of [
      ['customer_id,customer_name,tier', 'ID · Name · Property "tier"'],
      ['Customer Name;customer-id', 'Name · ID'],
      ['userGroupId,userGroupName', 'ID · Name'],
      ['id,company name,name', 'ID · Property "company name" · Name'],
      ['id,surname', 'ID · Property "surname"'],
      ['Properties,id,Team ID', 'All of "properties" (JSON) · ID · Omit'],
    ] as const)
      assert.equal(
        (await readCsvHead(bytes(`${header}\n`))).columns.map(({ use }) => columnUseText(use)).join(' · '),
        uses,
      );
  });

  for (const [what, header, uses] of [
    ['of a property', 'Property.a · properties.b\nc', 'Property "a" · Property "b\nc"'],
    ['of a mapping', 'MAPPING.40 · mapping.', 'Data source of schema ID "40" · Property "mapping."'],
    [
      'that only looks like one of those',
      'propertiesx · my.mapping.4',
      'Property "propertiesx" · Property "my.mapping.4"',
    ],
    ['with spaces around it', ' region  · properties. tier ', 'Property "region" · Property "tier"'],
    ['of the whole mapping, the first of two', 'mapping · Mapping', 'All of "mapping" (JSON) · Omit'],
    ['of nothing', ' · success', 'Omit · Omit'],
    ['of what the service issues', 'new user group · api_environment_tag · $schema', 'Omit · Omit · Omit'],
  ] as const) {
    it(`proposes what a column is for by a header ${what}`, () => {
      const columns = proposeColumns(['id', ...header.split(' · ')]);
      assert.equal(
        columns
          .slice(1)
          .map(({ use }) => columnUseText(use))
          .join(' · '),
        uses,
      );
    });
  }

  it('has columns for schema ids that are in use, and for those alone', () => {
    const columns = withSchemaIds(proposeColumns(['id', '40', '41', 'mapping.42']), new Set(['40', 'id', '42']));
    assert.deepEqual(
      columns.map(({ header, use }) => [header, columnUseText(use)]),
      [
        ['id', 'ID'],
        ['40', 'Data source of schema ID "40"'],
        ['41', 'Property "41"'],
        ['mapping.42', 'Data source of schema ID "42"'],
      ],
    );
  });

  it('says which columns are read as JSON, and what parts the cells', () => {
    assert.deepEqual(
      [
        { as: 'property', name: 'a', isJson: true } as const,
        { as: 'property', name: 'a', isJson: false } as const,
        { as: 'schemaId', schemaId: '4', isJson: true } as const,
      ].map(columnUseText),
      ['Property "a", read as JSON', 'Property "a"', 'Data source of schema ID "4", read as JSON'],
    );
    assert.deepEqual([',', ';', '\t', '|', '~'].map(delimiterText), ['comma', 'semicolon', 'tab', 'vertical bar', '~']);
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
    assert.match(columnTrouble(columns) ?? '', /No column is the ID/);
    assert.equal(columnTrouble(withUse(columns, 0, { as: 'user_group_id' })), undefined);
  });

  it('has one column for the id and one for the name: choosing another leaves the former one out', async () => {
    const { columns } = await readCsvHead(bytes('id,number\n1,2\n'));
    const named = await readCsvHead(bytes('id,name,display\n1,2,3\n'));
    assert.deepEqual(
      withUse(named.columns, 2, { as: 'name' }).map(({ use }) => use.as),
      ['user_group_id', 'leftOut', 'name'],
    );
    assert.deepEqual(
      withUse(columns, 1, { as: 'user_group_id' }).map(({ use }) => use.as),
      ['leftOut', 'user_group_id'],
    );
    assert.deepEqual(
      withUse(proposeColumns(['id', 'tier', 'region']), 1, { as: 'property', name: 'level' }).map(({ use }) =>
        columnUseText(use),
      ),
      ['ID', 'Property "level"', 'Property "region"'],
    );
    assert.deepEqual(
      withUse(columns, 1, { as: 'schemaId', schemaId: '40' }).map(({ use }) => columnUseText(use)),
      ['ID', 'Data source of schema ID "40"'],
    );
  });
});
