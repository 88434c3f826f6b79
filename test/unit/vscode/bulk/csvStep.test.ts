// How a CSV file is read: one list that the user changes line by line, with a way back from everywhere.

import assert from 'node:assert/strict';
import { CUSTOMER_API } from '../../../../src/contract/customerApi.ts';
import type { RequestNames } from '../../../../src/core/connection.ts';
import { STORED_NAMES } from '../../../../src/document/idName.ts';
import { readCsvHead, type CsvReading } from '../../../../src/bulk/csvHead.ts';
import { BACK } from '../../../../src/vscode/command/ask.ts';
import { askHowToRead, type CsvChoice } from '../../../../src/vscode/bulk/imports/csvStep.ts';
import { nextList, type FakeList } from '../../../support/editor/fakeVscode.ts';

const FILE = 'user_group_id;name;region\n007;Bond;UK\nacme;Acme;EU\n';
const CONTINUE = '$(arrow-right) Continue to Preview';

function asked(text: string, chosen?: CsvChoice, names: RequestNames = STORED_NAMES) {
  const kept: CsvChoice[] = [];
  const readings: CsvReading[] = [];
  const choice = askHowToRead(
    { title: 'Import', step: 3, totalSteps: 3, canGoBack: true },
    {
      read: (reading) => {
        readings.push(reading);
        return readCsvHead(new TextEncoder().encode(text), reading, names);
      },
      file: 'customers.csv',
      namesOf: (field) => [{ value: field === 'mapping' ? '40' : 'territory', description: 'in 66 groups' }],
      names,
      chosen,
      keep: (each) => kept.push(each),
    },
  );
  return { choice, readings, kept };
}

/** Lines with their descriptions. */
function linesOf(list: FakeList): string[] {
  return list.items.map(({ label, description = '' }) => `${label} ${description}`);
}

async function choose(label: string): Promise<void> {
  (await nextList()).choose(label);
}

describe('How a CSV file is read', () => {
  it('offers what the service has beside the fields of the contract, each for one column', async () => {
    asked('id;mail;emails\nacme;a@acme.example;b@acme.example\n', undefined, CUSTOMER_API.request);
    const columns = await nextList();
    assert.equal(linesOf(columns).at(-1), '$(symbol-field) emails → emails');
    columns.choose('$(symbol-field) mail');
    const uses = await nextList();
    assert.deepEqual(
      uses.items.slice(2, 5).map(({ label }) => label),
      ['emails', 'group_tags', 'is_demo_group'],
    );
    uses.choose('emails');
    assert.deepEqual(linesOf(await nextList()).slice(-2), [
      '$(symbol-field) mail → emails',
      '$(circle-slash) emails → Omit',
    ]);
  });

  it('is proposed, and Enter goes on with it', async () => {
    const { choice } = asked(FILE);
    const list = await nextList();
    assert.deepEqual(linesOf(list), [
      `${CONTINUE} 2 rows`,
      '$(symbol-key) Encoding utf-8',
      '$(split-horizontal) Delimiter semicolon',
      '$(key) user_group_id → ID',
      '$(symbol-field) name → Name',
      '$(symbol-field) region → Property "region"',
    ]);
    assert.deepEqual([list.active, list.items[3]?.detail], [CONTINUE, '007 · acme']);
    list.accept();
    const chosen = await choice;
    assert.ok(chosen !== BACK);
    assert.deepEqual(
      [chosen.encoding, chosen.delimiter, chosen.columns.map(({ use }) => use.as)],
      ['utf-8', ';', ['user_group_id', 'name', 'property']],
    );
  });

  it('does not go on without a column of ids, and begins with the columns then', async () => {
    const { choice } = asked('key;name\n007;Bond\n');
    const list = await nextList();
    assert.deepEqual([list.active, list.placeholder], ['$(symbol-field) key', 'No column is the ID. Choose one.']);
    list.choose(CONTINUE);
    await choose('$(symbol-field) key');
    await choose('ID');
    const mended = await nextList();
    assert.deepEqual([mended.active, mended.placeholder], [CONTINUE, 'Check how customers.csv is read']);
    mended.accept();
    assert.notEqual(await choice, BACK);
  });

  it('begins with what was chosen before it was closed in a later list', async () => {
    const { choice, kept } = asked(FILE);
    await choose('$(symbol-field) region');
    await choose('Property with another name…');
    (await nextList()).accept();
    await choose('$(symbol-field) name');
    (await nextList()).hide();
    await assert.rejects(choice, { name: 'cancelled' });
    const again = asked(FILE, kept.at(-1));
    const list = await nextList();
    assert.ok(linesOf(list).includes('$(symbol-field) region → Property "territory"'));
    list.accept();
    await again.choice;
  });

  it('proposes names in use for a property or schema ID, and accepts any other that is typed', async () => {
    const { choice } = asked(FILE);
    await choose('$(symbol-field) region');
    await choose('Property with another name…');
    const names = await nextList();
    assert.deepEqual([names.value, linesOf(names)], ['', ['territory in 66 groups']]);
    names.accept();
    const list = await nextList();
    assert.equal(linesOf(list)[5], '$(symbol-field) region → Property "territory"');
    list.choose('$(symbol-field) region');
    await choose('Data source of a schema ID…');
    const ids = await nextList();
    ids.type('40');
    assert.deepEqual(linesOf(ids), ['40 in 66 groups']);
    ids.type('41');
    assert.deepEqual(linesOf(ids), ['41 as typed', '40 in 66 groups']);
    ids.accept();
    await choose(CONTINUE);
    const chosen = await choice;
    assert.deepEqual(chosen !== BACK && chosen.columns[2]?.use, { as: 'schemaId', schemaId: '41' });
  });

  it('shows what the first value would be as text, and as JSON', async () => {
    const { choice } = asked('id;40;41\nacme;213;x\n');
    for (const [column, ...shown] of [
      ['40', 'Property "40" "213"', 'Property "40", read as JSON 213'],
      ['41', 'Property "41" "x"', 'Property "41", read as JSON The values are not JSON'],
    ] as const) {
      await choose(`$(symbol-field) ${column}`);
      const uses = await nextList();
      assert.deepEqual(
        linesOf(uses).filter((line) => line.startsWith('Property "4')),
        shown,
      );
      uses.back();
    }
    (await nextList()).back();
    assert.equal(await choice, BACK);
  });

  it('is read again with another encoding or other cells', async () => {
    const { choice, readings } = asked(FILE);
    await choose('$(symbol-key) Encoding');
    const encodings = await nextList();
    assert.equal(encodings.active, 'utf-8');
    encodings.choose('windows-1252');
    await choose('$(split-horizontal) Delimiter');
    await choose('comma');
    const list = await nextList();
    assert.deepEqual(readings, [
      {},
      { encoding: 'windows-1252', delimiter: ';' },
      { encoding: 'windows-1252', delimiter: ',' },
    ]);
    assert.deepEqual(list.labels.slice(3), ['$(symbol-field) user_group_id;name;region']);
    list.back();
    assert.equal(await choice, BACK);
  });

  it('leads back: from the name to what the column is for, from there to the list, from the list to the question before', async () => {
    const { choice, readings } = asked(FILE);
    await choose('$(symbol-field) region');
    await choose('Data source of a schema ID…');
    (await nextList()).back();
    const uses = await nextList();
    assert.equal(uses.active, 'Property "region"');
    uses.back();
    const list = await nextList();
    assert.equal(list.active, '$(symbol-field) region');
    list.choose('$(symbol-key) Encoding');
    (await nextList()).back();
    (await nextList()).back();
    assert.equal(await choice, BACK);
    assert.equal(readings.length, 1);
  });

  it('shows a header from elsewhere as text', async () => {
    const { choice } = asked('user_group_id;$(trash) [x](command:y)\n007;z\n');
    const list = await nextList();
    assert.equal(list.labels[4], '$(symbol-field) $\u200B(trash) [x]\u200B(command:y)');
    await list.cancel(choice);
  });
});
