// A table in its own tab: what its page gets, what is kept of its look, and what is left when it closes.

import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Memory } from '../../../../src/core/ports/storage.ts';
import type { TableLook } from '../../../../src/protocol/tableProtocol.ts';
import { TablePanel } from '../../../../src/vscode/table/tablePanel.ts';
import type { TableView } from '../../../../src/vscode/table/tableView.ts';
import { fileUri } from '../../../support/editor/fakeFiles.ts';
import type { FakePanel } from '../../../support/editor/fakePanel.ts';
import { panels } from '../../../support/editor/fakeVscode.ts';
import { FakeSchedule } from '../../../support/fakeSchedule.ts';

const LOOKS = 'userGroups.tableLooks';
const LONG = 'Set property plan to "pro": all 100,000 groups on production that match';

/** A panel with its tab. */
function opened(kept?: unknown, column?: vscode.ViewColumn) {
  const [memory, logged, bugs]: [Map<string, unknown>, string[], unknown[]] = [new Map([[LOOKS, kept]]), [], []];
  const words = { title: LONG, headline: 'First\u202E' };
  const view: TableView = {
    kind: 'plan',
    get title() {
      return words.title;
    },
    columns: [{ id: 'id', title: 'ID', isSortable: true }],
    now: () => {
      if (words.headline === 'broken') throw new Error('no headline');
      return { headline: words.headline, filters: [], actions: [] };
    },
    rows: () => ({ rows: [], total: 0 }),
    onAction: () => undefined,
  };
  const clock = new FakeSchedule({ now: 0 });
  const panel = new TablePanel(
    view,
    {
      extension: fileUri('/extension'),
      log: {
        request: () => undefined,
        info: () => undefined,
        warn: (line) => void logged.push(line),
        bug: (error) => void bugs.push(error),
      },
      schedule: clock.schedule,
      memory: {
        get: (key) => memory.get(key),
        set: (key, value) => Promise.resolve(void memory.set(key, value)),
      } satisfies Pick<Memory, 'get' | 'set'>,
    },
    column,
  );
  const tab = panels.at(-1)!;
  return { panel, tab, memory, logged, bugs, words, clock };
}

const settled = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });
/** What the page is answered. */
async function answer(tab: FakePanel, name: string, asked?: unknown): Promise<unknown> {
  tab.receive({ call: 1, request: name, with: asked });
  await settled();
  return tab.posted.at(-1);
}

describe('A table in its own tab', () => {
  it('is a page of its own with a short title, which may read nothing but itself', () => {
    const { tab } = opened();
    assert.deepEqual([tab.viewType, tab.viewColumn], ['userGroups.table', vscode.ViewColumn.Active]);
    assert.ok(tab.title.length <= 60 && tab.title.startsWith('Set property plan to "pro"'), tab.title);
    assert.deepEqual(tab.options, {
      enableScripts: true,
      retainContextWhenHidden: false,
      localResourceRoots: [fileUri('/extension/dist/table'), fileUri('/extension/media')],
    });
    const { html } = tab.webview;
    for (const part of [
      'page:/extension/dist/table/table.js',
      'page:/extension/media/form.css',
      'page:/extension/media/table.css',
    ])
      assert.ok(html.includes(part), part);
    assert.ok(html.includes('<title>Table</title>'), html);
    assert.ok(html.includes('that match') && html.includes('First') && !html.includes('\u202E'), html);
  });

  it('has a key for its scripts that no other page has', () => {
    const keys = [opened(), opened()].map(({ tab }) => /nonce-([^']+)'/.exec(tab.webview.html)?.[1]);
    assert.ok(keys[0] !== undefined && keys[0] !== keys[1], keys.join());
  });

  it('is told of what changes, as is its tab', () => {
    const { panel, tab, words } = opened();
    Object.assign(words, { title: 'Another', headline: 'Second' });
    panel.update();
    assert.equal(tab.title, 'Another');
    assert.deepEqual(tab.posted, [
      { event: 'state', with: { revision: 1, title: 'Another', headline: 'Second', filters: [], actions: [] } },
    ]);
  });

  it('leaves an error of its view to the log', () => {
    const { panel, words, bugs } = opened();
    words.headline = 'broken';
    panel.update();
    assert.deepEqual(bugs.map(String), ['Error: no headline']);
  });

  for (const [what, kept, look] of [
    ['nothing', undefined, { widths: {} }],
    ['something else', 'wide', { widths: {} }],
    ['a look that is none', { plan: { widths: 'wide' } }, { widths: {} }],
    ['that of another kind', { import: { widths: { id: 90 } } }, { widths: {} }],
    ['its own', { plan: { widths: { id: 90 } } }, { widths: { id: 90 } }],
  ] as const)
    it(`begins as the last one of its kind was left: ${what}`, async () => {
      const { result } = (await answer(opened(kept).tab, 'open')) as { readonly result: { readonly look: TableLook } };
      assert.deepEqual(result.look, look);
    });

  it('keeps its look beside those of other kinds', async () => {
    const { tab, memory } = opened({ import: { widths: { id: 1 } } });
    const look = { widths: { id: 90 }, sort: { column: 'id', isDescending: true } };
    await answer(tab, 'keep', look);
    assert.deepEqual(memory.get(LOOKS), { import: { widths: { id: 1 } }, plan: look });
  });

  it('is brought to the front where it is, or elsewhere', () => {
    const { panel, tab } = opened(undefined, vscode.ViewColumn.Two);
    assert.deepEqual([tab.viewColumn, panel.column], [vscode.ViewColumn.Two, vscode.ViewColumn.Two]);
    panel.show();
    panel.show(vscode.ViewColumn.One);
    assert.deepEqual(tab.revealed, [vscode.ViewColumn.Two, vscode.ViewColumn.One]);
  });

  it('says once that it is closed, and neither hears nor tells of anything afterwards', async () => {
    const { panel, tab, clock, logged } = opened();
    let closed = 0;
    panel.onDidClose(() => {
      closed += 1;
    });
    panel.update();
    panel.dispose();
    panel.update();
    tab.dispose();
    tab.receive('nonsense');
    await clock.elapse(1_000);
    assert.deepEqual([closed, tab.posted.length, logged], [1, 1, []]);
  });

  it('leaves unanswered what it does not understand', () => {
    const { tab, logged } = opened();
    tab.receive({ call: 1, request: 'forget' });
    assert.deepEqual([tab.posted, logged.length], [[], 1]);
  });
});
