// What the row of a file changes in a document that exists, and that all else stays as it was typed.

import assert from 'node:assert/strict';
import { applyChange } from '../../../src/bulk/changes/applyChange.ts';
import { fieldsOfChange } from '../../../src/bulk/changes/documentChange.ts';
import { emptyCellsChange, rowChange, type EmptyCells } from '../../../src/bulk/changes/rowChange.ts';
import type { ColumnUse } from '../../../src/bulk/csvColumns.ts';
import { readImport, type ImportedTable } from '../../../src/bulk/readImport.ts';
import { CUSTOMER_API } from '../../../src/contract/customerApi.ts';
import { csv, json, utf8 } from './imported.ts';

const TEXT = `{
  "name": "Acme", "user_group_id": "acme",
  "properties": {
    "region": "EU",
      "seats": 12, "is_new": false, "tags": ["a"],
    "note": ""
  },
  "mapping": { "134": 386, "40":  "213" }
}
`;

function after({ rows, columns }: ImportedTable, empty: EmptyCells = 'leave', text = TEXT): string {
  const applied = applyChange(text, rowChange(rows[0]!, columns, empty));
  return applied.kind === 'changed' ? applied.text : applied.kind === 'same' ? 'same' : applied.reason;
}

describe('What a row of a file changes', () => {
  for (const [title, file, from, to] of [
    ['a property', 'id,region\nacme,US\n', '"EU"', '"US"'],
    ['the name', 'id,name\nacme,Acme Inc.\n', '"Acme"', '"Acme Inc."'],
    ['a data source, which stays a number', 'id,mapping.134\nacme,9\n', '386', '9'],
    ['a number, which stays one', 'id,seats\nacme,15\n', '12', '15'],
    ['a number that becomes a text', 'id,seats\nacme,many\n', '12', '"many"'],
    ['a number that becomes another text', 'id,seats\nacme,true\n', '12', '"true"'],
    ['a text to one with quotes', 'id,region\nacme,"""US"""\n', '"EU"', '"\\"US\\""'],
    ['true or false', 'id,is_new\nacme,true\n', 'false', 'true'],
    ['a list in JSON', 'id,tags\nacme,"[""b""]"\n', '["a"]', '["b"]'],
    ['a text, which stays one', 'id,region\nacme,12\n', '"EU"', '"12"'],
    ['a new entry behind the others', 'id,tier\nacme,007\n', '"note": ""', '"note": "",\n    "tier": "007"'],
    ['several columns', 'id,region,mapping.40\nacme,EU,214\n', '"213"', '"214"'],
  ] as const)
    it(`changes ${title} and nothing else of the text`, async () => {
      assert.equal(after(await csv(file)), TEXT.replace(from, to));
    });

  it('is none where the group says the same, also as a number', async () => {
    assert.equal(
      after(await csv('id,name,region,seats,is_new,tags,134,mapping.40\nacme,Acme,EU,12,false,"[""a""]",,213\n')),
      'same',
    );
    assert.equal(after(await csv('id,seats\nacme,12\n')), 'same');
  });

  it('is as JSON where the column is, whatever the type of the value', async () => {
    const columns: ColumnUse[] = [
      { as: 'user_group_id' },
      { as: 'property', name: 'region', isJson: true },
      { as: 'schemaId', schemaId: '40', isJson: true },
    ];
    const table = await csv('id,region,40\nacme,7,{}\n', { columns });
    assert.equal(after(table), TEXT.replace('"EU"', '7').replace('"213"', '{}'));
  });

  it('replaces the field that a document or a cell gives as a whole, by the entries that differ', async () => {
    const text = '{"user_group_id":"acme","mapping":{"40":"213","134":387}}';
    assert.equal(after(await json(`[${text}]`)), TEXT.replace('386', '387'));
    assert.equal(
      after(await json('[{"user_group_id":"acme","properties":{"tags":["a"],"region":"EU"}}]')),
      TEXT.replace(',\n      "seats": 12, "is_new": false', '').replace(',\n    "note": ""', ''),
    );
    const cell = 'id,properties,plan\nacme,"{""region"":""EU""}",pro\n';
    assert.match(after(await csv(cell)), /"properties": \{\s+"region": "EU",\s+"plan": "pro"\s+\}/);
    assert.equal(
      after(await csv('id,properties,plan\nacme,,pro\n'), 'leave', '{"user_group_id":"acme","properties":{"a":1}}'),
      '{"user_group_id":"acme","properties":{"a":1,"plan":"pro"}}',
    );
    assert.equal(after(await json('[{"$schema":"x","user_group_id":"acme"}]')), 'same');
  });

  it('adds properties to a document without any, and no mapping to one whose mapping is unknown', async () => {
    const text = '{"user_group_id":"acme"}';
    assert.equal(
      after(await csv('id,tier\nacme,gold\n'), 'leave', text),
      '{"user_group_id":"acme","properties":{"tier":"gold"}}',
    );
    assert.equal(after(await json('[{"user_group_id":"acme","properties":{}}]'), 'leave', text), 'same');
    assert.equal(after(await csv('id,mapping.40\nacme,1\n'), 'leave', text), 'The document has no mapping.');
    assert.equal(
      after(await json('[{"user_group_id":"acme","mapping":{"40":"1"}}]'), 'leave', text),
      'The document has no mapping.',
    );
  });

  const EMPTY = 'id,name,region,seats,note,other,mapping.40,mapping.9\nacme,,,,,,,\n';
  for (const [empty, expected] of [
    ['leave', 'same'],
    [
      'remove',
      TEXT.replace('\n    "region": "EU",\n      "seats": 12, ', '\n    ')
        .replace(',\n    "note": ""', '')
        .replace(', "40":  "213"', ''),
    ],
    ['set', TEXT.replace('"EU"', '""').replace('12', '""')],
  ] as const)
    it(`does ${empty} the values whose cells are empty: never a name, and no data source is empty`, async () => {
      assert.equal(after(await csv(EMPTY), empty), expected);
    });

  it('says whether an empty cell matters: only where the group has a value', async () => {
    const matters = async (header: string): Promise<string> =>
      applyChange(TEXT, emptyCellsChange((await csv(`id,${header}\nacme,\n`)).rows[0]!)).kind;
    assert.deepEqual(
      await Promise.all(['region', 'mapping.40', 'properties', 'mapping', 'name', 'other', 'mapping.9'].map(matters)),
      ['changed', 'changed', 'changed', 'changed', 'same', 'same', 'same'],
    );
    const full = (await csv('id,region\nacme,EU\n')).rows[0]!;
    assert.deepEqual(emptyCellsChange(full).columns, []);
  });

  it('empties whole fields, and fields that the service has beside these', async () => {
    const text =
      '{"user_group_id":"a","mapping":{"1":"2"},"properties":{"x":1},"emails":["b@c"],"access_group":"g","is_demo_group":true}';
    const bytes = utf8('id,mapping,properties,emails,access_group,is_demo_group,group_tags\na,,,,,,\n');
    const table = await readImport({ kind: 'csv', bytes }, CUSTOMER_API.request);
    const emptied = text.replace('{"x":1}', '{}').replace('["b@c"]', '[]').replace('"g"', '""');
    assert.equal(after(table, 'set', text), emptied);
    assert.equal(after(table, 'remove', text), emptied.replace('{"1":"2"}', '{}'));
  });

  it('names the fields that it is about, and those of which nothing stays', async () => {
    const table = await csv('id,name,region,mapping\nacme,A,EU,{}\n');
    assert.deepEqual(fieldsOfChange(rowChange(table.rows[0]!, table.columns, 'leave')), {
      changing: ['name', 'mapping', 'properties'],
      replaced: ['name', 'mapping'],
    });
  });

  it('is not made at all where one of its columns cannot be', async () => {
    const text = '{"user_group_id":"a","mapping":{},"properties":{"x":1,"x":2}}';
    assert.equal(after(await csv('id,name,x\na,New,3\n'), 'leave', text), 'Property "x" is a duplicate.');
  });
});
