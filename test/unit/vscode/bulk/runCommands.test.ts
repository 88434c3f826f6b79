// Runs from their commands and tables: what begins one is asked first, what it did is shown, and can be undone.

import assert from 'node:assert/strict';
import { editMany } from '../../../../src/vscode/bulk/editMany.ts';
import { showRuns } from '../../../../src/vscode/bulk/showRuns.ts';
import { undoRun } from '../../../../src/vscode/bulk/undoRun.ts';
import { doWithRun } from '../../../../src/vscode/bulk/runs/runActions.ts';
import { openRunTable } from '../../../../src/vscode/bulk/runs/runTable.ts';
import type { Invocation } from '../../../../src/vscode/command/invocation.ts';
import type { TableView } from '../../../../src/vscode/table/tableView.ts';
import { commands, nextList, type Uri } from '../../../support/editor/fakeVscode.ts';
import { playedWindows, type PlayedWindow } from '../../../support/editor/playedWindow.ts';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';
import { standIn } from '../../../support/standIn.ts';

const IDS = ['a', 'b', 'c', 'd'];
const VIEWERS = 'Viewers see the change immediately. "Undo Bulk Operation…" restores the previous values.';

const invocation = (input: object, origin: Invocation['origin'] = 'argument'): Invocation => ({
  origin,
  input: { connection: 'staging', ...input },
});
const setTier = (value: string, ids: readonly string[] = IDS, more: object = {}): Invocation =>
  invocation({ user_group_ids: ids, change: { action: 'set', property: 'tier', value }, ...more });
const shown = async (view: TableView): Promise<string[]> =>
  (await view.rows({ offset: 0, limit: 100 })).rows.map(({ cells }) =>
    cells
      .map(({ text, mark = '', changes = [] }) => [mark, text, ...changes.map((each) => each.text)].join(' ').trim())
      .join(' | '),
  );
const textOf = ({ remote }: Product, id: string): string => (remote.group(id)?.properties ?? '').replaceAll(/\s/g, '');
const offered = (view: TableView): string[] =>
  view.now().actions.map(({ label, isEnabled }) => (isEnabled ? label : `(${label})`));

/** With four groups, of which `d` has a tier already. */
async function withGroups(start: () => Promise<Product>): Promise<Product> {
  const product = await start();
  for (const id of IDS)
    await product.services.sending.getOrCreate(
      product.connection,
      documentOf({
        user_group_id: id,
        name: id.toUpperCase(),
        mapping: {},
        properties: id === 'd' ? { tier: 'gold' } : {},
      }),
    );
  return product;
}

describe('Edit Multiple Groups…', () => {
  const start = productStarter();
  const window = playedWindows();

  it('shows what would change, and sends nothing before its button', async () => {
    const product = await withGroups(start);
    const { context, tables, asked } = window(product);
    assert.deepEqual(await editMany(context, setTier('gold')), { changed: 3, same: 1, skipped: 0 });
    const [{ view } = { view: standIn<TableView>({}) }] = tables;
    assert.deepEqual(await shown(view), [
      'a | A | info To change | tier: "gold"',
      'b | B | info To change | tier: "gold"',
      'c | C | info To change | tier: "gold"',
      'd | D | done Unchanged | ',
    ]);
    const { headline, explanation } = view.now();
    assert.deepEqual(
      [view.title, view.columns.map(({ title }) => title), headline, explanation, offered(view)],
      [
        'Set property "tier" to "gold": 4 groups on staging',
        ['ID', 'Name', 'State', 'Details'],
        '3 groups will change',
        'Changes made elsewhere are kept. Unchanged groups are compared with what was last sent or received.',
        ['Send 3…', 'Refresh 1 Unchanged…'],
      ],
    );
    assert.deepEqual([asked, product.services.runs.list(), textOf(product, 'a')], [[], [], '{}']);
  });

  it('sends it once it is agreed to, and its run takes the place of the plan', async () => {
    const product = await withGroups(start);
    const { context, tables, asked } = window(product, ['Update']);
    await editMany(context, setTier('gold', ['a', 'b', 'd']));
    await tables[0]?.view.onAction('first');
    assert.deepEqual(asked, [
      {
        title: 'Update 2 groups on staging?',
        detail: ['Change: Set property "tier" to "gold"', VIEWERS],
        answers: ['Update'],
      },
    ]);
    await product.services.runs.whenLeft(1);
    assert.deepEqual(
      [textOf(product, 'a'), textOf(product, 'c'), tables.map(({ isClosed }) => isClosed)],
      ['{"tier":"gold"}', '{}', [true, false]],
    );
    assert.deepEqual(await shown(tables[1]!.view), [
      'a | A | done Updated | tier: "gold"',
      'b | B | done Updated | tier: "gold"',
    ]);
  });

  it('sends three first where there are more, then asks for the rest', async () => {
    const product = await withGroups(start);
    const { context, tables, asked } = window(product, ['Update', 'Update']);
    await editMany(context, setTier('silver'));
    const plan = tables[0]!.view;
    assert.deepEqual(
      [offered(plan), plan.now().explanation],
      [
        ['Send First 3 of 4…'],
        'Three groups are sent first. Check them before the rest. Changes made elsewhere are kept.',
      ],
    );
    await plan.onAction('first');
    await product.services.runs.whenLeft(1);
    assert.deepEqual([textOf(product, 'c'), textOf(product, 'd')], ['{"tier":"silver"}', '{"tier":"gold"}']);
    const run = tables[1]!.view;
    assert.deepEqual(offered(run), ['Send Remaining 1…', 'Cancel', 'Undo Bulk Operation…']);
    await run.onAction('resume');
    await product.services.runs.whenLeft(1);
    assert.deepEqual(
      [asked.map(({ title }) => title), textOf(product, 'd'), asked[1]?.detail],
      [
        ['Update the first 3 of 4 groups on staging?', 'Update the remaining group on staging?'],
        '{"tier":"silver"}',
        ['Each group is fetched before it is updated.', VIEWERS],
      ],
    );
  });

  for (const [onFailure, state] of [
    ['stop', 'paused'],
    ['goOn', 'ended'],
  ] as const)
    it(`pauses after a failure only where it was told to: ${onFailure}`, async () => {
      const product = await withGroups(start);
      product.loseOnService('a');
      product.remote.misbehave('status500', { operation: 'update', times: 99 });
      const { context, tables } = window(product, ['Update']);
      await editMany(context, setTier('gold', ['a', 'b', 'c'], { on_failure: onFailure }));
      await tables[0]!.view.onAction('first');
      await product.services.runs.whenLeft(1);
      assert.equal(product.services.runs.find(1)?.state, state);
    });

  it('skips what has schema errors where these block, and opens a group by its row', async () => {
    const product = await withGroups(start);
    const opened: string[] = [];
    const opening = commands.registerCommand('vscode.open', (uri) => opened.push((uri as Uri).path));
    const errors = [{ message: 'Not a tier.', range: { start: { line: 0, character: 0 } } }];
    const { context, tables } = window(product, [], {
      settings: standIn({ schemaErrors: () => 'block' }),
      schemas: standIn({ errorsIn: ({ path }) => Promise.resolve(path.includes('/b.') ? (errors as never[]) : []) }),
    });
    assert.deepEqual(await editMany(context, setTier('gold', ['a', 'b'])), { changed: 1, same: 0, skipped: 1 });
    const [, b] = await shown(tables[0]!.view);
    assert.match(b ?? '', /^b \| B \| skipped Skipped \| Schema error in .*: Not a tier\.$/);
    await tables[0]!.view.onActivate?.('1');
    opening.dispose();
    assert.deepEqual(opened, ['/staging/b.usergroup.json']);
  });

  it('marks a data source that another group alone uses, and cannot refresh mappings', async () => {
    const product = await withGroups(start);
    await product.services.sending.getOrCreate(
      product.connection,
      documentOf({ user_group_id: 'other', name: 'Other', mapping: { 40: '213' } }),
    );
    const { context, tables, asked } = window(product);
    const change = { action: 'set', schema_id: '40', value: '213' };
    await editMany(context, invocation({ user_group_ids: ['a', 'other'], change }));
    const { view } = tables[0]!;
    assert.deepEqual(offered(view), ['Send 1…']);
    assert.match(
      (await shown(view))[0] ?? '',
      /^a \| A \| warning To change \| Only "Other" uses the data source "213"/,
    );
    await assert.rejects(async () => view.onAction('first'));
    assert.deepEqual(asked[0]?.detail[1], `1 group needs review. ${VIEWERS}`);
  });

  it('asks the service for groups that need no change, once that is agreed to', async () => {
    const product = await withGroups(start);
    const { context, tables, asked } = window(product, ['Refresh']);
    await editMany(context, setTier('gold', ['d']));
    await tables[0]!.view.onAction('askSame');
    assert.deepEqual(
      [asked.map(({ title }) => title), await shown(tables[0]!.view)],
      [['Refresh 1 group from staging?'], ['d | D | done Unchanged | Refreshed from the service']],
    );
  });
});

describe('Show Bulk Operations', () => {
  const start = productStarter();
  const window = playedWindows();
  /** A run of updates that has ended. */
  const updated = async (product: Product, ids: readonly string[] = IDS.slice(0, 2)): Promise<number> => {
    const { context, tables } = window(product, ['Update']);
    await editMany(context, setTier('gold', ids));
    await tables[0]!.view.onAction('first');
    const id = product.services.runs.list()[0]!.id;
    await product.services.runs.whenLeft(id);
    for (const table of tables) table.close();
    return id;
  };

  it('opens the one that is chosen, newest first', async () => {
    const product = await withGroups(start);
    await updated(product, ['a']);
    await updated(product, ['b', 'c']);
    const { context, tables } = window(product);
    const showing = showRuns(context, invocation({}, 'palette'));
    const list = await nextList();
    assert.deepEqual(
      [list.title, list.placeholder, list.labels, list.items[0]?.detail],
      [
        'Bulk Operations',
        'Select a bulk operation',
        [
          '$(check) Set property "tier" to "gold": 2 groups on staging',
          '$(check) Set property "tier" to "gold": 1 group on staging',
        ],
        'Updated: 2',
      ],
    );
    list.accept();
    assert.deepEqual(await showing, { run: 2, state: 'ended', updated: 2 });
    assert.deepEqual(
      tables.map(({ view }) => view.title),
      ['Set property "tier" to "gold": 2 groups on staging'],
    );
  });

  it('says that there is none, to the user in passing and to a caller as a failure', async () => {
    const product = await withGroups(start);
    const { context, said } = window(product);
    await assert.rejects(showRuns(context, invocation({}, 'palette')), { kind: 'cancelled' });
    assert.deepEqual(said, ['status: No bulk operations yet']);
    for (const input of [{}, { run: 7 }])
      await assert.rejects(showRuns(context, invocation(input)), {
        kind: 'notFound',
        message: 'Bulk operation not found. Use "Show Bulk Operations" to see all.',
      });
  });

  it('brings a table that is open to the front, until it is closed', async () => {
    const product = await withGroups(start);
    const run = await updated(product);
    const { context, tables } = window(product);
    await showRuns(context, invocation({ run }));
    await showRuns(context, invocation({}));
    assert.deepEqual([tables.length, tables[0]?.raised], [1, 1]);
    tables[0]!.close();
    const updates = tables[0]!.updates;
    await showRuns(context, invocation({ run }));
    await product.services.runs.cancel(await updated(product, ['c']));
    assert.deepEqual([tables.length, tables[0]!.updates, tables[1]!.updates > 0], [2, updates, true]);
  });

  it('does with a run what the call says, if that is offered', async () => {
    const product = await withGroups(start);
    const { runs } = product.services;
    const items = ['a', 'b'].map((userGroupId) => ({ userGroupId, text: documentOf({ user_group_id: userGroupId }) }));
    const { id } = await runs.create('getOrCreate', product.connection, items, { stopAtFirstFailure: false });
    const { context } = window(product);
    await assert.rejects(showRuns(context, invocation({ run: id, then: 'undo' })), {
      kind: 'invalid',
      message: '"then" must be one of these: resume, pause, cancel, repeatFailed.',
    });
    await assert.rejects(showRuns(context, invocation({ run: id, then: 'pause' })), {
      kind: 'conflict',
      message: 'The bulk operation "Get or create 2 groups on staging" doesn\'t offer "pause" now. Review its state.',
    });
    assert.deepEqual(await showRuns(context, invocation({ run: id, then: 'resume' })), {
      run: id,
      state: 'ended',
      existed: 2,
      notApplied: 2,
    });
  });

  it('shows by an icon how a run is', async () => {
    const product = await withGroups(start);
    const id = await updated(product);
    const { runs } = product.services;
    for (const [state, icon] of [
      ['running', 'sync'],
      ['waiting', 'debug-pause'],
      ['paused', 'debug-pause'],
      ['interrupted', 'warning'],
      ['ended', 'check'],
      ['cancelled', 'circle-slash'],
    ] as const) {
      const run = { ...runs.find(id)!, state };
      const services = standIn<Product['services']>({
        connections: product.services.connections,
        runs: standIn({ list: () => [run], counts: (of) => runs.counts(of) }),
      });
      const showing = showRuns(window(product, [], { services }).context, invocation({}, 'palette'));
      const list = await nextList();
      assert.equal(list.labels[0]?.split(' ')[0], `$(${icon})`, state);
      await list.cancel(showing);
    }
  });
});

describe('The table of a run', () => {
  const start = productStarter();
  const window = playedWindows();
  const waiting = async (product: Product): Promise<{ readonly id: number; readonly played: PlayedWindow }> => {
    const { runs } = product.services;
    const items = ['a', 'new one', 'gone'].map((userGroupId) => ({
      userGroupId,
      text: documentOf({ user_group_id: userGroupId, name: `Name of ${userGroupId}`, mapping: { 40: '213' } }),
    }));
    const { id } = await runs.create('getOrCreate', product.connection, items, { stopAtFirstFailure: false });
    const played = window(product);
    openRunTable(played.context, id);
    return { id, played };
  };

  it('shows each group with what is sent for it, found, sorted and filtered', async () => {
    const product = await withGroups(start);
    const { id, played } = await waiting(product);
    const { view } = played.tables[0]!;
    assert.deepEqual(
      [view.now().headline, view.now().progress?.words, offered(view)],
      ['3 groups will be sent', '0 of 3', ['Start', 'Cancel']],
    );
    await view.onAction('resume');
    await product.services.runs.whenLeft(id);
    product.services.groups.remove(product.ref('gone'));
    assert.deepEqual(await shown(view), [
      'a | A | warning Existed already, not applied | Not applied: name: "A" → "Name of a", mapping.40: added "213".',
      'new one | Name of new one | done Created | 40 → 213',
      'gone | Name of gone | done Created | 40 → 213',
    ]);
    const found = async (question: object): Promise<(string | undefined)[]> =>
      (await view.rows({ offset: 0, limit: 9, ...question })).rows.map(({ cells }) => cells[0]?.text);
    assert.deepEqual(await found({ filter: 'notApplied' }), ['a']);
    assert.deepEqual(await found({ filter: 'new' }), ['new one', 'gone']);
    assert.deepEqual(await found({ text: 'new o' }), ['new one']);
    assert.deepEqual(await found({ sort: { column: 'name', isDescending: true } }), ['new one', 'gone', 'a']);
    assert.deepEqual(await found({ sort: { column: 'outcome', isDescending: false } }), ['new one', 'gone', 'a']);
    assert.deepEqual(
      view
        .now()
        .filters.filter(({ count }) => count > 0)
        .map(({ label, count }) => `${label}: ${count}`),
      ['Created: 2', 'Existed already, not applied: 1'],
    );
  });

  it('opens the group of a row, and says where it is in the list no more', async () => {
    const product = await withGroups(start);
    const { id, played } = await waiting(product);
    const { view } = played.tables[0]!;
    product.services.runs.start(id);
    await product.services.runs.whenLeft(id);
    product.services.groups.remove(product.ref('gone'));
    const opened: string[] = [];
    const opening = commands.registerCommand('vscode.open', (uri) => opened.push((uri as Uri).path));
    await view.onActivate?.('2');
    opening.dispose();
    assert.deepEqual(opened, ['/staging/new%20one.usergroup.json']);
    await assert.rejects(async () => view.onActivate?.('3'), {
      kind: 'notFound',
      message: '"gone" on staging is not in the list. Retry the failed ones, or use "Add Existing User Group…".',
    });
    await assert.rejects(async () => view.onActivate?.('9'), { kind: 'notFound' });
  });

  it('says where the run was deleted, and does nothing more', async () => {
    const product = await withGroups(start);
    const { id, played } = await waiting(product);
    const { view } = played.tables[0]!;
    product.services.runs.remove(id);
    assert.deepEqual(view.now(), {
      headline: 'This bulk operation was deleted',
      reason: 'Its connection was removed.',
      filters: [],
      actions: [],
    });
    await assert.rejects(async () => view.onAction('resume'), { kind: 'notFound' });
    assert.equal(view.title, 'Get or create 3 groups on staging');
  });

  it('pauses, cancels and retries by its buttons', async () => {
    const product = await withGroups(start);
    const { id, played } = await waiting(product);
    const { view } = played.tables[0]!;
    product.remote.misbehave('status500', { operation: 'getOrCreate', times: 99 });
    await view.onAction('cancel');
    assert.equal(product.services.runs.find(id)?.state, 'cancelled');
    const { runs } = product.services;
    const items = ['a', 'b'].map((id) => ({ userGroupId: id, text: documentOf({ user_group_id: id }) }));
    const update = await runs.create('update', product.connection, items, { stopAtFirstFailure: true });
    await doWithRun(played.context, update, 'pause');
    await assert.rejects(doWithRun(played.context, update, 'resume'), { kind: 'cancelled' });
    assert.deepEqual(
      [runs.find(update.id)?.state, played.asked.map(({ title }) => title)],
      ['waiting', ['Update the remaining 2 groups on staging?']],
    );
  });

  it('begins updates without a question only where none is left', async () => {
    const product = await withGroups(start);
    const { runs } = product.services;
    const { context, asked } = window(product);
    const empty = await runs.create('update', product.connection, [], { stopAtFirstFailure: false });
    await doWithRun(context, empty, 'resume');
    await runs.whenLeft(empty.id);
    assert.deepEqual([asked, runs.find(empty.id)?.state], [[], 'ended']);
    const items = [{ userGroupId: 'a', text: documentOf({ user_group_id: 'a' }) }];
    const run = await runs.create('update', product.connection, items, { stopAtFirstFailure: false });
    await assert.rejects(doWithRun(context, { ...run, connectionId: 'removed' }, 'resume'), {
      kind: 'notFound',
      message: 'Its connection was removed.',
    });
    assert.equal(runs.find(run.id)?.state, 'waiting');
  });
});

describe('Undo Bulk Operation…', () => {
  const start = productStarter();
  const window = playedWindows();
  const updated = async (product: Product, answers: readonly string[] = []): Promise<PlayedWindow> => {
    const played = window(product, ['Update', ...answers]);
    await editMany(played.context, setTier('silver', ['a', 'd']));
    await played.tables[0]!.view.onAction('first');
    await product.services.runs.whenLeft(1);
    return played;
  };

  it('shows what each group gets back, and sends it once that is agreed to', async () => {
    const product = await withGroups(start);
    const { context, tables, asked } = await updated(product, ['Undo']);
    assert.deepEqual(await undoRun(context, invocation({ run: 1 })), { undone: 2, skipped: 0 });
    const { view } = tables[2]!;
    assert.deepEqual(await shown(view), [
      'a | A | info To undo | tier: "silver"',
      'd | D | info To undo | tier: "silver" → "gold"',
    ]);
    assert.deepEqual(
      [view.title, view.now().headline, view.now().explanation, offered(view)],
      [
        'Undo: Set property "tier" to "silver": 2 groups on staging',
        '2 groups will be restored',
        'Each group gets back what it had before the bulk operation. Groups that changed since are skipped.',
        ['Undo 2…'],
      ],
    );
    await view.onAction('undo');
    await product.services.runs.whenLeft(2);
    assert.deepEqual(asked.at(-1), {
      title: 'Undo the update of 2 groups on staging?',
      detail: ['Each group gets back what it had before. Groups that changed since are skipped.'],
      answers: ['Undo'],
    });
    assert.deepEqual([textOf(product, 'a'), textOf(product, 'd')], ['{}', '{"tier":"gold"}']);
    assert.equal(product.services.runs.find(2)?.purpose, 'Undo: Set property "tier" to "silver"');
  });

  it('skips what changed since, and restores nothing where that is declined', async () => {
    const product = await withGroups(start);
    const { context, tables } = await updated(product);
    const bronze = documentOf({ user_group_id: 'a', name: 'A', mapping: {}, properties: { tier: 'bronze' } });
    await product.services.sending.update(product.connection, bronze);
    assert.deepEqual(await undoRun(context, invocation({ run: 1 })), { undone: 1, skipped: 1 });
    const { view } = tables[2]!;
    assert.match((await shown(view))[0] ?? '', /^a \| A \| skipped Skipped \| It was changed since: /);
    await assert.rejects(async () => view.onAction('undo'), { kind: 'cancelled' });
    assert.equal(textOf(product, 'd'), '{"tier":"silver"}');
  });

  it('is offered in the table of the run, and lists updates that changed something', async () => {
    const product = await withGroups(start);
    const { context, tables, ran } = await updated(product);
    await tables[1]!.view.onAction('undo');
    assert.deepEqual(ran, ['userGroups.undoRun {"run":1}']);
    const { runs } = product.services;
    await runs.create('update', product.connection, [], { stopAtFirstFailure: false });
    const undoing = undoRun(context, invocation({}, 'palette'));
    const list = await nextList();
    assert.deepEqual(
      [list.title, list.placeholder, list.items.map(({ label, detail }) => [label, detail])],
      [
        'Undo Bulk Operation',
        'Select a bulk update to undo',
        [['Set property "tier" to "silver": 2 groups on staging', 'Updated: 2']],
      ],
    );
    list.accept();
    assert.deepEqual(await undoing, { undone: 2, skipped: 0 });
  });

  it('is of updates that are over, and of nothing else', async () => {
    const product = await withGroups(start);
    const { context, said } = window(product);
    const { runs } = product.services;
    await assert.rejects(undoRun(context, invocation({}, 'palette')), { kind: 'cancelled' });
    assert.deepEqual(said, ['status: No bulk updates to undo']);
    await assert.rejects(undoRun(context, invocation({ run: 9 })), { kind: 'notFound' });
    const options = { stopAtFirstFailure: false };
    const { id } = await runs.create('getOrCreate', product.connection, [], options);
    await assert.rejects(undoRun(context, invocation({ run: id })), {
      kind: 'invalid',
      message: 'Only bulk updates can be undone. Choose a bulk update.',
    });
    const running = { ...(await runs.create('update', product.connection, [], options)), state: 'running' as const };
    const other = window(product, [], { services: standIn({ runs: standIn({ find: () => running }) }) });
    await assert.rejects(undoRun(other.context, invocation({ run: 3 })), {
      kind: 'conflict',
      message: 'The bulk update is still running. Pause or cancel it first.',
    });
  });
});
