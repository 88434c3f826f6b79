// What a service computes for a group from its parent: kept with the answer, shown beside what is set, and never sent.

import assert from 'node:assert/strict';
import { decodeAnswer } from '../../../../src/api/decodeAnswer.ts';
import { CUSTOMER_API } from '../../../../src/contract/customerApi.ts';
import { elsewhereAsCustomer } from '../../../support/elsewhere.ts';
import { describeService, documentOf, productStarter, type Product } from '../../../support/product.ts';
import { formState } from '../../../../src/vscode/editing/form/formState.ts';

const PARENT = { provided_id: 'parent', mapping: { 40: '213' }, properties: { region: 'EU' } };
const CHILD = { parent_provided_id: 'parent', properties: { tier: 'gold' } };

describe('What a service computes from the parent of a group', () => {
  const start = productStarter();

  async function withParent(fields: object = CHILD): Promise<Product> {
    const product = await start({ entry: { api: 'customer' } });
    await elsewhereAsCustomer(product.remote, '/api/create_customer/', PARENT);
    await product.services.sending.getOrCreate(product.connection, documentOf({ ...fields }));
    return product;
  }

  async function shown({ services, connection, record, ref, clock }: Product): Promise<unknown> {
    const [found, listed] = [record('acme'), await services.groups.listed(ref('acme'))];
    const group = found && listed && { record: found, listed, lastSent: undefined };
    return formState(
      { kind: 'group', connection, choices: [], group, hasChanges: false, isSending: false, hasApiToken: true },
      clock.now,
    ).computed;
  }

  const kept = ({ record }: Product): unknown =>
    Object.fromEntries(
      Object.entries(record('acme')?.answered?.computed ?? {}).map(([field, json]) => [field, JSON.parse(json)]),
    );

  it('is kept with the answer, and shown in the form under its own name', async () => {
    const product = await withParent();
    const computed = { mapping: { 40: '213' }, properties: { region: 'EU', tier: 'gold' } };
    assert.deepEqual(kept(product), computed);
    assert.deepEqual(kept(product.anotherWindow()), computed);
    assert.deepEqual(await shown(product), {
      mapping: { name: 'computed_parent_schema_datasource_mapping', json: '{\n  "40": "213"\n}' },
      properties: { name: 'computed_properties', json: '{\n  "region": "EU",\n  "tier": "gold"\n}' },
    });
  });

  it('is not shown where it is what is set', async () => {
    const product = await withParent({ properties: { tier: 'gold' } });
    assert.deepEqual(kept(product), { mapping: {}, properties: { tier: 'gold' } });
    assert.equal(await shown(product), undefined);
  });

  it('stays out of the document, and is neither sent nor taken for a change made elsewhere', async () => {
    const product = await withParent();
    const { services, connection, remote, record, requests } = product;
    assert.deepEqual(Object.keys(JSON.parse(record('acme')!.base!.text) as object), [
      'user_group_id',
      'name',
      ...Object.keys(CHILD),
    ]);
    await elsewhereAsCustomer(remote, '/api/update_customer/', { provided_id: 'parent', properties: { region: 'US' } });
    await services.sending.update(connection, documentOf({ ...CHILD, name: 'New' }));
    assert.equal(requests.at(-1)?.requestBody, '{"provided_id":"acme","name":"New"}');
    assert.deepEqual(kept(product), { mapping: { 40: '213' }, properties: { region: 'US', tier: 'gold' } });
  });

  it('is forgotten once something was applied and the service answers it no more', async () => {
    const product = await withParent();
    const { services, connection } = product;
    await services.rotation.rotate(connection, 'acme');
    assert.deepEqual(kept(product), { mapping: { 40: '213' }, properties: { region: 'EU', tier: 'gold' } });
    const { name: _name, response, ...api } = CUSTOMER_API;
    describeService(product, {
      ...api,
      response: { ...response, computed: { ...response.computed, mapping: 'effective_mapping' } },
    });
    await services.sending.update(product.connection, documentOf({ ...CHILD, name: 'New' }));
    assert.deepEqual(kept(product), { properties: { region: 'EU', tier: 'gold' } });
  });

  it('is nothing where the service answers that it is none', () => {
    for (const none of ['null', '[]']) {
      const answer = decodeAnswer(`{"success":1,"customer":{"token":"t","computed_properties":${none}}}`, CUSTOMER_API);
      assert.deepEqual(answer !== 'refused' && answer.userGroup.computed, { properties: '{}' });
    }
  });

  it('has no token in it that somebody put there by mistake', async () => {
    const product = await start({ entry: { api: 'customer' } });
    const { services, connection, remote, record } = product;
    const mistaken = { ...PARENT, properties: { key: remote.apiToken } };
    await elsewhereAsCustomer(remote, '/api/create_customer/', mistaken);
    await services.sending.getOrCreate(connection, documentOf(CHILD));
    const json = record('acme')?.answered?.computed?.properties;
    assert.match(String(json), /"key":/);
    assert.ok(!String(json).includes(remote.apiToken));
  });
});
