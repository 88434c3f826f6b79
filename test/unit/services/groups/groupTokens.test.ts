// Group tokens that cannot be kept or read: said, and never lost while this window lives.

import assert from 'node:assert/strict';
import { UserGroupsError } from '../../../../src/core/errors.ts';
import { failureOf } from '../../../support/clientUnderTest.ts';
import { DAY, documentOf, MAY_12, productStarter } from '../../../support/product.ts';

const TYPED = documentOf({ mapping: { 40: '213' }, properties: { region: 'EU' } });

describe('A token that cannot be kept', () => {
  const start = productStarter();

  it('is said, can be copied while this window lives, and the group is known all the same', async () => {
    const product = await start();
    const { services, connection, remote, sealing, ref } = product;
    sealing.failure = new UserGroupsError('unavailable', 'The editor keeps no secrets.');
    const failure = await failureOf(services.sending.getOrCreate(connection, TYPED));
    assert.match(
      failure.message,
      /^The service completed the request, but the token of "acme" on staging couldn't be stored locally\. The editor keeps no secrets\. Copy the token now, because only the memory of this window has it\.$/,
    );
    assert.equal(await services.tokens.require(connection, ref('acme')), remote.group('acme')?.token);
    const [listed] = await services.groups.page(connection.id, undefined, 10);
    assert.deepEqual([listed?.isTokenReadable, listed?.sentAt], [true, MAY_12]);
    const [seenElsewhere] = await product.anotherWindow().services.groups.page(connection.id, undefined, 10);
    assert.equal(seenElsewhere?.isTokenReadable, undefined);
  });

  it('is noticed by being read back', async () => {
    const { services, connection, remote, store, ref } = await start();
    const finishSend = store.journal.finishSend.bind(store.journal);
    store.journal.finishSend = (version, result) => finishSend(version, { ...result, token: undefined });
    const failure = await failureOf(services.sending.getOrCreate(connection, TYPED));
    assert.match(
      failure.message,
      /couldn't be stored locally\. The token couldn't be read back from the list\. Copy the token now/,
    );
    assert.equal(await services.tokens.require(connection, ref('acme')), remote.group('acme')?.token);
  });

  it('is given up with the group', async () => {
    const { services, connection, sealing, ref } = await start();
    sealing.failure = new Error('sealing broke');
    await assert.rejects(services.sending.getOrCreate(connection, TYPED));
    services.groups.remove(ref('acme'));
    assert.equal(
      (await failureOf(services.tokens.require(connection, ref('acme')))).message,
      'Its token is not stored locally. Get or create the group, or fetch it from the service.',
    );
  });

  it('whose key is gone is not readable here, and comes back with a fetch', async () => {
    const product = await start();
    const { services, connection, secrets, clock, ref } = product;
    await services.sending.getOrCreate(connection, TYPED);
    for (const key of [...secrets.kept.keys()].filter((name) => name.startsWith('tokenKey.'))) secrets.kept.delete(key);
    clock.now += DAY;
    const other = product.anotherWindow();
    assert.deepEqual((await other.words('acme'))?.[0], 'Token not readable here');
    const failure = await failureOf(other.services.tokens.require(other.connection, ref('acme')));
    assert.equal(
      failure.message,
      "Its token can't be read on this machine, because its key is gone. Fetch the group from the service to get the token again.",
    );
    await other.services.sending.fetch(other.connection, 'acme');
    assert.equal(
      await other.services.tokens.require(other.connection, ref('acme')),
      product.remote.group('acme')?.token,
    );
  });
});

describe('A token', () => {
  const start = productStarter();

  it('is issued by what creates the group and by a rotation, not by what finds it there', async () => {
    const product = await start();
    const { services, connection, clock, record } = product;
    const isIssued = (): boolean => services.groups.isTokenIssued(record('acme')!);
    await services.sending.getOrCreate(connection, TYPED);
    assert.ok(isIssued());
    services.groups.remove(product.ref('acme'));
    await services.sending.getOrCreate(connection, TYPED);
    assert.ok(!isIssued());
    clock.now += DAY;
    await services.rotation.rotate(connection, 'acme');
    assert.ok(isIssued());
  });
});
