// Large imports are read quickly and within limits, and the rest is read where one group is too large.

import assert from 'node:assert/strict';
import { hasError, withinSize } from '../../../src/bulk/importRow.ts';
import { readImport } from '../../../src/bulk/readImport.ts';
import { csv, fields, json, reasons, utf8 } from './imported.ts';

describe('A large CSV file', () => {
  it('is read as quickly where one id stands in every row, as where the wrong column is taken for the ids', async () => {
    const { rows } = await csv(`id\n${'EU\n'.repeat(20_000)}`);
    assert.deepEqual(
      [rows[0], rows[2], rows.at(-1)].map((row) => row?.problems[0]?.reason),
      [
        'The same ID is also in line 3, line 4, line 5 and 19,996 more.',
        'The same ID is also in line 2, line 3, line 5 and 19,996 more.',
        'The same ID is also in line 2, line 3, line 4 and 19,996 more.',
      ],
    );
  }).timeout(180_000);

  it('may have 100,000 rows and no more', async () => {
    const rows = Array.from({ length: 100_000 }, (_, index) => `group-${index}`);
    const table = await csv(`id\n${rows.join('\n')}\n`);
    assert.deepEqual(
      [table.rows.length, table.rows.some(hasError), table.rows.at(-1)?.number],
      [100_000, false, 100_001],
    );
    await assert.rejects(csv(`id\n${rows.join('\n')}\nmore\n`), { kind: 'invalid', message: /more than 100,000/ });
  }).timeout(180_000);
});

describe('A CSV file with many columns', () => {
  it('is read in a time that grows with them, not with their square', async () => {
    const columns = Array.from({ length: 20_000 }, (_, index) => `p${index}`);
    const { rows } = await csv(`id,${columns.join(',')}\n${`a,${'1,'.repeat(19_999)}1\n`.repeat(2)}`);
    assert.equal(rows.length, 2);
  });
});

describe('Many or large documents that are brought in', () => {
  it('are read as quickly where all of them stand on one line', async () => {
    const documents = Array.from({ length: 20_000 }, (_, index) => ({
      user_group_id: `g${index}`,
      properties: { note: 'x'.repeat(150) },
    }));
    const { rows } = await json(`  ${JSON.stringify(documents)}`);
    assert.deepEqual([rows.length, rows.at(-1)?.number, fields(rows.at(-1))], [20_000, 1, documents.at(-1)]);
  }).timeout(60_000);

  const huge = 'a'.repeat(11_000_000);
  const acme = { user_group_id: 'acme', name: 'Acme' };
  const groups = [acme, { user_group_id: 'huge', name: huge }, { user_group_id: huge }];
  const named = [acme, { user_group_id: 'huge', [huge]: 1 }, { [huge]: 1 }];
  const files = groups.map((each, index) => ({ name: `${index}.usergroup.json`, bytes: utf8(JSON.stringify(each)) }));
  for (const [what, source] of [
    ['JSON', { kind: 'json', bytes: utf8(JSON.stringify(groups)) }],
    ['JSON with a huge name', { kind: 'json', bytes: utf8(JSON.stringify({ groups: named })) }],
    ['JSON Lines', { kind: 'jsonLines', bytes: utf8(groups.map((each) => JSON.stringify(each)).join('\n')) }],
    ['files', { kind: 'folder', files }],
  ] as const) {
    it(`that are too large say so, and the others are read: ${what}`, async () => {
      const { rows } = await readImport(source);
      assert.equal(rows[0]?.userGroupId, 'acme');
      assert.deepEqual(reasons({ rows, notes: [] }), [
        [],
        ['error: The group is larger than 10 MB.'],
        ['error: The group is larger than 10 MB.'],
      ]);
      assert.ok(rows.every(({ text, userGroupId = '' }) => text.length < 100 && userGroupId.length < 100));
    });
  }

  it('keep an ID of 10,000 characters of one that is too large, and no longer one', () => {
    const row = { number: 1, text: huge, problems: [] };
    const kept = (length: number): number | undefined =>
      withinSize({ ...row, userGroupId: 'x'.repeat(length) }).userGroupId?.length;
    assert.deepEqual([kept(10_000), kept(10_001)], [10_000, undefined]);
  });

  for (const row of [`huge,"${huge}"`, `${huge},huge`, `huge,"not closed\n${huge}`]) {
    it(`are refused in one sentence where one row of a CSV file is too large: ${row.slice(0, 20)}…`, async () => {
      await assert.rejects(csv(`user_group_id,name\nacme,Acme\n${row}\nother,Other\n`), {
        name: 'invalid',
        message: 'The row on line 3 is larger than 10 MB. Check whether a quote on that line is not closed.',
      });
    });
  }

  it('are as large as they are, also where they are nothing but quotes and backslashes', async () => {
    const escaped = { user_group_id: 'acme', name: `${'\\"'.repeat(500_000)}\\` };
    const { rows } = await json(JSON.stringify([escaped, { user_group_id: 'other' }]));
    assert.deepEqual(rows.map(fields), [escaped, { user_group_id: 'other' }]);
    await assert.rejects(json(`[{"user_group_id":"acme","name":"${'\\"'.repeat(500_000)}}]`), {
      message: /A string is not closed/,
    });
  });
});
