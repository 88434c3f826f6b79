// Locked connections: refused before a request is made, on every way to the network.

import assert from 'node:assert/strict';
import { ServiceTargets } from '../../../../src/services/connections/serviceTargets.ts';
import { failureOf } from '../../../support/clientUnderTest.ts';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';

const accept = (): Promise<boolean> => Promise.resolve(true);

describe('A locked connection', () => {
  const start = productStarter();

  /**
   * `acme` is known, and the answer to a rotation of its token and of one that leaked was lost, before it was locked.
   */
  async function lockedAgainst(locked: 'rotation' | 'all'): Promise<Product> {
    const product = await start();
    const { services, connection, remote, settings, requests } = product;
    await services.sending.getOrCreate(connection, documentOf());
    await services.sending.getOrCreate(connection, documentOf({ user_group_id: 'beta' }));
    remote.misbehave('resetBeforeAnswer', { operation: 'rotate' });
    await failureOf(services.rotation.rotate(connection, 'acme'));
    await failureOf(services.rotation.rotateLeaked(connection, 'a-token-found-in-a-log'));
    remote.misbehave(undefined);
    settings.edit([{ name: 'staging', baseUrl: remote.baseUrl, environment: 'Testing', locked }]);
    requests.length = 0;
    return product;
  }

  it('against everything refuses every way there is, before a request is made', async () => {
    const { services, connection, requests } = await lockedAgainst('all');
    const leaked = services.rotation.open().find(({ userGroupId }) => userGroupId === undefined)!;
    const failures = await Promise.all([
      failureOf(services.sending.getOrCreate(connection, documentOf({ user_group_id: 'new' }))),
      failureOf(services.sending.requireSendable(connection, 'beta', 'update')),
      failureOf(services.sending.fetch(connection, 'beta')),
      failureOf(services.sending.checkBeforeUpdate(connection, 'beta')),
      failureOf(services.sending.update(connection, documentOf({ user_group_id: 'beta', name: 'Changed' }))),
      failureOf(services.rotation.rotatable(connection, 'beta')),
      failureOf(services.rotation.rotate(connection, 'beta')),
      failureOf(services.rotation.requireLeakedRotatable(connection, 'another-token-found')),
      failureOf(services.rotation.rotateLeaked(connection, 'another-token-found')),
      failureOf(services.rotation.findOut(connection, 'acme', accept)),
      failureOf(services.rotation.findOutLeaked(connection, leaked, 'beta', accept)),
    ]);
    assert.deepEqual(
      failures.map(({ kind }) => kind),
      Array(11).fill('forbidden'),
    );
    assert.deepEqual(requests, []);
  });

  it('finds out what became of a rotation once the person was asked, and sends nothing else for it', async () => {
    const { services, connection, requests, remote, ref } = await lockedAgainst('all');
    assert.equal(
      (await services.rotation.findOut(connection, 'acme', accept, { isAskedThoughLocked: true })).kind,
      'rotated',
    );
    assert.equal(await services.tokens.require(connection, ref('acme')), remote.group('acme')?.token);
    assert.deepEqual(
      requests.map(({ method }) => method),
      ['GET'],
    );
    const leaked = services.rotation.open().find(({ userGroupId }) => userGroupId === undefined)!;
    assert.equal(
      await services.rotation.findOutLeaked(connection, leaked, 'beta', accept, { isAskedThoughLocked: true }),
      'another',
    );
  });

  it('sends nothing but that question because the person was asked', async () => {
    const { services, settings, connection } = await lockedAgainst('all');
    const targets = new ServiceTargets(settings, services.apiTokens, services.sandbox, services.trust);
    await targets.require(connection, 'getOrCreate', { isAskedThoughLocked: true });
    for (const operation of ['update', 'rotate'] as const) {
      assert.equal(
        (await failureOf(targets.require(connection, operation, { isAskedThoughLocked: true }))).kind,
        'forbidden',
      );
    }
  });

  it('against rotations refuses each of them, that of a leaked token as well, and nothing else', async () => {
    const { services, connection, requests } = await lockedAgainst('rotation');
    const failures = await Promise.all([
      failureOf(services.rotation.rotatable(connection, 'beta')),
      failureOf(services.rotation.rotate(connection, 'beta')),
      failureOf(services.rotation.requireLeakedRotatable(connection, 'another-token-found')),
      failureOf(services.rotation.rotateLeaked(connection, 'another-token-found')),
    ]);
    assert.deepEqual(
      failures.map(({ kind }) => kind),
      Array(4).fill('forbidden'),
    );
    assert.deepEqual(requests, []);
    await services.sending.fetch(connection, 'beta');
    assert.equal((await services.rotation.findOut(connection, 'acme', accept)).kind, 'rotated');
  });
});
