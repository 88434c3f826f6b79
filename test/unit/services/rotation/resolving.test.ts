// What resolving a rotation says where less is known: no key, no group, nobody's word, nothing to compare with.

import assert from 'node:assert/strict';
import type { OpenRotation } from '../../../../src/core/userGroup.ts';
import { UserGroupsError } from '../../../../src/core/errors.ts';
import { failureOf } from '../../../support/clientUnderTest.ts';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';
import { ask } from '../../sandbox/ask.ts';

const refuse = (): Promise<boolean> => Promise.resolve(false);
const accept = (): Promise<boolean> => Promise.resolve(true);
const UNDER_WAY = /Its token is being rotated, here or in another window\. Wait until the rotation is complete\.$/;

/** The keys of this machine are gone: a window that opens now reads no token. */
function loseKeys({ secrets }: Product): void {
  for (const key of [...secrets.kept.keys()].filter((name) => name.startsWith('tokenKey.'))) secrets.kept.delete(key);
}

describe('A rotation of a group, without an answer', () => {
  const start = productStarter();

  async function open(fault: 'resetBeforeAnswer' | 'resetUnprocessed'): Promise<Product> {
    const product = await start();
    await product.services.sending.getOrCreate(product.connection, documentOf());
    product.remote.misbehave(fault, { operation: 'rotate' });
    await failureOf(product.services.rotation.rotate(product.connection, 'acme'));
    product.remote.misbehave(undefined);
    return product;
  }

  for (const fault of ['resetBeforeAnswer', 'resetUnprocessed'] as const) {
    it(`is not compared where the former token is not readable, and leaves the current one: ${fault}`, async () => {
      const product = await open(fault);
      loseKeys(product);
      const { services, connection, remote, ref } = product.anotherWindow();
      assert.equal((await services.rotation.findOut(connection, 'acme', refuse)).kind, 'tokenKnown');
      assert.deepEqual(
        [await services.tokens.require(connection, ref('acme')), services.rotation.open()],
        [remote.group('acme')?.token, []],
      );
    });
  }

  it('while it is in progress is neither resolved nor begun again by another window', async () => {
    const product = await start();
    await product.services.sending.getOrCreate(product.connection, documentOf());
    const other = product.anotherWindow();
    let refused: Promise<UserGroupsError[]> | undefined;
    product.meanwhile.happens = () => {
      assert.deepEqual(other.services.rotation.open(), []);
      refused = Promise.all([
        failureOf(other.services.rotation.findOut(other.connection, 'acme', accept)),
        failureOf(other.services.rotation.rotatable(other.connection, 'acme')),
      ]);
    };
    await product.services.rotation.rotate(product.connection, 'acme');
    for (const failure of (await refused) ?? []) {
      assert.match(failure.message, UNDER_WAY);
      assert.deepEqual(failure.failure.about, { connection: 'staging', userGroupId: 'acme' });
    }
    assert.deepEqual(
      product.requests.map(({ operation }) => operation),
      ['getOrCreate', 'rotate'],
    );
  });

  it('keeps no answer where none came, and says so', async () => {
    const { services, ref } = await open('resetBeforeAnswer');
    const rotation = services.rotation.openOf(ref('acme'))!;
    assert.equal(services.rotation.hasUnrecognizedResponse(rotation), false);
    const failure = await failureOf(services.rotation.unrecognizedResponse(rotation));
    assert.deepEqual(
      [failure.kind, failure.message],
      ['notFound', 'No response to the rotation is stored locally, or its key is gone. Use "Resolve Rotation…".'],
    );
  });

  it('keeps its answer in memory while that cannot be stored, until it is dismissed', async () => {
    const { services, connection, remote, sealing, meanwhile, ref, ...product } = await start();
    await services.sending.getOrCreate(connection, documentOf());
    remote.misbehave('array', { operation: 'rotate' });
    meanwhile.happens = () => {
      sealing.failure = new Error('sealing broke');
    };
    await failureOf(services.rotation.rotate(connection, 'acme'));
    const rotation = services.rotation.openOf(ref('acme'))!;
    assert.equal(rotation.unrecognizedResponse, undefined);
    assert.match(await services.rotation.unrecognizedResponse(rotation), new RegExp(remote.group('acme')!.token));
    services.rotation.drop(rotation);
    assert.equal(services.rotation.hasUnrecognizedResponse(rotation), false);
    sealing.failure = undefined;
    await product.elapse(600_000);
    assert.deepEqual(services.rotation.open(), []);
  });
});

describe('A token that only the memory of this window has', () => {
  const start = productStarter();

  for (const listed of ['is', 'is not'] as const) {
    it(`can be rotated when its group ${listed} in the list`, async () => {
      const { services, connection, remote, sealing, store, ref } = await start();
      sealing.failure = new UserGroupsError('unavailable', 'The editor keeps no secrets.');
      await failureOf(services.sending.getOrCreate(connection, documentOf()));
      sealing.failure = undefined;
      ({ is: () => undefined, 'is not': () => store.groups.forget(ref('acme')) })[listed]();
      assert.deepEqual(await services.rotation.rotate(connection, 'acme'), { userGroupId: 'acme', notes: [] });
      assert.equal(await services.tokens.require(connection, ref('acme')), remote.group('acme')?.token);
    });
  }
});

describe('Asking before a rotation', () => {
  const start = productStarter();

  it('is refused where the connection is locked for it, once for all tokens of the connection', async () => {
    const { services, connection } = await start({ entry: { locked: 'rotation' } });
    const failure = await failureOf(services.rotation.requireRotatable(connection));
    assert.deepEqual(
      [failure.message, failure.failure.about],
      [
        `Couldn't rotate tokens on staging. The connection is locked for rotations. ` +
          'To allow it, change "locked" in "userGroups.connections".',
        { connection: 'staging', userGroupId: undefined },
      ],
    );
  });
});

describe('A token of no listed group', () => {
  const start = productStarter();

  /** `elsewhere` has this token, and is not in the list. */
  async function leaked(): Promise<Product & { readonly token: string }> {
    const product = await start();
    await ask(product.remote, 'GET', '{"user_group_id":"elsewhere","name":"Elsewhere"}');
    product.requests.length = 0;
    return Object.assign(Object.create(product, {}) as Product, { token: product.remote.group('elsewhere')!.token });
  }

  /** Its rotation has no answer. */
  async function leakedOpen(
    fault: 'resetBeforeAnswer' | 'resetUnprocessed',
  ): Promise<Product & { readonly open: OpenRotation }> {
    const product = await leaked();
    product.remote.misbehave(fault, { operation: 'rotate' });
    await failureOf(product.services.rotation.rotateLeaked(product.connection, product.token));
    product.remote.misbehave(undefined);
    product.requests.length = 0;
    return Object.assign(Object.create(product, {}) as Product, { open: product.services.rotation.open()[0]! });
  }

  it('that is rotated says whether its group is in the list, and what is to be known of the answer', async () => {
    const { services, connection, remote, token, logged } = await leaked();
    remote.misbehave('extraFields', { operation: 'rotate' });
    const first = await services.rotation.rotateLeaked(connection, token);
    assert.deepEqual([first.userGroupId, first.wasListed, first.notes.length], ['elsewhere', false, 1]);
    remote.misbehave('hugeTeamId', { operation: 'rotate' });
    await ask(remote, 'POST', JSON.stringify({ current_token: remote.group('elsewhere')!.token }));
    const second = await services.rotation.rotateLeaked(connection, remote.group('elsewhere')!.token);
    assert.deepEqual([second.userGroupId, second.wasListed], ['elsewhere', true]);
    assert.match(second.notes.join(), /this is another group than before/);
    assert.doesNotMatch(logged.join('\n'), /could not be read/);
  });

  it('that is rotated and cannot be stored is said to be that of its group, which offers it', async () => {
    const { services, connection, remote, sealing, meanwhile, ref, token } = await leaked();
    meanwhile.happens = () => {
      sealing.failure = new UserGroupsError('unavailable', 'The editor keeps no secrets.');
    };
    const failure = await failureOf(services.rotation.rotateLeaked(connection, token));
    assert.deepEqual(
      [failure.failure.about, failure.failure.unstored],
      [{ connection: 'staging', userGroupId: 'elsewhere' }, ref('elsewhere')],
    );
    assert.equal(await services.tokens.require(connection, ref('elsewhere')), remote.group('elsewhere')?.token);
  });

  it('that is rotated and meets a bug leaves that as it is', async () => {
    const { services, connection, sealing, meanwhile, token } = await leaked();
    const bug = new TypeError('x is not a function');
    meanwhile.happens = () => {
      sealing.failure = bug;
    };
    await assert.rejects(services.rotation.rotateLeaked(connection, token), (error) => error === bug);
  });

  it('is compared with that of a group, by get-or-create with what is known of it', async () => {
    const { services, connection, requests, open } = await leakedOpen('resetBeforeAnswer');
    assert.equal(await services.rotation.findOutLeaked(connection, open, 'elsewhere', refuse), 'another');
    assert.deepEqual(
      requests.map(({ requestBody }) => JSON.parse(requestBody) as unknown),
      [{ user_group_id: 'elsewhere' }],
    );
    assert.equal(services.rotation.open().length, 1);
  });

  it('is not compared, and nothing asked, where it is not readable', async () => {
    const product = await leakedOpen('resetUnprocessed');
    loseKeys(product);
    const { services, connection } = product.anotherWindow();
    assert.equal(
      await services.rotation.findOutLeaked(connection, services.rotation.open()[0]!, 'elsewhere', accept),
      'notComparable',
    );
    assert.deepEqual(product.requests, []);
  });

  it('is not compared with a group that the person says is another one', async () => {
    const { services, connection, remote, open, record } = await leakedOpen('resetUnprocessed');
    await services.sending.getOrCreate(connection, documentOf({ user_group_id: 'elsewhere' }));
    const before = record('elsewhere');
    remote.misbehave('hugeTeamId');
    assert.equal(await services.rotation.findOutLeaked(connection, open, 'elsewhere', refuse), 'notAccepted');
    assert.deepEqual(
      [record('elsewhere')?.answered, services.rotation.open().map(({ userGroupId }) => userGroupId)],
      [before?.answered, [undefined]],
    );
    const [version] = services.groups.versions({ limit: 1 });
    assert.deepEqual([version?.operation, version?.outcome], ['getOrCreate', 'unknown']);
    assert.match(version?.reason ?? '', /^The response was not accepted\. The service returned team_id/);
  });
});
