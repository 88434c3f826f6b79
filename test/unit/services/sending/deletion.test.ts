// A group that is deleted from a service that can: what is asked, what stays here, and what is not known.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { LEASE_MS } from '../../../../src/core/ports/journal.ts';
import { failureOf } from '../../../support/clientUnderTest.ts';
import { elsewhere, elsewhereAsCustomer } from '../../../support/elsewhere.ts';
import { documentOf, MAY_12, productStarter, type Product } from '../../../support/product.ts';
import { locked } from '../../../support/storageTrouble.ts';

const OTHER = 'Other';

describe('A group that is deleted from its service', () => {
  const start = productStarter();

  /** With a group that was created from here. */
  async function customer(entry: object = {}): Promise<Product> {
    const product = await start({ entry: { api: 'customer', ...entry }, busyTimeoutMs: 10 });
    await product.services.sending.getOrCreate(product.connection, documentOf({ mapping: { 40: '213' } }));
    return product;
  }
  const deletable = ({ services, connection }: Product) => services.byToken.ready('delete', connection, 'acme');
  const remove = async (product: Product): Promise<void> => {
    const { asked } = await deletable(product);
    await product.services.byToken.send('delete', product.connection, 'acme', asked);
  };
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
      [undefined, before.draft, 'Acme', undefined, 'deleted', token],
    );
    assert.deepEqual((await words('acme'))?.slice(0, 2), ['Deleted', 'Unsent changes']);
    assert.deepEqual(lastSent(product), [['delete', 'deleted', '', 200]]);
    assert.equal((await services.groups.listed(ref('acme')))?.name, 'Acme');
  });

  it('keeps as a draft what was last sent, and its name through whatever comes next', async () => {
    const product = await customer();
    const { text } = product.record('acme')!.base!;
    await remove(product);
    const { draft, documentMtime } = product.record('acme')!;
    assert.equal(draft?.text, text);
    product.remote.misbehave('resetBeforeAnswer', { operation: 'getOrCreate' });
    await failureOf(product.services.sending.getOrCreate(product.connection, text));
    assert.deepEqual([product.record('acme')?.name, product.record('acme')?.documentMtime], ['Acme', documentMtime]);
  });

  it('of which nothing is known any more is not taken for what somebody else has created since', async () => {
    const product = await customer();
    const { services, connection, remote } = product;
    const { text } = product.record('acme')!.base!;
    await remove(product);
    await elsewhere(remote, 'GET', { user_group_id: 'acme', name: 'Acme' });
    const { isNotApplied } = await services.sending.getOrCreate(connection, text);
    assert.equal(isNotApplied, true);
    await services.sending.update(connection, text);
    assert.deepEqual(JSON.parse(remote.group('acme')?.mapping ?? ''), { 40: '213' });
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
      ["Couldn't delete", () => deletable(product)],
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
    assert.deepEqual([product.record('acme')?.listing, product.record('acme')?.answered?.name], [undefined, OTHER]);
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
        '(400: “{"success":0,"detail":"The customer has children."}”). Check whether anything depends on it.',
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

    it('is known as deleted when it was the only one of the list', async () => {
      const product = await customer();
      await losingAnswer(product);
      assert.equal((await refresh(product)).absent, 1);
      assert.equal(product.record('acme')?.listing, 'deleted');
    });

    it('is known as deleted, and of no other group anything, where the list has none of those that are known', async () => {
      const product = await customer();
      await product.services.sending.getOrCreate(product.connection, documentOf({ user_group_id: 'beta' }));
      await losingAnswer(product);
      product.loseOnService('beta');
      assert.equal((await refresh(product)).absent, undefined);
      assert.deepEqual([product.record('acme')?.listing, product.record('beta')?.listing], ['deleted', undefined]);
    });

    it('is known as there when the list has it, once no late request can delete it any more', async () => {
      const product = await customer();
      product.remote.misbehave('resetUnprocessed', { operation: 'delete' });
      await failureOf(remove(product));
      product.remote.misbehave(undefined);
      await refresh(product);
      assert.deepEqual((await product.words('acme'))?.[0], 'Delete: probably not deleted (asked today 12:00)');
      product.clock.now += 60 * 60 * 1000;
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
      const { wasGone } = await product.services.sending.fetch(product.connection, 'acme', { mayRecreate: true });
      assert.equal(wasGone, true);
      assert.deepEqual((await product.words('acme'))?.[0], 'Recreated, new token');
      assert.deepEqual(
        product.store.journal.versions({ ref: product.ref('acme'), limit: 9 }).map(({ outcome }) => outcome),
        ['created', 'deleted', 'created'],
      );
    });

    /** All that would ask the service for it. */
    const askingFor: readonly ((product: Product) => Promise<unknown>)[] = [
      ({ services, connection }) => services.sending.update(connection, documentOf({ name: OTHER })),
      ({ services, connection }) => services.sending.checkBeforeUpdate(connection, 'acme'),
      ({ services, connection }) => services.rotation.rotate(connection, 'acme'),
      ({ services, connection }) => services.sending.getOrCreate(connection, documentOf()),
      ({ services, connection }) => services.sending.getOrCreate(connection, documentOf(), { isBulk: true }),
      ({ services, connection }) => services.sending.fetch(connection, 'acme'),
    ];

    it('is not asked for until the user was told what that does', async () => {
      const product = await customer();
      await losingAnswer(product);
      const asked = product.requests.length;
      const before: typeof askingFor = [
        ({ services, connection }) => services.sending.requireSendable(connection, 'acme', 'update'),
      ];
      for (const ask of [...before, ...askingFor]) {
        const { kind, message } = await failureOf(ask(product));
        assert.deepEqual([kind, message.includes('The outcome of its deletion is unknown.')], ['conflict', true]);
      }
      assert.equal(product.requests.length, asked);
    });

    it('and whose window is gone is not asked for either, whether that was noticed or not', async () => {
      for (const ask of askingFor) {
        const product = await customer();
        product.meanwhile.happens = () => product.store.close();
        await remove(product);
        product.meanwhile.happens = () => undefined;
        const next = product.anotherWindow();
        next.clock.now += LEASE_MS + 1;
        const asked = product.requests.length;
        assert.equal((await failureOf(ask(next))).kind, 'conflict');
        assert.deepEqual([product.requests.length, product.remote.group('acme')], [asked, undefined]);
      }
    });

    it('is not asked for to find out about a token that no group had', async () => {
      const product = await customer();
      const { services, connection, remote } = product;
      const { token } = remote.group('acme')!;
      remote.misbehave('resetUnprocessed', { operation: 'delete' });
      await failureOf(remove(product));
      remote.misbehave('resetUnprocessed', { operation: 'rotate' });
      await failureOf(services.rotation.rotateLeaked(connection, token));
      remote.misbehave(undefined);
      const [open] = services.rotation.open();
      const asked = product.requests.length;
      const failure = await failureOf(
        services.rotation.findOutLeaked(connection, open!, 'acme', () => Promise.resolve(true)),
      );
      assert.deepEqual([failure.kind, product.requests.length], ['conflict', asked]);
    });

    for (const [state, fault] of [
      ['deleted', undefined],
      ['perhaps deleted', 'resetBeforeAnswer'],
    ] as const)
      for (const outcome of ['updated', 'unknown'] as const)
        it(`does not come back by what was sent before and ends after: ${outcome} once it was ${state}`, async () => {
          const product = await customer();
          const { store, ref, clock } = product;
          const at = clock.now;
          const version = store.journal.beginSend(ref('acme'), { operation: 'update', text: documentOf(), at });
          store.journal.noLongerSending(version);
          const next = product.anotherWindow();
          next.clock.now += LEASE_MS + 1;
          product.remote.misbehave(fault, { operation: 'delete' });
          await remove(next).catch(() => undefined);
          const { listing, unknownOutcome } = next.record('acme')!;
          const base = { text: documentOf(), from: 'sent', mappingKnown: false, entries: {} } as const;
          store.journal.finishSend(version, {
            outcome,
            at,
            ...(outcome === 'updated' && { answer: { name: OTHER }, base }),
          });
          const after = next.record('acme')!;
          assert.deepEqual([after.listing, after.unknownOutcome], [listing, unknownOutcome]);
          assert.notEqual(after.answered?.name, OTHER);
        });

    it('is there by what the service has answered since, when the deletion ends after that', async () => {
      const product = await customer();
      const { store, ref, clock } = product;
      const chosen = product.record('acme')!.token!.sealed;
      const version = store.journal.beginSend(ref('acme'), { operation: 'delete', text: '', at: clock.now, chosen });
      store.journal.noLongerSending(version);
      const next = product.anotherWindow();
      next.clock.now += LEASE_MS + 1;
      await next.services.sending.fetch(next.connection, 'acme', { mayRecreate: true });
      store.journal.finishSend(version, { outcome: 'deleted', at: clock.now });
      assert.deepEqual([next.record('acme')?.listing, next.record('acme')?.answered?.name], [undefined, 'Acme']);
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
      it(`neither begins while the other is in progress, in any window: ${what}`, async () => {
        const product = await customer();
        const second = product.anotherWindow();
        /** What becomes of `other`, which begins while `request` is in progress. */
        const during = async (request: () => Promise<unknown>, other: () => Promise<unknown>) => {
          let failed = failureOf(Promise.resolve());
          failed.catch(() => undefined);
          product.meanwhile.happens = () => {
            product.meanwhile.happens = () => undefined;
            failed = failureOf(other());
          };
          await request();
          return failed;
        };
        assert.equal(
          (
            await during(
              () => run(product),
              () => remove(second),
            )
          ).kind,
          'conflict',
        );
        assert.ok(product.remote.group('acme'));
        const { kind, message } = await during(
          () => remove(product),
          () => run(second),
        );
        const isSaid = message.includes('The group is being deleted, here or in another window.');
        assert.deepEqual([kind, isSaid], ['conflict', true]);
        assert.deepEqual([product.remote.group('acme'), product.record('acme')?.listing], [undefined, 'deleted']);
      });
    }
  });

  it('does not begin while a rotation is open, whose answer would create it again', async () => {
    const product = await customer();
    product.remote.misbehave('resetBeforeAnswer', { operation: 'rotate' });
    await failureOf(product.services.rotation.rotate(product.connection, 'acme'));
    product.remote.misbehave(undefined);
    for (const run of [() => deletable(product), () => remove(product)])
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
      const { kind, message } = await failureOf(deletable(product));
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

  it('was forgotten meanwhile, and stays so', async () => {
    const product = await customer();
    product.meanwhile.happens = () => product.services.groups.remove(product.ref('acme'));
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

  describe('is not, where it is another than the user was asked about:', () => {
    for (const [what, happens] of [
      ['rotated', ({ services, connection }) => services.rotation.rotate(connection, 'acme')],
      ['forgotten', ({ services, ref }) => services.groups.remove(ref('acme'))],
      [
        'perhaps deleted',
        async (product) => {
          await losingAnswer(product);
          await elsewhere(product.remote, 'GET', { user_group_id: 'acme' });
        },
      ],
      [
        'deleted and created again',
        async (product) => {
          await remove(product);
          await product.services.sending.getOrCreate(product.connection, documentOf());
        },
      ],
      ['on a locked connection', ({ settings }) => settings.edit([{ ...entryOf(settings), locked: 'all' }])],
      ['on a removed connection', ({ settings }) => settings.edit([])],
      ['by another API', ({ settings }) => settings.edit([{ ...entryOf(settings), api: undefined }])],
    ] as readonly (readonly [string, (product: Product) => unknown])[])
      it(what, async () => {
        const product = await customer();
        const { services, connection } = product;
        const { asked } = await deletable(product);
        await happens(product);
        const sent = product.requests.length;
        await failureOf(services.byToken.send('delete', connection, 'acme', asked));
        assert.deepEqual([product.requests.length, product.remote.group('acme') !== undefined], [sent, true]);
      });
  });

  it('takes its history along in a list file, and stays deleted when an older list is put in', async () => {
    const product = await customer();
    await product.services.sending.getOrCreate(product.connection, documentOf({ user_group_id: 'beta' }));
    const older = await listOf(product);
    await remove(product);
    const newer = await listOf(product);
    const choice = new Map([['staging', product.connection]]);
    await product.services.listExchange.takeOver(older, choice, 'theirs');
    const { listing, answered, base, draft } = product.record('acme')!;
    assert.deepEqual([listing, answered, base, typeof draft?.text], ['deleted', undefined, undefined, 'string']);

    const other = await start({ entry: { api: 'customer' } });
    await other.services.listExchange.takeOver(newer, new Map([['staging', other.connection]]), 'mine');
    assert.deepEqual(
      other.store.journal.versions({ ref: other.ref('acme'), limit: 9 }).map(({ outcome }) => outcome),
      ['deleted', 'created'],
    );
    assert.deepEqual([other.record('acme')?.answered, other.record('beta')?.answered?.name], [undefined, 'Acme']);
  });

  it('is told as the only cause when its customer sees no data', async () => {
    const product = await customer();
    await remove(product);
    const { text } = await product.services.groupCheck.report(product.connection, 'acme');
    assert.ok(text.includes('1. The group was deleted from the service. → Use "Get or Create User Group…"'), text);
    assert.ok(text.includes('- Deleted\n') && !text.includes('2. ') && !text.includes('never'), text);
  });

  it('is told as a cause when its deletion got no response, with how to find out', async () => {
    const product = await customer();
    product.remote.misbehave('resetBeforeAnswer', { operation: 'delete' });
    await failureOf(remove(product));
    const { text } = await product.services.groupCheck.report(product.connection, 'acme');
    assert.ok(
      text.includes(
        '1. The outcome of the deletion of today 12:00 is unknown. It may be gone. → ' +
          'Use "Refresh List from Service". Fetching the group would recreate it.',
      ),
      text,
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

function entryOf({ entries }: Product['settings']): object {
  return entries[0] as object;
}

/** What a file would hold. */
async function listOf({ services, connection }: Product): Promise<() => AsyncIterable<Uint8Array>> {
  const lines: string[] = [];
  for await (const line of services.listExchange.export([connection])) lines.push(line);
  // eslint-disable-next-line @typescript-eslint/require-await -- as a file is read
  return async function* read() {
    yield Buffer.from(lines.join(''));
  };
}
