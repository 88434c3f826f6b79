// Lists of customers as other programs write them: what each is read as, and what is asked about it.

import assert from 'node:assert/strict';
import Papa from 'papaparse';
import { columnRows, csvOfValues } from '../../../src/bulk/changes/readColumn.ts';
import { readCsvHead } from '../../../src/bulk/csvHead.ts';
import { readImport, type ImportedTable } from '../../../src/bulk/readImport.ts';
import { CUSTOMER_API } from '../../../src/contract/customerApi.ts';
import { csv, fields, named, reasons, utf8 } from './imported.ts';

const skipped = (lines: string): string => `Skipped as headers, separators, totals or footers: line ${lines}.`;
const mayBeGroup = (lines: string): string => `Skipped, but may be a group: line ${lines}.`;
const mayBe = (cell: string, meant: string): string => `Another program may have written ${cell} for "${meant}".`;
const idsOf = async (text: string): Promise<(string | undefined)[]> =>
  (await csv(text)).rows.map(({ userGroupId }) => userGroupId);

describe('The line ends of a file', () => {
  const THREE = [
    { user_group_id: 'acme', name: 'Acme', mapping: { 40: '213' }, properties: { region: 'EU' } },
    { user_group_id: 'beta', name: 'Beta', mapping: { 40: '214' }, properties: { region: 'US' } },
    { user_group_id: 'gamma', name: 'Gamma', mapping: { 40: '215' }, properties: { region: 'EU' } },
  ];
  const HEADER = 'user_group_id,name,mapping.40,properties.region';
  const ROWS = ['acme,Acme,213,EU', 'beta,Beta,214,US', 'gamma,Gamma,215,EU'];
  for (const [what, text, lines] of [
    ['another one below the header', `${HEADER}\n${ROWS.join('\r\n')}\r\n`, [2, 3, 4]],
    ['another one in the header', `${HEADER}\r\n${ROWS.join('\n')}\n`, [2, 3, 4]],
    ['carriage returns below the header', `${HEADER}\n${ROWS.join('\r')}\r`, [2, 3, 4]],
    ['one of each', `${HEADER}\r${ROWS[0]}\n${ROWS[1]}\r\n${ROWS[2]}`, [2, 3, 4]],
    ['carriage returns that were doubled', `${HEADER}\r\r\n${ROWS.join('\r\r\n')}\r\r\n`, [3, 5, 7]],
    ['others behind quotes', `${HEADER}\n${ROWS.join('\r\n').replaceAll(/\w+/g, '"$&"')}\r`, [2, 3, 4]],
    ['an empty line behind each', `${HEADER}\n\n${ROWS.join('\r\n\n')}\n\n`, [3, 5, 7]],
  ] as const) {
    it(`are those of each row: ${what}`, async () => {
      const { rows, notes } = await csv(text);
      assert.deepEqual([rows.map(fields), rows.map(({ number }) => number), notes], [THREE, lines, []]);
    });
  }

  it('are those of each row of a file of values, and of JSON Lines', async () => {
    const table = await csvOfValues(utf8('id,tier\nacme,gold\r\nbeta,tin\rgamma,lead'));
    assert.deepEqual(
      columnRows(table, ['id', 'tier'], 'text').rows.map(({ cell }) => cell),
      ['gold', 'tin', 'lead'],
    );
    const lines =
      '{"user_group_id":"a"}\n\u001A\uFEFF{"user_group_id":"b"}\r\n{"user_group_id":"c"}\r{"user_group_id":"d"}\u001A';
    const { rows } = await readImport({ kind: 'jsonLines', bytes: utf8(lines) });
    assert.deepEqual(
      rows.map(({ number, text }) => [number, text]),
      ['a', 'b', 'c', 'd'].map((id, index) => [index + 1, `{"user_group_id":"${id}"}`]),
    );
  });
});

describe('A CSV file of another program', () => {
  for (const [what, text] of [
    ['blanks before quotes', '"id", "name",\t"region"\n"acme", "Acme, ""Inc""" ,  "EU"\n'],
    ['a first line that a spreadsheet filled up', 'sep=,,,\r\nid,name,region\r\nacme,"Acme, ""Inc""",EU\r\n'],
    [
      'a first line that was saved with another delimiter',
      '"sep=;",,\r\nid,name,region\r\nacme,"Acme, ""Inc""",EU\r\n',
    ],
    ['the mark of an end', 'id,name,region\r\nacme,"Acme, ""Inc""",EU\u001A'],
    ['the mark of an end, twice', 'id,name,region\r\nacme,"Acme, ""Inc""",EU\u001A\u001A'],
    ['the mark of an end on a line of its own', 'id,name,region\r\nacme,"Acme, ""Inc""",EU\r\n\u001A\r\n'],
  ] as const) {
    it(`is read as spreadsheets read it: ${what}`, async () => {
      const table = await csv(text);
      assert.deepEqual(
        [table.rows.map(fields), reasons(table)],
        [[{ user_group_id: 'acme', name: 'Acme, "Inc"', properties: { region: 'EU' } }], [[]]],
      );
    });
  }

  it('has blanks and quotes in a cell that is not quoted as a whole', async () => {
    const table = await csv('id,name\na, "Big" Inc\nb, 5"\nc, "open\nd,"x"  \n');
    assert.deepEqual(named(table), ['a:  "Big" Inc', 'b:  5"', 'c:  "open', 'd: x']);
  });

  it('has an error where a quote behind blanks seems to swallow rows', async () => {
    const table = await csv('id, "name", region\na, "Acme, EU\nb,Beta " , US\nc, "two\nlines", US\n');
    assert.deepEqual(reasons(table).flat(), [
      "error: A cell contains a quote but doesn't begin with one. Lines 2 to 3 are read as this one row.",
      'warning: "name" has a line break or tab, and may be several values: "two⏎lines".',
      'warning: "region" has leading or trailing spaces: "␠US".',
    ]);
  });

  it('has the delimiter by which most rows have as many cells as the header', async () => {
    for (const [text, delimiter] of [
      ['id;note\n1;a,b\n2;c,d\n', ';'],
      ['id;name, region\n1;Acme, EU\n2;Beta\n', ';'],
      ['id\n1,2\n', ','],
      ['id|name\n', '|'],
    ] as const)
      assert.equal((await readCsvHead(utf8(text))).delimiter, delimiter, text);
  });

  it('has the same cells as another reader finds in it', async () => {
    const cells = [...Object.entries({ a: 'x "y"\n, z', b: ' "q" ', c: "'", d: '"' })];
    const table = await csv(Papa.unparse([['user_group_id', 'name'], ...cells], { newline: '\r' }));
    assert.deepEqual(
      named(table),
      cells.map(([id, name]) => `${id}: ${name}`),
    );
  });
});

describe('Lines that are no customers', () => {
  const REPORT =
    '"Account ID","Account Name","Region"\n"001A000001","Acme","EU"\n"001A000002","Beta","US"\n\n' +
    '"Totals (2 records)"\n\n"Confidential, for internal use"\n"All rights reserved."\n';

  it('are left out where they follow an empty line, which is reported, and read where that is said', async () => {
    const table = await csv(REPORT);
    assert.deepEqual(named(table), ['001A000001: Acme', '001A000002: Beta']);
    assert.deepEqual([table.notes, table.leftOut], [[skipped('5, 7, 8'), mayBeGroup('7, 8')], 3]);
    const all = await csv(REPORT, { allRows: true });
    const tooFew =
      'error: The row has fewer cells than columns (1 and 3). Remove the row if it is no customer, or add the missing cells.';
    assert.deepEqual([reasons(all).slice(2), all.notes, all.leftOut], [[[tooFew], [tooFew], [tooFew]], [], 0]);
    assert.equal((await readCsvHead(utf8(REPORT))).rows, 2);
  });

  it('are left out behind a row of delimiters alone, and more than five are counted', async () => {
    const { rows, notes } = await csv(`id,name\na,A\n,\n${'Total,1\n'.repeat(7)}`);
    assert.deepEqual([rows.length, notes], [1, [skipped('4, 5, 6, 7, 8 and 2 more')]]);
  });

  it('are doubted behind an empty line where they look like some', async () => {
    const { leftOut, doubtful } = await csv('id,name\na,A\n\nb,B\nc,\nTotal,1\nExported by,Jane\nDate: 1,x\nd,D\n');
    assert.deepEqual([leftOut, doubtful], [6, [4, 5, 7, 8, 9]]);
  });

  for (const [what, text, lines, notesOf = mayBeGroup(lines)] of [
    ['a name before the ID', 'name,id\nA Inc,a\nB Inc,b\n\nC Inc,c\nD Inc,d\n', '5, 6'],
    ['IDs with a colon', 'id,name\nt:1,A\n\nt:2,B\n', '4'],
    ['IDs with a blank', 'id,name\nt 1,A\n\nt 2,B\n', '4'],
    ['nothing in the first column', 'x,name,id\n,A,a\n\n,B,b\n', '4'],
    ['too few cells', 'id,name,n\na,A,1\n\nb,B\n', '4'],
    ['an ID alone', 'id,name\na,A\n\nb,\n', '4'],
    ['an ID with a blank at the end', 'id,name\na,\nb corp,\n', '3'],
    ['the name of a total, and a number as ID', 'name,id\nA,a\nTotal,1002\nB,b\nSum,1003\n', '3, 5'],
    [
      'more than five',
      `id,name\na,A\n\n${'b,B\n'.repeat(7)}`,
      '4, 5, 6, 7, 8',
      'Skipped, but may be groups: line 4, 5, 6, 7, 8 and 2 more.',
    ],
    ['such names alone', 'name,id\nSuma,1001\nTotal,1002\n', '2, 3'],
    ['the word of a total as ID', 'id,name,mapping.40\nsum,,1\na,,2\ntotal,,3\n', '2, 4'],
    ['the word of a total between others', 'id,n\nTotal,1\na,2\n', '2'],
    ['no ID column that is known', 'name,number\nA,1\nTotal,2\n', '3'],
  ] as const) {
    it(`are doubted where a group may be left out, whatever its row looks like: ${what}`, async () => {
      const { doubtful, notes } = await csv(
        text,
        text.startsWith('name,number') ? { columns: [{ as: 'name' }, { as: 'user_group_id' }] } : {},
      );
      assert.deepEqual([doubtful?.slice(0, 5).join(', '), notes.slice(1)], [lines, [notesOf]]);
    });
  }

  it('are headers that files had before they were joined, behind which customers follow', async () => {
    const file = (id: string): string => `\uFEFFcustomer_id,name\n${id},Name\n`;
    assert.deepEqual(
      [await idsOf(file('acme') + file('beta')), (await csv(file('acme') + file('beta'))).notes],
      [['acme', 'beta'], [skipped('3')]],
    );
    assert.deepEqual(await idsOf(`${file('acme')}\n${file('beta')}\nTotal,2\n`), ['acme', 'beta']);
    assert.deepEqual(await idsOf(`${file('acme')}\uFEFFbeta,Beta\n`), ['acme', 'beta']);
    assert.deepEqual(await idsOf('id,name\n\na,A\nb,B\n\nTotal,2\n'), ['a', 'b'], 'an empty line behind the header');
  });

  for (const [what, text, lines, doubtful = ''] of [
    ['a line of dashes below the header', 'id,name\n----,----\nacme,Acme\nbeta,Beta\n', '2'],
    ['a line of a Markdown table', '|id|name|\n|:---|---:|\n|acme|Acme|\n|beta|Beta|\n', '2'],
    ['lines between the rows of a text', 'id|name\n----+----\nacme|Acme\n====|====\nbeta|Beta\n', '2, 4'],
    ['a header in another letter case', 'User_Group_ID,name\nacme,Acme\nUSER GROUP ID,Name\nbeta,Beta\n', '3'],
    ['a total with all cells', 'id,name,n,x\nacme,Acme,1,\nbeta,Beta,2,\nTotal,,"1,234.5",\n', '4'],
    [
      'totals by their words',
      'id,n\nacme,1\nSubtotal:,1\nbeta,2\nGrand total (2),\nSumme,3\n合計,3\n',
      '3, 5, 6, 7',
      '3',
    ],
    ['totals of pivot tables', 'id,n\nacme,1\nGesamtergebnis,1\nbeta,2\nTotal général,3\n総計,3\n', '3, 5, 6', '3'],
    ['the number of rows', 'id\nacme\nbeta\n(2 rows affected)\n', '4'],
    [
      'remarks at the end',
      'id,n,x\nacme,1,\nbeta,2,\nPage 1 of 3,,\nCount: 2,,\n*** END ***,,\nEOF,,\n',
      '4, 5, 6, 7',
      '4, 5, 6, 7',
    ],
    [
      'a total without numbers at the end',
      'id,n,x\nacme,1,\nbeta,2,\n*Total*,,\n# Total,,\nTotal.,,\n',
      '4, 5, 6',
      '4, 5, 6',
    ],
    ['totals in currencies', 'id,n\nacme,1\nbeta,2\nTotal,USD 5\nSum,"£1,234"\nTotal,"1,234 kr"\n', '4, 5, 6'],
    ['a total in a file of one column', 'id\nacme\nbeta\nTotal: 2\n', '4'],
    [
      'a footer where each row follows an empty line',
      'id,n\n\nacme,1\n\nbeta,2\n\nAs of May\nConfidential\n',
      '7, 8',
      '7, 8',
    ],
    ['a footer behind more empty lines than rows', 'id,n\n\nacme,1\n\nbeta,2\n\n\nMay,3\n\nJune,4\n', '8, 10', '8, 10'],
    ['a footer below the only row', 'id,n\n\nacme,1\n\nAs of May\n', '5', '5'],
  ] as const) {
    it(`are left out by how they look: ${what}`, async () => {
      const { rows, notes } = await csv(text);
      const ids = rows.map(({ userGroupId }) => userGroupId);
      const notesOf = [skipped(lines), ...(doubtful === '' ? [] : [mayBeGroup(doubtful)])];
      assert.deepEqual([ids, notes], [['acme', 'beta'].slice(0, rows.length), notesOf]);
      assert.ok(rows.length > 0);
      assert.deepEqual((await csv(text, { allRows: true })).notes, []);
    });
  }

  it('are not taken for one where an ID or a name looks like them', async () => {
    const ids = ['Total Wine', 'total-1', 'Summit', '-', '2 rowers', '12 Records Ltd', '3 Rows Club', 'ids'];
    assert.deepEqual(await idsOf(`id,name\n${ids.join(',A\n')},A\nTotal,TotalEnergies\n`), [...ids, 'Total']);
    assert.deepEqual(await idsOf('id\nacme\ntotal\nsum\n'), ['acme', 'total', 'sum'], 'the only column');
    assert.deepEqual(await idsOf('id,name\nacme,A\nSum: Labs,\nbeta,B\ngamma,\n'), [
      'acme',
      'Sum: Labs',
      'beta',
      'gamma',
    ]);
    assert.deepEqual(await idsOf('id\n12 Records Ltd\n(2 rows)\n3 rows in set\n'), ['12 Records Ltd']);
    assert.deepEqual(await idsOf('----,----\nid,name\na,A\n'), ['a'], 'above the header');
  });

  it('are no file with other columns, which is not read', async () => {
    const message = /Another file with other columns begins on line 3\. Import the files one by one\.$/;
    for (const text of [
      '\uFEFFid,name\na,A\n\uFEFFname,id\nB,b\n',
      'id,name\na,A\nName,ID\nB,b\n',
      'customer_id,name\na,A\n\uFEFFid,label\nb,B\n',
      'id,name,region\na,A,EU\nid,name,plan\nb,B,gold\n',
      'customer_id,name,region\na,A,EU\ncustomer_id,tier,plan\nb,gold,pro\n',
      'name,customer_id,region\nA,a,EU\ntier,id,plan\ngold,b,pro\n',
      'user_group_id,name\na,A\nUser Group ID,region\nb,EU\n',
    ])
      await assert.rejects(csv(text), { kind: 'invalid', message });
    assert.deepEqual(await idsOf('id,name,key,label\na,A,id,name\nname,Name,key\xA0,x\n'), ['a', 'name']);
    assert.deepEqual(await idsOf('id,name\na,id\ncustomer,Customer\n'), ['a', 'customer']);
  });

  it('have an error where cells are missing, but for those of columns without a name', async () => {
    assert.deepEqual(reasons(await csv('id,name,\na,A\nb\nc,\n')), [
      [],
      [
        'error: The row has fewer cells than columns (1 and 3). Remove the row if it is no customer, or add the missing cells.',
      ],
      [],
    ]);
  });

  it('give no value to a group, which is reported', async () => {
    const table = await csvOfValues(utf8('id,tier\nacme,gold\n\nTotal,1\n'));
    const { rows, problems } = columnRows(table, ['id', 'tier'], 'text');
    assert.deepEqual([rows.map(({ userGroupId }) => userGroupId), problems], [['acme'], [skipped('4')]]);
  });
});

describe('Cells that another program changed', () => {
  const PANDAS =
    'customer_id,name,mapping.40,properties.office_id\n1001.0,Acme,213.0,7.0\n1002.0,Beta,214.0,8.0\n1003.0,Gamma,,\n';
  const FORMULAS = 'customer_id,name,mapping.40\n="00123",Acme,213\n="00124",Beta,="0214"\n';
  const NULLS =
    'customer_id,name,mapping.40,mapping.134,properties.region\nacme,Acme,213,NULL,EU\nbeta,NULL,214,\\N,NULL\nNULL,Gamma,215,,\n';

  it('are marked and asked about by column, as long as nobody has answered', async () => {
    const { questions, ...table } = await csv(FORMULAS);
    assert.deepEqual(questions, [
      { header: 'customer_id', cell: '="00123"', meant: '00123' },
      { header: 'mapping.40', cell: '="0214"', meant: '0214' },
    ]);
    const asked = ({ problems }: ImportedTable['rows'][number]): string =>
      problems.map(({ severity, isQuestion }) => `${severity} ${isQuestion}`).join();
    assert.deepEqual(table.rows.map(asked), ['warning true', 'warning true,warning true']);
    assert.equal(
      (await csv(PANDAS)).questions?.map(({ cell, meant }) => `${cell} ${meant}`).join(),
      '1001.0 1001,213.0 213,7.0 7',
    );
  });

  it('are read as they were meant where that is the answer, or as they stand there', async () => {
    const restored = await csv(PANDAS, { changedCells: 'restore' });
    assert.deepEqual(restored.rows.map(fields), [
      { user_group_id: '1001', name: 'Acme', mapping: { 40: '213' }, properties: { office_id: '7' } },
      { user_group_id: '1002', name: 'Beta', mapping: { 40: '214' }, properties: { office_id: '8' } },
      { user_group_id: '1003', name: 'Gamma' },
    ]);
    assert.deepEqual([reasons(restored).flat(), restored.questions], [[], []]);
    const nothing = await csv(NULLS, { changedCells: 'restore' });
    assert.deepEqual(nothing.rows.slice(0, 2).map(fields), [
      { user_group_id: 'acme', name: 'Acme', mapping: { 40: '213' }, properties: { region: 'EU' } },
      { user_group_id: 'beta', mapping: { 40: '214' } },
    ]);
    assert.deepEqual(reasons(nothing), [[], [], ['error: The ID is missing.']]);
    const kept = await csv(FORMULAS, { changedCells: new Map([['customer_id', 'keep' as const]]) });
    assert.deepEqual(
      [kept.rows.map(({ userGroupId }) => userGroupId), kept.questions?.map(({ header }) => header)],
      [['="00123"', '="00124"'], ['mapping.40']],
    );
  });

  it('make no customer of an ID that stands for nothing', async () => {
    assert.deepEqual(reasons(await csv(NULLS))[2], [
      'error: Column "customer_id": "NULL" may stand for an empty cell.',
    ]);
    assert.deepEqual(await idsOf('id\nNULL\n'), ['NULL']);
    assert.deepEqual(reasons(await csv('id\nNULL\n', { changedCells: 'keep' })), [[]]);
  });

  it('give no value to a group before that is answered', async () => {
    const table = await csvOfValues(utf8('id,source\n="007",213\n8,214.0\n9,#REF!\n'));
    const unanswered = columnRows(table, ['id', 'source'], 'dataSource');
    assert.deepEqual([unanswered.rows, unanswered.questions.map(({ header }) => header)], [[], ['id', 'source']]);
    assert.deepEqual(unanswered.problems.slice(0, 2), [
      `Line 2, "=\\"007\\"": Column "id": ${mayBe('="007"', '007')}`,
      `Line 3, "8": Column "source": ${mayBe('"214.0"', '214')}`,
    ]);
    const restored = columnRows(table, ['id', 'source'], 'dataSource', 'restore').rows;
    assert.deepEqual(
      restored.map(({ userGroupId, cell }) => `${userGroupId} ${cell}`),
      ['007 213', '8 214'],
    );
  });

  const LIST =
    '[{ "user_group_id": "1001.0", "name": "NULL", "mapping": {"40": "=\\"7\\"", "41": 7, "42": "NULL", "43": ["2.0", "x"]}}]';
  for (const kind of ['json', 'jsonLines', 'folder'] as const) {
    const read = (text: string, changedCells?: 'restore' | 'keep'): Promise<ImportedTable> =>
      kind === 'folder'
        ? readImport({ kind, files: [{ name: 'a.usergroup.json', bytes: utf8(text.slice(1, -1)) }], changedCells })
        : readImport({ kind, bytes: utf8(kind === 'json' ? text : text.slice(1, -1)), changedCells });

    it(`are asked about by field in documents, too: ${kind}`, async () => {
      const { questions, ...table } = await read(LIST);
      const field = (name: string, words: string): string => `warning: Field "${name}": ${words}`;
      assert.deepEqual(reasons(table), [
        [
          field('user_group_id', mayBe('"1001.0"', '1001')),
          field('name', '"NULL" may stand for an empty cell.'),
          field('mapping', mayBe('="7"', '7')),
          field('mapping', '"NULL" may stand for an empty cell.'),
          field('mapping', mayBe('"2.0"', '2')),
        ],
      ]);
      assert.deepEqual(questions, [
        { header: 'user_group_id', cell: '1001.0', meant: '1001' },
        { header: 'name', cell: 'NULL', meant: '' },
        { header: 'mapping', cell: '="7"', meant: '7' },
      ]);
      assert.deepEqual(
        table.rows[0]?.problems.map(({ isQuestion }) => isQuestion),
        [true, true, true, true, true],
      );
    });

    it(`are read in documents by that answer: ${kind}`, async () => {
      const restored = await read(LIST, 'restore');
      assert.deepEqual(
        [restored.rows[0]?.text, restored.rows[0]?.userGroupId, restored.rows[0]?.name, reasons(restored)],
        ['{ "user_group_id": "1001", "mapping": {"40": "7", "41": 7, "43": ["2", "x"]}}', '1001', undefined, [[]]],
      );
      const kept = await read(LIST, 'keep');
      assert.deepEqual([kept.rows[0]?.text, reasons(kept), kept.questions], [LIST.slice(1, -1), [[]], []]);
    });

    it(`make no customer of what is damaged in a document: ${kind}`, async () => {
      const damaged = '[{"user_group_id":"#REF!","name":"=A1","mapping":{"40":["Err:502"]}}]';
      const isError = (await read(damaged, 'keep')).rows[0]?.problems.map(({ severity }) => severity);
      assert.deepEqual(isError, ['error', 'error', 'error']);
      assert.deepEqual(reasons(await read('[{"user_group_id":"NULL"}]')), [
        ['error: Field "user_group_id": "NULL" may stand for an empty cell.'],
      ]);
      assert.deepEqual(reasons(await read('[{"user_group_id":"NULL"}]', 'restore')), [['error: The ID is missing.']]);
    });
  }

  it('are asked about in a cell of JSON, too', async () => {
    const text = 'id,mapping,41,note\na,"{""40"":""213.0"",""42"":""NULL""}","[""#REF!"", ""7.0""]","""1.0"""\n';
    const columns = [
      { as: 'user_group_id' },
      { as: 'mapping' },
      { as: 'schemaId', schemaId: '41', isJson: true },
      { as: 'property', name: 'note', isJson: true },
    ] as const;
    const { questions, ...table } = await csv(text, { columns });
    assert.equal(questions?.map(({ header, cell }) => `${header} ${cell}`).join(), 'mapping 213.0,41 7.0');
    assert.equal(
      table.rows[0]?.problems.map(({ severity, isQuestion }) => `${severity} ${isQuestion}`).join(),
      'warning true,warning true,error false,warning true',
    );
    const { rows } = await csv(text.replace('#REF!', '3'), { columns, changedCells: 'restore' });
    assert.deepEqual(rows.map(fields), [
      { user_group_id: 'a', mapping: { 40: '213', 41: ['3', '7'] }, properties: { note: '1.0' } },
    ]);
  });
});

describe('Values of every field', () => {
  const { request } = CUSTOMER_API;
  const read = (text: string, changedCells?: 'restore' | 'keep'): Promise<ImportedTable> =>
    readImport({ kind: text.startsWith('{') ? 'jsonLines' : 'csv', bytes: utf8(text), changedCells }, request);
  const judged = async (text: string, changedCells?: 'restore' | 'keep'): Promise<string[]> =>
    (await read(text, changedCells)).rows.map(({ problems }) =>
      problems.map(({ severity, isQuestion }) => (isQuestion === true ? 'asked' : severity)).join(' '),
    );

  const CELLS = ['a,NULL,nan,NULL,1001.0', 'b,x;="y",#REF!,true,#REF!', 'c,"[""NULL"",""x""]",x,,1.23457E+15'].join(
    '\n',
  );
  const TABLE = `customer_id,emails,group_tags,is_demo_group,parent_provided_id\n${CELLS}\n`;
  const LINES = [
    '{"provided_id":"a","emails":["NULL"],"group_tags":"nan","is_demo_group":"NULL","parent_provided_id":"1001.0"}',
    '{"provided_id":"b","emails":["x","=\\"y\\""],"group_tags":["#REF!"],"parent_provided_id":"#REF!"}',
    '{"provided_id":"c","emails":["NULL","x"],"parent_provided_id":"1.23457E+15"}',
  ].join('\n');
  it('are judged where the service has further ones', async () => {
    assert.deepEqual(
      [await judged(TABLE), await judged(LINES)],
      [
        ['error asked asked asked asked', 'asked error error', 'asked error'],
        ['asked asked asked asked error', 'asked error error', 'asked error'],
      ],
    );
    for (const text of [TABLE, LINES]) {
      const restored = await read(text, 'restore');
      assert.deepEqual(fields(restored.rows[0]), { user_group_id: 'a', parent_provided_id: '1001' });
      assert.deepEqual((fields(restored.rows[1]) as { emails: unknown }).emails, ['x', 'y']);
      assert.deepEqual((fields(restored.rows[2]) as { emails: unknown }).emails, ['x']);
      assert.deepEqual(
        reasons(restored).map(({ length }) => length),
        [0, 2, 1],
      );
    }
    assert.deepEqual(fields((await read(TABLE, 'keep')).rows[0]), {
      user_group_id: 'a',
      emails: ['NULL'],
      group_tags: ['nan'],
      parent_provided_id: '1001.0',
    });
  });

  it('are judged where each group is given one', async () => {
    const table = await csvOfValues(utf8('id,v\na,NULL\nb,true\n'));
    const valuesOf = (kind: 'strings' | 'boolean' | 'json' | 'string', field: string): string[] =>
      columnRows(table, ['id', 'v'], kind, 'restore', field).rows.map(({ cell }) => cell);
    for (const kind of ['strings', 'boolean', 'json'] as const) assert.deepEqual(valuesOf(kind, 'x'), ['true']);
    assert.deepEqual(columnRows(table, ['id', 'v'], 'string', undefined, 'parent_provided_id').rows.length, 1);
    assert.deepEqual(columnRows(table, ['id', 'v'], 'string', undefined, 'access_group').rows.length, 2);
    const lists = await csvOfValues(utf8('id,v\na,"x;=""y"""\n'));
    assert.deepEqual(columnRows(lists, ['id', 'v'], 'strings', 'restore').rows[0]?.cell, '["x","y"]');
  });

  it('are judged where they are numbers or names of a mapping', async () => {
    const given = '{"provided_id":"a","mapping":{"40":213.0,"41":[7.0],"42":213,"=\\"43\\"":1.5,"=\\"44\\"":"NULL"}}';
    const restored = { user_group_id: 'a', mapping: { 40: 213, 41: [7], 42: 213, 43: 1.5 } };
    const cell = given.slice(given.indexOf('{', 1), -1).replaceAll('"', '""');
    for (const text of [given, `id,mapping\na,"${cell}"\n`]) {
      assert.deepEqual(await judged(text), ['asked asked asked asked asked']);
      assert.deepEqual(fields((await read(text, 'restore')).rows[0]), restored);
      const damaged = text.replace('213.0', '1.23457e15');
      assert.equal((await judged(damaged, 'restore')).join(), 'error');
    }
    const twice = await read('{"provided_id":"a","mapping":{"40":"1","=\\"40\\"":"2"}}', 'restore');
    assert.match(reasons(twice).flat().join(), /^error: .*Duplicate key "40"/);
  });

  it('are none where a database wrote none in place of an object', async () => {
    const text = (none: string): string => `id,mapping,properties\na,${none},${none}\n`;
    for (const none of ['NULL', '\\N', 'null', 'nan']) {
      assert.deepEqual(fields((await read(text(none), 'restore')).rows[0]), { user_group_id: 'a' });
      assert.deepEqual(
        (await read(text(none))).questions?.map(({ header }) => header),
        ['mapping', 'properties'],
      );
    }
    assert.deepEqual(await judged('id,mapping,properties\na,{},"{""x"":1.0,""y"":""NULL""}"\n'), ['']);
    const line = await read('{"provided_id":"a","properties":{"x":1.0,"y":"NULL"}}', 'restore');
    assert.deepEqual(fields(line.rows[0]), { user_group_id: 'a', properties: { x: 1, y: 'NULL' } });
    const columns = [{ as: 'user_group_id' }, { as: 'schemaId', schemaId: '40', isJson: true }] as const;
    const { rows } = await csv('id,40\na,null\n', { columns, changedCells: 'restore' });
    assert.deepEqual(rows.map(fields), [{ user_group_id: 'a', mapping: { 40: null } }]);
  });

  it('are marked where blanks or a line break stand about them or in them', async () => {
    const words = (key: string, value: string): string =>
      `warning: "${key}" has leading or trailing spaces: "${value}".`;
    const broken = (value: string): string =>
      `warning: "region" has a line break or tab, and may be several values: "${value}".`;
    const table = await csv('id,name,region\na, A, EU\nb,B,"EU\r"\nc,C,"EU\nUS"\nd,D,E U\n');
    const notesOf = [[words('name', '␠A'), words('region', '␠EU')], [broken('EU\\u{000D}')], [broken('EU⏎US')], []];
    assert.deepEqual(
      [reasons(table), fields(table.rows[0])],
      [notesOf, { user_group_id: 'a', name: ' A', properties: { region: ' EU' } }],
    );
    const line = await readImport({
      kind: 'jsonLines',
      bytes: utf8('{"user_group_id":"b","properties":{"region":"EU\\r"}}'),
    });
    assert.deepEqual(reasons(line), [notesOf[1]]);
    const trailing = await csv('id,name,region\ne,E,EU \nf,F\u00A0,EU\n');
    assert.deepEqual(reasons(trailing), [[words('region', 'EU␠')], [words('name', 'F␠')]]);
  });
});

describe('The header of a column that another program changed', () => {
  it('is read as it was meant', async () => {
    const text = '="customer_id",\'40,"mapping.=""41""","properties.=""r""",="name"\na,1,2,x,A\n';
    const { rows } = await csv(text, { schemaIds: new Set(['40']) });
    assert.deepEqual(rows.map(fields), [
      { user_group_id: 'a', name: 'A', mapping: { 40: '1', 41: '2' }, properties: { r: 'x' } },
    ]);
  });

  it('is of no property where its name is lost', async () => {
    const lost =
      '#REF! ¦ mapping.#NAME? ¦ Unnamed: 0 ¦ __EMPTY ¦ __EMPTY_1 ¦ (No column name) ¦ ?column? ¦ NULL ¦ nan'.split(
        ' ¦ ',
      );
    const { columns } = await csv(`id,${lost.join(',')},NA,Empty\na${',1'.repeat(lost.length + 2)}\n`);
    assert.deepEqual(
      columns?.map(({ use }) => use.as),
      ['user_group_id', ...lost.map(() => 'leftOut'), 'property', 'property'],
    );
  });
});

describe('A column that is called like a schema ID alone', () => {
  const text = 'id,40,properties.40,41\nacme,213,x,1\n';
  it('is for the mapping where that ID is in use, and for a property where not, which is reported', async () => {
    const { rows, notes } = await csv(text, { schemaIds: new Set(['40']) });
    assert.deepEqual(
      [rows.map(fields), notes],
      [
        [{ user_group_id: 'acme', mapping: { 40: '213' }, properties: { 40: 'x', 41: '1' } }],
        [
          'The column "40" is read as "mapping.40". Name it "properties.40" if that is meant.',
          'The column "41" is read as "properties.41". Name it "mapping.41" if that is meant.',
        ],
      ],
    );
  });

  it('is not read where another program spelled the ID, or has one member of a list, which is reported', async () => {
    const headers =
      'mapping.40.0 ¦ mapping.40[1] ¦ mapping_41 ¦ mapping[42] ¦ 43.0 ¦ 44.1 ¦ mapping.v1.2 ¦ 45,0 ¦ schema_46 ¦ Schema ID 47'.split(
        ' ¦ ',
      );
    const text = `id;mapping.v1;${headers.join(';')};properties.40.0\nacme;1;${headers.map(() => 'x').join(';')};y\n`;
    const { rows, notes, columns } = await csv(text, { schemaIds: new Set(['v1.2', '44.1']) });
    assert.deepEqual(rows.map(fields), [
      { user_group_id: 'acme', mapping: { v1: '1', 44.1: 'x', 'v1.2': 'x' }, properties: { '40.0': 'y' } },
    ]);
    const notesOf = (header: string, id: string): string =>
      `The column "${header}" may be for the mapping. It is read once it is named "mapping.${id}" or "properties.${header}".`;
    assert.deepEqual(notes, [
      notesOf('mapping.40.0', '40'),
      notesOf('mapping.40[1]', '40'),
      notesOf('mapping_41', '41'),
      notesOf('mapping[42]', '42'),
      notesOf('43.0', '43'),
      'The column "44.1" is read as "mapping.44.1". Name it "properties.44.1" if that is meant.',
      notesOf('45,0', '45'),
      notesOf('schema_46', '46'),
      notesOf('Schema ID 47', '47'),
    ]);
    assert.equal(columns?.filter(({ use }) => use.as === 'leftOut').length, 8);
  });
});

describe('The blanks about each cell of a table in a text', () => {
  it('are no part of it, unless one cell has none', async () => {
    const table = await csv(' id | name \n----+------\n  1 | Acme\n  2 | Be ta\n(2 rows)\n');
    assert.deepEqual(named(table), ['1: Acme', '2: Be ta']);
    assert.deepEqual(await idsOf('| id | name |\n|---|---|\n| a | A |\n'), ['a']);
    assert.deepEqual(await idsOf(' id | name \n 1 | A\n 2 |B\n'), [' 1 ', ' 2 ']);
  });
});
