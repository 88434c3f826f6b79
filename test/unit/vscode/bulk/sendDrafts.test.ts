// Send Drafts…: which groups are sent, and what becomes of their drafts.

import assert from 'node:assert/strict';
import { sendDrafts } from '../../../../src/vscode/bulk/sendDrafts.ts';
import type { Invocation } from '../../../../src/vscode/command/invocation.ts';
import type { TableView } from '../../../../src/vscode/table/tableView.ts';
import { groupRef } from '../../../../src/core/groupKey.ts';
import { playedWindows } from '../../../support/editor/playedWindow.ts';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';

const documentFor = (id: string, properties: object = {}): string =>
  documentOf({ user_group_id: id, name: id, mapping: {}, properties });

describe('Send Drafts…', () => {
  const start = productStarter();
  const playedWindow = playedWindows();

  const withDrafts = async (): Promise<Product> => {
    const product = await start();
    const { services, connection } = product;
    for (const id of ['changed', 'plain', 'moved', 'equal'])
      await services.sending.getOrCreate(connection, documentFor(id));
    const save = (id: string, text: string): void => {
      services.groups.saveDraft(connection, id, text);
    };
    save('changed', documentFor('changed', { region: 'EU' }));
    save('new', documentFor('new'));
    save('moved', documentFor('elsewhere'));
    save('broken', '{');
    return product;
  };
  const argument = (input: object = {}): Invocation => ({
    origin: 'argument',
    input: { connection: 'staging', query: 'is:draft', ...input },
  });
  const shown = async (view: TableView): Promise<string[]> =>
    (await view.rows({ offset: 0, limit: 100 })).rows
      .map(({ cells }) => cells.map(({ text, changes = [] }) => changes[0]?.text ?? text).join(' | '))
      .toSorted();

  it('shows what each draft does, and sends nothing before its button', async () => {
    const product = await withDrafts();
    const { context, tables } = playedWindow(product, []);
    const before = product.requests.length;
    const planned = await sendDrafts(context, argument());
    assert.deepEqual(planned, { new: 1, changed: 1, same: 0, invalid: 2, held: 0, otherConnection: 0 });
    const { view } = tables[0]!;
    const [broken, ...others] = await shown(view);
    assert.match(broken ?? '', /^broken \| broken \| Invalid \| ./);
    assert.deepEqual(others, [
      'changed | changed | Changed | region: "EU"',
      'moved | moved | Invalid | Its document has another ID: "elsewhere".',
      'new | new | New | The service gets or creates the group.',
    ]);
    assert.deepEqual(
      [view.title, view.now().headline, view.now().actions.map(({ label }) => label), product.requests.length - before],
      ['Send drafts: 4 groups on staging that match "is:draft"', '2 groups will be sent', ['Send 2…'], 0],
    );
  });

  it('sends them once that is agreed to, and they are drafts no longer', async () => {
    const product = await withDrafts();
    const { context, tables, asked } = playedWindow(product, ['Send']);
    await sendDrafts(context, argument());
    await tables[0]!.view.onAction('send');
    const { runs, groups } = product.services;
    await Promise.all(runs.list().map(({ id }) => runs.whenLeft(id)));
    assert.deepEqual(
      asked.map(({ title }) => title),
      ['Send 2 groups to staging?'],
    );
    assert.ok(product.remote.group('changed')?.properties?.includes('EU'));
    assert.ok(product.remote.group('new') !== undefined && product.remote.group('elsewhere') === undefined);
    const isDraft = (id: string): boolean => groups.find(groupRef(product.connection, id))?.draft !== undefined;
    assert.deepEqual(['changed', 'new', 'moved', 'broken'].filter(isDraft), ['moved', 'broken']);
  });
});
