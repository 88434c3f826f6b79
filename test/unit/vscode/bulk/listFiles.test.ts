// Export List… and Import List…: what is asked, what is shown of it, and what a caller is answered.

import assert from 'node:assert/strict';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { exportList, importList } from '../../../../src/vscode/bulk/listFiles.ts';
import type { BulkContext } from '../../../../src/vscode/bulk/bulkContext.ts';
import type { Invocation } from '../../../../src/vscode/command/invocation.ts';
import { nextList, Uri, window } from '../../../support/editor/fakeVscode.ts';
import { playedWindows } from '../../../support/editor/playedWindow.ts';
import { DAY, documentOf, productStarter, type Product } from '../../../support/product.ts';
import { standIn } from '../../../support/standIn.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';

const { showOpenDialog, showSaveDialog } = window;
const invocation = (input: Invocation['input'] = {}, origin: Invocation['origin'] = 'argument'): Invocation => ({
  origin,
  input,
});
const documentFor = (id: string, name = id): string => documentOf({ user_group_id: id, name });

let folder = '';
let file = '';
/** To be called inside a `describe`. */
function inFolder(): void {
  beforeEach(() => {
    folder = temporaryFolder('user-groups-lists-');
    file = join(folder, 'list.usergroups.jsonl');
  });
  afterEach(() => {
    Object.assign(window, { showOpenDialog, showSaveDialog });
    rmSync(folder, { recursive: true });
  });
}

describe('Export List…', () => {
  inFolder();
  const start = productStarter();
  const playedWindow = playedWindows();
  const withGroups = async (...ids: readonly string[]): Promise<Product> => {
    const product = await start();
    product.settings.edit([
      ...product.settings.entries,
      { name: 'second', baseUrl: product.remote.baseUrl, environment: 'Testing' },
    ]);
    for (const id of ids) await product.services.sending.getOrCreate(product.connection, documentFor(id));
    return product;
  };

  for (const [ids, text] of [
    [['a'], '1 group exported'],
    [['a', 'b'], '2 groups exported'],
    [[], '0 groups exported'],
  ] as const)
    it(`writes the groups into a file of the user's own, and says how many: ${ids.length}`, async () => {
      const { context, said } = playedWindow(await withGroups(...ids));
      assert.deepEqual(await exportList(context, invocation({ file })), { groups: ids.length, file });
      assert.deepEqual(said, [`status: ${text} to "${file}", without tokens`]);
      assert.equal(readFileSync(file, 'utf8').trim().split('\n').length, ids.length + 2);
      assert.equal(statSync(file).mode & 0o777, 0o600);
    });

  it('is of one connection where the call names it', async () => {
    const { context } = playedWindow(await withGroups('a'));
    assert.equal((await exportList(context, invocation({ file, connection: 'second' }))).groups, 0);
  });

  it('replaces what the user has chosen in the dialog, and writes nothing where it is closed', async () => {
    const { context } = playedWindow(await withGroups('a'));
    const asked: object[] = [];
    const chosen = [Uri.file(file), undefined];
    window.showSaveDialog = (options) => {
      asked.push(options);
      return Promise.resolve(chosen.shift());
    };
    assert.equal((await exportList(context, invocation())).file, file);
    assert.deepEqual(asked, [
      {
        title: 'Export List',
        defaultUri: Uri.file('user-groups.usergroups.jsonl'),
        filters: { 'Lists of groups': ['usergroups.jsonl', 'jsonl'] },
      },
    ]);
    await assert.rejects(exportList(context, invocation()), { kind: 'cancelled' });
  });
});

describe('Import List…', () => {
  inFolder();
  const start = productStarter();
  const playedWindow = playedWindows();

  /** With the file of another machine: there `a` is another one a day later, and three are only there. */
  const withFile = async (here: readonly string[] = ['a']): Promise<Product> => {
    const there = await start();
    await there.services.sending.getOrCreate(there.connection, documentFor('b'));
    there.clock.now += DAY;
    for (const [id, name] of [['a', 'Theirs'], ['c'], ['d']] as const)
      await there.services.sending.getOrCreate(there.connection, documentFor(id, name));
    await exportList(playedWindow(there).context, invocation({ file }));
    const product = await start();
    for (const id of here) await product.services.sending.getOrCreate(product.connection, documentFor(id));
    product.settings.edit(
      product.settings.entries.map((entry) => ({ ...(entry as object), baseUrl: product.remote.baseUrl })),
    );
    return product;
  };
  const reports = (into: string[]): Partial<BulkContext> => ({
    reports: standIn({ show: (title, text) => Promise.resolve(void into.push(title, text)) }),
  });
  const nameOf = (product: Product, id: string): string | undefined => product.record(id)?.base?.text;
  /** For the user: the connection is chosen by its place in the list. */
  const choose = async (label: string): Promise<readonly string[]> => {
    const list = await nextList();
    const seen = [list.title, list.placeholder ?? '', ...list.labels, String(list.active)];
    list.choose(label);
    return seen;
  };

  it('shows the user what differs, and keeps it unless told otherwise', async () => {
    const product = await withFile();
    window.showOpenDialog = () => Promise.resolve([Uri.file(file)]);
    const shown: string[] = [];
    const { context, asked, said } = playedWindow(product, ['Keep Existing'], reports(shown));
    const importing = importList(context, invocation({}, 'palette'));
    const [title, placeholder, ...labels] = await choose('staging');
    assert.deepEqual(
      [title, placeholder?.replace(/:\d{2,5}\)/, ':…)'), labels],
      [
        'Import List',
        'Select the connection for the groups of "staging" (http://127.0.0.1:…): 4',
        ['staging', 'Skip These Groups', 'undefined'],
      ],
    );
    assert.deepEqual(await importing, { added: 3, replaced: 0, same: 0, different: 1, leftOut: 0 });
    assert.deepEqual(asked, [
      {
        title: 'Add 3 groups from the file to the list?',
        detail: [
          'Identical to the list: 0, different: 1, skipped: 0.',
          '"Replace with File" keeps tokens and history.',
          'Nothing is sent. The file has no tokens.',
        ],
        answers: ['Keep Existing', 'Replace with File'],
      },
    ]);
    assert.deepEqual(said, ['status: List imported without tokens (added: 3, replaced: 0, kept: 1)']);
    assert.equal(shown[0], 'Differences in the List File');
    assert.deepEqual(shown[1]?.split('\n').slice(0, 4), [
      `1 group differs in "${file}". Each line shows the list, then the file.`,
      '',
      '"a" on staging (newer in the file)',
      '  last sent: name: "a" → "Theirs"',
    ]);
    assert.equal(nameOf(product, 'a'), documentFor('a'));
  });

  it('replaces what differs where the user says so, and says how many drafts that costs', async () => {
    const product = await withFile();
    product.services.groups.saveDraft(product.connection, 'a', documentFor('a', 'Mine'));
    const { context, asked } = playedWindow(product, ['Replace with File'], reports([]));
    const importing = importList(context, invocation({ file }, 'palette'));
    await choose('staging');
    assert.equal((await importing).replaced, 1);
    assert.deepEqual(
      asked[0]?.detail[1],
      '"Replace with File" keeps tokens and history. 1 draft on this machine is discarded.',
    );
    assert.equal(nameOf(product, 'a'), documentFor('a', 'Theirs'));
  });

  it('skips the groups of a connection that the user does not choose', async () => {
    const product = await withFile();
    const { context, asked } = playedWindow(product, ['Add to List'], reports([]));
    const importing = importList(context, invocation({ file }, 'palette'));
    await choose('Skip These Groups');
    assert.deepEqual(await importing, { added: 0, replaced: 0, same: 0, different: 0, leftOut: 4 });
    assert.equal(asked[0]?.title, 'Replace groups in the list with those in the file?');
  });

  it('keeps what differs for a caller who says nothing of it, and asks nothing', async () => {
    const product = await withFile();
    const { context, asked } = playedWindow(product);
    const { added } = await importList(context, invocation({ file, connection: 'staging' }));
    assert.equal(added, 3);
    assert.deepEqual([asked, nameOf(product, 'a')], [[], documentFor('a')]);
    const call = invocation({ file, connection: 'staging', different: 'theirs' });
    assert.equal((await importList(context, call)).replaced, 1);
    const { same, different } = await importList(context, call);
    assert.deepEqual([same, different], [4, 0]);
  });

  it('asks a caller before drafts are lost, with the environment of a guarded connection', async () => {
    const product = await withFile(['a', 'c']);
    product.settings.edit(product.settings.entries.map((entry) => ({ ...(entry as object), environment: 'Customer' })));
    for (const id of ['a', 'c']) product.services.groups.saveDraft(product.connection, id, documentFor(id, 'Mine'));
    const { context, asked } = playedWindow(product, ['Keep Existing', 'Replace with File']);
    const call = invocation({ file, connection: 'staging', different: 'theirs' });
    await assert.rejects(importList(context, call), { kind: 'cancelled' });
    assert.deepEqual(asked, [
      {
        title: 'Replace 2 groups in the list with those in the file?',
        detail: [
          'Environment: PRODUCTION.',
          '2 drafts on this machine are discarded.',
          'Tokens and history stay. Nothing is sent.',
        ],
        answers: ['Replace with File'],
      },
    ]);
    assert.equal((await importList(context, call)).replaced, 2);
  });

  it('leaves a draft that came while the file was compared, about which a caller was not asked', async () => {
    const product = await withFile();
    const { listExchange, groups } = product.services;
    const compare = listExchange.compare.bind(listExchange);
    listExchange.compare = async (...input) => {
      const merge = await compare(...input);
      groups.saveDraft(product.connection, 'a', documentFor('a', 'Mine'));
      return merge;
    };
    const { context, asked } = playedWindow(product);
    const call = invocation({ file, connection: 'staging', different: 'theirs' });
    assert.equal((await importList(context, call)).replaced, 0);
    assert.deepEqual([asked, product.record('a')?.draft?.text], [[], documentFor('a', 'Mine')]);
  });

  it('that is canceled keeps what was imported, and can go on', async () => {
    const product = await withFile([]);
    const { listExchange } = product.services;
    listExchange.takeOver = () => Promise.resolve({ added: 1_200, replaced: 2, isCancelled: true });
    const { context, said, ran } = playedWindow(product, ['Continue Import']);
    await assert.rejects(importList(context, invocation({ file, connection: 'staging' })), { kind: 'cancelled' });
    assert.deepEqual(
      [said, ran],
      [
        ['warn: The import was canceled (added: 1,200, replaced: 2). | Continue Import'],
        [`userGroups.importList {"file":"file://${file}"}`],
      ],
    );
  });

  it('reads a file that only the editor can access', async () => {
    const product = await withFile([]);
    const { context } = playedWindow(product);
    const address = `vscode-vfs://machine${file}`;
    assert.equal((await importList(context, invocation({ file: address, connection: 'staging' }))).added, 4);
  });

  it('is of the file that the user chooses, or of none', async () => {
    const product = await withFile([]);
    const titles: string[] = [];
    const chosen = [undefined, []];
    window.showOpenDialog = ({ title }) => {
      titles.push(title);
      return Promise.resolve(chosen.shift());
    };
    const importing = (): Promise<unknown> => importList(playedWindow(product).context, invocation({}, 'palette'));
    await assert.rejects(importing(), { kind: 'cancelled' });
    await assert.rejects(importing(), { kind: 'cancelled' });
    assert.deepEqual(titles, ['Import List', 'Import List']);
    await assert.rejects(importList(playedWindow(product).context, invocation({ file: join(folder, 'gone') })), {
      message: /^Couldn't import the list\./,
    });
  });
});
