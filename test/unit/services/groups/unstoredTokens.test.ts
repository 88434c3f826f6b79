// A token that could not be stored stays in memory until the store itself says that it holds that very token.

import assert from 'node:assert/strict';
import { UserGroupsError } from '../../../../src/core/errors.ts';
import { LEASE_MS } from '../../../../src/core/ports/journal.ts';
import { failureOf } from '../../../support/clientUnderTest.ts';
import { elsewhere } from '../../../support/elsewhere.ts';
import { HELD_SECONDS, heldTimers } from '../../../support/heldTimers.ts';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';

const MINUTE = 60_000;
const NO_SECRETS = new UserGroupsError('unavailable', 'The editor keeps no secrets.');
const refuse = (): Promise<boolean> => Promise.resolve(false);

/** Of which groups this window says that their tokens are stored at last. */
function storedByRetry({ services }: Product): string[] {
  const stored: string[] = [];
  services.retryQueue.onDidStore(({ userGroupId }) => {
    stored.push(userGroupId);
  });
  return stored;
}

describe('The answer to a rotation whose window others treated as gone', () => {
  const start = productStarter();
  const timers = heldTimers();

  const deletions: Readonly<Record<string, (other: Product) => Promise<void>>> = {
    'deleted all local data': ({ services }) => services.localData.deleteAll(),
    'dismissed the rotation and removed the connection': async ({ services, connection }) => {
      services.rotation.open().forEach((rotation) => {
        services.rotation.drop(rotation);
      });
      await services.connections.remove(connection);
    },
  };

  for (const [words, deleteThere] of Object.entries(deletions)) {
    it(`and that have ${words}, stays in memory, and is never called stored`, async () => {
      const product = await start();
      const { services, connection, remote, clock } = product;
      await services.sending.getOrCreate(connection, documentOf());
      const acme = product.ref('acme');
      const stored = storedByRetry(product);
      const other = product.anotherWindow();
      remote.misbehave('slow', { operation: 'rotate', times: 1, seconds: HELD_SECONDS });
      product.meanwhile.happens = () => {
        clock.now += 2 * LEASE_MS;
        other.store.journal.closeAbandoned();
        void deleteThere(other).finally(() => {
          timers.goOff();
        });
      };
      const failure = await failureOf(services.rotation.rotate(connection, 'acme'));
      assert.equal(
        failure.message,
        `The service completed the request, but the token of "acme" on staging couldn't be stored locally. ` +
          'The connection was removed meanwhile. Copy the token now, because only the memory of this window has it.',
      );
      await product.elapse(10 * MINUTE);
      assert.deepEqual(
        [stored, await services.tokens.find(acme), failure.failure.unstored],
        [[], remote.group('acme')?.token, acme],
      );
      assert.deepEqual((await services.localData.kept()).unstoredTokens, ['"acme" on staging']);
    });
  }
});

describe('A token that waits for being stored', () => {
  const start = productStarter();

  /** Rotated here, and not stored, since no token can be sealed. */
  async function withUnstored(): Promise<Product & { readonly token: string; readonly stored: readonly string[] }> {
    const product = await start();
    const { services, connection, sealing, remote } = product;
    await services.sending.getOrCreate(connection, documentOf());
    const stored = storedByRetry(product);
    product.meanwhile.happens = () => {
      sealing.failure = NO_SECRETS;
    };
    await failureOf(services.rotation.rotate(connection, 'acme'));
    product.clock.now += LEASE_MS;
    return Object.assign(Object.create(product, {}) as Product, { token: remote.group('acme')!.token, stored });
  }

  const keptTokens = async ({ services, ref }: Product): Promise<(string | undefined)[]> => [
    await services.tokens.find(ref('acme')),
    ...(await services.tokens.replaced(ref('acme'))).map(({ token }) => token),
  ];

  it('is stored, and then said to be, though another window has dismissed its rotation meanwhile', async () => {
    const product = await withUnstored();
    const { services, sealing, token, stored } = product;
    const other = product.anotherWindow();
    other.services.rotation.drop(other.services.rotation.open()[0]!);
    sealing.failure = undefined;
    await product.elapse(MINUTE);
    assert.deepEqual(
      [stored, await other.services.tokens.find(other.ref('acme')), services.tokens.isInMemory(product.ref('acme'))],
      [['acme'], token, false],
    );
  });

  it('is said to be stored when another window has found it out and stored it', async () => {
    const product = await withUnstored();
    const { sealing, token, stored } = product;
    const other = product.anotherWindow();
    assert.equal((await other.services.rotation.findOut(other.connection, 'acme', refuse)).kind, 'rotated');
    const versions = (): number => other.services.groups.versions({ ref: other.ref('acme'), limit: 9 }).length;
    const before = versions();
    other.store.journal.beginRotation(other.ref('beta'), { token: other.record('acme')!.token!.sealed, at: 1 });
    sealing.failure = undefined;
    await product.elapse(MINUTE);
    assert.deepEqual([stored, (await keptTokens(other))[0]], [['acme'], token]);
    assert.equal(versions(), before);
  });

  it('is kept beside the current one, and is not lost, when another window has fetched a newer one', async () => {
    const product = await withUnstored();
    const { sealing, remote, token, stored } = product;
    await elsewhere(remote, 'POST', { current_token: token });
    const newest = remote.group('acme')!.token;
    const other = product.anotherWindow();
    await other.services.sending.fetch(other.connection, 'acme');
    sealing.failure = undefined;
    await product.elapse(MINUTE);
    assert.deepEqual(
      [stored, (await keptTokens(other)).filter((each) => each === token || each === newest).toSorted()],
      [['acme'], [token, newest].toSorted()],
    );
  });

  it('becomes a replaced one when the service answers a newer one here', async () => {
    const product = await withUnstored();
    const { services, connection, sealing, remote, token } = product;
    await elsewhere(remote, 'POST', { current_token: token });
    sealing.failure = undefined;
    await services.sending.fetch(connection, 'acme');
    const [current, ...replaced] = await keptTokens(product.anotherWindow());
    assert.deepEqual(
      [current, replaced[0], replaced.length, services.tokens.isInMemory(product.ref('acme'))],
      [remote.group('acme')?.token, token, 2, false],
    );
    await product.elapse(10 * MINUTE);
    assert.deepEqual(
      [await services.tokens.find(product.ref('acme')), services.rotation.open()],
      [remote.group('acme')?.token, []],
    );
  });

  it('stays in memory while the store cannot read it back', async () => {
    const product = await withUnstored();
    const { services, sealing, token, stored } = product;
    sealing.failure = undefined;
    const isKept = services.tokens.isKept.bind(services.tokens);
    services.tokens.isKept = () => Promise.resolve(false);
    await product.elapse(MINUTE);
    assert.deepEqual(
      [stored, services.tokens.isInMemory(product.ref('acme')), await services.tokens.find(product.ref('acme'))],
      [[], true, token],
    );
    services.tokens.isKept = isKept;
    await product.elapse(2 * MINUTE);
    assert.deepEqual([stored, services.tokens.isInMemory(product.ref('acme'))], [['acme'], false]);
  });

  it('is not stored where its group is removed while it is being stored', async () => {
    const product = await start();
    const { services, connection, sealing, ref } = product;
    product.meanwhile.happens = () => {
      sealing.failure = NO_SECRETS;
    };
    await failureOf(services.sending.getOrCreate(connection, documentOf()));
    sealing.failure = undefined;
    const seal = services.tokens.seal.bind(services.tokens);
    services.tokens.seal = (owner, token) => {
      services.groups.remove(ref('acme'));
      return seal(owner, token);
    };
    await product.elapse(MINUTE);
    assert.equal(product.record('acme'), undefined);
  });
});
