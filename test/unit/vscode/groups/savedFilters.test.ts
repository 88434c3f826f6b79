// Saved filters: saved while they are typed, chosen again, removed, and never with a token.

import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { pickFound } from '../../../../src/vscode/command/pickGroup.ts';
import { nextBox, nextList } from '../../../support/editor/fakeVscode.ts';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';

describe('Saved filters', () => {
  const start = productStarter();
  const pick = ({ services }: Product, query = ''): ReturnType<typeof pickFound> =>
    pickFound(services, { title: 'Filter List', query, inList: 'first' });

  it('are saved by a name from the list, and chosen again in any window', async () => {
    const product = await start();
    await product.services.sending.getOrCreate(product.connection, documentOf({ properties: { region: 'EU' } }));
    const saving = pick(product, 'region=EU');
    (await nextList()).press('Save Filter…');
    const box = await nextBox();
    box.type('Europe');
    box.accept();
    (await nextList()).choose('$(filter) Show These in List');
    assert.deepEqual(await saving, { filter: 'region=EU', matching: 1 }, 'it goes on where it was');

    const choosing = pick(product.anotherWindow());
    const list = await nextList();
    list.choose('$(bookmark) Europe');
    await setImmediate();
    assert.equal(list.value, 'region=EU');
    list.close();
    await assert.rejects(choosing, { kind: 'cancelled' });
  });

  it('are in natural order, replaced by the same name, and removed', async () => {
    const product = await start();
    const { savedFilters } = product.services;
    for (const [name, query] of [
      ['Wave 10', 'a'],
      ['Wave 9', 'b'],
      ['wave 10', 'c'],
    ] as const)
      await savedFilters.save({ name, query });
    const choosing = pick(product);
    const list = await nextList();
    const saved = (): string[] => list.labels.filter((label) => label.startsWith('$(bookmark)'));
    assert.deepEqual(saved(), ['$(bookmark) Wave 9', '$(bookmark) wave 10']);
    list.pressOn('$(bookmark) Wave 9', 'Remove Saved Filter');
    assert.deepEqual(
      savedFilters.list().map(({ query }) => query),
      ['c'],
    );
    list.close();
    await assert.rejects(choosing, { kind: 'cancelled' });
  });

  it('are not offered where only one group can be chosen', async () => {
    const product = await start();
    await product.services.savedFilters.save({ name: 'Europe', query: 'region=EU' });
    const choosing = pickFound(product.services, { title: 'Rotate', query: '', inList: 'no' });
    const list = await nextList();
    assert.ok(!list.labels.includes('$(bookmark) Europe'));
    list.close();
    await assert.rejects(choosing, { kind: 'cancelled' });
  });

  it('hold no token', async () => {
    const { services, remote } = await start();
    await assert.rejects(services.savedFilters.save({ name: 'Leaked', query: `key=${remote.apiToken}` }), {
      kind: 'invalid',
    });
    assert.deepEqual(services.savedFilters.list(), []);
  });
});
