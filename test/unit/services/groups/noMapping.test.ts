// A group that was created from here without a mapping: that none is set is known, and said wherever a mapping is
// spoken of.

import assert from 'node:assert/strict';
import type { Connection } from '../../../../src/core/connection.ts';
import { DAY, documentOf, productStarter, type Product } from '../../../support/product.ts';

const BARE = documentOf({ properties: { region: 'EU' } });
const MAPPED = documentOf({ mapping: { 40: '213' }, properties: { region: 'EU' } });

const getOrCreate = ({ services, connection }: Product, text: string): Promise<unknown> =>
  services.sending.getOrCreate(connection, text);
const update = ({ services, connection }: Product, text: string): Promise<unknown> =>
  services.sending.update(connection, text);

async function madeElsewhere({ services, connection, ref }: Product, text: string): Promise<void> {
  await services.sending.getOrCreate(connection, text);
  services.groups.remove(ref('acme'));
}

async function copied(from: Product, to: Product): Promise<void> {
  const lines: string[] = [];
  for await (const line of from.services.listExchange.export([from.connection])) lines.push(line);
  const source = async function* (): AsyncGenerator<Uint8Array> {
    yield await Promise.resolve(new TextEncoder().encode(lines.join('')));
  };
  await to.services.listExchange.takeOver(source, new Map<string, Connection>([['staging', to.connection]]), 'mine');
}

describe('A group that was created from here without a mapping', () => {
  const start = productStarter();

  async function created(): Promise<Product> {
    const product = await start();
    await getOrCreate(product, BARE);
    product.clock.now += DAY;
    return product;
  }

  it('has none after an update without one, and a known one after an update with one', async () => {
    const product = await created();
    assert.deepEqual(await product.words('acme'), ['No mapping set', 'Sent 12 May']);
    assert.equal(product.services.sending.planUpdate(product.connection, MAPPED).isMappingUnknown, false);
    await update(product, documentOf({ properties: { region: 'US' } }));
    assert.equal((await product.words('acme'))?.[0], 'No mapping set');
    await update(product, MAPPED);
    assert.match((await product.words('acme'))?.[0] ?? '', /^Sent today/);
    await update(product, BARE);
    assert.equal(
      (await product.words('acme'))?.[0],
      'Mapping unknown',
      'what the service does with a mapping that is left out is not documented',
    );
  });

  it('may have one after an update with one whose answer was lost, which is asked about', async () => {
    const product = await created();
    product.remote.misbehave('resetBeforeAnswer', { operation: 'update' });
    await assert.rejects(update(product, MAPPED), { kind: 'outcomeUnknown' });
    product.remote.misbehave(undefined);
    await product.services.sending.fetch(product.connection, 'acme');
    product.services.groups.discardDraft(product.connection, 'acme');
    assert.ok((await product.words('acme'))?.includes('Mapping unknown'));
    assert.equal(product.services.sending.planUpdate(product.connection, MAPPED).isMappingUnknown, true);
  });

  it('has none where it was gone and was recreated without one', async () => {
    const product = await created();
    product.loseOnService('acme');
    await product.services.sending.fetch(product.connection, 'acme');
    assert.deepEqual((await product.words('acme'))?.slice(0, 3), [
      'Recreated, new token',
      'Previous token kept',
      'No mapping set',
    ]);
  });

  it('has none on the machine that its list is moved to', async () => {
    const [here, there] = [await created(), await start()];
    there.clock.now = here.clock.now;
    await copied(here, there);
    assert.deepEqual(await there.words('acme'), ['Token not fetched', 'No mapping set', 'Sent 12 May']);
  });

  it('is not one that existed: its mapping is not known', async () => {
    const product = await start();
    await madeElsewhere(product, BARE);
    await getOrCreate(product, BARE);
    assert.deepEqual(await product.words('acme'), ['Mapping unknown']);
  });
});
