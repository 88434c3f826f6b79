// Imports as rows: nothing is changed by being read, and what is wrong is reported with its place.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import Papa from 'papaparse';
import { CUSTOMER_API } from '../../../src/contract/customerApi.ts';
import { hasError } from '../../../src/bulk/importRow.ts';
import { readImport } from '../../../src/bulk/readImport.ts';
import { readDocument } from '../../../src/document/userGroupDocument.ts';
import { documentFields, documentText, tokensOf } from '../document/arbitraryJson.ts';
import { csv, fields, json, reasons, utf8 } from './imported.ts';

const SHORTENED = (id: string): string =>
  `A spreadsheet shortened the number "${id}", and its last digits are lost. Enter the values there as text, and export the file again.`;

describe('A CSV file', () => {
  it('becomes documents by the names of its columns, every cell as it is typed', async () => {
    const table = await csv(
      'user_group_id,name,properties.region,tier,mapping.40,token\n007,Acme,EU,01,0213,s3cret-value\n',
    );
    assert.deepEqual(
      table.columns?.map(({ use }) => use.as),
      ['user_group_id', 'name', 'property', 'property', 'schemaId', 'leftOut'],
    );
    assert.deepEqual(table.rows.map(fields), [
      { user_group_id: '007', name: 'Acme', mapping: { 40: '0213' }, properties: { region: 'EU', tier: '01' } },
    ]);
    assert.deepEqual([table.rows[0]?.number, table.rows[0]?.problems], [2, []]);
  });

  it('has an error where a cell holds the mark of a value that was not shown', async () => {
    const problem = 'error: The document contains "•••", which stands for a value that was not shown.';
    assert.deepEqual(reasons(await csv('user_group_id,properties.key\na,x\nb,•••\n')), [[], [problem]]);
    const groups = [{ user_group_id: 'a', name: '•••' }, { user_group_id: 'b' }];
    assert.deepEqual(reasons(await json(JSON.stringify(groups))), [[problem], []]);
  });

  it('is read with the columns that the person says, as JSON where they say so', async () => {
    const table = await csv('Kundennummer,n,m\n6,9007199254740993,"{""40"": 213}"\n', {
      columns: [{ as: 'user_group_id' }, { as: 'property', name: 'limit', isJson: true }, { as: 'mapping' }],
    });
    assert.deepEqual(
      tokensOf(table.rows[0]!.text),
      tokensOf('{"user_group_id":"6","mapping":{"40":213},"properties":{"limit":9007199254740993}}'),
    );
  });

  it('has what the service has beside the fields of the contract, in its types', async () => {
    const bytes = utf8(
      'provided_id,Emails,group tags,is_demo_group,access_group,region\n' +
        'a,x@a.example; y@a.example ;,"[""a;b""]",TRUE,Production,EU\n' +
        'b,,,,,\n' +
        'c,,,yes,,\n',
    );
    const table = await readImport({ kind: 'csv', bytes }, CUSTOMER_API.request);
    assert.deepEqual(
      table.columns?.map(({ use }) => use.as),
      ['user_group_id', 'further', 'further', 'further', 'further', 'property'],
    );
    assert.deepEqual(table.rows.map(fields), [
      {
        user_group_id: 'a',
        properties: { region: 'EU' },
        emails: ['x@a.example', 'y@a.example'],
        group_tags: ['a;b'],
        is_demo_group: true,
        access_group: 'Production',
      },
      { user_group_id: 'b' },
      { user_group_id: 'c' },
    ]);
    assert.deepEqual(reasons(table), [
      [],
      [],
      ['error: Column "is_demo_group": "is_demo_group" must be true or false.'],
    ]);
    const others = await csv('id,emails\na,x@a.example\n');
    assert.deepEqual(others.rows.map(fields), [{ user_group_id: 'a', properties: { emails: 'x@a.example' } }]);
  });

  it('says where a cell that is to be JSON is none, and takes nothing of that row', async () => {
    const columns = [{ as: 'user_group_id' }, { as: 'property', name: 'tier', isJson: true }] as const;
    const { rows } = await csv('id,tier\n1,gold\n2,17\n', { columns });
    assert.match(rows[0]?.problems[0]?.reason ?? '', /^Column "tier": JSON, character 1: "gold" is not JSON\.$/);
    assert.deepEqual(rows.map(hasError), [true, false]);
  });

  it('may hold quotes, line breaks and what parts the cells, and tells lines all the same', async () => {
    const { rows } = await csv('id;name\r\n1;"A;""B""\r\nC"\r\n\r\n2;b\r\n', { allRows: true });
    assert.deepEqual(
      rows.map(({ number, userGroupId, text }) => [number, userGroupId, readDocument(text).name]),
      [
        [2, '1', 'A;"B"\r\nC'],
        [5, '2', 'b'],
      ],
    );
  });

  for (const [what, delimiter, text] of [
    ['semicolons', ';', 'id;name\n1;Müller\n'],
    ['tabs', '\t', 'id\tname\n1\tMüller\n'],
    ['commas', ',', 'id,name\n1,Müller\n'],
    ['bars', '|', 'id|name\n1|Müller\n'],
    ['what its first line says', ';', 'sep=;\nid;name\n1;Müller\n'],
    ['what its first line says in capitals', '|', 'SEP=|\r\nid|name\r\n1|Müller\r\n'],
  ] as const) {
    it(`may be parted by ${what}`, async () => {
      const table = await csv(text);
      assert.deepEqual([table.delimiter, readDocument(table.rows[0]!.text).name], [delimiter, 'Müller']);
      assert.equal(table.rows[0]?.number, text.split('\n').findIndex((line) => line.startsWith('1')) + 1);
    });
  }

  for (const [what, bytes, encoding] of [
    ['UTF-8 with a mark', utf8('\uFEFFid,name\n1,Müller & Söhne\n'), 'utf-8'],
    ['UTF-16', Buffer.from('\uFEFFid,name\n1,Müller & Söhne\n', 'utf16le'), 'utf-16le'],
    ['UTF-16 without a mark', Buffer.from('id,name\n1,Müller & Söhne\n', 'utf16le'), 'utf-16le'],
    ['windows-1252', Buffer.from('id,name\n1,Müller & Söhne\n', 'latin1'), 'windows-1252'],
  ] as const) {
    it(`may be written in ${what}`, async () => {
      const table = await readImport({ kind: 'csv', bytes });
      assert.deepEqual([table.encoding, readDocument(table.rows[0]!.text).name], [encoding, 'Müller & Söhne']);
    });
  }

  it('says where a data source or a schema id begins or ends with white space', async () => {
    const found = (what: string): string =>
      `warning: ${what} has leading or trailing spaces. The service may not know it.`;
    assert.deepEqual(reasons(await csv('id,mapping.40,mapping\n1,213 ,"{"" 41"": 5}"\n2,214,\n')), [
      [found('Data source ID "213␠"'), found('Schema ID "␠41"')],
      [],
    ]);
    assert.deepEqual(
      reasons(
        await json('[{"user_group_id":"1","mapping":{"40":"213  "}},{"user_group_id":"2","mapping":{"40":"213"}}]'),
      ),
      [[found('Data source ID "213␠␠"')], []],
    );
  });

  it('refuses duplicate keys in documents and in cells, with both places', async () => {
    const [document] = reasons(await json('[{"user_group_id":"1","mapping":{"40":1,"40":2}}]'));
    assert.deepEqual(document?.length, 1);
    assert.match(document[0] ?? '', /^error: JSON, .*: Duplicate key "40", first in line \d+, column \d+\.$/);
    const cell = 'Duplicate key "a", first in line 1, column 7.';
    assert.deepEqual(reasons(await csv('id,mapping\n1,"{""40"":{""a"":1,""a"":2}}"\n')), [
      [`error: Column "mapping": Mapping, line 1: ${cell.replace('7', '8')}`],
    ]);
  });

  it('says what spreadsheets do to ids', async () => {
    assert.deepEqual(reasons(await csv('id\n000101\n000102\n000103\n000104\n000105\n106\n1.2E+15\n')).slice(5), [
      ['warning: The ID is shorter than most. A spreadsheet may have dropped the leading zeros of "000106".'],
      [`error: Column "id": ${SHORTENED('1.2E+15')}`],
    ]);
    const shorter = async (...ids: readonly string[]): Promise<(string | undefined)[]> =>
      (await csv(`id\n${ids.join('\n')}\n`)).rows.flatMap(({ userGroupId, problems }) =>
        problems.some(({ reason }) => reason.startsWith('The ID is shorter than most.')) ? [userGroupId] : [],
      );
    assert.deepEqual(await shorter('1', '22', '333', '4444', '55555'), []);
    assert.deepEqual(await shorter('101', '102', '103', '4'), [], 'too few to tell');
    assert.deepEqual(await shorter('101', '102', '103', '104', '5'), ['5'], 'four of five have one length');
    assert.deepEqual(await shorter('5', '101', '102', '103', '104'), ['5'], 'the first one');
    assert.deepEqual(await shorter('101', '102', '103', '104', '5', '6'), [], 'too few alike');
    assert.deepEqual(await shorter('101', '102', '103', '104', 'ab', '1234'), [], 'none is shorter');
    assert.deepEqual(
      reasons(await csv('id\n1E5\n-1.5e+3\n12E5\n1E5x\nx1E5\n')).map((each) => each.length),
      [1, 1, 0, 0, 0],
    );
    assert.deepEqual(reasons(await csv('id;name\n1,2E+15;a\n'))[0], [`error: Column "id": ${SHORTENED('1,2E+15')}`]);
    assert.deepEqual(reasons(await csv('id\n1,2\n')), [
      ['error: The row has more cells than columns (2 and 1). A cell may contain the delimiter without quotes.'],
    ]);
  });

  it('says which rows have no id, or the same one, or one that differs by letter case or edge spaces', async () => {
    assert.deepEqual(reasons(await csv('id,name\nacme,a\n,nobody\nACME,b\nacme,c\nglobex,d\n')), [
      [
        'error: The same ID is also in line 5.',
        'warning: The ID differs only in letter case or in leading or trailing spaces from "ACME".',
      ],
      ['error: The ID is missing.'],
      ['warning: The ID differs only in letter case or in leading or trailing spaces from "acme".'],
      [
        'error: The same ID is also in line 2.',
        'warning: The ID differs only in letter case or in leading or trailing spaces from "ACME".',
      ],
      [],
    ]);
  });

  it('names three of the ids that differ by letter case, and counts the others', async () => {
    const differs = 'warning: The ID differs only in letter case or in leading or trailing spaces from';
    const all = reasons(await csv('id\nacme\nAcme\nACME\naCME\nacMe\n')).flat();
    assert.equal(all[0], `${differs} "Acme", "ACME", "aCME" and 1 more.`);
    assert.equal(all[4], `${differs} "acme", "Acme", "ACME" and 1 more.`);
  });

  it('says which IDs have odd characters, and which names have line breaks', async () => {
    const control = 'The ID contains a line break, tab or other control character';
    for (const [row, problem] of [
      ['acme ', 'warning: The ID has leading or trailing spaces.'],
      [' globex', 'warning: The ID has leading or trailing spaces.'],
      ['\u0430b', 'warning: The ID contains characters that look like others: \u0430 (U+0430).'],
      ['ü', undefined],
      ['"a\nb"', `error: ${control}: "a⏎b".`],
      ['"c\td"', `error: ${control}: "c⇥d".`],
      ['e,"E\nF"', 'warning: "name" has a line break or tab, and may be several values: "E⏎F".'],
      ['a\u200B', 'warning: The ID contains invisible characters: "a\\u{200B}".'],
      ['k\uFFFDln', "warning: The ID contains �, a character that couldn't be read. Check the encoding."],
    ] as const)
      assert.deepEqual(
        reasons(await csv(`id,name\n${row.includes(',') ? row : `${row},A`}\n`)).flat(),
        problem === undefined ? [] : [problem],
      );
  });

  it('says what is wrong with a cell, and where', async () => {
    assert.deepEqual(reasons(await csv('id,mapping,mapping.40\n1,"{40}",\n2,"{""40"":1}",2\n')), [
      ['error: Column "mapping": Mapping, line 1: A name in double quotes is expected.'],
      ['error: Two columns have a value for "mapping.40".'],
    ]);
    assert.deepEqual(reasons(await csv('id,name\n1,"open')), [['error: A quote is not closed.']]);
    assert.deepEqual(reasons(await csv('id,name\n1,"a"b"\n2,c\n')), [
      ["error: A cell contains a quote but doesn't begin with one."],
      [],
    ]);
    assert.deepEqual(reasons(await csv('id,name\n1,a,\n2,a,b\n')), [
      [],
      ['error: The row has more cells than columns (3 and 2). A cell may contain the delimiter without quotes.'],
    ]);
    assert.deepEqual(reasons(await csv('id,name\n1,"open\n2,b\n3,c')), [
      ['error: A quote is not closed. Lines 2 to 4 are read as this one row.'],
    ]);
  });

  it('is refused in one sentence where no row can be read', async () => {
    const bytes = (...all: readonly number[]): ReturnType<typeof csv> =>
      readImport({ kind: 'csv', bytes: Uint8Array.from(all) });
    const [choose, twice] = [{ as: 'user_group_id' }, { as: 'user_group_id' }] as const;
    for (const [read, message] of [
      [() => csv('foo,bar\n1,2\n'), /^None of the columns is the ID: foo, bar\. Choose the column that has it\.$/],
      [() => csv(''), /^The file is empty\. Its first line must have the names of the columns\.$/],
      [() => csv('a,b\n1,2\n', { columns: [choose, twice] }), /^More than one column is the ID\. Choose the column/],
      [() => csv('id\n'), /^There are no groups to import\. Choose another file or folder\.$/],
      [() => bytes(0x50, 0x4b, 3, 4, 0, 0), /Excel workbook \(\.xlsx\)/],
      [() => bytes(1, 0, 0, 2), /is not a text file/],
      [() => csv('id\n1\n', { encoding: 'no-such' }), /Unknown encoding/],
    ] as const)
      await assert.rejects(read, { kind: 'invalid', message });
  });

  it('gives back any cells that were written into it', async () => {
    const cell = fc.string({ unit: 'grapheme', maxLength: 8 }).filter((text) => text !== '' && !text.includes('\0'));
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(cell, { minLength: 1, maxLength: 6 }),
        fc.constantFrom(',', ';', '\t'),
        async (names, delimiter) => {
          const text = Papa.unparse(
            [['user_group_id', 'name'], ...names.map((name, index) => [`group-${index}`, name])],
            { delimiter },
          );
          const { rows } = await csv(text, { delimiter });
          assert.deepEqual(
            rows.map((row) => readDocument(row.text).name),
            names,
          );
        },
      ),
    );
  });
});

describe('Documents that are brought in', () => {
  it('keep their text: order of keys, big numbers and spelling', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(documentFields, {
          minLength: 1,
          maxLength: 4,
          selector: (typed) => JSON.parse(typed.find(({ field }) => field === 'user_group_id')!.value) as string,
        }),
        async (documents) => {
          const texts = documents.map((typed) => documentText(typed, ' '));
          const { rows } = await json(`{"groups":[${texts.join(',\n')}]}`);
          assert.deepEqual(
            rows.map(({ text }) => tokensOf(text)),
            texts.map(tokensOf),
          );
          assert.deepEqual(
            rows.map(({ text }) => text),
            texts.map((text) => text.trim()),
          );
        },
      ),
    );
  });

  it('lose the indentation that they had in the list alone', async () => {
    const { rows, notes } = await json('[\n  {\n    "user_group_id": "acme"\n  }\n]\n');
    assert.deepEqual(notes, []);
    assert.deepEqual(
      rows.map(({ number, text }) => [number, text]),
      [[2, '{\n  "user_group_id": "acme"\n}']],
    );
  });

  it('say what is wrong with each, and the others are read', async () => {
    const { rows, ...table } = await json(
      '{"x": [{"groups": 1}], "groups": [\n{"user_group_id":"a",,},\n{"user_group_id":"b","token":"s3cret-value"},\n{"user_group_id":6},\n{"name":"c"},\n{"user_group_id":"d"},\n{"user_group_id":"\\ud800"}]}',
    );
    assert.deepEqual(table.notes, ['Only "groups" is read. Skipped: x.']);
    assert.deepEqual(
      rows.map(({ number }) => number),
      [2, 3, 4, 5, 6, 7],
    );
    assert.deepEqual(
      rows.map((row) => row.problems[0]?.reason.replace(/ \(line.*/, '')),
      [
        'JSON, character 22: A name in double quotes is expected.',
        'JSON, character 22: The service has no field "token".',
        'JSON, character 18: "user_group_id" must be a string.',
        'The document has no ID.',
        undefined,
        'ID, line 1: It contains half of a surrogate pair.',
      ],
    );
    assert.ok(!JSON.stringify(rows.map(({ problems }) => problems)).includes('s3cret'));
  });

  it('may hold a line break in a string, which is wrong with that one alone', async () => {
    const { rows } = await json('[\n  {"user_group_id":"a\n"},\n  {"user_group_id":"b"}\n]');
    assert.deepEqual(
      rows.map(({ number, problems }) => [number, problems.map(({ reason }) => reason)]),
      [
        [2, ['ID, line 1: The string is not closed on its line.']],
        [4, []],
      ],
    );
  });

  const noList = 'The file has no list of groups. It must be [ … ] or {"groups": [ … ]}.';
  const correct = (at: number, words: string): string => `JSON, character ${at}: ${words} Correct it there.`;
  const [comma, quotes] = ['A comma is expected.', 'A name in double quotes is expected.'];
  for (const [what, text, message] of [
    ['a list that is cut off', '[{"user_group_id":"a"}', correct(23, comma)],
    [
      'a list that is cut off in a value',
      '[{"user_group_id":',
      correct(19, 'The list is not closed, or the file is cut off.'),
    ],
    ['a list of groups that is cut off', '{"groups":[{"user_group_id":"a"}', correct(33, comma)],
    ['a list that ends with the other bracket', '[{"user_group_id":"a"}}', correct(23, comma)],
    ['a string that is not closed', '[{"user_group_id":"a', correct(19, 'A string is not closed.')],
    ['a comma that is missing between fields', '{"a":[] "b":[]}', correct(9, comma)],
    ['a colon that is missing', '{"a" 1}', correct(6, 'A colon is expected.')],
    ['a name without quotes', '{a:1}', correct(2, quotes)],
    ['a name that no quote begins', '{a":1}', correct(2, quotes)],
    ['a name that is cut off', '{"a', correct(2, quotes)],
    ['something behind the end', '[{}] x', correct(6, 'Nothing may follow the end of the list.')],
    ['something behind an object', '{"groups":[{}]} x', correct(17, 'Nothing may follow the end of the list.')],
    ['no list', '{"a":1}', `JSON, character 1: ${noList}`],
    ['no list of groups', '{"groups":1}', `JSON, character 1: ${noList}`],
    ['nothing', '', `JSON, character 1: ${noList}`],
    ['an empty list', '[]', 'There are no groups to import. Choose another file or folder.'],
  ] as const) {
    it(`are refused in one sentence where there is ${what}`, async () => {
      await assert.rejects(json(text), { kind: 'invalid', message });
    });
  }

  it('stand in the first list of groups, and what else there is, is named', async () => {
    const { rows, notes } = await json(
      '\n{"\\u0061b":[1,{"x":"]"}] , "groups" : [\n\t{"user_group_id":"a"} , 7 ],"groups":[{}]}',
    );
    assert.deepEqual(notes, ['Only "groups" is read. Skipped: ab, groups.']);
    assert.deepEqual(
      rows.map(({ number, text }) => [number, text]),
      [
        [3, '{"user_group_id":"a"}'],
        [3, '7'],
      ],
    );
  });

  it('have their id and name also where something is wrong with them', async () => {
    const { rows } = await json('[{"user_group_id":"a","name":"A","x":1},{"user_group_id":"","name":"B"}]');
    assert.deepEqual(
      rows.map(({ userGroupId, name }) => [userGroupId, name]),
      [
        ['a', 'A'],
        [undefined, 'B'],
      ],
    );
    assert.deepEqual(reasons({ rows, notes: [] }), [
      ['error: JSON, character 33: The service has no field "x".'],
      ['error: The ID is missing.'],
    ]);
  });

  it('say nothing more of an empty ID where something else is wrong', async () => {
    const wrong = '{"user_group_id":"","x":1}';
    assert.deepEqual(
      reasons(await json(`[${wrong},${wrong}]`)),
      [1, 2].map(() => ['error: JSON, character 21: The service has no field "x".']),
    );
  });

  it('may have ids that a spreadsheet has shortened before', async () => {
    assert.deepEqual(reasons(await json('[{"user_group_id":"1.2E+15"}]')), [
      [`error: Field "user_group_id": ${SHORTENED('1.2E+15')}`],
    ]);
  });

  it('may stand on lines of their own', async () => {
    const table = await readImport({
      kind: 'jsonLines',
      bytes: utf8('\n{"user_group_id":"a"}\r\n\r\nnope\n{"user_group_id":"b"}'),
    });
    assert.deepEqual(
      table.rows.map(({ number, userGroupId, problems }) => [number, userGroupId, problems.length]),
      [
        [2, 'a', 0],
        [4, undefined, 1],
        [5, 'b', 0],
      ],
    );
  });

  it('may be files, of which others are left out', async () => {
    const table = await readImport({
      kind: 'folder',
      files: [
        { name: 'a.usergroup.json', bytes: utf8('{"user_group_id":"a"}') },
        { name: 'notes.md', bytes: utf8('x') },
        { name: 'evil\u202E.usergroup.json', bytes: utf8('{"user_group_id":"a"}') },
        { name: 'binary.usergroup.json', bytes: new Uint8Array([1, 0, 0, 2]) },
        { name: 'locked.usergroup.json', bytes: utf8('{"user_group_id":"b"}'), unread: 'It is locked.' },
      ],
    });
    assert.deepEqual(table.notes, ['1 file is not a *.usergroup.json file and is skipped.']);
    assert.deepEqual(
      table.rows.map(({ number, userGroupId }) => [number, userGroupId]),
      [
        [1, 'a'],
        [2, 'a'],
        [3, undefined],
        [4, undefined],
      ],
    );
    assert.deepEqual(reasons(table), [
      ['error: The same ID is also in the file "evil\\u{202E}.usergroup.json".'],
      ['error: The same ID is also in the file "a.usergroup.json".'],
      ['error: The file is not a text file.'],
      ['error: It is locked.'],
    ]);
  });

  it('say how many files are left out, and that all of them are', async () => {
    const notes = [1, 2].map((number) => ({ name: `${number}.md`, bytes: utf8('x') }));
    const document = { name: 'a.usergroup.json', bytes: utf8('{"user_group_id":"a"}') };
    assert.deepEqual((await readImport({ kind: 'folder', files: [document] })).notes, []);
    assert.deepEqual((await readImport({ kind: 'folder', files: [...notes, document] })).notes, [
      '2 files are not *.usergroup.json files and are skipped.',
    ]);
    const ignored = { name: '._a.usergroup.json', bytes: utf8('\0') };
    const beside = await readImport({ kind: 'folder', files: [ignored, document] });
    assert.deepEqual([beside.notes, beside.rows.length], [['1 hidden or temporary file ignored.'], 1]);
    await assert.rejects(readImport({ kind: 'folder', files: notes }), { message: /^There are no groups/ });
  });
});
