// The history as a table: what each version changed, found by words, compared and restored beside the list, which
// follows what is sent.

import assert from 'node:assert/strict';
import { ViewColumn } from 'vscode';
import type { TableRow } from '../../../../src/protocol/tableProtocol.ts';
import { groupUri } from '../../../../src/vscode/platform/documentUris.ts';
import { shownLines, type Messages } from '../../../../src/vscode/platform/messages.ts';
import { HistoryTab, type HistoryContext } from '../../../../src/vscode/sending/historyTab.ts';
import type { TablePanel } from '../../../../src/vscode/table/tablePanel.ts';
import type { TableView } from '../../../../src/vscode/table/tableView.ts';
import { failureOf } from '../../../support/clientUnderTest.ts';
import { commands, TabInputCustom, tabs } from '../../../support/editor/fakeVscode.ts';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';
import { standIn } from '../../../support/standIn.ts';

const BASIC = documentOf({ properties: { plan: 'basic' } });
const PRO = documentOf({ properties: { plan: 'pro' } });

interface Shown {
  readonly view: TableView;
  /** Which the editor was asked for, and where it was brought to since. */
  readonly columns: (number | undefined)[];
  updates: number;
  isClosed: boolean;
}

function historyOf({ services }: Product) {
  const tables: Shown[] = [];
  const compared: { readonly title: string; readonly texts: readonly string[]; readonly where: object }[] = [];
  const said: string[] = [];
  const asked: string[] = [];
  let answer: string | undefined;
  let whileAsked = (): void => undefined;
  const context = standIn<HistoryContext>({
    services,
    messages: standIn<Messages>({
      status: (text) => {
        said.push(text);
      },
      ask: ({ title, detail, answers }) => {
        asked.push([title, ...shownLines(detail), ...answers].join(' | '));
        whileAsked();
        return Promise.resolve(answer);
      },
    }),
    documents: standIn({ savedText: () => Promise.resolve(undefined) }),
    comparisons: standIn({
      show: (title, before, after, where) => {
        compared.push({ title, texts: [before, String(after)], where: where ?? {} });
        return Promise.resolve();
      },
    }),
    openTable: (view, column) => {
      const shown: Shown = { view, columns: [column], updates: 0, isClosed: false };
      tables.push(shown);
      const closing: ((event: undefined) => void)[] = [];
      const panel = standIn<TablePanel>({
        column: ViewColumn.Two,
        update: () => {
          shown.updates += 1;
        },
        show: (to) => {
          shown.columns.push(to);
        },
        onDidClose: (listener) => {
          closing.push(listener);
          return { dispose: () => undefined };
        },
        dispose: () => {
          shown.isClosed = true;
          for (const close of closing) close(undefined);
        },
      });
      open.push(panel);
      return panel;
    },
  });
  const tab = new HistoryTab(context);
  return {
    tables,
    compared,
    said,
    asked,
    agree: (to: string, meanwhile = whileAsked) => {
      answer = to;
      whileAsked = meanwhile;
    },
    of: (userGroupId: string) =>
      tab.show({ origin: 'item', input: { connection: 'staging', user_group_id: userGroupId } }),
    ofAll: () => tab.showAll(),
  };
}

/** What the tests have opened. */
const open: TablePanel[] = [];

function rowsOf({ view }: Shown, question: object = {}): Promise<readonly TableRow[]> {
  return Promise.resolve(view.rows({ offset: 0, limit: 100, ...question })).then(({ rows }) => rows);
}

/** The texts from the group or the changes on, without how long it took. */
const textsOf = (rows: readonly TableRow[]): string[] =>
  rows.map(({ cells }) =>
    cells
      .slice(1, -1)
      .map(({ text, changes = [] }) => [...changes.map((change) => change.text), text].join(' ').trim())
      .join(' | '),
  );

async function sentTwice(product: Product): Promise<void> {
  const { services, connection } = product;
  await services.sending.getOrCreate(connection, BASIC);
  await services.sending.update(connection, PRO);
  await services.rotation.rotate(connection, 'acme');
}

describe('The history', () => {
  const start = productStarter();
  afterEach(() => {
    for (const panel of open.splice(0)) panel.dispose();
    tabs.active = undefined;
  });

  /** Of `acme`, which was created, updated and rotated. */
  async function withHistory() {
    const product = await start();
    await sentTwice(product);
    const history = historyOf(product);
    await history.of('acme');
    return { product, history };
  }

  it('says in each row what it changed, the newest first', async () => {
    const product = await start();
    const { services, connection, remote } = product;
    await sentTwice(product);
    remote.misbehave('status403', { times: 1, operation: 'update' });
    await failureOf(services.sending.update(connection, BASIC));
    remote.misbehave(undefined);
    await services.sending.update(connection, PRO);
    const history = historyOf(product);
    await history.of('acme');
    const [shown] = history.tables;
    assert.equal(shown!.view.title, 'History: "acme" on staging');
    assert.equal(shown!.view.now().headline, `${(await rowsOf(shown!)).length} requests sent`);
    const texts = textsOf(await rowsOf(shown!));
    assert.match(texts[1]!, /^(?!properties).* \| Rejected \| Update$/);
    assert.deepEqual(texts.toSpliced(1, 1), [
      'No changes | Updated | Update',
      'Token rotated | Rotated | Rotate token',
      'plan: "basic" → "pro" | Updated | Update',
      'First sent here | Created | Get or create',
    ]);
  });

  it('is found by words, those of a change too, and sorted', async () => {
    const { history } = await withHistory();
    const found = async (question: object): Promise<string[]> => textsOf(await rowsOf(history.tables[0]!, question));
    assert.deepEqual(await found({ text: 'plan updated' }), ['plan: "basic" → "pro" | Updated | Update']);
    assert.deepEqual(await found({ text: 'rotated' }), ['Token rotated | Rotated | Rotate token']);
    assert.deepEqual(await found({ text: 'nothing of this' }), []);
    const sort = { column: 'when', isDescending: false };
    assert.deepEqual((await found({ sort })).at(-1), 'Token rotated | Rotated | Rotate token');
    assert.deepEqual((await found({ sort: { column: 'request', isDescending: true } }))[0]?.split(' | ')[2], 'Update');
    const { view } = history.tables[0]!;
    const total = async (text: string, signal: AbortSignal): Promise<number> =>
      (await view.rows({ offset: 0, limit: 9, text }, signal)).total;
    assert.equal(await total('plan', new AbortController().signal), 1);
    assert.equal(await total('pro', AbortSignal.abort()), 0, 'a search that is no longer wanted');
  });

  it('opens beside the document that is active, keeps that, and compares where it is', async () => {
    const product = await start();
    await sentTwice(product);
    const kept: string[] = [];
    const keeping = commands.registerCommand('workbench.action.keepEditor', () => kept.push('kept'));
    tabs.active = { input: new TabInputCustom(groupUri('staging', 'acme')), isPreview: true };
    const history = historyOf(product);
    await history.of('acme');
    keeping.dispose();
    const [shown] = history.tables;
    assert.deepEqual([shown!.columns, kept], [[ViewColumn.Beside], ['kept']]);
    const rows = await rowsOf(shown!);
    await shown!.view.onActivate?.(rows[1]!.key);
    await shown!.view.onAction('compare', rows.at(-1)!.key);
    assert.deepEqual(
      history.compared.map(({ texts, where }) => [...texts, where]),
      [
        [BASIC, PRO, { preserveFocus: true, viewColumn: 1 }],
        ['', BASIC, { preserveFocus: true, viewColumn: 1 }],
      ],
    );
  });

  it('leaves out what was only fetched, until it is asked for or is all there is', async () => {
    const product = await start();
    const { services, connection } = product;
    await sentTwice(product);
    await services.sending.getOrCreate(connection, PRO);
    const history = historyOf(product);
    await history.of('acme');
    const [shown] = history.tables;
    const [filter] = shown!.view.now().filters;
    const fetches = await rowsOf(shown!, { filter: filter!.id });
    assert.ok(fetches.length > 0 && filter!.count === fetches.length);
    assert.ok(textsOf(fetches).every((text) => text === 'Fetched only | Existed | Get or create'));
    assert.equal((await rowsOf(shown!)).length, 3);
    const versions = services.groups.versionSummaries({ limit: 99 });
    services.groups.versionSummaries = () => versions.filter(({ outcome }) => outcome === 'existed');
    await history.ofAll();
    assert.equal((await rowsOf(history.tables[1]!)).length, fetches.length);
  });

  it('says that a version is equal to the one before, and compares nothing', async () => {
    const product = await start();
    await sentTwice(product);
    await product.services.sending.update(product.connection, PRO);
    const history = historyOf(product);
    await history.of('acme');
    const [again] = await rowsOf(history.tables[0]!);
    await history.tables[0]!.view.onActivate?.(again!.key);
    assert.deepEqual(history.compared, []);
    assert.match(history.said.join(), /^"acme" on staging: no changes since the version sent 12 May/);
  });

  it('goes by the name that the connection has now', async () => {
    const { product, history } = await withHistory();
    const [shown] = history.tables;
    product.services.connections.withId = () => ({ ...product.connection, name: 'renamed' });
    assert.equal(shown!.view.title, 'History: "acme" on renamed');
    product.services.connections.withId = () => undefined;
    assert.equal(shown!.view.title, 'History: "acme" on staging');
  });

  it('offers nothing for a rotation, which has no text', async () => {
    const { history } = await withHistory();
    const [rotation, update] = await rowsOf(history.tables[0]!);
    assert.deepEqual([rotation?.offers, update?.offers], [undefined, ['compare', 'restore']]);
    const { view } = history.tables[0]!;
    await view.onActivate?.(rotation!.key);
    await view.onAction('restore', rotation!.key);
    assert.deepEqual([history.compared, history.said], [[], []]);
  });

  it('restores no version over a draft that has changed while it was asked about', async () => {
    const product = await start();
    await sentTwice(product);
    const { services, connection, record } = product;
    const history = historyOf(product);
    await history.of('acme');
    const first = (await rowsOf(history.tables[0]!)).at(-1)!.key;
    services.groups.saveDraft(connection, 'acme', 'typed');
    history.agree('Replace Draft', () => {
      services.groups.saveDraft(connection, 'acme', 'TYPED');
    });
    const failure = await failureOf(Promise.resolve(history.tables[0]!.view.onAction('restore', first)));
    assert.match(failure.message, /The document was changed elsewhere at the same time\. Try again\.$/);
    assert.equal(record('acme')?.draft?.text, 'TYPED');
  });

  it('follows what is sent while it is open', async () => {
    const product = await start();
    const { services, connection } = product;
    await sentTwice(product);
    const history = historyOf(product);
    await history.of('acme');
    const shown = history.tables[0]!;
    const before = (await rowsOf(shown)).length;
    await services.sending.update(connection, BASIC);
    assert.ok(shown.updates > 0);
    assert.deepEqual(textsOf(await rowsOf(shown))[0], 'plan: "pro" → "basic" | Updated | Update');
    assert.ok((await rowsOf(shown)).length > before);
  });

  it('reads again only what groups had before that changed since', async () => {
    const product = await start();
    const { services, connection } = product;
    await sentTwice(product);
    await services.sending.getOrCreate(connection, documentOf({ user_group_id: 'globex' }));
    const history = historyOf(product);
    await history.ofAll();
    const read = services.groups.versionSummaries.bind(services.groups);
    const asked: string[] = [];
    services.groups.versionSummaries = (query) => {
      asked.push(query.ref?.userGroupId ?? 'all');
      return read(query);
    };
    await rowsOf(history.tables[0]!);
    assert.deepEqual(asked.splice(0).toSorted(), ['acme', 'globex']);
    await services.sending.update(connection, BASIC);
    await rowsOf(history.tables[0]!);
    assert.deepEqual(asked, ['all', 'acme']);
  });

  it('is one tab: brought to the front for the same group, and replaced for another or for all', async () => {
    const product = await start();
    const { services, connection } = product;
    await sentTwice(product);
    await services.sending.getOrCreate(connection, documentOf({ user_group_id: 'globex' }));
    const history = historyOf(product);
    await history.of('acme');
    await history.of('acme');
    assert.deepEqual([history.tables.length, history.tables[0]?.columns], [1, [ViewColumn.Active, 2]]);
    await history.of('globex');
    await history.tables[1]!.view.onAction('all');
    assert.deepEqual(
      history.tables.map(({ view, columns, isClosed }) => [view.title, columns.at(-1), isClosed]),
      [
        ['History: "acme" on staging', 2, true],
        ['History: "globex" on staging', 2, true],
        ['History of All Groups', 2, false],
      ],
    );
    const { view } = history.tables[2]!;
    assert.deepEqual([view.columns[1]?.id, view.now().actions.map(({ id }) => id)], ['group', ['compare', 'restore']]);
    assert.deepEqual(textsOf(await rowsOf(history.tables[2]!, { text: 'globex' })), [
      '"globex" on staging | First sent here | Created | Get or create',
    ]);
    const closed = history.tables[0]!.updates;
    await services.sending.update(connection, PRO);
    assert.equal(history.tables[0]!.updates, closed, 'a closed one follows nothing');
  });

  it('is one tab even where two are asked for at the same moment', async () => {
    const product = await start();
    const { services, connection } = product;
    await services.sending.getOrCreate(connection, BASIC);
    await services.sending.getOrCreate(connection, documentOf({ user_group_id: 'globex' }));
    const history = historyOf(product);
    await Promise.all([history.of('acme'), history.of('globex'), history.ofAll()]);
    assert.deepEqual(history.tables.map(({ isClosed }) => isClosed).toSorted(), [false, true, true]);
  });

  it('shows when, what, its outcome with a mark, the request and how long it took', async () => {
    const product = await start();
    const { services, connection, remote } = product;
    await sentTwice(product);
    remote.misbehave('status403', { operation: 'update' });
    await failureOf(services.sending.update(connection, BASIC));
    const history = historyOf(product);
    await history.of('acme');
    const { view } = history.tables[0]!;
    assert.deepEqual(
      [view.kind, view.findHint, view.columns],
      [
        'history',
        'Filter by date, outcome, or change',
        [
          { id: 'when', title: 'When', isSortable: true },
          { id: 'changes', title: 'Changes', isMain: true },
          { id: 'outcome', title: 'Outcome', isSortable: true },
          { id: 'request', title: 'Request', isSortable: true },
          { id: 'took', title: 'Took', isSortable: true },
        ],
      ],
    );
    const rows = await rowsOf(history.tables[0]!);
    assert.deepEqual(
      rows.map(({ cells: [when, changes, outcome, request, took] }) => [
        when?.text.replace(/\d\d:\d\d/, 'hh:mm'),
        changes?.changes?.map(({ text }) => text),
        outcome?.mark,
        request?.text,
        took?.text.replace(/[\d,]+/, 'n'),
      ]),
      [
        ['12 May 2025 hh:mm', undefined, 'error', 'Update', 'n ms'],
        ['12 May 2025 hh:mm', undefined, 'done', 'Rotate token', 'n ms'],
        ['12 May 2025 hh:mm', ['plan: "basic" → "pro"'], 'done', 'Update', 'n ms'],
        ['12 May 2025 hh:mm', undefined, 'done', 'Get or create', 'n ms'],
      ],
    );
    assert.deepEqual(view.now().actions, [
      { id: 'compare', label: 'Compare', rowKey: 'Enter', isEnabled: true },
      { id: 'restore', label: 'Restore as Draft', rowKey: 'Shift+Enter', isEnabled: true },
      { id: 'all', label: 'All Groups', isEnabled: true },
    ]);
    assert.deepEqual(view.now().filters, [{ id: 'fetches', label: 'Fetches', count: 0 }]);
    await history.ofAll();
    const ofAll = history.tables[1]!;
    assert.deepEqual(
      [ofAll.view.kind, ofAll.view.findHint, ofAll.view.columns[1]],
      ['historyOfAll', 'Filter by date, group, outcome, or change', { id: 'group', title: 'Group', isSortable: true }],
    );
  });

  it('is sorted by each of its columns, and given in parts', async () => {
    const product = await start();
    const { services, connection } = product;
    await sentTwice(product);
    for (const id of ['acme-10', 'acme-9'])
      await services.sending.getOrCreate(connection, documentOf({ user_group_id: id }));
    const history = historyOf(product);
    await history.ofAll();
    const by = async (column: string, isDescending = false): Promise<string[]> =>
      textsOf(await rowsOf(history.tables[0]!, { sort: { column, isDescending } }));
    const groups = (await by('group')).map((text) => text.split(' | ')[0]);
    assert.deepEqual(groups.slice(-2), ['"acme-9" on staging', '"acme-10" on staging']);
    const outcomes = (await by('outcome', true)).map((text) => text.split(' | ')[2]);
    assert.deepEqual(outcomes, ['Updated', 'Rotated', 'Created', 'Created', 'Created']);
    const requests = (await by('request')).map((text) => text.split(' | ')[3]);
    assert.deepEqual(requests, ['Get or create', 'Get or create', 'Get or create', 'Rotate token', 'Update']);
    const part = await history.tables[0]!.view.rows({ offset: 1, limit: 2 });
    assert.deepEqual([part.total, textsOf(part.rows)], [5, textsOf(await rowsOf(history.tables[0]!)).slice(1, 3)]);
  });

  it('has the newest 500 of all groups, and says so', async () => {
    const product = await start();
    await product.services.sending.getOrCreate(product.connection, BASIC);
    const [version] = product.services.groups.versionSummaries({ limit: 1 });
    const limits: number[] = [];
    product.services.groups.versionSummaries = ({ limit }) => {
      limits.push(limit);
      return Array.from({ length: limit }, () => version!);
    };
    const history = historyOf(product);
    await history.ofAll();
    const { view } = history.tables[0]!;
    assert.equal(view.now().headline, '500 requests shown, the newest');
    assert.deepEqual([limits[0], (await view.rows({ offset: 0, limit: 1 })).total], [501, 500]);
  });

  it('says in the title of a comparison what is compared, and what is not certain', async () => {
    const product = await start();
    const { services, connection, remote, clock } = product;
    await services.sending.getOrCreate(connection, BASIC);
    clock.now += 1000;
    remote.misbehave('resetBeforeAnswer', { operation: 'update' });
    await failureOf(services.sending.update(connection, PRO));
    remote.misbehave(undefined);
    clock.now += 60_000;
    await services.sending.update(connection, documentOf({ properties: { plan: 'other' } }));
    const history = historyOf(product);
    await history.of('acme');
    for (const { key } of await rowsOf(history.tables[0]!)) await history.tables[0]!.view.onAction('compare', key);
    assert.deepEqual(
      history.compared.map(({ title }) => title.replaceAll(/\d\d:\d\d/g, 'hh:mm')),
      [
        '"acme" on staging: sent 12 May 2025 hh:mm ↔ sent 12 May 2025 hh:mm (unknown outcome in between)',
        '"acme" on staging: sent 12 May 2025 hh:mm:00 ↔ sent 12 May 2025 hh:mm:01 (Outcome unknown)',
        '"acme" on staging: nothing sent before ↔ sent 12 May 2025 hh:mm',
      ],
    );
  });

  it('names what a restored version replaces, and says what became of it', async () => {
    const product = await start();
    const { services, connection, clock } = product;
    await sentTwice(product);
    clock.now += 1000;
    const history = historyOf(product);
    await history.of('acme');
    const rows = await rowsOf(history.tables[0]!);
    const restore = (at: number): unknown => history.tables[0]!.view.onAction('restore', rows.at(at)?.key);
    services.groups.saveDraft(connection, 'acme', documentOf({ name: 'Typed' }));
    history.agree('Replace Draft');
    await restore(-1);
    assert.deepEqual(
      [history.asked, history.said],
      [
        [
          'Replace the draft of "acme" on staging? | The draft of 12 May 2025 was never sent and will be lost. | Replace Draft',
        ],
        ['Version restored as a draft of "acme" on staging'],
      ],
    );
    await restore(-1);
    await restore(1);
    assert.deepEqual(
      [history.asked.length, history.said.at(-1)],
      [2, 'The draft of "acme" on staging matches the last sent version and was removed'],
    );
  });

  it('opens the restored draft beside itself', async () => {
    const product = await start();
    await sentTwice(product);
    const opened: unknown[] = [];
    const opening = commands.registerCommand('vscode.open', (uri, column) => opened.push(String(uri), column));
    const history = historyOf(product);
    await history.of('acme');
    await history.tables[0]!.view.onAction('restore', (await rowsOf(history.tables[0]!)).at(-1)?.key);
    opening.dispose();
    assert.deepEqual(opened, [String(groupUri('staging', 'acme')), ViewColumn.One]);
  });

  it('says so where a version or its connection is gone', async () => {
    const { product, history } = await withHistory();
    const { view } = history.tables[0]!;
    const first = (await rowsOf(history.tables[0]!)).at(-1)!.key;
    assert.match(
      String(await failureOf(Promise.resolve(view.onAction('compare', '999')))),
      /This version is no longer stored/,
    );
    product.services.connections.withId = () => undefined;
    product.services.connections.list = () => [];
    assert.match(
      String(await failureOf(Promise.resolve(view.onAction('restore', first)))),
      /The connection of "acme" no longer exists\.$/,
    );
    await history.ofAll();
    assert.match(textsOf(await rowsOf(history.tables[1]!))[0] ?? '', /^"acme" \| /);
  });

  it('says so where nothing was sent', async () => {
    const product = await start();
    product.services.groups.saveDraft(product.connection, 'acme', BASIC);
    const history = historyOf(product);
    assert.match(String(await failureOf(history.of('acme'))), /Nothing was sent to "acme" on staging from here yet/);
    assert.match(String(await failureOf(history.ofAll())), /Nothing was sent yet/);
    assert.deepEqual(history.tables, []);
  });
});
