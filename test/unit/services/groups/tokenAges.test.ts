// Tokens that are older than the person has set: which groups say so, and how many there are.

import assert from 'node:assert/strict';
import { DAY, documentOf, productStarter, type Product } from '../../../support/product.ts';

describe('A token that is older than the person has set', () => {
  const start = productStarter();

  async function aged(days: number): Promise<Product> {
    const product = await start();
    await product.services.sending.getOrCreate(product.connection, documentOf({ mapping: { 40: '213' } }));
    product.clock.now += days * DAY + 1;
    return product;
  }

  it('is said of its group, and counted, from the day that was set', async () => {
    const product = await aged(90);
    const { services, settings } = product;
    settings.oldAfterDays = 90;
    product.clock.now -= 1;
    assert.deepEqual(await product.words('acme'), ['Sent 12 May'], 'not a moment before');
    product.clock.now += 1;
    const old = ['Token received 90 days ago', 'Sent 12 May'];
    for (const [days, words, count] of [
      [0, ['Sent 12 May'], 0],
      [91, ['Sent 12 May'], 0],
      [90, old, 1],
    ] as const) {
      settings.oldAfterDays = days;
      assert.deepEqual([await product.words('acme'), services.groups.oldTokens()], [words, { count, days }]);
    }
  });

  it('is none of a group whose new token is only in memory', async () => {
    const product = await aged(90);
    const { services, settings, connection, ref } = product;
    settings.oldAfterDays = 90;
    services.tokens.keepInMemory({ ref: ref('acme'), connection, token: 'new', after: 0 });
    const listed = await services.groups.listed(ref('acme'));
    assert.equal(listed?.isTokenOld, false);
  });

  it('counts for nothing where the group was deleted, or its connection was removed', async () => {
    const product = await aged(90);
    const { services, settings, store, connection, ref, clock } = product;
    settings.oldAfterDays = 90;
    await services.sending.getOrCreate(connection, documentOf({ user_group_id: 'globex' }));
    clock.now += 90 * DAY + 1;
    assert.equal(services.groups.oldTokens().count, 2);
    const at = clock.now;
    const chosen = product.record('globex')?.token?.sealed;
    const id = store.journal.beginSend(ref('globex'), { operation: 'delete', text: '', at, chosen });
    store.journal.finishSend(id, { outcome: 'deleted', at });
    assert.equal(services.groups.oldTokens().count, 1);
    await services.removed.remove(connection);
    assert.equal(services.groups.oldTokens().count, 0);
  });
});
