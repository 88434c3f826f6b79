// The questions of Edit Multiple Groups…: only what the change needs, counted, with names in use proposed.

import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { CUSTOMER_API } from '../../../../src/contract/customerApi.ts';
import type { ServiceApi } from '../../../../src/contract/serviceApi.ts';
import type { Connection } from '../../../../src/core/connection.ts';
import { UserGroupsError } from '../../../../src/core/errors.ts';
import type { ChangeAnswers } from '../../../../src/vscode/bulk/changeArgument.ts';
import { askChange, typedValue, type ChangeAsked } from '../../../../src/vscode/bulk/changeQuestions.ts';
import { FakeList, nextBox, nextList, nextQuestion, Uri, window } from '../../../support/editor/fakeVscode.ts';
import { standIn } from '../../../support/standIn.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';

const folder = temporaryFolder('user-groups-values-');
const FILE = join(folder, 'values.csv');
const { showOpenDialog } = window;
/** Input that a test has left in the middle is not that of another one. */
let groups = 66;

function asked(input: Partial<ChangeAnswers> = {}, serviceApi?: ServiceApi): Promise<ChangeAsked> {
  return askChange({
    connection: standIn<Connection>({ name: 'staging', serviceApi }),
    words: `all ${groups} groups on staging`,
    input,
    namesOf: (field) =>
      field === 'mapping'
        ? [{ value: '40', description: 'in 66 groups' }]
        : [
            { value: 'region', description: 'in 66 groups' },
            { value: 'tier', description: 'in 60 groups' },
          ],
    requireReadable: (file) =>
      file.fsPath === FILE ? Promise.resolve() : Promise.reject(new UserGroupsError('forbidden', 'Not to be read.')),
  });
}

/** Answers each question with what is chosen or typed, and says what each was. */
async function walk(answers: readonly string[]): Promise<string[]> {
  const seen: string[] = [];
  for (const answer of answers) {
    const question = await nextQuestion();
    seen.push((question instanceof FakeList ? question.placeholder : question.prompt) ?? '');
    if (question instanceof FakeList && question.labels.includes(answer)) question.choose(answer);
    else {
      question.enter(answer);
    }
  }
  return seen;
}

const stepOf = ({
  step,
  totalSteps,
}: {
  readonly step?: number | undefined;
  readonly totalSteps?: number | undefined;
}) => `${step}/${totalSteps ?? ''}`;

describe('The questions of Edit Multiple Groups…', () => {
  beforeEach(() => {
    groups += 1;
  });

  it('are three for a property, of which names in use are proposed', async () => {
    const change = asked();
    const kinds = await nextList();
    assert.equal(stepOf(kinds), '1/');
    kinds.choose('Set a property');
    const names = await nextList();
    assert.deepEqual(
      [stepOf(names), names.placeholder, names.labels],
      ['2/3', 'Select or type the name of a property', ['region', 'tier']],
    );
    names.choose('tier');
    const value = await nextBox();
    assert.equal(stepOf(value), '3/3');
    value.enter('gold');
    assert.deepEqual(await change, {
      change: { action: 'set', field: 'properties', key: 'tier', value: '"gold"' },
      problems: [],
    });
  });

  it('offer each change of a property, then each of the mapping', async () => {
    const change = asked();
    const kinds = await nextList();
    assert.deepEqual(
      [kinds.placeholder, kinds.labels, kinds.active],
      [
        'Select what to change in each group',
        [
          'Set a property',
          'Set a property from a CSV file',
          'Rename a property',
          'Copy a property',
          'Remove a property',
          'Set a data source',
          'Set a data source from a CSV file',
          'Change a schema ID',
          'Copy a data source to another schema ID',
          'Remove a schema ID',
        ],
        'Set a property',
      ],
    );
    await kinds.cancel(change);
  });

  const VALUE = 'as JSON, such as true, 12, or ["a"]. Anything else is a string.';
  const NAME = 'Select or type the name of a property';
  const SCHEMA = 'Select or type a schema ID';
  for (const [answers, questions, change] of [
    [
      ['Set a data source', '41', '007'],
      [SCHEMA, 'Data source ID for schema ID "41"'],
      { action: 'set', field: 'mapping', key: '41', value: '007' },
    ],
    [
      ['Set a property', 'limit', '007'],
      [NAME, `Value of "limit" ${VALUE}`],
      { action: 'set', field: 'properties', key: 'limit', value: '"007"' },
    ],
    [
      ['Change a schema ID', '40', '41'],
      [SCHEMA, 'New schema ID for "40". Groups that already have it are skipped.'],
      { action: 'rename', field: 'mapping', key: '40', to: '41' },
    ],
    [
      ['Copy a property', 'tier', 'plan'],
      [NAME, 'New name for "tier". Groups that already have it are skipped.'],
      { action: 'copy', field: 'properties', key: 'tier', to: 'plan' },
    ],
    [['Remove a property', 'tier'], [NAME], { action: 'remove', field: 'properties', key: 'tier' }],
  ] as const) {
    it(`are what the change needs: ${answers.join(', ')}`, async () => {
      const asking = asked();
      const [, ...seen] = await walk(answers);
      assert.deepEqual([seen, await asking], [questions, { change, problems: [] }]);
    });
  }

  for (const [what, key, typed, message] of [
    ['Set a property', 'tier', '', 'Enter a value, or "" for an empty string.'],
    ['Set a property', 'tier', ' [1] ', 'New value: [1]'],
    ['Set a property', 'tier', 'gold', 'New value: "gold"'],
    ['Set a data source', '40', '', 'Enter the data source ID.'],
    ['Set a data source', '40', '\uD800', 'Enter the data source ID.'],
    ['Set a data source', '40', '213 ', '"213␠" has leading or trailing spaces.'],
    ['Set a data source', '40', '213', undefined],
  ] as const) {
    it(`say what a value is while it is typed: ${what} ${JSON.stringify(typed)}`, async () => {
      const asking = asked();
      await walk([what, key]);
      const box = await nextBox();
      // A complaint about nothing comes with the first try to go on.
      box.accept();
      box.type(typed);
      assert.equal(box.validationMessage?.message, message);
      await box.cancel(asking);
    });
  }

  for (const [answers, typed, detail] of [
    [['Remove a property'], '\uD800', 'Enter the name.'],
    [['Remove a schema ID'], '\uD800', 'Enter the schema ID.'],
    [['Remove a property'], ' tier', undefined],
    [['Remove a schema ID'], ' 40', '"␠40" has leading or trailing spaces.'],
    [['Change a schema ID', '40'], '40', 'Enter another schema ID.'],
    [['Rename a property', 'region'], 'region', 'Enter another name.'],
  ] as const) {
    it(`say what a name is while it is typed: ${answers.join(', ')} ${JSON.stringify(typed)}`, async () => {
      const asking = asked();
      await walk(answers);
      const names = await nextList();
      names.type(typed);
      assert.equal(names.items[0]?.detail, detail);
      await names.cancel(asking);
    });
  }

  it('keep what was typed when they are closed, and propose no new name that is the old one', async () => {
    for (const [answers, typed] of [
      [['Set a property'], 'plan'],
      [['Rename a property', 'region'], 'area'],
      [['Set a property', 'plan'], 'pro'],
    ] as const) {
      groups += 1;
      const asking = asked();
      await walk(answers);
      const left = await nextQuestion();
      if (answers[1] === 'region' && left instanceof FakeList) assert.deepEqual(left.labels, ['tier']);
      left.type(typed);
      await left.cancel(asking);
      const again = asked();
      for (const _ of answers) (await nextQuestion()).accept();
      const kept = await nextQuestion();
      assert.equal(kept.value, typed);
      await kept.cancel(again);
    }
  });

  describe('about a field that the service has beside those of the contract', () => {
    const ofCustomer = (input: Partial<ChangeAnswers> = {}): Promise<ChangeAsked> => asked(input, CUSTOMER_API);
    const further = (action: 'set' | 'setByGroup') => ({ action, field: 'further' }) as const;

    it('come after all others, and offer the fields of the service', async () => {
      const change = ofCustomer();
      const kinds = await nextList();
      assert.deepEqual(kinds.labels.slice(-2), ['Set another field', 'Set another field from a CSV file']);
      kinds.choose('Set another field');
      const fields = await nextList();
      assert.deepEqual(fields.labels, Object.keys(CUSTOMER_API.request.fields ?? {}));
      await fields.cancel(change);
    });

    for (const [key, typed, value, wrong] of [
      ['emails', 'a@acme.example; b@acme.example', '["a@acme.example","b@acme.example"]'],
      ['group_tags', '["a;b"]', '["a;b"]'],
      ['is_demo_group', 'True', 'true', 'yes'],
      ['access_group', '"Production"', String.raw`"\"Production\""`],
    ] as const) {
      it(`take a value of its type: ${key}`, async () => {
        const asking = ofCustomer();
        await walk(['Set another field', key]);
        const box = await nextBox();
        if (wrong !== undefined) {
          box.type(wrong);
          assert.equal(box.validationMessage?.message, `"${key}" must be true or false.`);
        }
        box.type(typed);
        assert.equal(box.validationMessage?.message, `New value: ${value}`);
        box.accept();
        assert.deepEqual(await asking, { change: { ...further('set'), key, value }, problems: [] });
      });
    }

    it('show a text without quotes to whoever comes back to it', async () => {
      const asking = ofCustomer();
      await walk(['Set another field', 'access_group']);
      const box = await nextBox();
      box.type('Production');
      box.back();
      (await nextList()).accept();
      const again = await nextBox();
      assert.equal(again.value, 'Production');
      again.accept();
      assert.equal((await asking).change.key, 'access_group');
    });

    it('are refused for a field that there is not, and a value of another type', async () => {
      for (const [key, value, message] of [
        ['toString', '"a"', /The service has no field "toString"/],
        ['emails', '"a"', /"emails" must be a list of strings/],
      ] as const)
        await assert.rejects(ofCustomer({ what: further('set'), key, value }), { kind: 'invalid', message });
      await assert.rejects(asked({ what: further('set'), key: 'emails', value: '[]' }), { kind: 'invalid' });
    });

    it('read the cells of a file by its type', async () => {
      writeFileSync(FILE, 'id,tags\na,x;y\nb,\nc,z\n');
      const answers = {
        what: further('setByGroup'),
        key: 'group_tags',
        file: FILE,
        idColumn: 'id',
        valueColumn: 'tags',
      };
      const { change } = await ofCustomer(answers);
      assert.deepEqual(change, {
        ...further('setByGroup'),
        key: 'group_tags',
        values: new Map([
          ['a', '["x","y"]'],
          ['c', '["z"]'],
        ]),
      });
    });
  });
});

describe('The questions about a CSV file of Edit Multiple Groups…', () => {
  const WITH_FILE: Partial<ChangeAnswers> = { what: { action: 'setByGroup', field: 'properties' }, key: 'region' };
  beforeEach(() => {
    groups += 1;
    mkdirSync(folder, { recursive: true });
    writeFileSync(FILE, 'customer,region,user_group_id\nAcme,EU,acme\nBeta,,beta\nTwo,US,two\nTwo,DE,two\n');
  });
  afterEach(() => {
    window.showOpenDialog = showOpenDialog;
    rmSync(folder, { recursive: true });
  });

  it('are the file, the column of the groups, that of the values, and how to read its cells', async () => {
    const titles: string[] = [];
    window.showOpenDialog = ({ title }) => {
      titles.push(title);
      return Promise.resolve([Uri.file(FILE)]);
    };
    const asking = asked(WITH_FILE);
    const ids = await nextList();
    assert.deepEqual(
      [titles, ids.placeholder, ids.active, ids.items.map(({ label, description }) => `${label}: ${description}`)],
      [
        ['Select the CSV File with the Values'],
        'Select the column with the ID',
        'user_group_id',
        ['customer: Acme', 'region: EU', 'user_group_id: acme'],
      ],
    );
    ids.accept();
    const values = await nextList();
    assert.deepEqual(
      [values.placeholder, values.active, values.items.map(({ label, description }) => `${label}: ${description}`)],
      ['Select the column with the values. Empty cells are skipped.', 'customer', ['customer: Acme', 'region: EU']],
    );
    values.choose('region');
    const cells = await nextList();
    assert.deepEqual(
      [cells.placeholder, cells.active, cells.labels],
      ['Select how to read the cells', 'Strings', ['Strings', 'JSON']],
    );
    cells.accept();
    const { change, problems, file } = await asking;
    assert.deepEqual(change, {
      action: 'setByGroup',
      field: 'properties',
      key: 'region',
      values: new Map([['acme', '"EU"']]),
    });
    assert.deepEqual([problems, file?.fsPath], [['Lines 4 and 5 both have a value for "two". Neither is used.'], FILE]);
  });

  it('begin where they were left, and lead back one by one', async () => {
    const chosen = [undefined, [], [Uri.file(FILE)]];
    window.showOpenDialog = () => Promise.resolve(chosen.shift());
    const asking = asked({ what: WITH_FILE.what! });
    // A closed dialog leads back to the name.
    for (const name of ['region', undefined, undefined]) {
      const names = await nextList();
      if (name !== undefined) names.type(name);
      assert.equal(names.value, 'region');
      names.accept();
    }
    (await nextList()).choose('customer');
    (await nextList()).choose('region');
    (await nextList()).back();
    const values = await nextList();
    assert.equal(values.active, 'region');
    values.back();
    const ids = await nextList();
    assert.equal(ids.active, 'customer');
    ids.choose('user_group_id');
    (await nextList()).accept();
    (await nextList()).choose('JSON');
    await assert.rejects(asking, { kind: 'invalid' });
    assert.deepEqual(chosen, []);
  });

  it('do not ask how to read data sources, which are text', async () => {
    const { change } = await asked({
      what: { action: 'setByGroup', field: 'mapping' },
      key: '40',
      file: FILE,
      idColumn: 'user_group_id',
      valueColumn: 'region',
    });
    assert.deepEqual(change, { action: 'setByGroup', field: 'mapping', key: '40', values: new Map([['acme', 'EU']]) });
  });

  const GIVEN: Partial<ChangeAnswers> = {
    ...WITH_FILE,
    idColumn: 'user_group_id',
    valueColumn: 'region',
    cells: 'text',
  };
  it('read a file by its address as well, and none that is not to be read or not there', async () => {
    const missing = `${FILE}.csv`;
    await assert.rejects(asked({ ...GIVEN, file: missing }), { kind: 'forbidden' });
    assert.equal((await asked({ ...GIVEN, file: `file://${FILE}` })).file?.fsPath, FILE);
    rmSync(FILE);
    await assert.rejects(asked({ ...GIVEN, file: FILE }), {
      kind: 'notFound',
      message: "The file can't be read. Choose another file.",
    });
  });

  it('ask about cells that another program may have changed, unless that is given', async () => {
    writeFileSync(FILE, 'user_group_id,region\n="007",EU\n8.0,US\n#REF!,EU\n\nTotal,2\n');
    const asking = asked({ ...GIVEN, file: FILE });
    (await nextList()).choose('Read ="007" as "007"');
    const { change, problems } = await asking;
    const values = new Map([
      ['007', '"EU"'],
      ['8', '"US"'],
    ]);
    assert.deepEqual(change, { action: 'setByGroup', field: 'properties', key: 'region', values });
    assert.deepEqual(
      problems.map((problem) => problem.slice(0, 60)),
      [
        'Skipped as headers, separators, totals or footers: line 6.',
        'Line 4, "#REF!": Column "user_group_id": Another program wro',
      ],
    );
    const given = await asked({ ...GIVEN, file: FILE, changedCells: 'restore' });
    assert.deepEqual(given.change, change);
    const closed = asked({ ...GIVEN, file: FILE });
    await (await nextList()).cancel(closed);
  });

  it('say where the file has no value for any group', async () => {
    writeFileSync(FILE, 'user_group_id,region\nacme,\n');
    await assert.rejects(asked({ ...GIVEN, file: FILE }), {
      kind: 'invalid',
      message: /^The file has no value for any group\. .*Choose another column\.$/,
    });
  });
});

describe('A value that is typed', () => {
  it('is JSON as it was spelled where it is JSON, and else a text, of which nothing is lost', () => {
    const ofJson = ['true', ' 12 ', '1.0', '12345678901234567890', '["a"]', '{"a": 1}', 'null', '"gold"', '""'];
    for (const typed of ofJson) assert.equal(typedValue(typed), typed.trim());
    for (const typed of ['gold', '007', "'gold'", '{a: 1}', '[1,]', 'True', '"', '1 2', ' gold ', '// x', 'NaN'])
      assert.deepEqual(JSON.parse(typedValue(typed)), typed);
    const parsed = (typed: string): unknown => {
      try {
        return JSON.parse(typed) as unknown;
      } catch {
        return typed;
      }
    };
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (typed) => {
        assert.deepEqual(JSON.parse(typedValue(typed)), parsed(typed));
      }),
    );
  });
});
