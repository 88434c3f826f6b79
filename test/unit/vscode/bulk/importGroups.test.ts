// Import Groups from File…: what its preview shows, what its buttons ask and do, and what a caller is answered.

import assert from 'node:assert/strict';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceKindOf } from '../../../../src/bulk/sourceKind.ts';
import { importGroups } from '../../../../src/vscode/bulk/importGroups.ts';
import { chooseSource, inputSource, readSource } from '../../../../src/vscode/bulk/imports/importSource.ts';
import { undoRun } from '../../../../src/vscode/bulk/undoRun.ts';
import type { Invocation } from '../../../../src/vscode/command/invocation.ts';
import { readImport } from '../../../../src/bulk/readImport.ts';
import type { TableView } from '../../../../src/vscode/table/tableView.ts';
import { fileUri } from '../../../support/editor/fakeFiles.ts';
import { commands, nextList, Uri, window, workspace } from '../../../support/editor/fakeVscode.ts';
import { playedWindows } from '../../../support/editor/playedWindow.ts';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';
import { standIn } from '../../../support/standIn.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';

const { showOpenDialog } = window;
let folder = '';
/** To be called inside a `describe`. */
function inFolder(): void {
  beforeEach(() => {
    folder = temporaryFolder('user-groups-imported-');
  });
  afterEach(() => {
    window.showOpenDialog = showOpenDialog;
    workspace.workspaceFolders = undefined;
    rmSync(folder, { recursive: true });
  });
}
const write = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const invocation = (input: object, origin: Invocation['origin'] = 'argument'): Invocation => ({
  origin,
  input: { connection: 'staging', ...input },
});
const CSV = 'user_group_id;name\nacme;Acme\nnew;New\n;None\n';

describe('Import Groups from File…', () => {
  inFolder();
  const start = productStarter();
  const playedWindow = playedWindows();
  /** Which knows acme, and in the file also new, and a row that is invalid. */
  const withFile = async (text = CSV): Promise<{ readonly product: Product; readonly file: string }> => {
    const product = await start();
    await product.services.sending.getOrCreate(
      product.connection,
      documentOf({ user_group_id: 'acme', name: 'Acme', mapping: {}, properties: {} }),
    );
    return { product, file: write('customers.csv', text) };
  };
  const offered = (view: TableView): string[] =>
    view.now().actions.map(({ label, isEnabled }) => (isEnabled ? label : `(${label})`));
  const countsOf = (view: TableView): string[] => view.now().filters.map(({ label, count }) => `${label}: ${count}`);
  const states = async (view: TableView): Promise<string[]> =>
    (await view.rows({ offset: 0, limit: 9 })).rows.map(({ cells }) => `${cells[1]?.text}: ${cells[3]?.text}`);

  it('shows what the file has and how it was read, and does nothing before a button', async () => {
    const { product, file } = await withFile();
    const { context, tables } = playedWindow(product);
    const before = product.requests.length;
    assert.deepEqual(await importGroups(context, invocation({ file })), { known: 1, notKnown: 1, invalid: 1 });
    const { view } = tables[0]!;
    assert.deepEqual(
      [view.title, view.now().reason, await states(view), product.requests.length - before],
      [
        'Import Groups to staging',
        'customers.csv · utf-8 · Delimiter: semicolon · Environment: Testing',
        ['acme: Unchanged', 'new: Not in the list', ': Invalid'],
        0,
      ],
    );
    assert.equal(product.record('new'), undefined);
    const { headline, explanation } = view.now();
    assert.deepEqual(
      [headline, explanation?.split('. ')[0], offered(view), countsOf(view)],
      [
        '0 to update, 1 to create, 1 without a change',
        'Nothing is sent or stored yet',
        ['Get or Create 1…', 'Get or Create All 2…', 'Add 1 to List Without Sending…', 'Change Columns…'],
        ['To update: 0', 'Not in the list: 1', 'Unchanged: 1', 'Skipped: 0', 'Invalid: 1', 'Needs review: 0'],
      ],
    );
    const found = async (question: object): Promise<string[]> =>
      (await view.rows({ offset: 0, limit: 9, ...question })).rows.map(({ cells }) => cells[0]?.text ?? '');
    const sorted = (column: string): Promise<string[]> => found({ sort: { column, isDescending: true } });
    assert.deepEqual(
      [
        await found({ filter: 'invalid' }),
        await found({ filter: 'unchanged' }),
        await found({ filter: 'warned' }),
        await found({ text: 'NONE' }),
        await found({ text: 'id is missing' }),
        await sorted('place'),
        await sorted('id'),
        await sorted('name'),
        await sorted('class'),
      ],
      [
        ['line 4'],
        ['line 2'],
        [],
        ['line 4'],
        ['line 4'],
        ['line 4', 'line 3', 'line 2'],
        ['line 3', 'line 2', 'line 4'],
        ['line 4', 'line 3', 'line 2'],
        ['line 2', 'line 3', 'line 4'],
      ],
    );
    const { rows } = await view.rows({ offset: 0, limit: 9 });
    assert.deepEqual(
      rows.map(({ cells }) => [cells[3]?.mark, cells[4]]),
      [
        ['done', { text: '', changes: [] }],
        ['waiting', { text: '', changes: [] }],
        ['error', { text: 'The ID is missing.', changes: [] }],
      ],
    );
  });

  it('lists groups without sending them, once that is agreed to', async () => {
    const { product, file } = await withFile();
    const { context, asked, said, tables } = playedWindow(product, ['Add to List Without Sending']);
    assert.deepEqual(await importGroups(context, invocation({ file, way: 'listOnly' })), {
      known: 1,
      notKnown: 1,
      invalid: 1,
      added: 1,
      same: 0,
      different: 1,
    });
    assert.deepEqual(
      [asked.map(({ title, answers }) => [title, answers]), said, await states(tables[0]!.view)],
      [
        [['Add 1 group to the list of staging?', ['Add to List Without Sending']]],
        ['status: 1 group added to the list of staging'],
        ['acme: Different, not changed', 'new: Added', ': Invalid'],
      ],
    );
    assert.deepEqual([product.record('new')?.answered, product.remote.group('new')], [undefined, undefined]);
    const { view, updates } = tables[0]!;
    assert.deepEqual(
      [updates > 0, offered(view), countsOf(view).slice(6), view.now().headline],
      [
        true,
        ['Get or Create 1…', 'Get or Create All 2…', '(Add 1 to List Without Sending…)', '(Change Columns…)'],
        ['Added: 1', 'Already in the list: 0', 'Different, not changed: 1'],
        '1 group was added',
      ],
    );
    assert.equal((await view.rows({ filter: 'different', offset: 0, limit: 9 })).total, 1);
  });

  it('gets or creates groups by a run, once that is agreed to, and tells a caller how it ended', async () => {
    const { product, file } = await withFile();
    const { context, asked, tables } = playedWindow(product, ['Get or Create']);
    assert.deepEqual(await importGroups(context, invocation({ file, way: 'getOrCreate' })), {
      known: 1,
      notKnown: 1,
      invalid: 1,
      run: { run: 1, state: 'ended', new: 1, existed: 1 },
    });
    assert.deepEqual(
      [asked[0]?.title, tables.map(({ view, isClosed }) => [view.kind, isClosed])],
      [
        'Get or create 2 groups on staging?',
        [
          ['import', true],
          ['results', false],
        ],
      ],
    );
    assert.ok(product.remote.group('new') !== undefined);
  });

  /** Which has g1 to g6, as they are typed here. */
  const withGroups = async (): Promise<Product> => {
    const product = await start();
    for (const id of ['g1', 'g2', 'g3', 'g4', 'g5', 'g6'])
      await product.services.sending.getOrCreate(product.connection, typed(id));
    return product;
  };
  const typed = (id: string, region = 'EU'): string =>
    `{ "name": "${id}",  "user_group_id": "${id}", "mapping": {"40": "213"}, "properties": {"seats": 5, "region": "${region}"} }`;
  const CHANGED =
    'user_group_id,name,region,seats\nnew,New,EU,1\ng1,g1,US,5\ng2,g2,US,5\ng3,g3,US,5\ng4,g4,US,5\ng5,g5,EU,5\ng6,g6,US,5\n';

  it('updates what is in the list by the columns of the file, three first, creates the others, and is undone', async () => {
    const product = await withGroups();
    product.services.groups.saveDraft(product.connection, 'g6', typed('g6', 'draft'));
    const { context, asked, tables } = playedWindow(product, ['Send', 'Send']);
    const before = product.requests.length;
    const file = write('customers.csv', CHANGED);
    await importGroups(context, invocation({ file }));
    const { view } = tables[0]!;
    const { rows } = await view.rows({ offset: 0, limit: 9 });
    assert.deepEqual(
      [view.now().headline, offered(view).slice(0, 2), countsOf(view), product.requests.length - before],
      [
        '4 to update, 1 to create, 1 without a change',
        ['Send First 3 of 5…', 'Get or Create All 7…'],
        ['To update: 4', 'Not in the list: 1', 'Unchanged: 1', 'Skipped: 1', 'Invalid: 0', 'Needs review: 0'],
        0,
      ],
    );
    assert.deepEqual(
      rows.map(({ cells }) => [
        cells[1]?.text,
        cells[3]?.text,
        cells[4]?.text,
        cells[4]?.changes?.map(({ text }) => text),
      ]),
      [
        ['new', 'Not in the list', '', ['region = EU', 'seats = "1"']],
        ...['g1', 'g2', 'g3', 'g4'].map((id) => [id, 'To update', '', ['region: "EU" → "US"']]),
        ['g5', 'Unchanged', '', []],
        ['g6', 'Skipped', 'It has unsent changes.', []],
      ],
    );
    assert.deepEqual(await importGroups(context, invocation({ file, way: 'update' })), {
      known: 6,
      notKnown: 1,
      invalid: 0,
      run: { run: 1, state: 'paused', waiting: 2, updated: 3 },
    });
    assert.deepEqual(
      [asked[0]?.title, asked[0]?.detail.slice(-2), tables[1]?.isClosed, tables[2]?.view.title],
      [
        'Send the first 3 of 5 groups to staging?',
        [
          '4 groups are updated. 1 group is created unless it exists.',
          'Viewers see the change immediately. "Undo Bulk Operation…" restores the previous values.',
        ],
        true,
        'Import from "customers.csv": 5 groups on staging',
      ],
    );
    product.services.runs.start(1);
    await product.services.runs.whenLeft(1);
    const sent = ['g1', 'g4', 'g5', 'g6'].map((id) => product.record(id)?.base?.text);
    assert.deepEqual(sent, [typed('g1', 'US'), typed('g4', 'US'), typed('g5'), typed('g6')]);
    assert.ok(product.remote.group('new') !== undefined);
    assert.equal(tables[2]?.view.now().headline, '4 groups updated, 1 created');
    const undo = await undoRun(context, invocation({ run: 1 }));
    assert.deepEqual(undo, { undone: 4, skipped: 1 });
  });

  it('sends nothing for a group that has changed since the preview, and says so there', async () => {
    const product = await withGroups();
    const { context, tables } = playedWindow(product, ['Send']);
    await importGroups(context, invocation({ file: write('a.csv', 'id,region\ng1,US\ng2,US\n') }));
    const { view, isClosed } = tables[0]!;
    assert.deepEqual(offered(view).slice(0, 2), ['Send 2…', 'Get or Create All 2…']);
    await product.services.sending.update(product.connection, typed('g1', 'CH'));
    await view.onAction('update');
    await product.services.runs.whenLeft(1);
    assert.deepEqual(await states(view), ['g1: Skipped', 'g2: To update']);
    assert.deepEqual([isClosed, product.record('g1')?.base?.text], [false, typed('g1', 'CH')]);
    assert.equal(product.record('g2')?.base?.text, typed('g2', 'US'));
  });

  it('gets or creates only what is missing where no group of the list changes', async () => {
    const product = await withGroups();
    const { context, asked } = playedWindow(product, ['Send']);
    const before = product.requests.length;
    const file = write('a.csv', 'id,region,name\ng1,EU,g1\nnew,EU,New\n');
    const { run } = await importGroups(context, invocation({ file, way: 'update' }));
    assert.deepEqual(
      [run, product.requests.length - before, asked[0]?.title, product.services.runs.find(1)?.kind],
      [{ run: 1, state: 'ended', new: 1 }, 1, 'Send 1 group to staging?', 'getOrCreate'],
    );
    const none = await importGroups(context, invocation({ file: write('b.csv', 'id,region\ng1,EU\n'), way: 'update' }));
    assert.deepEqual([none, product.services.runs.list().length], [{ known: 1, notKnown: 0, invalid: 0 }, 1]);
  });

  it('asks once what empty cells do, where they matter, and does that', async () => {
    const product = await withGroups();
    const file = write('a.csv', 'user_group_id,name,region,other\ng1,g1,,\ng2,,EU,\n');
    window.showOpenDialog = () => Promise.resolve([Uri.file(file)]);
    const { context, tables } = playedWindow(product);
    const importing = importGroups(context, invocation({}, 'item'));
    (await nextList()).accept();
    const empty = await nextList();
    assert.deepEqual(
      [empty.placeholder, empty.labels],
      ['1 group has a value where a cell is empty', ['Leave the Values', 'Remove the Values', 'Set the Values Empty']],
    );
    empty.choose('Remove the Values');
    await importing;
    const { view } = tables[0]!;
    const shown = async (): Promise<unknown> =>
      (await view.rows({ offset: 0, limit: 9 })).rows.map(({ cells }) => cells[4]?.changes);
    assert.deepEqual(await shown(), [[{ kind: 'removed', text: 'region: "EU"' }], []]);
    const changing = Promise.resolve(view.onAction('emptyCells'));
    (await nextList()).choose('Leave the Values');
    await changing;
    assert.deepEqual([await shown(), offered(view).at(-2)], [[[], []], 'Choose What Empty Cells Do…']);
    await importGroups(context, invocation({ file, empty: 'set' }));
    assert.deepEqual((await tables[1]!.view.rows({ offset: 0, limit: 1 })).rows[0]?.cells[4]?.changes, [
      { kind: 'changed', text: 'region: "EU" → ""' },
    ]);
    await assert.rejects(importGroups(context, invocation({ file, empty: 'none' })), {
      message: '"empty" must be "leave", "remove" or "set".',
    });
    const full = write('b.csv', 'user_group_id,name,other\ng1,g1,\n');
    window.showOpenDialog = () => Promise.resolve([Uri.file(full)]);
    const unasked = importGroups(context, invocation({}, 'item'));
    (await nextList()).accept();
    await unasked;
    assert.ok(!offered(tables[2]!.view).some((label) => label.includes('Empty')));
  });

  it('does nothing where its question is declined, and offers nothing where no row can be sent', async () => {
    for (const [way, title] of [
      ['listOnly', 'Add 1 group to the list of staging?'],
      ['getOrCreate', 'Get or create 1 group on staging?'],
    ] as const) {
      const { product, file } = await withFile('user_group_id\nnew\n');
      const { context, asked, tables } = playedWindow(product);
      await assert.rejects(importGroups(context, invocation({ file, way })), { kind: 'cancelled' });
      assert.deepEqual(
        [asked[0]?.title, product.services.runs.list(), product.record('new'), offered(tables[0]!.view)],
        [title, [], undefined, ['Get or Create 1…', 'Add 1 to List Without Sending…', 'Change Columns…']],
      );
      await importGroups(context, invocation({ file: write('none.csv', 'user_group_id,name\n,None\n') }));
      assert.deepEqual(offered(tables[1]!.view).slice(0, 2), [
        '(Get or Create 0…)',
        '(Add 0 to List Without Sending…)',
      ]);
    }
  });

  it('creates no run where a document has schema errors that block', async () => {
    const { product, file } = await withFile('user_group_id\none\ntwo\n');
    const errors = [{ message: 'No region.' }] as never[];
    const paths: string[] = [];
    const { context } = playedWindow(product, ['Get or Create', 'Get or Create'], {
      settings: standIn({ schemaErrors: () => 'block' }),
      schemas: standIn({
        errorsIn: ({ path }) => {
          paths.push(path);
          return Promise.resolve(path.includes('/two.') ? errors : []);
        },
      }),
    });
    await assert.rejects(importGroups(context, invocation({ file, way: 'getOrCreate' })), {
      kind: 'invalid',
      message:
        'Couldn\'t import the groups. Schema error in the document of "two": No region. Correct it, or set "userGroups.schemaErrors" to "warn".',
    });
    assert.deepEqual(
      [product.services.runs.list(), paths],
      [[], ['/staging/one.usergroup.json', '/staging/two.usergroup.json']],
    );
    const warning = { ...context, settings: standIn({ schemaErrors: () => 'warn' }) } as typeof context;
    assert.equal((await importGroups(warning, invocation({ file, way: 'getOrCreate' }))).run?.state, 'ended');
  });

  it('refuses another way than its own', async () => {
    const { product, file } = await withFile();
    await assert.rejects(importGroups(playedWindow(product).context, invocation({ file, way: 'send' })), {
      kind: 'invalid',
      message: '"way" must be "listOnly", "getOrCreate" or "update". Omit it to open the preview.',
    });
  });

  it('asks the user how the file is read, and reads it so', async () => {
    const { product, file } = await withFile('user_group_id,name,region\nnew,New,EU\n');
    window.showOpenDialog = () => Promise.resolve([Uri.file(file)]);
    const { context, tables } = playedWindow(product);
    const importing = importGroups(context, invocation({}, 'item'));
    const columns = await nextList();
    columns.choose('$(symbol-field) region');
    (await nextList()).choose('Omit');
    (await nextList()).accept();
    await importing;
    const { view } = tables[0]!;
    const shown = async (): Promise<string | undefined> =>
      (await view.rows({ offset: 0, limit: 1 })).rows[0]?.cells[4]?.changes?.map(({ text }) => text).join();
    const { key } = (await view.rows({ offset: 0, limit: 1 })).rows[0]!;
    assert.deepEqual([await shown(), offered(view).at(-1)], ['', 'Change Columns…']);
    const changing = Promise.resolve(view.onAction('changeColumns'));
    const again = await nextList();
    assert.equal(again.items.find(({ label }) => label.endsWith('region'))?.description, '→ Omit');
    again.choose('$(circle-slash) region');
    (await nextList()).choose('Property "region"');
    (await nextList()).accept();
    await changing;
    assert.equal(await shown(), 'region = EU');
    // A row of the former reading is no longer there.
    await view.onActivate?.(key);
  });

  it('asks once for each column about cells that another program may have changed, and reads it so', async () => {
    const { product, file } = await withFile('user_group_id,name,mapping.40\n="007",New,NULL\n="008",Other,213\n');
    const { context, tables } = playedWindow(product);
    await importGroups(context, invocation({ file }));
    const { view } = tables[0]!;
    assert.deepEqual(offered(view).slice(2), ['Review Changed Cells…', 'Change Columns…']);
    const warned = await view.rows({ filter: 'warned', offset: 0, limit: 9 });
    assert.deepEqual([warned.total, view.now().filters.at(-1)?.count], [2, 2]);
    const answering = Promise.resolve(view.onAction('changedCells'));
    const ids = await nextList();
    assert.deepEqual(
      [ids.placeholder, ids.labels],
      ['"user_group_id" has values that another program may have changed', ['Read ="007" as "007"', 'Keep ="007"']],
    );
    ids.choose('Read ="007" as "007"');
    (await nextList()).choose('Keep "NULL"');
    await answering;
    assert.deepEqual(await states(view), ['007: Not in the list', '008: Not in the list']);
    assert.deepEqual([offered(view).slice(2), view.now().filters.at(-1)?.count], [['Change Columns…'], 0]);
  });

  it('reads the rows that it skipped when that is chosen, and keeps what was answered', async () => {
    const { product, file } = await withFile('user_group_id,name\n1.0,New\n\nTotal,1\n');
    const { context, tables } = playedWindow(product);
    await importGroups(context, invocation({ file }));
    const { view } = tables[0]!;
    assert.match(view.now().reason ?? '', /^Skipped as headers, separators, totals or footers: line 4\.\n\S+\.csv · /);
    const answering = Promise.resolve(view.onAction('changedCells'));
    (await nextList()).choose('Read "1.0" as "1"');
    await answering;
    assert.deepEqual(offered(view).slice(2), ['Read Skipped Rows', 'Change Columns…']);
    await view.onAction('allRows');
    assert.deepEqual(await states(view), ['1: Not in the list', 'Total: Not in the list']);
    assert.deepEqual(offered(view).slice(2), ['Skip Rows Again', 'Change Columns…']);
    await view.onAction('allRows');
    assert.deepEqual(await states(view), ['1: Not in the list']);
  });

  it('keeps how it was read where changing that is closed, and goes on there', async () => {
    const { product, file } = await withFile('user_group_id,name,region\nnew,New,EU\n');
    window.showOpenDialog = () => Promise.resolve([Uri.file(file)]);
    const { context, tables } = playedWindow(product);
    const importing = importGroups(context, invocation({}, 'item'));
    (await nextList()).accept();
    await importing;
    const { view } = tables[0]!;
    const before = JSON.stringify(await view.rows({ offset: 0, limit: 9 }));
    const changing = Promise.resolve(view.onAction('changeColumns'));
    (await nextList()).choose('$(symbol-field) region');
    (await nextList()).choose('Omit');
    await (await nextList()).cancel(changing);
    assert.equal(JSON.stringify(await view.rows({ offset: 0, limit: 9 })), before);
    const later = Promise.resolve(view.onAction('changeColumns'));
    const left = await nextList();
    assert.ok(left.labels.includes('$(circle-slash) region'), left.labels.join());
    await left.cancel(later);
  });

  it('distinguishes rows on the same line of a file', async () => {
    const { product } = await withFile();
    const { context, tables } = playedWindow(product);
    await importGroups(context, invocation({ file: write('a.json', '[{"user_group_id":"x"},{"user_group_id":"y"}]') }));
    const { rows } = await tables[0]!.view.rows({ offset: 0, limit: 9 });
    assert.equal(new Set(rows.map(({ key }) => key)).size, 2);
  });

  it('opens the group of a row, or what the file has for one that is not in the list', async () => {
    const { product, file } = await withFile();
    const opened: string[] = [];
    const opening = commands.registerCommand('vscode.open', (uri) => opened.push((uri as Uri).path));
    const { context, tables } = playedWindow(product, [], {
      comparisons: standIn({
        show: (title, before, after) =>
          Promise.resolve(void opened.push(`${title}: ${before}${JSON.stringify(JSON.parse(String(after)))}`)),
      }),
    });
    await importGroups(context, invocation({ file }));
    const { view } = tables[0]!;
    for (const { key } of (await view.rows({ offset: 0, limit: 9 })).rows) await view.onActivate?.(key);
    opening.dispose();
    assert.deepEqual(opened, [
      '/staging/acme.usergroup.json',
      '"new" on staging: not in the list ↔ customers.csv: {"user_group_id":"new","name":"New"}',
    ]);
  });
});

describe('The source of an import', () => {
  inFolder();
  const sourceOf = (...names: readonly string[]) => ({
    uris: names.map((name) => fileUri(join(folder, name))),
    isFolder: false,
  });

  it('is what the user chooses, who begins in the folder that is open', async () => {
    const asked: object[] = [];
    const chosen = [[Uri.file('/a.csv'), Uri.file('/b.csv')], [Uri.file('/a.csv')], [], undefined];
    window.showOpenDialog = (options) => {
      asked.push(options);
      return Promise.resolve(chosen.shift());
    };
    const { uris, isFolder } = await chooseSource('Import Groups');
    workspace.workspaceFolders = [{ uri: Uri.file('/repository') }];
    await chooseSource('Import Groups');
    assert.deepEqual([uris.length, isFolder], [2, false]);
    const options = {
      title: 'Import Groups',
      openLabel: 'Import',
      canSelectMany: true,
      filters: {
        'CSV, JSON, JSON Lines, or documents': ['csv', 'tsv', 'txt', 'json', 'jsonl', 'ndjson'],
        'All files': ['*'],
      },
    };
    assert.deepEqual(asked, [options, { ...options, defaultUri: Uri.file('/repository') }]);
    await assert.rejects(chooseSource(''), { kind: 'cancelled' });
    await assert.rejects(chooseSource(''), { kind: 'cancelled' });
  });

  it('is a file or a folder that the call names', async () => {
    const file = write('a.csv', '');
    assert.deepEqual(
      [(await inputSource(file)).isFolder, (await inputSource(folder)).isFolder, (await inputSource(file)).uris.length],
      [false, true, 1],
    );
    await assert.rejects(inputSource(join(folder, 'gone.csv')), {
      kind: 'notFound',
      message: '"gone.csv" can\'t be read. Choose another file or folder.',
    });
  });

  it('is read by the extension of its name', () => {
    assert.deepEqual(
      ['a.jsonl', 'a.NDJSON', 'a.jsonlines', 'a.json', 'a.JSON', 'a.csv', 'a.txt', 'jsonl', 'json.a'].map(sourceKindOf),
      ['jsonLines', 'jsonLines', 'jsonLines', 'json', 'json', 'csv', 'csv', 'csv', 'csv'],
    );
  });

  it('is one file, or documents with whatever was chosen beside them', async () => {
    write('a.csv', 'a');
    write('b.usergroup.json', 'b');
    const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
    const one = await readSource(sourceOf('a.csv'));
    const several = await readSource(sourceOf('a.csv', 'b.usergroup.json'));
    assert.ok(one.kind === 'csv' && several.kind === 'folder');
    assert.deepEqual(
      [text(one.bytes), several.files.map(({ name, bytes }) => [name, text(bytes)])],
      [
        'a',
        [
          ['a.csv', ''],
          ['b.usergroup.json', 'b'],
        ],
      ],
    );
  });

  it('is a folder of documents, whose links are named and not followed', async () => {
    write('a.usergroup.json', 'a');
    write('b.csv', 'b');
    write('._a.usergroup.json', 'of macOS');
    mkdirSync(join(folder, 'c.usergroup.json'));
    symlinkSync(join(folder, 'b.csv'), join(folder, 'd.usergroup.json'));
    symlinkSync(join(folder, 'b.csv'), join(folder, 'e.csv'));
    const read = await readSource({ uris: [fileUri(folder)], isFolder: true });
    assert.ok(read.kind === 'folder');
    assert.deepEqual(read.files.map(({ name, unread = '' }) => `${name} ${unread}`).toSorted(), [
      '._a.usergroup.json ',
      'a.usergroup.json ',
      'b.csv ',
      'c.usergroup.json It must be a file of at most 10 MB, and no symbolic link.',
      'd.usergroup.json It is a symbolic link, which is not followed.',
    ]);
    assert.equal((await readImport(read)).notes.at(-1), '1 hidden or temporary file ignored.');
  });

  it('is a document with what its folder adds, in a folder as by itself', async () => {
    write('a.usergroup.json', '{ "user_group_id": "a", "properties": {} }');
    write('usergroups.preset.json', '{ "properties": { "tier": "gold" } }');
    for (const chosen of [{ uris: [fileUri(folder)], isFolder: true }, sourceOf('a.usergroup.json')]) {
      const { rows, notes } = await readImport(await readSource(chosen));
      assert.deepEqual(notes, []);
      assert.match(rows[0]?.text ?? '', /"tier": "gold"/);
    }
  });

  it('is not several lists, an exported list, or nothing', async () => {
    write('a.csv', '');
    write('b.csv', '');
    write('c.usergroups.jsonl', '');
    await assert.rejects(readSource(sourceOf('a.csv', 'b.csv')), {
      kind: 'invalid',
      message:
        'Only *.usergroup.json files can be imported together. Choose one CSV, JSON or JSON Lines file at a time.',
    });
    await assert.rejects(readSource(sourceOf('c.usergroups.jsonl')), {
      kind: 'invalid',
      message: '"c.usergroups.jsonl" is an exported list. Use "Import List…".',
    });
    await assert.rejects(readSource(sourceOf()), { kind: 'cancelled' });
  });

  it('is no file that is larger than memory should hold', async () => {
    const { stat } = workspace.fs;
    Object.assign(workspace.fs, { stat: () => Promise.resolve({ type: 1, size: 512 * 1024 * 1024 + 1 }) });
    try {
      await assert.rejects(readSource(sourceOf('a.csv')), {
        kind: 'invalid',
        message: '"a.csv" is larger than 512 MB. Split it into several files.',
      });
    } finally {
      Object.assign(workspace.fs, { stat });
    }
  });
});
