// Rotation: sent once, its token stored and read back, and never guessed about.

import assert from 'node:assert/strict';
import { failureOf } from '../../../support/clientUnderTest.ts';
import { UserGroupsError } from '../../../../src/core/errors.ts';
import { LEASE_MS } from '../../../../src/core/ports/journal.ts';
import { HELD_SECONDS, heldTimers } from '../../../support/heldTimers.ts';
import { DAY, documentOf, MAY_12, productStarter, type Product } from '../../../support/product.ts';
import { ask } from '../../sandbox/ask.ts';

const OUTCOME_OPEN =
  `Couldn't rotate the token of "acme" on staging. The outcome of an earlier rotation is unknown. ` +
  'Use "Resolve Rotation…" first, which asks the service for the current token.';
const UNDER_WAY = `Couldn't rotate the token of "acme" on staging. Its token is being rotated, here or in another window. Wait until the rotation is complete.`;

const never = (): Promise<boolean> => Promise.resolve(false);

describe('A rotation', () => {
  const start = productStarter();
  const timers = heldTimers();

  async function withAcme(): Promise<Product & { readonly former: string }> {
    const product = await start();
    await product.services.sending.getOrCreate(product.connection, documentOf());
    product.clock.now += DAY;
    product.requests.length = 0;
    return { ...product, former: product.remote.group('acme')!.token };
  }

  const sentRotations = ({ requests }: Product): number => requests.filter(({ method }) => method === 'POST').length;

  it('stores the new token, which is the current one of the service, and keeps the former', async () => {
    const { services, connection, remote, store, secrets, ref, former, ...product } = await withAcme();
    const { notes } = await services.rotation.rotate(connection, 'acme');
    const current = remote.group('acme')?.token;
    assert.deepEqual([notes, current === former], [[], false]);
    assert.equal(await services.tokens.require(connection, ref('acme')), current);
    const other = product.anotherWindow();
    assert.equal(await other.services.tokens.require(other.connection, ref('acme')), current);
    assert.deepEqual(
      store.tokens.replaced(ref('acme')).map(({ issuedAt, replacedAt }) => [issuedAt, replacedAt]),
      [[MAY_12, MAY_12 + DAY]],
    );
    assert.ok(![...secrets.kept.values()].some((value) => value.includes(former)));
  });

  it('sends nothing but the current token, once, and keeps no text of it', async () => {
    const { services, connection, requests, logged, former, ...product } = await withAcme();
    await services.rotation.rotate(connection, 'acme');
    assert.deepEqual(
      requests.map(({ method, requestBody }) => [method, requestBody]),
      [['POST', '{"current_token":"•••"}']],
    );
    const [version] = services.groups.versions({ limit: 1 });
    assert.deepEqual([version?.operation, version?.outcome, version?.text], ['rotate', 'rotated', '']);
    assert.ok(![former, product.remote.group('acme')!.token].some((token) => logged.join('\n').includes(token)));
  });

  it('leaves document, draft and what was answered before alone', async () => {
    const { services, connection, record } = await withAcme();
    services.groups.saveDraft(connection, 'acme', documentOf({ name: 'Being typed' }));
    const before = record('acme');
    await services.rotation.rotate(connection, 'acme');
    const after = record('acme');
    assert.deepEqual(
      [after?.draft, after?.base, after?.documentMtime],
      [before?.draft, before?.base, before?.documentMtime],
    );
    assert.deepEqual([after?.answered?.name, after?.answered?.environmentTag], ['Acme', 'Testing']);
  });

  it('says so where it is answered for another group than before', async () => {
    const { services, connection, remote } = await withAcme();
    remote.misbehave('hugeTeamId', { operation: 'rotate' });
    const { notes } = await services.rotation.rotate(connection, 'acme');
    assert.match(notes.join(), /this is another group than before/);
  });

  it('that is begun twice at once is refused once, and sent once', async () => {
    const product = await withAcme();
    const { services, connection, remote, ref } = product;
    const both = await Promise.allSettled([
      services.rotation.rotate(connection, 'acme'),
      services.rotation.rotate(connection, 'acme'),
    ]);
    assert.deepEqual(
      both.map(({ status }) => status),
      ['fulfilled', 'rejected'],
    );
    assert.match(String((both[1] as PromiseRejectedResult).reason), /Its token is being rotated/);
    assert.equal(sentRotations(product), 1);
    assert.equal(await services.tokens.require(connection, ref('acme')), remote.group('acme')?.token);
  });

  it('that is in progress in another window is not sent again', async () => {
    const product = await withAcme();
    const other = product.anotherWindow();
    let inBetween: Promise<UserGroupsError> | undefined;
    product.meanwhile.happens = () => {
      inBetween = failureOf(other.services.rotation.rotate(other.connection, 'acme'));
    };
    await product.services.rotation.rotate(product.connection, 'acme');
    assert.equal((await inBetween)?.message, UNDER_WAY);
    assert.equal(sentRotations(product), 1);
  });

  it('that is refused leaves the token as it was', async () => {
    const product = await withAcme();
    const { services, connection, remote, former, ref } = product;
    remote.misbehave('status403');
    assert.equal((await failureOf(services.rotation.rotate(connection, 'acme'))).kind, 'forbidden');
    assert.equal(await services.tokens.require(connection, ref('acme')), former);
    remote.misbehave(undefined);
    await services.rotation.rotate(connection, 'acme');
    assert.equal(sentRotations(product), 2);
  });

  for (const fault of [
    'resetBeforeAnswer',
    'halfAnswer',
    'tokenMissing',
    'status500',
    'otherProvidedId',
    'status503RetryAfter',
  ] as const) {
    it(`that ends in ${fault} is sent once, has an unknown outcome, and no other begins before a fetch`, async () => {
      const product = await withAcme();
      const { services, connection, remote, clock, ref, words } = product;
      remote.misbehave(fault, { operation: 'rotate' });
      const failure = await failureOf(services.rotation.rotate(connection, 'acme'));
      assert.match(failure.message, /^The token of "acme" on staging may have been rotated\. /);
      clock.now += DAY;
      assert.deepEqual(await words('acme'), ['Rotation: outcome unknown', 'No mapping set', 'Sent 12 May']);
      assert.equal((await failureOf(services.rotation.rotatable(connection, 'acme'))).message, OUTCOME_OPEN);
      assert.equal((await failureOf(services.rotation.rotate(connection, 'acme'))).message, OUTCOME_OPEN);
      assert.equal(sentRotations(product), 1);
      await services.sending.fetch(connection, 'acme');
      // A token may be replaced by then, or not.
      assert.deepEqual((await words('acme'))?.slice(-2), ['No mapping set', 'Sent 12 May']);
      assert.equal(await services.tokens.require(connection, ref('acme')), remote.group('acme')?.token);
      remote.misbehave(undefined);
      await services.rotation.rotate(connection, 'acme');
      assert.equal(await services.tokens.require(connection, ref('acme')), remote.group('acme')?.token);
    });
  }

  it('that ends in a web page stays probably not rotated, however long ago, until somebody has seen the page and dismisses it', async () => {
    const { services, connection, remote, clock, ref, words } = await withAcme();
    remote.misbehave('html', { operation: 'rotate' });
    await failureOf(services.rotation.rotate(connection, 'acme'));
    clock.now += DAY;
    await services.sending.fetch(connection, 'acme');
    assert.match((await words('acme'))?.[0] ?? '', /^Rotation: probably not rotated/);
    const open = services.rotation.openOf(ref('acme'))!;
    assert.match(await services.rotation.unrecognizedResponse(open), /^<!DOCTYPE html>/);
    services.rotation.drop(open);
    assert.deepEqual(await words('acme'), ['No mapping set', 'Sent 12 May']);
  });

  it('in a window that died before the answer came counts as in progress for a while, and then as unknown', async () => {
    const product = await withAcme();
    const { services, connection, remote, store, former, ref, clock, words } = product;
    const { sealed } = store.groups.find(ref('acme'))!.token!;
    store.journal.beginRotation(ref('acme'), { token: sealed, at: clock.now });
    await ask(remote, 'POST', JSON.stringify({ current_token: former }));
    const other = product.anotherWindow();
    assert.equal((await failureOf(other.services.rotation.rotate(connection, 'acme'))).message, UNDER_WAY);
    await other.elapse(LEASE_MS);
    assert.equal((await words('acme'))?.[0], 'Rotation: outcome unknown');
    assert.equal((await failureOf(services.rotation.rotate(connection, 'acme'))).message, OUTCOME_OPEN);
    assert.equal((await services.rotation.findOut(connection, 'acme', never)).kind, 'rotated');
    await services.rotation.rotate(connection, 'acme');
    assert.equal(await services.tokens.require(connection, ref('acme')), remote.group('acme')?.token);
  });

  it('whose window waits long for the answer still counts as in progress', async () => {
    const product = await withAcme();
    const { services, connection, meanwhile } = product;
    const other = product.anotherWindow();
    let refused: Promise<UserGroupsError> | undefined;
    meanwhile.happens = () => {
      refused = product
        .elapse(4 * LEASE_MS)
        .then(() => other.elapse(1))
        .then(() => failureOf(other.services.rotation.rotate(other.connection, 'acme')))
        .finally(() => {
          timers.goOff();
        });
    };
    product.remote.misbehave('slow', { operation: 'rotate', seconds: HELD_SECONDS });
    await services.rotation.rotate(connection, 'acme');
    assert.equal((await refused)?.message, UNDER_WAY);
  });

  it('that the person confirmed for one token is not carried out on the next', async () => {
    const product = await withAcme();
    const { services, connection, remote } = product;
    const { askedAbout } = await services.rotation.rotatable(connection, 'acme');
    const other = product.anotherWindow();
    await other.services.rotation.rotate(other.connection, 'acme');
    const { token } = remote.group('acme')!;
    const failure = await failureOf(services.rotation.rotate(connection, 'acme', { askedAbout }));
    assert.match(
      failure.message,
      /Its token was replaced meanwhile, here or in another window\. To replace that one too, rotate it again/,
    );
    assert.deepEqual([remote.group('acme')?.token, services.rotation.open()], [token, []]);
    await services.rotation.rotate(connection, 'acme', await services.rotation.rotatable(connection, 'acme'));
    assert.notEqual(remote.group('acme')?.token, token);
  });

  it('in another window that overtakes a fetch leaves the new token as the one that is copied here', async () => {
    const product = await withAcme();
    const { services, connection, remote, meanwhile, ref } = product;
    const other = product.anotherWindow();
    let rotated: Promise<unknown> | undefined;
    remote.misbehave('slow', { operation: 'getOrCreate', times: 1, seconds: HELD_SECONDS });
    meanwhile.happens = () => {
      rotated = other.services.rotation.rotate(other.connection, 'acme').finally(() => {
        timers.goOff();
      });
    };
    await services.sending.fetch(connection, 'acme');
    await rotated;
    assert.equal(await services.tokens.require(connection, ref('acme')), remote.group('acme')?.token);
  });

  it('is not sent when its answer could not be kept', async () => {
    const product = await withAcme();
    const { services, connection, sealing, former, ref, words } = product;
    sealing.failure = new UserGroupsError('unavailable', 'The editor keeps no secrets.');
    assert.equal(
      (await failureOf(services.rotation.rotate(connection, 'acme'))).message,
      `Couldn't rotate the token of "acme" on staging. The editor keeps no secrets.`,
    );
    assert.deepEqual([sentRotations(product), await words('acme')], [0, ['No mapping set', 'Sent 12 May']]);
    assert.equal(await services.tokens.require(connection, ref('acme')), former);
  });

  it('whose token cannot be stored says so, offers it at once, and stores it as soon as it can be', async () => {
    const product = await withAcme();
    const { services, connection, remote, sealing, meanwhile, former, ref, words } = product;
    meanwhile.happens = () => {
      sealing.failure = new UserGroupsError('unavailable', 'The editor keeps no secrets.');
    };
    const failure = await failureOf(services.rotation.rotate(connection, 'acme'));
    assert.equal(
      failure.message,
      `The service completed the request, but the token of "acme" on staging couldn't be stored locally. The editor keeps no secrets. ` +
        'Copy the token now, because only the memory of this window has it.',
    );
    const copied = await services.tokens.require(connection, ref('acme'));
    assert.deepEqual([copied === former, copied], [false, remote.group('acme')?.token]);
    assert.deepEqual((await words('acme'))?.slice(0, 2), ['Token not stored yet', 'Rotation: outcome unknown']);
    const stored: string[] = [];
    services.retryQueue.onDidStore(({ userGroupId }) => {
      stored.push(userGroupId);
    });
    await product.elapse(60_000);
    assert.deepEqual(stored, []);
    sealing.failure = undefined;
    await product.elapse(60_000);
    assert.deepEqual(
      [stored, await words('acme')],
      [['acme'], ['Previous token kept', 'No mapping set', 'Sent 12 May']],
    );
    const other = product.anotherWindow();
    assert.equal(await other.services.tokens.require(other.connection, ref('acme')), remote.group('acme')?.token);
    assert.deepEqual(
      (await services.tokens.replaced(ref('acme'))).map(({ token }) => token),
      [former],
    );
  });

  it('whose token was lost with the window that had it is no secret to the next one', async () => {
    const product = await withAcme();
    const { services, connection, remote, sealing, meanwhile, ref } = product;
    meanwhile.happens = () => {
      sealing.failure = new Error('sealing broke');
    };
    await assert.rejects(services.rotation.rotate(connection, 'acme'));
    const next = product.anotherWindow();
    assert.equal((await next.words('acme'))?.[0], 'Rotation: outcome unknown');
    assert.equal((await failureOf(next.services.rotation.rotate(next.connection, 'acme'))).message, OUTCOME_OPEN);
    await next.services.sending.fetch(next.connection, 'acme');
    assert.equal(await next.services.tokens.require(next.connection, ref('acme')), remote.group('acme')?.token);
  });

  it('of a group that was forgotten meanwhile loses no token', async () => {
    const { services, connection, remote, store, meanwhile, ref } = await withAcme();
    meanwhile.happens = () => {
      store.journal.dropRotation(store.journal.openRotations(ref('acme'))[0]!.id);
      store.groups.forget(ref('acme'));
    };
    await services.rotation.rotate(connection, 'acme');
    assert.equal(await services.tokens.require(connection, ref('acme')), remote.group('acme')?.token);
  });
});
