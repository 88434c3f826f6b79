// The command `import`: a list becomes documents, all of them or none.

import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runIn, writeFiles } from '../../support/commandLine.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

const STAGING = { name: 'staging', baseUrl: 'https://staging.example', folder: 'groups/staging' };
const FAMILY = { name: 'family', baseUrl: 'https://family.example', folder: 'customers', api: 'customer' };
const CSV = 'user_group_id,name,mapping.40,properties.region\nacme,Acme,213,EU\n"a/b",Slash,007,\n';

describe('import', () => {
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder('user-groups-cli-');
    writeFiles(folder, { 'usergroups.config.json': { connections: [STAGING] }, 'customers.csv': CSV });
  });
  const text = (name: string): string => readFileSync(join(folder, name), 'utf8');
  const documents = (name = 'groups/staging'): string[] => readdirSync(join(folder, name)).sort();

  it('writes a document for each row, by the names of files that the editor gives', async () => {
    assert.deepEqual(await runIn(folder, 'import', 'customers.csv'), { code: 0, out: '2 files written\n', err: '' });
    const [slash = '', acme = ''] = documents();
    assert.match(slash, /^a-b-[0-9a-f]{8}\.usergroup\.json$/);
    assert.equal(acme, 'acme.usergroup.json');
    assert.equal(
      text(`groups/staging/${acme}`),
      '{\n  "user_group_id": "acme",\n  "name": "Acme",\n  "mapping": {\n    "40": "213"\n  },\n' +
        '  "properties": {\n    "region": "EU"\n  }\n}\n',
    );
    assert.match(text(`groups/staging/${slash}`), /"40": "007"/);
    assert.deepEqual(await runIn(folder, 'validate'), { code: 0, out: '2 files checked\n', err: '' });
  });

  it('guesses no encoding: one that is not UTF-8 has to be named, and JSON is never another', async () => {
    writeFileSync(join(folder, 'excel.csv'), Buffer.from('user_group_id,name\nko\xb3o,M\xfcller\n', 'latin1'));
    const { code, err } = await runIn(folder, 'import', 'excel.csv');
    assert.equal(code, 1);
    assert.match(
      err,
      /The file is not UTF-8\. Save it as UTF-8, or name its encoding, such as --encoding=windows-\d+\.\n$/,
    );
    assert.equal(existsSync(join(folder, 'groups/staging')), false);
    assert.equal((await runIn(folder, 'import', 'excel.csv', '--encoding', 'windows-1252')).code, 0);
    assert.match(text(`groups/staging/${documents()[0]}`), /"user_group_id": "ko³o",\n {2}"name": "Müller"/);
    for (const file of ['list.json', 'list.jsonl']) {
      writeFileSync(join(folder, file), Buffer.from('{"user_group_id":"a","name":"M\xfcller"}\n', 'latin1'));
      assert.match((await runIn(folder, 'import', file)).err, /The file is not UTF-8\. Save it as UTF-8\.\n$/);
    }
  });

  const MINE =
    '{ "name": "Old",\n  "user_group_id": "acme", "mapping": {"40": 1, "9": "x"}, "properties": { "seats": 5, "region": "" } }';

  it('changes what the file gives of a document that exists, keeps the rest and its name, and counts both', async () => {
    writeFiles(folder, { 'groups/staging/mine.usergroup.json': MINE, 'groups/staging/notes.txt': 'kept' });
    assert.deepEqual(await runIn(folder, 'import', 'customers.csv'), {
      code: 0,
      out: '1 file written, 1 file updated\n',
      err: '',
    });
    const mine = text('groups/staging/mine.usergroup.json');
    assert.equal(mine, MINE.replace('Old', 'Acme').replace('1,', '213,').replace('""', '"EU"'));
    assert.equal(documents().length, 3);
    const again = await runIn(folder, 'import', 'customers.csv', '--json');
    const { written, updated, same } = JSON.parse(again.out) as Record<string, number>;
    assert.deepEqual([written, updated, same], [0, 0, 2]);
    assert.equal(text('groups/staging/mine.usergroup.json'), mine);
    assert.equal(
      (await runIn(folder, 'import', 'customers.csv', '--overwrite')).out,
      '1 file written, 1 file unchanged\n',
    );
    assert.doesNotMatch(text('groups/staging/mine.usergroup.json'), /seats/);
  });

  it('leaves a value whose cell is empty and says so, or removes or empties it on request', async () => {
    const file = 'groups/staging/acme.usergroup.json';
    const one = '{"user_group_id":"acme","name":"A","mapping":{"40":"1"},"properties":{"a":"1","b":2}}';
    writeFiles(folder, { 'a.csv': 'id,name,mapping.40,a\nacme,,,\n' });
    const left = async (...args: readonly string[]): Promise<readonly [string, string]> => {
      writeFiles(folder, { [file]: one });
      return [(await runIn(folder, 'import', 'a.csv', ...args)).out, text(file)];
    };
    assert.deepEqual(await left(), [
      'a.csv:1:1: warning: 1 file keeps a value whose cell is empty. Use --empty=remove or --empty=set to change that.\n' +
        '0 files written, 1 file unchanged, 1 warning\n',
      one,
    ]);
    assert.deepEqual(await left('--empty=leave'), ['0 files written, 1 file unchanged\n', one]);
    assert.deepEqual(await left('--empty=set'), [
      '0 files written, 1 file updated\n',
      one.replace('"a":"1"', '"a":""'),
    ]);
    assert.deepEqual(await left('--empty=remove'), [
      '0 files written, 1 file updated\n',
      one.replace('"40":"1"', '').replace('"a":"1",', ''),
    ]);
    writeFiles(folder, { 'b.jsonl': '{"user_group_id":"acme"}' });
    assert.match((await runIn(folder, 'import', 'b.jsonl', '--empty=set')).err, /"--empty" is for CSV files\./);
    assert.match((await left('--empty=set', '--overwrite'))[0], /^$/);
  });

  it('writes into no document what its preset gives', async () => {
    const file = 'groups/staging/acme.usergroup.json';
    const mine = '{"user_group_id":"acme","name":"Acme","properties":{"region":"EU"}}';
    writeFiles(folder, { [file]: mine, 'groups/staging/usergroups.preset.json': '{ "mapping": { "40": "213" } }' });
    assert.equal((await runIn(folder, 'import', 'customers.csv')).out, '1 file written, 1 file unchanged\n');
    assert.equal(text(file), mine);
  });

  it('writes nothing where a document cannot take what the file gives, until it is told to replace it', async () => {
    writeFiles(folder, { 'groups/staging/mine.usergroup.json': '{ "user_group_id": "acme", "name": "Old" }' });
    assert.deepEqual(await runIn(folder, 'import', 'customers.csv'), {
      code: 1,
      out: [
        'groups/staging/mine.usergroup.json:1:1: error: The document has no mapping. Correct the file, or use --overwrite to replace it.',
        '0 files written, 1 error\n',
      ].join('\n'),
      err: '',
    });
    assert.deepEqual(documents(), ['mine.usergroup.json']);
    assert.equal((await runIn(folder, 'import', 'customers.csv', '--overwrite')).out, '2 files written\n');
    assert.match(text('groups/staging/mine.usergroup.json'), /"name": "Acme"/);
  });

  it('writes nothing when a row is wrong, and names its line', async () => {
    writeFiles(folder, { 'customers.csv': `${CSV},No ID,1,\nacme,Again,1,\ndelta,"Del` });
    const { code, out } = await runIn(folder, 'import', 'customers.csv');
    assert.equal(code, 1);
    assert.deepEqual(
      out.split('\n').map((line) => line.replace(/(: error: ).*/, '$1…')),
      [
        'customers.csv:2:1: error: …',
        'customers.csv:4:1: error: …',
        'customers.csv:5:1: error: …',
        'customers.csv:6:1: error: …',
        '0 files written, 4 errors',
        '',
      ],
    );
    assert.equal(existsSync(join(folder, 'groups')), false);
  });

  it('reads JSON and JSON Lines, by the names of the connection', async () => {
    writeFiles(folder, {
      'usergroups.config.json': { connections: [STAGING, FAMILY] },
      'a.json':
        '[{ "provided_id": "acme", "emails": ["a@b.example"], "mapping": { "134": 1, "40": 12345678901234567890 } }]',
      'b.jsonl': '{"user_group_id":"beta"}\n',
    });
    assert.equal((await runIn(folder, 'import', 'a.json', '--connection', 'family')).out, '1 file written\n');
    assert.equal(
      text('customers/acme.usergroup.json'),
      '{\n  "provided_id": "acme",\n  "emails": [\n    "a@b.example"\n  ],\n' +
        '  "mapping": {\n    "134": 1,\n    "40": 12345678901234567890\n  }\n}\n',
    );
    assert.equal((await runIn(folder, 'import', 'b.jsonl', '--connection', 'staging')).out, '1 file written\n');
    assert.equal(text('groups/staging/beta.usergroup.json'), '{\n  "user_group_id": "beta"\n}\n');
    const refused = async (...args: readonly string[]): Promise<string> => {
      const { code, out, err } = await runIn(folder, 'import', ...args);
      assert.deepEqual([code, out], [1, '']);
      return err;
    };
    assert.match(
      await refused('a.json'),
      /^The configuration has 2 connections\. Name one of the configuration by --connection\.\n$/,
    );
    assert.match(await refused('a.json', '--connection', 'live'), /^The configuration has no connection "live"\./);
    assert.match(await refused(), /^One file is imported at a time\./);
    assert.match(
      await refused('gone.csv', '--connection', 'staging'),
      /^Couldn't import "gone\.csv"\. The file can't be read\./,
    );
    writeFiles(folder, { 'c.csv': 'name\nAcme\n' });
    assert.match(await refused('c.csv', '--connection', 'staging'), /None of the columns is the ID: name\./);
  });

  it('says what it does not read', async () => {
    writeFiles(folder, {
      'a.csv': 'user_group_id,name,api_token\nacme,Acme,x\n',
      'b.json': '{ "groups": [{ "user_group_id": "acme", "name": "Acme" }], "total": 1 }',
    });
    const warned = async (file: string): Promise<string[]> =>
      (await runIn(folder, 'import', file, '--overwrite')).out.split('\n').slice(0, -1);
    assert.deepEqual(await warned('a.csv'), [
      'a.csv:1:1: warning: The column "api_token" is not read.',
      '1 file written, 1 warning',
    ]);
    assert.deepEqual(await warned(join(folder, 'b.json')), [
      'b.json:1:1: warning: Only "groups" is read. Skipped: total.',
      '0 files written, 1 file unchanged, 1 warning',
    ]);
  });

  it('writes nothing for cells that another program may have changed, until it is told how to read them', async () => {
    writeFiles(folder, { 'a.csv': 'customer_id,name,mapping.40,region\n="00123",Acme,213.0,NULL\n' });
    const use = 'Use --changed-cells=restore or --changed-cells=keep.';
    const warned = 'a.csv:2:1: warning: Column "region": "NULL" may stand for an empty cell.';
    assert.deepEqual(await runIn(folder, 'import', 'a.csv'), {
      code: 1,
      out: [
        `a.csv:2:1: error: Column "customer_id": Another program may have written ="00123" for "00123". ${use}`,
        `a.csv:2:1: error: Column "mapping.40": Another program may have written "213.0" for "213". ${use}`,
        warned,
        '0 files written, 2 errors, 1 warning\n',
      ].join('\n'),
      err: '',
    });
    assert.equal((await runIn(folder, 'import', 'a.csv', '--changed-cells', 'restore')).out, '1 file written\n');
    assert.deepEqual(JSON.parse(text('groups/staging/00123.usergroup.json')), {
      user_group_id: '00123',
      name: 'Acme',
      mapping: { 40: '213' },
    });
    assert.equal((await runIn(folder, 'import', 'a.csv', '--changed-cells', 'keep')).out, '1 file written\n');
    assert.equal(documents().length, 2);
    writeFiles(folder, { 'a.jsonl': '{"user_group_id":"77.0"}\n' });
    const line = 'a.jsonl:1:1: error: Field "user_group_id": Another program may have written "77.0" for "77".';
    assert.deepEqual((await runIn(folder, 'import', 'a.jsonl')).out.split('\n')[0], `${line} ${use}`);
    await runIn(folder, 'import', 'a.jsonl', '--changed-cells', 'restore');
    assert.deepEqual(JSON.parse(text('groups/staging/77.usergroup.json')), { user_group_id: '77' });
  });

  it('writes nothing where a skipped row may be a customer, until it is told to read it', async () => {
    writeFiles(folder, {
      'a.csv': 'id,name\nacme,Acme\n\nbeta,Beta\n',
      'total.csv': 'id,name\nacme,Acme\n\nTotal,1\n',
    });
    assert.deepEqual((await runIn(folder, 'import', 'total.csv')).out.split('\n'), [
      'total.csv:1:1: warning: Skipped as headers, separators, totals or footers: line 4.',
      'total.csv:1:1: warning: Use --all-rows to read skipped rows, too.',
      '1 file written, 2 warnings',
      '',
    ]);
    const { code, err } = await runIn(folder, 'import', 'a.csv');
    assert.deepEqual(
      [code, err],
      [1, 'Couldn\'t import "a.csv". Skipped, but may be a group: line 4. Use --all-rows or --skip-rows.\n'],
    );
    assert.match(
      (await runIn(folder, 'import', 'a.csv', '--skip-rows')).out,
      /\n0 files written, 1 file unchanged, 3 warnings\n$/,
    );
    assert.equal((await runIn(folder, 'import', 'a.csv', '--all-rows')).out, '1 file written, 1 file unchanged\n');
    writeFiles(folder, { 'c.jsonl': '' });
    assert.match((await runIn(folder, 'import', 'c.jsonl', '--skip-rows')).err, /"--skip-rows" is for CSV files\./);
  });

  it('takes a column for the mapping that is called like a schema ID of the folder, and reports it', async () => {
    writeFiles(folder, {
      'groups/staging/other.usergroup.json': '{ "user_group_id": "other", "mapping": { "40": "1" } }',
      'groups/staging/usergroups.preset.json': '{ "mapping": { "41": "1" } }',
      'a.csv': 'id,40,41,42\nacme,213,214,215\n',
    });
    const named = (id: string, as: string, other: string): string =>
      `a.csv:1:1: warning: The column "${id}" is read as "${as}.${id}". Name it "${other}.${id}" if that is meant.`;
    assert.deepEqual((await runIn(folder, 'import', 'a.csv')).out.split('\n'), [
      named('40', 'mapping', 'properties'),
      named('41', 'mapping', 'properties'),
      named('42', 'properties', 'mapping'),
      '1 file written, 3 warnings',
      '',
    ]);
    assert.deepEqual(JSON.parse(text('groups/staging/acme.usergroup.json')), {
      user_group_id: 'acme',
      mapping: { 40: '213', 41: '214' },
      properties: { 42: '215' },
    });
  });

  it('says how many files it has written where it cannot write the next one', async () => {
    await runIn(folder, 'import', 'customers.csv');
    const [slash = ''] = documents();
    chmodSync(join(folder, 'groups/staging', slash), 0o444);
    writeFiles(folder, { 'customers.csv': CSV.replaceAll(/Acme|Slash/g, 'New') });
    const { code, out, err } = await runIn(folder, 'import', 'customers.csv', '--overwrite');
    assert.deepEqual([code, out], [1, '']);
    assert.match(
      err,
      /^Couldn't write every file\. Written so far: 1\. The file ".*a-b-\w+\.usergroup\.json" is read-only\./,
    );
  });

  it('writes through no link', async () => {
    const outside = temporaryFolder('user-groups-outside-');
    mkdirSync(join(folder, 'groups/staging'), { recursive: true });
    symlinkSync(join(outside, 'new.json'), join(folder, 'groups/staging/acme.usergroup.json'));
    const { code, out } = await runIn(folder, 'import', 'customers.csv', '--overwrite');
    assert.deepEqual(
      [code, out.split('\n')[0]],
      [1, 'groups/staging/acme.usergroup.json:1:1: error: It is a symbolic link, which is not followed.'],
    );
    symlinkSync(outside, join(folder, 'linked'));
    writeFiles(folder, { 'usergroups.config.json': { connections: [{ ...STAGING, folder: 'linked/new' }] } });
    const led = await runIn(folder, 'import', 'customers.csv');
    assert.match(led.err, /leads out of the folder of the configuration/);
    assert.deepEqual(readdirSync(outside), []);
  });
});
