// Two windows at the same group at once, step by step: what one of them learns later is not always newer.

import assert from 'node:assert/strict';
import type { Operation } from '../../../../src/contract/operations.ts';
import { failureOf } from '../../../support/clientUnderTest.ts';
import { HELD_SECONDS, heldTimers } from '../../../support/heldTimers.ts';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';
import { ask } from '../../sandbox/ask.ts';

const FIRST = documentOf({ mapping: { 40: '1' } });
const SECOND = documentOf({ name: 'Second', mapping: { 40: '2' } });
const THIRD = documentOf({ name: 'Third', mapping: { 40: '3' } });

describe('While a window waits for an answer', () => {
  const start = productStarter();
  const timers = heldTimers();

  /** The service does the one at once, and answers it when the other has begun and ended. */
  async function meanwhile(
    product: Product,
    operation: Operation,
    one: (product: Product) => Promise<unknown>,
    other: (product: Product) => Promise<unknown>,
  ): Promise<void> {
    const { remote } = product;
    const second = product.anotherWindow();
    remote.misbehave('slow', { operation, times: 1, seconds: HELD_SECONDS });
    let between: Promise<unknown> | undefined;
    product.meanwhile.happens = () => {
      product.clock.now += 1;
      between = other(second)
        .then(() => {
          product.clock.now += 1;
        })
        .finally(() => {
          timers.goOff();
        });
    };
    await one(product);
    await between;
  }

  const update =
    (text: string) =>
    ({ services, connection }: Product): Promise<unknown> =>
      services.sending.update(connection, text);
  const getOrCreate =
    (text: string) =>
    ({ services, connection }: Product): Promise<unknown> =>
      services.sending.getOrCreate(connection, text);
  const fetch = ({ services, connection }: Product): Promise<unknown> => services.sending.fetch(connection, 'acme');
  const rotate = ({ services, connection }: Product): Promise<unknown> => services.rotation.rotate(connection, 'acme');

  it('to an update, another update of the group is refused in every window, and not sent', async () => {
    const product = await start();
    await getOrCreate(FIRST)(product);
    await meanwhile(product, 'update', update(SECOND), async (second) => {
      assert.equal(
        (await failureOf(update(THIRD)(second))).message,
        `Couldn't update "acme" on staging. The group is being sent, here or in another window. Wait until it is sent.`,
      );
    });
    assert.equal(product.requests.filter(({ method }) => method === 'PUT').length, 1);
    assert.deepEqual([product.record('acme')?.base?.text, product.remote.group('acme')?.name], [SECOND, 'Second']);
    await update(THIRD)(product);
  });

  it('to a fetch, an update changes what is known, and the fetch does not turn it back', async () => {
    const product = await start();
    await getOrCreate(FIRST)(product);
    await meanwhile(product, 'getOrCreate', fetch, update(SECOND));
    const record = product.record('acme');
    assert.deepEqual(
      [record?.base?.text, record?.answered?.name, record?.answered?.operation],
      [SECOND, 'Second', 'update'],
    );
  });

  it('to a fetch of a group that was never sent from here, an update is what was last sent', async () => {
    const product = await start();
    await product.anotherWindow().services.sending.getOrCreate(product.connection, documentOf());
    product.services.groups.remove(product.ref('acme'));
    await getOrCreate('{"user_group_id": "acme"}')(product);
    await meanwhile(product, 'getOrCreate', fetch, update(SECOND));
    const { text, from } = product.record('acme')!.base!;
    assert.deepEqual([text, from], [SECOND, 'sent']);
  });

  it('to a get-or-create that finds the group, the window that creates it keeps its text as what was sent', async () => {
    const product = await start();
    await meanwhile(product, 'getOrCreate', getOrCreate(FIRST), getOrCreate(SECOND));
    assert.deepEqual([product.record('acme')?.base?.text, product.remote.group('acme')?.name], [FIRST, 'Acme']);
  });

  it('to a get-or-create that creates the group, an update of it stays what was last sent', async () => {
    const product = await start();
    await meanwhile(product, 'getOrCreate', getOrCreate(FIRST), update(SECOND));
    const record = product.record('acme');
    assert.deepEqual([record?.base?.text, record?.answered?.name], [SECOND, 'Second']);
  });

  for (const [words, operation, work] of [
    ['a fetch', 'getOrCreate', fetch],
    ['an update', 'update', update(SECOND)],
  ] as const) {
    it(`to ${words}, a rotation is no trouble, and its token is the one that is offered`, async () => {
      const product = await start();
      await getOrCreate(FIRST)(product);
      await meanwhile(product, operation, work, rotate);
      const { services, connection, ref, remote } = product;
      assert.equal(await services.tokens.require(connection, ref('acme')), remote.group('acme')?.token);
      const next = product.anotherWindow();
      assert.equal(await next.services.tokens.require(next.connection, ref('acme')), remote.group('acme')?.token);
    });
  }

  it('to the question which token it has, one that another window replaces is not rotated: nobody wanted to replace the new one', async () => {
    const product = await start();
    await getOrCreate(FIRST)(product);
    const other = product.anotherWindow();
    const { store, requests, ref } = product;
    const begin = store.journal.beginRotation.bind(store.journal);
    // The token has been read by now: the other rotation begins and ends before this one is written down.
    let replaced = false;
    store.journal.beginRotation = (subject, rotation) => {
      assert.ok(replaced);
      return begin(subject, rotation);
    };
    const seal = product.services.tokens.seal.bind(product.services.tokens);
    product.services.tokens.seal = async (owner, token) => {
      product.services.tokens.seal = seal;
      await rotate(other);
      replaced = true;
      return seal(owner, token);
    };
    assert.equal(
      (await failureOf(rotate(product))).message,
      `Couldn't rotate the token of "acme" on staging. Its token was replaced meanwhile, here or in another window. ` +
        'To replace that one too, rotate it again.',
    );
    assert.equal(requests.filter(({ method }) => method === 'POST').length, 1);
    await rotate(product);
    assert.equal(
      await other.services.tokens.require(other.connection, ref('acme')),
      product.remote.group('acme')?.token,
    );
  });
});

describe('A rotation that the service carries out late', () => {
  const start = productStarter();

  it('after it was asked, is uncertain until it is asked again, and then its token is the known one', async () => {
    const { services, connection, remote, ref, words } = await start();
    await services.sending.getOrCreate(connection, FIRST);
    const { token: former } = remote.group('acme')!;
    remote.misbehave('resetUnprocessed', { operation: 'rotate' });
    assert.equal((await failureOf(services.rotation.rotate(connection, 'acme'))).kind, 'outcomeUnknown');
    remote.misbehave(undefined);
    const findOut = async (): Promise<string> =>
      (await services.rotation.findOut(connection, 'acme', () => Promise.resolve(true))).kind;
    assert.equal(await findOut(), 'probablyNot');
    await ask(remote, 'POST', JSON.stringify({ current_token: former }));
    assert.match((await words('acme'))![0]!, /^Rotation: probably not rotated/);
    assert.equal(await findOut(), 'rotated');
    assert.equal(await services.tokens.require(connection, ref('acme')), remote.group('acme')?.token);
    assert.deepEqual(
      (await services.tokens.replaced(ref('acme'))).map(({ token }) => token),
      [former],
    );
    assert.equal(
      services.groups.versions({ limit: 5 }).find(({ operation }) => operation === 'rotate')?.outcome,
      'rotated',
    );
  });
});
