// A group that is deleted from a service that can: what is asked, what stays here, and what is not known.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { LEASE_MS } from '../../../../src/core/ports/journal.ts';
import { failureOf } from '../../../support/clientUnderTest.ts';
import { elsewhere, elsewhereAsCustomer } from '../../../support/elsewhere.ts';
import { OTHER_API, startOtherService, type OtherService } from '../../../support/otherService.ts';
import { describeService, documentOf, MAY_12, productStarter, type Product } from '../../../support/product.ts';
import { locked } from '../../../support/storageTrouble.ts';

const OTHER = 'Other';

describe('A group that is deleted from its service', () => {
  const start = productStarter();
  let other: OtherService | undefined;
  afterEach(() => other?.close());

  /** With a group that was created from here. */
  async function customer(entry: object = {}): Promise<Product> {
    const product = await start({ entry: { api: 'customer', ...entry }, busyTimeoutMs: 10 });
    await product.services.sending.getOrCreate(product.connection, documentOf({ mapping: { 40: '213' } }));
    return product;
  }
  const remove = (product: Product, id = 'acme') => product.services.deletion.delete(product.connection, id);
  const refresh = (product: Product) => product.services.serviceList.refresh(product.connection);
  const lastSent = (product: Product): unknown[] =>
    product.store.journal
      .versions({ ref: product.ref('acme'), limit: 1 })
      .map(({ operation, outcome, text, status }) => [operation, outcome, text, status]);
  /** The service deletes it, and its answer is lost. */
  async function losingAnswer(product: Product): Promise<void> {
    product.remote.misbehave('resetBeforeAnswer', { operation: 'delete' });
    assert.equal((await failureOf(remove(product))).kind, 'outcomeUnknown');
    product.remote.misbehave(undefined);
  }

  it('is asked for with its token alone, once', async () => {
    const product = await customer();
    await remove(product);
    const { method, path, requestBody } = product.requests.at(-1)!;
    assert.deepEqual([method, path, requestBody], ['DELETE', '/api/delete_customer/', '{"current_token":"•••"}']);
    assert.equal(product.remote.group('acme'), undefined);
  });

  it('stays in the list with its document, its history, its name and its token, and says so', async () => {
    const product = await customer();
    const { services, ref, words } = product;
    services.groups.saveDraft(product.connection, 'acme', documentOf({ name: OTHER }));
    const before = product.record('acme')!;
    const token = await services.tokens.find(ref('acme'));
    await remove(product);
    const after = product.record('acme')!;
    assert.deepEqual(
      [after.base, after.draft, after.name, after.answered, after.listing, await services.tokens.find(ref('acme'))],
      [before.base, before.draft, 'Acme', undefined, 'deleted', token],
    );
    assert.deepEqual((await words('acme'))?.slice(0, 2), ['Deleted', 'Unsent changes']);
    assert.deepEqual(lastSent(product), [['delete', 'deleted', '', 200]]);
    assert.equal((await services.groups.listed(ref('acme')))?.name, 'Acme');
  });

  it('is created again by get-or-create, with a new token beside the former one', async () => {
    const product = await customer();
    const { services, connection, ref } = product;
    await remove(product);
    const { isNew, wasGone } = await services.sending.getOrCreate(connection, documentOf());
    assert.deepEqual([isNew, wasGone, product.record('acme')?.listing], [true, false, undefined]);
    assert.equal(await services.tokens.find(ref('acme')), product.remote.group('acme')?.token);
    assert.equal(services.tokens.countReplaced(ref('acme')), 1);
    await remove(product);
    assert.equal(product.remote.group('acme'), undefined);
  });

  it('is neither updated, rotated nor deleted again until then, and nothing is sent', async () => {
    const product = await customer();
    const { services, connection } = product;
    await remove(product);
    const asked = product.requests.length;
    for (const [doing, again] of [
      ["Couldn't update", () => services.sending.requireSendable(connection, 'acme', 'update')],
      ["Couldn't update", () => services.sending.update(connection, documentOf({ name: OTHER }))],
      ["Couldn't rotate the token of", () => services.rotation.rotate(connection, 'acme')],
      ["Couldn't delete", () => services.deletion.requireDeletable(connection, 'acme')],
      ["Couldn't delete", () => remove(product)],
    ] as const) {
      const { kind, message } = await failureOf(again());
      assert.equal(kind, 'conflict');
      assert.ok(message.startsWith(`${doing} "acme" on staging. It was deleted from the service.`), message);
    }
    assert.equal(product.requests.length, asked);
  });

  it('is there again when the list has it', async () => {
    const product = await customer();
    await remove(product);
    await elsewhere(product.remote, 'GET', { user_group_id: 'acme', name: OTHER });
    assert.equal((await refresh(product)).absent, 0);
    assert.deepEqual([product.record('acme')?.listing, product.record('acme')?.answered?.name], ['changed', OTHER]);
  });

  it('is not told as missing in the list', async () => {
    const product = await customer();
    await product.services.sending.getOrCreate(product.connection, documentOf({ user_group_id: 'beta' }));
    await remove(product);
    assert.deepEqual([(await refresh(product)).absent, product.record('acme')?.listing], [0, 'deleted']);
  });

  it('stays where the service refuses', async () => {
    const product = await customer();
    await product.services.sending.getOrCreate(product.connection, documentOf({ user_group_id: 'child' }));
    await elsewhereAsCustomer(product.remote, '/api/update_customer/', {
      provided_id: 'child',
      parent_provided_id: 'acme',
    });
    const { kind, message } = await failureOf(remove(product));
    assert.equal(kind, 'invalid');
    assert.equal(
      message,
      'Couldn\'t delete "acme" on staging. The service rejected the request ' +
        '(400: “{"success":0,"detail":"The customer has children."}”). Check whether other user groups depend on it.',
    );
    assert.ok(product.remote.group('acme'));
    const { answered, listing, unknownOutcome } = product.record('acme')!;
    assert.deepEqual([answered?.name, listing, unknownOutcome], ['Acme', undefined, undefined]);
    assert.deepEqual(lastSent(product), [['delete', 'refused', '', 400]]);
  });

  describe('and whose deletion has no answer', () => {
    it('is said so, and is not asked for again by itself', async () => {
      const product = await customer();
      product.remote.misbehave('resetBeforeAnswer', { operation: 'delete' });
      const { message } = await failureOf(remove(product));
      assert.equal(
        message,
        '"acme" on staging may have been deleted. The connection broke before the response was complete ' +
          '(ECONNRESET). Check whether it is gone before you fetch it, which would recreate it.',
      );
      assert.equal(product.requests.filter(({ method }) => method === 'DELETE').length, 1);
      assert.deepEqual((await product.words('acme'))?.[0], 'Delete: outcome unknown');
      assert.deepEqual(lastSent(product), [['delete', 'unknown', '', undefined]]);
      assert.equal(product.record('acme')?.draft, undefined);
    });

    it('is known as deleted when the list does not have it', async () => {
      const product = await customer();
      await product.services.sending.getOrCreate(product.connection, documentOf({ user_group_id: 'beta' }));
      await losingAnswer(product);
      assert.equal((await refresh(product)).absent, 1);
      const { listing, unknownOutcome, answered } = product.record('acme')!;
      assert.deepEqual([listing, unknownOutcome, answered], ['deleted', undefined, undefined]);
      assert.deepEqual(
        product.store.journal.versions({ ref: product.ref('acme'), limit: 9 }).map(({ outcome }) => outcome),
        ['deleted', 'created'],
      );
    });

    it('is known as there when the list has it', async () => {
      const product = await customer();
      product.remote.misbehave('resetUnprocessed', { operation: 'delete' });
      await failureOf(remove(product));
      product.remote.misbehave(undefined);
      await refresh(product);
      assert.deepEqual(
        [product.record('acme')?.unknownOutcome, product.record('acme')?.listing],
        [undefined, undefined],
      );
      await remove(product);
      assert.equal(product.remote.group('acme'), undefined);
    });

    it('is known as deleted when asking for it has created it again', async () => {
      const product = await customer();
      await losingAnswer(product);
      const { wasGone } = await product.services.sending.fetch(product.connection, 'acme');
      assert.equal(wasGone, true);
      assert.deepEqual((await product.words('acme'))?.[0], 'Recreated, new token');
      assert.deepEqual(
        product.store.journal.versions({ ref: product.ref('acme'), limit: 9 }).map(({ outcome }) => outcome),
        ['created', 'deleted', 'created'],
      );
    });

    it('is neither updated, rotated nor asked for as one of many', async () => {
      const product = await customer();
      const { services, connection } = product;
      await losingAnswer(product);
      const asked = product.requests.length;
      for (const again of [
        () => services.sending.requireSendable(connection, 'acme', 'update'),
        () => services.sending.update(connection, documentOf({ name: OTHER })),
        () => services.rotation.rotate(connection, 'acme'),
        () => services.sending.getOrCreate(connection, documentOf(), { isBulk: true }),
      ]) {
        const { kind, message } = await failureOf(again());
        assert.deepEqual([kind, message.includes('The outcome of its deletion is unknown.')], ['conflict', true]);
      }
      assert.equal(product.requests.length, asked);
    });

    it('is so, too, when its window was closed meanwhile, and has no draft by that', async () => {
      const product = await customer();
      product.meanwhile.happens = () => product.store.close();
      await remove(product);
      product.meanwhile.happens = () => undefined;
      const next = product.anotherWindow();
      next.clock.now += LEASE_MS + 1;
      assert.deepEqual(
        next.store.journal.closeAbandoned().map(({ operation, userGroupId }) => [operation, userGroupId]),
        [['delete', 'acme']],
      );
      const { unknownOutcome, draft } = next.record('acme')!;
      assert.deepEqual([unknownOutcome?.operation, draft], ['delete', undefined]);
    });

    it('may be deleted once more, and what is not known stays so when the service refuses', async () => {
      const product = await customer();
      await losingAnswer(product);
      assert.equal((await failureOf(remove(product))).kind, 'notFound');
      assert.equal(product.record('acme')?.unknownOutcome?.operation, 'delete');
    });
  });

  describe('while another request about it is in progress', () => {
    for (const [what, run] of [
      [
        'an update',
        ({ services, connection }: Product) => services.sending.update(connection, documentOf({ name: OTHER })),
      ],
      ['a fetch', ({ services, connection }: Product) => services.sending.fetch(connection, 'acme')],
      ['a rotation', ({ services, connection }: Product) => services.rotation.rotate(connection, 'acme')],
    ] as const) {
      it(`does not begin, in any window: ${what}`, async () => {
        const product = await customer();
        const second = product.anotherWindow();
        const refused: Promise<unknown>[] = [];
        product.meanwhile.happens = () => {
          product.meanwhile.happens = () => undefined;
          refused.push(failureOf(remove(second)));
        };
        await run(product);
        assert.equal(((await refused[0]) as { readonly kind: string }).kind, 'conflict');
        assert.ok(product.remote.group('acme'));
        await remove(second);
      });

      it(`does not let it begin, in any window: ${what}`, async () => {
        const product = await customer();
        const second = product.anotherWindow();
        const refused: Promise<unknown>[] = [];
        product.meanwhile.happens = () => {
          product.meanwhile.happens = () => undefined;
          refused.push(failureOf(run(second)));
        };
        await remove(product);
        const { kind, message } = (await refused[0]) as { readonly kind: string; readonly message: string };
        assert.deepEqual(
          [kind, message.includes('The group is being deleted, here or in another window.')],
          ['conflict', true],
        );
        assert.deepEqual([product.remote.group('acme'), product.record('acme')?.listing], [undefined, 'deleted']);
      });
    }
  });

  it('does not begin while a rotation is open, whose answer would create it again', async () => {
    const product = await customer();
    product.remote.misbehave('resetBeforeAnswer', { operation: 'rotate' });
    await failureOf(product.services.rotation.rotate(product.connection, 'acme'));
    product.remote.misbehave(undefined);
    for (const run of [
      () => product.services.deletion.requireDeletable(product.connection, 'acme'),
      () => remove(product),
    ])
      assert.equal((await failureOf(run())).failure.remedy, 'resolveRotation');
    assert.throws(
      () => product.store.journal.beginSend(product.ref('acme'), { operation: 'delete', text: '', at: MAY_12 }),
      /Resolve Rotation/,
    );
    assert.equal(product.requests.filter(({ method }) => method === 'DELETE').length, 0);
  });

  for (const [lock, why] of [
    ['all', 'The connection is locked for all requests.'],
    ['rotation', 'The connection is locked for rotations, and so for deletions.'],
  ] as const)
    it(`does not begin where the connection is locked: ${lock}`, async () => {
      const product = await customer();
      product.settings.edit([{ ...(product.settings.entries[0] as object), locked: lock }]);
      const { kind, message } = await failureOf(product.services.deletion.requireDeletable(product.connection, 'acme'));
      assert.deepEqual([kind, message.includes(why)], ['forbidden', true]);
      assert.equal((await failureOf(remove(product))).kind, 'forbidden');
      assert.ok(product.remote.group('acme'));
    });

  it('does not begin without its token', async () => {
    const product = await start({ entry: { api: 'customer' } });
    await elsewhere(product.remote, 'GET', { user_group_id: 'acme' });
    await refresh(product);
    assert.equal((await failureOf(remove(product))).kind, 'notFound');
    assert.ok(product.remote.group('acme'));
  });

  it('does not begin where the service deletes nothing', async () => {
    const product = await start();
    await product.services.sending.getOrCreate(product.connection, documentOf());
    const { kind, message } = await failureOf(remove(product));
    assert.equal(kind, 'invalid');
    assert.equal(
      message,
      'Couldn\'t delete "acme" on staging. Its service deletes no groups. ' +
        'Use "Remove from List…" to remove it from this machine.',
    );
  });

  it('by a described service is asked as that says', async () => {
    const product = await start({
      entry: { baseUrl: (other = await startOtherService(() => product.remote)).baseUrl },
    });
    describeService(product, {
      ...OTHER_API,
      operations: { ...OTHER_API.operations, delete: { method: 'POST', path: '/tenant/gone/' } },
    });
    await product.services.sending.getOrCreate(product.connection, documentOf());
    await failureOf(remove(product));
    assert.equal(other.asked.at(-1), 'POST /tenant/gone/');
  });

  it('was forgotten meanwhile, and stays so', async () => {
    const product = await customer();
    product.meanwhile.happens = () => product.services.groups.forget(product.ref('acme'));
    await remove(product);
    assert.deepEqual([product.record('acme'), product.remote.group('acme')], [undefined, undefined]);
  });

  it('is recorded later where it cannot be at once', async () => {
    const product = await customer();
    const trouble = locked(join(product.folder, 'user-groups.db'));
    product.meanwhile.happens = trouble.begin;
    await remove(product);
    trouble.end();
    assert.deepEqual(
      [product.remote.group('acme'), lastSent(product)[0]],
      [undefined, ['delete', 'sending', '', undefined]],
    );
    await product.elapse(60_000);
    assert.deepEqual(
      [product.record('acme')?.listing, lastSent(product)[0]],
      ['deleted', ['delete', 'deleted', '', 200]],
    );
  });

  it('is found by its state', async () => {
    const product = await customer();
    await product.services.sending.getOrCreate(product.connection, documentOf({ user_group_id: 'beta' }));
    await remove(product);
    const ids: string[] = [];
    for await (const { userGroupId } of product.services.finder.refsOf(product.ref('').connectionId, 'is:deleted'))
      ids.push(userGroupId);
    assert.deepEqual(ids, ['acme']);
  });
});
