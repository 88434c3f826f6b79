// Siblings as the editor meets them: through real sendings.

import assert from 'node:assert/strict';

import { documentOf, type Product, productStarter } from '../../../support/product.ts';

const send = async ({ services, connection }: Product, fields: Readonly<Record<string, unknown>>): Promise<void> => {
  await services.sending.getOrCreate(connection, documentOf(fields));
};

describe('The siblings of a group', () => {
  const start = productStarter();

  it('are what was sent: a draft, and a sending that was not applied, count for nothing', async () => {
    const product = await start();
    const { services, connection, ref } = product;
    await send(product, {
      user_group_id: 'beta',
      name: 'Beta Inc',
      mapping: { 40: '213', 41: 7 },
      properties: { region: 'EU' },
    });
    services.groups.saveDraft(connection, 'gamma', documentOf({ user_group_id: 'gamma', mapping: { 99: '9' } }));
    await send(product, { user_group_id: 'beta', name: 'Beta Inc', mapping: { 98: '8' } });
    assert.deepEqual(services.siblings.schemaIds(ref(''), 10), [
      { schemaId: '40', groups: 1 },
      { schemaId: '41', groups: 1 },
    ]);
    await services.sending.update(
      connection,
      documentOf({ user_group_id: 'beta', name: 'Beta Inc', mapping: { 41: '7' } }),
    );
    assert.deepEqual(services.siblings.schemaIds(ref('acme'), 10), [{ schemaId: '41', groups: 1 }]);
    assert.deepEqual(services.siblings.schemaIds(ref('beta'), 10), []);
  });

  it('use schema IDs and properties, of which the most used ones come first', async () => {
    const product = await start();
    await send(product, {
      user_group_id: 'beta',
      mapping: { 40: '1', 41: '1' },
      properties: { region: 'EU', tier: 1 },
    });
    await send(product, { user_group_id: 'gamma', mapping: { 41: '1' }, properties: { tier: 2 } });
    const { siblings } = product.services;
    const acme = product.ref('acme');
    for (const limit of [1, 10]) {
      const ids = siblings.schemaIds(acme, limit).map(({ schemaId, groups }) => `${schemaId} ${groups}`);
      const names = siblings.propertyNames(acme, limit).map(({ name, groups }) => `${name} ${groups}`);
      assert.deepEqual([ids, names], [['41 2', '40 1'].slice(0, limit), ['tier 2', 'region 1'].slice(0, limit)]);
    }
  });

  it('name the one other group of a data source, until this one has been sent with it', async () => {
    const product = await start();
    const { siblings } = product.services;
    await send(product, { user_group_id: 'beta', name: 'Beta Inc', mapping: { 40: 213 } });
    const beta = { userGroupId: 'beta', name: 'Beta Inc' };
    assert.deepEqual(siblings.onlyOther(product.ref('acme'), '213'), beta);
    assert.deepEqual(siblings.dataSources(product.ref('acme'), '40', 10), [
      { dataSource: '213', groups: 1, onlyBy: beta },
    ]);
    await send(product, { mapping: { 40: '213' } });
    assert.equal(siblings.onlyOther(product.ref('acme'), '213'), undefined);
    assert.deepEqual(siblings.dataSources(product.ref('acme'), '40', 10), [{ dataSource: '213', groups: 1 }]);
  });

  it('have only properties where a group was added that existed: its mapping is never answered', async () => {
    const product = await start();
    const other = product.anotherWindow();
    await send(product, { user_group_id: 'beta', name: 'Beta', mapping: { 40: '213' }, properties: { region: 'EU' } });
    product.services.groups.remove(product.ref('beta'));
    await other.services.sending.getOrCreate(other.connection, documentOf({ user_group_id: 'beta', name: 'Beta' }));
    const { withMapping, withProperties, propertyNames, hasProperty } = product.services.siblings.facts(
      product.ref('acme'),
    );
    assert.deepEqual([withMapping, withProperties, propertyNames], [0, 1, [{ name: 'region', groups: 1 }]]);
    assert.deepEqual(['region', 'tier'].map(hasProperty), [true, false]);
  });
});
