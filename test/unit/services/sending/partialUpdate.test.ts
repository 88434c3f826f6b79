// Updates of a service that keeps what an update omits, by its description.

import assert from 'node:assert/strict';
import { failureOf } from '../../../support/clientUnderTest.ts';
import { DAY, describeService, documentOf, productStarter, type Product } from '../../../support/product.ts';
import { ask, groupBody } from '../../sandbox/ask.ts';

const ALL = { mapping: { 40: '213' }, properties: { region: 'EU' } };
const RENAMED = documentOf({ ...ALL, name: 'Acme Inc' });

const valueOf = (text: string | null | undefined): unknown => JSON.parse(text ?? '');

describe('An update of a service that keeps what it omits', () => {
  const start = productStarter();

  /** `acme` was sent so, and no request is remembered. */
  async function withSent(): Promise<Product> {
    const product = await start();
    describeService(product, { updatesOnlyGiven: true });
    await product.services.sending.getOrCreate(product.connection, documentOf(ALL));
    product.clock.now += DAY;
    product.requests.length = 0;
    return product;
  }

  const sent = ({ requests }: Product): unknown[] => requests.map(({ requestBody }) => valueOf(requestBody));
  const onService = ({ remote }: Product, id = 'acme'): unknown => {
    const { name, mapping, properties } = remote.group(id)!;
    return { name, mapping: valueOf(mapping), properties: valueOf(properties) };
  };

  it('sends what changed', async () => {
    const product = await withSent();
    await product.services.sending.update(product.connection, RENAMED);
    assert.deepEqual(sent(product), [{ user_group_id: 'acme', name: 'Acme Inc' }]);
  });

  it('keeps a name that reads like JSON', async () => {
    const product = await withSent();
    const { services, connection, record } = product;
    const named = { ...ALL, name: 'null' };
    await services.sending.update(connection, documentOf(named));
    await services.sending.update(connection, documentOf({ ...named, properties: { region: 'US' } }));
    assert.equal((JSON.parse(record('acme')!.base!.text) as { name: string }).name, 'null');
  });

  it('sends all once more after one that nobody knows to have arrived', async () => {
    const product = await withSent();
    const { services, connection, remote } = product;
    remote.misbehave('resetBeforeAnswer', { operation: 'update' });
    await failureOf(services.sending.update(connection, RENAMED));
    remote.misbehave(undefined);
    product.requests.length = 0;
    await services.sending.update(connection, RENAMED);
    assert.deepEqual(sent(product), [JSON.parse(RENAMED)]);
  });

  it('leaves what was changed elsewhere as it is, says so, and knows it from then on', async () => {
    const product = await withSent();
    const { services, connection, remote, record } = product;
    await ask(remote, 'PUT', groupBody({ properties: { region: 'US' } }));
    const { differences } = await services.sending.update(connection, RENAMED);
    const now = { ...ALL, name: 'Acme Inc', properties: { region: 'US' } };
    assert.deepEqual(onService(product), now);
    assert.deepEqual(valueOf(record('acme')!.base!.text), { user_group_id: 'acme', ...now });
    assert.deepEqual(differences, [{ path: 'properties.region', before: '"EU"', after: '"US"' }]);
  });

  it('affects what it was planned to affect, whatever another window has sent meanwhile', async () => {
    const product = await withSent();
    const { services, connection } = product;
    const plan = services.sending.planUpdate(connection, RENAMED);
    await services.sending.update(connection, documentOf({ ...ALL, mapping: { 40: '999' } }));
    product.requests.length = 0;
    const failure = await failureOf(services.sending.update(connection, RENAMED, { plan }));
    assert.deepEqual([failure.kind, product.requests], ['conflict', []]);
    assert.equal(
      failure.message,
      'Couldn\'t update "acme" on staging. The group was changed meanwhile. Check the changes, then update again.',
    );
  });

  it('is not sent by a plan that knows nothing of an update whose outcome is unknown since', async () => {
    const product = await withSent();
    const { services, connection, remote } = product;
    const plan = services.sending.planUpdate(connection, RENAMED);
    remote.misbehave('resetBeforeAnswer', { operation: 'update' });
    await failureOf(services.sending.update(connection, documentOf({ ...ALL, mapping: { 40: '999' } })));
    remote.misbehave(undefined);
    product.requests.length = 0;
    const failure = await failureOf(services.sending.update(connection, RENAMED, { plan }));
    assert.deepEqual([failure.kind, product.requests], ['conflict', []]);
  });

  it('of many groups can be undone where it has omitted fields, unless these were changed since', async () => {
    const product = await withSent();
    const { services, connection, remote, ref } = product;
    const after = documentOf({ name: 'Acme Inc' });
    await services.sending.update(connection, after);
    const item = { ref: ref('acme'), outcome: 'updated', before: documentOf(ALL), after };
    assert.deepEqual(services.undo.planOne(connection, item), {
      ref: item.ref,
      kind: 'undone',
      text: item.before,
      before: after,
      changes: [{ path: 'name', before: '"Acme Inc"', after: '"Acme"' }],
    });
    await ask(remote, 'PUT', groupBody({ name: 'Acme Inc', properties: { region: 'US' } }));
    const undo = await services.undo.prepare(connection, item);
    assert.equal(undo.kind === 'skipped' && undo.reason, 'It was changed since: properties.region: "EU" → "US".');
  });
});
