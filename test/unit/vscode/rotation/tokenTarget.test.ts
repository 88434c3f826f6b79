// Whose token is copied: one in the list, or one only in memory, even if its group or its connection is gone.

import assert from 'node:assert/strict';
import { UserGroupsError } from '../../../../src/core/errors.ts';
import type { Log } from '../../../../src/core/ports/log.ts';
import type { Invocation } from '../../../../src/vscode/command/invocation.ts';
import { CommandRunner, type Handlers } from '../../../../src/vscode/command/commandRunner.ts';
import type { CommandContext } from '../../../../src/vscode/command/commandContext.ts';
import { copyToken } from '../../../../src/vscode/rotation/copyToken.ts';
import type { TokenClipboard } from '../../../../src/vscode/platform/clipboard.ts';
import type { Messages } from '../../../../src/vscode/platform/messages.ts';
import { failureOf } from '../../../support/clientUnderTest.ts';
import { nextList } from '../../../support/editor/fakeVscode.ts';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';
import { standIn } from '../../../support/standIn.ts';

const NO_SECRETS = new UserGroupsError('unavailable', 'The editor keeps no secrets.');
const ACME = { connection: 'staging', user_group_id: 'acme' };

interface Played extends Product {
  readonly token: string;
  readonly failure: UserGroupsError;
  readonly copied: string[];
  readonly copy: (invocation: Invocation) => Promise<void>;
}

describe('Copying a token that is in memory only', () => {
  const start = productStarter();

  /**
   * The group came into the list elsewhere; the answer that brought its token here could not be stored, and `gone`
   * happened since.
   */
  async function withUnstored(gone: (other: Product) => Promise<void> | void): Promise<Played> {
    const product = await start();
    const { services, connection, sealing, remote } = product;
    product.meanwhile.happens = () => {
      sealing.failure = NO_SECRETS;
    };
    const failure = await failureOf(services.sending.getOrCreate(connection, documentOf()));
    await gone(product.anotherWindow());
    const copied: string[] = [];
    const clipboard = standIn<TokenClipboard>({ copy: (token: string) => Promise.resolve(copied.push(token) * 0) });
    const context = standIn<CommandContext>({ services, clipboard, messages: standIn({ status: () => undefined }) });
    const { token } = remote.group('acme')!;
    return Object.assign(Object.create(product, {}) as Product, {
      token,
      failure,
      copied,
      copy: (invocation: Invocation) => copyToken(context, invocation),
    });
  }

  const losses: Readonly<Record<string, (other: Product) => Promise<void> | void>> = {
    'its group was removed from the list': ({ services, ref }) => {
      services.groups.remove(ref('acme'));
    },
    'Its connection was removed': ({ services, connection }) => services.connections.remove(connection),
    'all local data were deleted': ({ services }) => services.localData.deleteAll(),
  };

  for (const [words, gone] of Object.entries(losses)) {
    it(`works by the button of its notice after ${words}`, async () => {
      const product = await withUnstored(gone);
      const left = ['Copy Token'];
      const ended = Promise.withResolvers<undefined>();
      const handlers = standIn<Handlers>({
        'userGroups.update': () => Promise.reject(product.failure),
        'userGroups.copyToken': (invocation: Invocation) =>
          product.copy(invocation).finally(() => {
            ended.resolve(undefined);
          }),
      });
      const messages = standIn<Messages>({ error: () => Promise.resolve(left.shift()) });
      await new CommandRunner(() => Promise.resolve(handlers), messages, standIn<Log>({})).executeOnItem(
        'userGroups.update',
        ACME,
      );
      await ended.promise;
      assert.deepEqual(product.copied, [product.token]);
    });

    it(`works from an argument and from the palette after ${words}`, async () => {
      const product = await withUnstored(gone);
      await product.copy({ origin: 'argument', input: ACME });
      const copying = product.copy({ origin: 'palette', input: {} });
      const list = await nextList();
      assert.deepEqual(list.labels, ['"acme" on staging', 'Another Group…']);
      list.choose('"acme" on staging');
      await copying;
      assert.deepEqual(product.copied, [product.token, product.token]);
    });
  }

  it('copies another one by its list, which says where that is', async () => {
    const product = await withUnstored(() => undefined);
    const copying = product.copy({ origin: 'palette', input: {} });
    const list = await nextList();
    assert.deepEqual(
      [list.title, list.placeholder, list.items[0]?.description],
      ['Copy User Group Token', 'Select a token', 'not stored, only in the memory of this window'],
    );
    list.choose('Another Group…');
    const groups = await nextList();
    assert.match(groups.title, /^Copy User Group Token: 1 group/);
    groups.close();
    await assert.rejects(copying, { kind: 'cancelled' });
    assert.deepEqual(product.copied, []);
  });

  for (const failure of [new Error('a bug'), NO_SECRETS]) {
    it(`is not copied instead of a failure to find the group: ${failure.name}`, async () => {
      const product = await withUnstored(() => undefined);
      product.services.connections.named = () => {
        throw failure;
      };
      await assert.rejects(product.copy({ origin: 'item', input: ACME }), failure);
      assert.deepEqual(product.copied, []);
    });
  }

  for (const [words, input] of [
    ['group', { connection: 'staging', user_group_id: 'beta' }],
    ['connection', { connection: 'local sandbox', user_group_id: 'acme' }],
  ] as const) {
    it(`is not that of another ${words}`, async () => {
      const product = await withUnstored(({ services, ref }) => {
        services.groups.remove(ref('acme'));
      });
      await product.services.sandbox.start();
      await assert.rejects(product.copy({ origin: 'item', input }), { kind: 'notFound' });
      assert.deepEqual(product.copied, []);
    });
  }

  it('does not replace a group of the same names that is in the list', async () => {
    const product = await withUnstored(({ services }) => services.localData.deleteAll());
    const { services, sealing, remote, ref } = product;
    sealing.failure = undefined;
    await services.apiTokens.set(product.connection, remote.apiToken);
    await services.sending.getOrCreate(product.connection, documentOf());
    await services.rotation.rotate(product.connection, 'acme');
    await product.copy({ origin: 'item', input: ACME });
    assert.deepEqual(product.copied, [remote.group('acme')?.token]);
    assert.notEqual(product.copied[0], product.token);
    assert.notEqual(product.failure.failure.unstored?.connectionId, ref('acme').connectionId);
    await product.copy({ origin: 'item', input: ACME, unstored: product.failure.failure.unstored! });
    assert.equal(product.copied[1], product.token);
  });
});
