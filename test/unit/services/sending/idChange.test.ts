// A group that gets another ID on a service that can: what is asked, what goes along here, and what is not known.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { UserGroupsError } from '../../../../src/core/errors.ts';
import { renamedTo } from '../../../../src/services/sending/idChangeService.ts';
import { LEASE_MS } from '../../../../src/core/ports/journal.ts';
import { failureOf } from '../../../support/clientUnderTest.ts';
import { elsewhereAsCustomer } from '../../../support/elsewhere.ts';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';
import { locked } from '../../../support/storageTrouble.ts';

const NEW = 'acme-2';
const SENT = documentOf({ mapping: { 40: '213' } });
const DRAFT = documentOf({ name: 'Other' });
const named = (text: string): string => text.replace('"acme"', `"${NEW}"`);

describe('A group that gets another ID', () => {
  const start = productStarter();

  /** With a group that was created from here, rotated, and edited since. */
  async function customer(entry: object = {}): Promise<Product> {
    const product = await start({ entry: { api: 'customer', ...entry }, busyTimeoutMs: 10 });
    const { services, connection } = product;
    await services.sending.getOrCreate(connection, SENT);
    await services.rotation.rotate(connection, 'acme');
    services.groups.saveDraft(connection, 'acme', DRAFT);
    return product;
  }
  const changeable = ({ services, connection }: Product) => services.idChange.changeable(connection, 'acme');
  const change = async (product: Product, newId = NEW): Promise<void> => {
    const { asked } = await changeable(product);
    await product.services.idChange.change(product.connection, 'acme', newId, asked);
  };
  const refresh = (product: Product) => product.services.serviceList.refresh(product.connection);
  const history = ({ store, ref }: Product, id: string): unknown[] =>
    store.journal
      .versions({ ref: ref(id), limit: 9 })
      .map(({ operation, outcome, text }) => [operation, outcome, text.replaceAll(/\s+/g, ' ')]);
  async function losingAnswer(product: Product, fault: 'resetBeforeAnswer' | 'resetUnprocessed'): Promise<void> {
    product.remote.misbehave(fault, { operation: 'update' });
    assert.equal((await failureOf(change(product))).kind, 'outcomeUnknown');
    product.remote.misbehave(undefined);
  }

  /** A change that has begun, and ends when the test says so. */
  function begun({ store, ref, clock, record }: Product) {
    const chosen = record('acme')!.token!.sealed;
    const begin = { operation: 'changeId', text: NEW, at: clock.now, chosen } as const;
    const version = store.journal.beginSend(ref('acme'), begin);
    const ended = { outcome: 'idChanged', at: clock.now, answer: { name: 'Later' }, renamed: renamedTo(NEW) } as const;
    return { version, finish: () => store.journal.finishSend(version, ended) };
  }

  it('is asked for by an update of its own, once', async () => {
    const product = await customer();
    await change(product);
    const { method, path, requestBody } = product.requests.at(-1)!;
    assert.deepEqual(
      [method, path, requestBody],
      ['POST', '/api/update_customer/', '{"provided_id":"acme","new_provided_id":"acme-2"}'],
    );
    assert.deepEqual([product.remote.group('acme'), product.remote.group(NEW)?.name], [undefined, 'Acme']);
  });

  it('takes its document and its token along, in every window, and leaves the rest with the former ID', async () => {
    const product = await customer();
    const { services, ref, remote } = product;
    const before = product.record('acme')!;
    const former = (await services.tokens.replaced(ref('acme')))[0]?.token;
    await change(product);
    for (const { services: here, record, words } of [product, product.anotherWindow()]) {
      const after = record(NEW)!;
      assert.deepEqual([after.name, after.answered?.providedId, after.listing], ['Acme', NEW, undefined]);
      assert.deepEqual(
        [after.base?.text, after.base?.at, after.draft?.text],
        [named(SENT), before.base?.at, named(DRAFT)],
      );
      assert.equal(await here.tokens.find(ref(NEW)), remote.group(NEW)?.token);
      assert.deepEqual(await words(NEW), ['Unsent changes', 'Sent today 12:00']);
      assert.deepEqual(await words('acme'), ['ID changed', 'Previous token kept']);
      const { base, draft, name } = record('acme')!;
      assert.deepEqual([base, draft, name], [undefined, undefined, 'Acme']);
      assert.deepEqual(
        (await here.tokens.replaced(ref('acme'))).map(({ token }) => token),
        [former],
      );
      const [owner, ...others] = await here.tokens.ownersOf(remote.group(NEW)!.token);
      assert.deepEqual([owner?.ref, others], [ref(NEW), []]);
    }
    assert.deepEqual(history(product, 'acme')[0], ['changeId', 'idChanged', NEW]);
    const [found] = await services.groups.page(product.connection.id, undefined, 9);
    assert.equal(found?.mappingKnown, false);
    const mapped = await services.finder.find(services.finder.understand('mapping:40'), { limit: 9 });
    assert.deepEqual(
      mapped?.groups.map((group) => group.ref),
      [ref(NEW)],
    );
  });

  it('is updated, rotated and deleted by its new ID', async () => {
    const product = await customer();
    const { services, connection, remote } = product;
    await change(product);
    await services.sending.update(connection, documentOf({ user_group_id: NEW, name: 'Later' }));
    await services.rotation.rotate(connection, NEW);
    assert.equal(remote.group(NEW)?.name, 'Later');
    const { asked } = await services.byToken.ready('delete', connection, NEW);
    await services.byToken.send('delete', connection, NEW, asked);
    assert.equal(remote.group(NEW), undefined);
  });

  it('keeps a new token that comes with it, and the one before', async () => {
    const product = await customer();
    const { services, ref, remote } = product;
    const former = (await services.tokens.find(ref('acme')))!;
    await elsewhereAsCustomer(remote, '/api/refresh_customer_token/', { current_token: former });
    await change(product);
    assert.equal(await services.tokens.find(ref(NEW)), remote.group(NEW)?.token);
    assert.equal(await services.tokens.find(ref('acme')), former);
  });

  it('can be named as the group has no name', async () => {
    const product = await start({ entry: { api: 'customer' } });
    await product.services.sending.getOrCreate(product.connection, '{"user_group_id":"acme"}');
    await change(product);
    assert.deepEqual([product.record(NEW)?.name, product.record('acme')?.draft], [NEW, undefined]);
  });

  it('is not asked for where it cannot be', async () => {
    const product = await customer();
    const { services, connection, remote } = product;
    await services.sending.getOrCreate(connection, documentOf({ user_group_id: 'beta' }));
    const asked = product.requests.length;
    for (const [newId, happened] of [
      ['', 'Enter the ID.'],
      ['beta', 'A group with this ID is in the list already.'],
      ['\uD800', 'The ID contains half of a surrogate pair.'],
      ['x'.repeat(10_001), 'The ID is too long.'],
    ] as const) {
      const { kind, message } = await failureOf(change(product, newId));
      assert.deepEqual(
        [kind, message],
        ['invalid', `Couldn't change the ID of "acme" on staging. ${happened} Choose another ID.`],
      );
    }
    assert.equal(product.services.idChange.problemWith(product.connection, 'x'.repeat(10_000)), undefined);
    remote.misbehave('resetBeforeAnswer', { operation: 'rotate' });
    await failureOf(services.rotation.rotate(connection, 'acme'));
    assert.equal((await failureOf(changeable(product))).kind, 'conflict');
    assert.equal(product.requests.length, asked + 1);
  });

  it('is not asked for while the outcome of its deletion is unknown, nor the deletion while that of the change is', async () => {
    const [deleted, renamed] = [await customer(), await customer()];
    const deletable = ({ services, connection }: Product) => services.byToken.ready('delete', connection, 'acme');
    const { asked } = await deletable(deleted);
    deleted.remote.misbehave('resetBeforeAnswer', { operation: 'delete' });
    await failureOf(deleted.services.byToken.send('delete', deleted.connection, 'acme', asked));
    await losingAnswer(renamed, 'resetBeforeAnswer');
    const { kind, message } = await failureOf(changeable(deleted));
    assert.deepEqual(
      [kind, message],
      [
        'conflict',
        'Couldn\'t change the ID of "acme" on staging. The outcome of its deletion is unknown. ' +
          'Check whether it is gone before you fetch it, which would recreate it.',
      ],
    );
    assert.match((await failureOf(deletable(renamed))).message, /The outcome of the change of its ID is unknown\./);
    assert.deepEqual([(await deletable(deleted)).isUncertain, (await changeable(renamed)).isUncertain], [true, true]);
  });

  it('that it had before is free once the former group is removed from the list', async () => {
    const product = await customer();
    const { services, connection, remote, ref } = product;
    await change(product);
    const back = async (): Promise<void> => {
      const { asked } = await services.idChange.changeable(connection, NEW);
      await services.idChange.change(connection, NEW, 'acme', asked);
    };
    assert.match((await failureOf(back())).message, /Remove the former group with this ID from the list first\./);
    services.groups.remove(ref('acme'));
    await back();
    assert.ok(remote.group('acme'));
  });

  it('is not asked for by an API without it, on a locked connection, and without its token', async () => {
    const contract = await start();
    await contract.services.sending.getOrCreate(contract.connection, SENT);
    assert.match((await failureOf(changeable(contract))).message, /Its service can't change an ID\./);
    const guarded = await customer({ locked: 'rotation' }).catch(() => undefined);
    assert.equal(guarded, undefined);
    const product = await customer();
    product.settings.edit([{ ...(product.settings.entries[0] as object), locked: 'rotation' }]);
    assert.match((await failureOf(changeable(product))).message, /locked for rotations, and so for changes of an ID/);
  });

  it('stays what it is where the service refuses', async () => {
    const product = await customer();
    await elsewhereAsCustomer(product.remote, '/api/create_customer/', { provided_id: NEW });
    const before = product.record('acme');
    const { kind, message } = await failureOf(change(product));
    assert.equal(kind, 'invalid');
    assert.match(message, /^Couldn't change the ID of "acme" on staging\. .* Choose another ID\.$/);
    assert.deepEqual([product.record('acme'), product.record(NEW)], [before, undefined]);
  });

  it('is taken for nothing when the service answers another ID', async () => {
    const product = await customer();
    product.remote.misbehave('otherProvidedId', { operation: 'update' });
    assert.equal((await failureOf(change(product))).kind, 'outcomeUnknown');
    assert.deepEqual((await product.words('acme'))?.[0], 'Change ID: outcome unknown');
  });

  it('without an answer is unknown, and what would create it again says so first', async () => {
    const product = await customer();
    const { services, connection } = product;
    await losingAnswer(product, 'resetBeforeAnswer');
    assert.deepEqual((await product.words('acme'))?.slice(0, 2), ['Change ID: outcome unknown', 'Unsent changes']);
    assert.equal(product.record('acme')?.draft?.text, DRAFT);
    const asked = product.requests.length;
    for (const again of [
      () => services.sending.getOrCreate(connection, SENT),
      () => services.sending.update(connection, DRAFT),
      () => services.rotation.rotate(connection, 'acme'),
    ])
      assert.match((await failureOf(again())).message, /The outcome of the change of its ID is unknown\./);
    assert.equal(product.requests.length, asked);
  });

  for (const [fault, words, found] of [
    ['resetBeforeAnswer', 'was carried out', ['ID changed', 'idChanged', 'Received today 13:01']],
    ['resetUnprocessed', 'was not carried out', ['Unsent changes', 'unknown', undefined]],
  ] as const)
    it(`without an answer is found out by the list, where it ${words}`, async () => {
      const product = await customer();
      await losingAnswer(product, fault);
      product.clock.now += 61 * 60_000;
      await refresh(product);
      const [said] = (await product.words('acme')) ?? [];
      const [version] = product.store.journal.versions({ ref: product.ref('acme'), limit: 1 });
      assert.deepEqual([said, version?.outcome], found.slice(0, 2));
      const { services, ref, remote, record } = product;
      assert.deepEqual(
        [await services.tokens.find(ref(NEW)), record(NEW)?.draft?.text, record(NEW)?.base?.text],
        found[2] === undefined
          ? [undefined, undefined, undefined]
          : [remote.group(NEW)?.token, named(DRAFT), named(SENT)],
      );
    });

  it('that the list does not have either is not listed by it', async () => {
    const product = await customer();
    await elsewhereAsCustomer(product.remote, '/api/create_customer/', { provided_id: 'beta' });
    await refresh(product);
    await losingAnswer(product, 'resetBeforeAnswer');
    product.loseOnService(NEW);
    await refresh(product);
    assert.deepEqual([product.record('acme')?.listing, product.record(NEW)], ['idChanged', undefined]);
  });

  it('that was not carried out takes nothing along when the group is deleted later', async () => {
    const product = await customer();
    const { services, connection, record, remote } = product;
    await losingAnswer(product, 'resetUnprocessed');
    product.clock.now += 61 * 60_000;
    await elsewhereAsCustomer(remote, '/api/create_customer/', { provided_id: NEW });
    await refresh(product);
    const { asked } = await services.byToken.ready('delete', connection, 'acme');
    remote.misbehave('resetBeforeAnswer', { operation: 'delete' });
    await failureOf(services.byToken.send('delete', connection, 'acme', asked));
    remote.misbehave(undefined);
    await refresh(product);
    assert.deepEqual(
      [record('acme')?.listing, record('acme')?.draft?.text, record(NEW)?.draft],
      ['deleted', DRAFT, undefined],
    );
  });

  it('whose window is gone meanwhile is unknown for the next one', async () => {
    const product = await customer();
    product.meanwhile.happens = () => {
      product.store.close();
    };
    await change(product).catch(() => undefined);
    const next = product.anotherWindow();
    await next.elapse(LEASE_MS + 1);
    assert.deepEqual((await next.words('acme'))?.[0], 'Change ID: outcome unknown');
    assert.equal(next.record('acme')?.draft?.text, DRAFT);
  });

  it('that a list has brought meanwhile is there beside the former one, which keeps its token', async () => {
    const product = await customer();
    const chosen = product.record('acme')!.token!.sealed;
    const { finish } = begun(product);
    await elsewhereAsCustomer(product.remote, '/api/update_customer/', { provided_id: 'acme', new_provided_id: NEW });
    await refresh(product.anotherWindow());
    const list = product.store.journal.askForList(product.connection.id);
    finish();
    assert.deepEqual(await product.store.journal.markAbsent(list, [NEW], renamedTo), []);
    assert.deepEqual([product.record('acme')?.listing, product.record(NEW)?.answered?.name], ['idChanged', 'Later']);
    assert.equal(product.record('acme')?.token?.sealed.fingerprint, chosen.fingerprint);
  });

  for (const [what, settle, listing] of [
    ['the list has said that it is gone', refresh, 'idChanged'],
    [
      'the former ID was asked for again',
      ({ services, connection }: Product) => services.sending.fetch(connection, 'acme', { mayRecreate: true }),
      undefined,
    ],
  ] as const)
    it(`leaves the former ID as it is known, when its answer comes after ${what}`, async () => {
      const product = await customer();
      const { version, finish } = begun(product);
      product.store.journal.noLongerSending(version);
      await elsewhereAsCustomer(product.remote, '/api/update_customer/', { provided_id: 'acme', new_provided_id: NEW });
      const next = product.anotherWindow();
      await next.elapse(LEASE_MS + 1);
      await settle(next);
      finish();
      assert.deepEqual([next.record('acme')?.listing, next.record(NEW)?.answered?.name], [listing, 'Later']);
      assert.equal(next.record('acme')?.unknownOutcome, undefined);
      assert.equal(
        next.record(listing === undefined ? 'acme' : NEW)?.draft?.text,
        listing === undefined ? DRAFT : named(DRAFT),
      );
    });

  it('is no hindrance to groups that had it as their parent', async () => {
    const product = await customer();
    const { services, connection, requests } = product;
    const child = { user_group_id: 'child', name: 'Child', parent_provided_id: 'acme' };
    await services.sending.getOrCreate(connection, documentOf(child));
    await change(product);
    assert.deepEqual((await services.sending.checkBeforeUpdate(connection, 'child')).elsewhere.length, 1);
    await services.sending.update(connection, documentOf({ ...child, name: 'New' }));
    assert.equal(requests.at(-1)?.requestBody, '{"provided_id":"child","name":"New"}');
  });

  it('is not brought back by a list that was read before', async () => {
    const product = await customer();
    const other = product.anotherWindow();
    const { journal } = other.store;
    const keep = journal.keepListed.bind(journal);
    journal.keepListed = async (...page) => {
      await change(product);
      return keep(...page);
    };
    await refresh(other);
    assert.deepEqual([product.record('acme')?.listing, product.record(NEW)?.listing], ['idChanged', undefined]);
    assert.equal((await failureOf(product.services.rotation.rotate(product.connection, 'acme'))).kind, 'conflict');
  });

  it('is in the list still when that was asked for meanwhile, and does not have it', async () => {
    const product = await customer();
    const { store, connection } = product;
    const { finish } = begun(product);
    const asked = store.journal.askForList(connection.id);
    finish();
    assert.deepEqual(await store.journal.markAbsent(asked, ['acme', NEW], renamedTo), []);
    assert.deepEqual([product.record('acme')?.listing, product.record(NEW)?.listing], ['idChanged', undefined]);
  });

  it('whose token could not be sealed is recorded once more without losing anything that came since', async () => {
    const product = await customer();
    const { services, connection, sealing, ref, remote } = product;
    const { asked } = await changeable(product);
    product.meanwhile.happens = () => {
      sealing.failure = new UserGroupsError('unavailable', 'No key.');
    };
    await failureOf(services.idChange.change(connection, 'acme', NEW, asked));
    product.meanwhile.happens = () => undefined;
    remote.misbehave('resetBeforeAnswer', { operation: 'update' });
    await failureOf(services.sending.update(connection, documentOf({ user_group_id: NEW, name: 'Later' })));
    remote.misbehave(undefined);
    const { base, draft, unknownOutcome, answeredVersion } = product.record(NEW)!;
    assert.deepEqual([base?.text, unknownOutcome?.operation], [named(SENT), 'update']);
    sealing.failure = undefined;
    await product.elapse(60_000);
    const after = product.record(NEW)!;
    assert.deepEqual(
      [after.base, after.draft, after.unknownOutcome, after.answeredVersion],
      [base, draft, unknownOutcome, answeredVersion],
    );
    assert.equal(await product.anotherWindow().services.tokens.find(ref(NEW)), remote.group(NEW)?.token);
  });

  it('leaves a draft with the former ID where another one came meanwhile', async () => {
    const product = await customer();
    const { services, connection } = product;
    const { finish } = begun(product);
    const other = documentOf({ user_group_id: NEW, name: 'Another' });
    services.groups.saveDraft(connection, NEW, other);
    finish();
    const [former, present] = [product.record('acme')!, product.record(NEW)!];
    assert.deepEqual([former.draft?.text, present.draft?.text, present.base?.text], [DRAFT, other, named(SENT)]);
  });

  it('leaves its document with the former ID where another one was sent meanwhile', async () => {
    const product = await start({ entry: { api: 'customer' } });
    const { services, connection } = product;
    await services.sending.getOrCreate(connection, SENT);
    const { finish } = begun(product);
    await services.sending.getOrCreate(connection, named(DRAFT));
    finish();
    assert.deepEqual([product.record('acme')?.draft?.text, product.record(NEW)?.base?.text], [SENT, named(DRAFT)]);
  });

  it('leaves a token with the former ID that another window could not store before', async () => {
    const product = await customer();
    const { services, connection, ref, remote } = product;
    const other = product.anotherWindow();
    other.sealing.failure = new UserGroupsError('unavailable', 'No key.');
    await failureOf(other.services.sending.fetch(connection, 'acme'));
    await change(product);
    other.sealing.failure = undefined;
    await other.elapse(60_000);
    assert.equal(await services.tokens.find(ref(NEW)), remote.group(NEW)?.token);
    assert.equal(await services.tokens.find(ref('acme')), remote.group(NEW)?.token);
    assert.deepEqual(other.services.tokens.unstored(), []);
  });

  it('is not carried out beside another request about the group', async () => {
    const product = await customer();
    const { services, connection } = product;
    const { asked } = await changeable(product);
    const failures: unknown[] = [];
    product.meanwhile.happens = () => {
      product.meanwhile.happens = () => undefined;
      void services.sending.update(connection, DRAFT).catch((error: unknown) => failures.push(error));
    };
    await services.idChange.change(connection, 'acme', NEW, asked);
    await product.elapse(1);
    assert.match(String(failures[0]), /Its ID is being changed, here or in another window\./);
  });

  it('is stored later where it cannot be stored at once', async () => {
    const product = await customer();
    const { services, ref, remote } = product;
    const { asked } = await changeable(product);
    const trouble = locked(join(product.folder, 'user-groups.db'));
    product.meanwhile.happens = trouble.begin;
    const { kind } = await failureOf(services.idChange.change(product.connection, 'acme', NEW, asked));
    trouble.end();
    assert.equal(kind, 'unavailable');
    assert.equal(await services.tokens.find(ref(NEW)), remote.group(NEW)?.token);
    assert.equal(product.record(NEW), undefined);
    const list = product.store.journal.askForList(product.connection.id);
    await product.elapse(60_000);
    assert.deepEqual(await product.store.journal.markAbsent(list, [NEW], renamedTo), []);
    assert.deepEqual([product.record('acme')?.listing, product.record(NEW)?.draft?.text], ['idChanged', named(DRAFT)]);
    assert.equal(await product.anotherWindow().services.tokens.find(ref(NEW)), remote.group(NEW)?.token);
  });
});
