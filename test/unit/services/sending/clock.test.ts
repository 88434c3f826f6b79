// A clock that jumps back an hour or ahead a year: nothing is lost by it, and the order of events stays.

import assert from 'node:assert/strict';
import { LEASE_MS } from '../../../../src/core/ports/journal.ts';
import { elsewhere } from '../../../support/elsewhere.ts';
import { DAY, documentOf, MAY_12, productStarter, type Product } from '../../../support/product.ts';

const HOUR = 60 * 60 * 1000;
const YEAR = 365 * DAY;
const always = (): Promise<boolean> => Promise.resolve(true);

describe('A clock that jumps back an hour', () => {
  const start = productStarter();

  it('leaves versions in the order of their sending, and the time of a document growing', async () => {
    const { services, connection, clock, record } = await start();
    await services.sending.getOrCreate(connection, documentOf());
    const mtimes = [record('acme')!.documentMtime];
    for (const name of ['1', '2', '3']) {
      clock.now -= HOUR;
      services.groups.saveDraft(connection, 'acme', documentOf({ name }));
      mtimes.push(record('acme')!.documentMtime);
      await services.sending.update(connection, documentOf({ name }));
    }
    const sent = services.groups.versions({ limit: 9 }).map(({ text }) => text);
    assert.deepEqual(sent, [...['3', '2', '1'].map((name) => documentOf({ name })), documentOf()]);
    assert.deepEqual(
      mtimes,
      mtimes.toSorted((one, other) => one - other),
    );
    assert.equal(new Set(mtimes).size, 4);
  });

  it('after a sending prevents no answer from being stored: a change made elsewhere is fetched, reported and not overwritten unseen', async () => {
    const { services, connection, clock, remote, record, ref } = await start();
    const sent = documentOf({ mapping: { 40: '1' } });
    await services.sending.getOrCreate(connection, sent);
    clock.now -= HOUR;
    await elsewhere(remote, 'PUT', { user_group_id: 'acme', name: 'Changed elsewhere' });
    const { differences } = await services.sending.fetch(connection, 'acme');
    assert.deepEqual([differences.map(({ path }) => path), record('acme')?.name], [['name'], 'Changed elsewhere']);
    const plan = services.sending.planUpdate(connection, sent);
    assert.deepEqual([plan.isNothingToSend, plan.overwrites.map(({ path }) => path)], [false, ['name']]);
    const changed = services.changes.planOne(connection, ref('acme'), {
      action: 'set',
      field: 'properties',
      key: 'region',
      value: '"EU"',
    });
    assert.ok(changed.kind === 'changed');
    assert.deepEqual(
      changed.mergedChanges.map(({ path }) => path),
      ['name'],
    );
  });

  it('after a sending does not hide that what became of the next one is not known', async () => {
    const { services, connection, clock, remote, record } = await start();
    await services.sending.getOrCreate(connection, documentOf());
    clock.now -= HOUR;
    remote.misbehave('status500', { operation: 'update' });
    await assert.rejects(services.sending.update(connection, documentOf({ name: 'Perhaps' })));
    assert.deepEqual(services.sending.textsOfUnknownOutcome(record('acme')!), [documentOf({ name: 'Perhaps' })]);
    assert.equal(services.sending.planUpdate(connection, documentOf()).isNothingToSend, false);
  });

  it('while a document is being sent loses nothing typed meanwhile', async () => {
    const { services, connection, clock, meanwhile, remote, record } = await start();
    const typed = documentOf({ name: 'Typed on' });
    meanwhile.happens = () => {
      clock.now -= HOUR;
      services.groups.saveDraft(connection, 'acme', typed);
    };
    remote.misbehave('status500', { operation: 'getOrCreate' });
    await assert.rejects(services.sending.getOrCreate(connection, documentOf()));
    assert.equal(record('acme')?.draft?.text, typed);
  });

  it('while a rotation is in progress neither loses its token nor mistakes it for another one', async () => {
    const product = await start();
    const { services, connection, clock, meanwhile, remote, ref } = product;
    await services.sending.getOrCreate(connection, documentOf());
    const former = remote.group('acme')!.token;
    meanwhile.happens = () => {
      clock.now -= HOUR;
    };
    await services.rotation.rotate(connection, 'acme');
    assert.equal(await services.tokens.require(connection, ref('acme')), remote.group('acme')?.token);
    assert.deepEqual(
      (await services.tokens.replaced(ref('acme'))).map(({ token }) => token),
      [former],
    );
    await services.sending.fetch(connection, 'acme');
    assert.equal(await services.tokens.require(connection, ref('acme')), remote.group('acme')?.token);
    assert.deepEqual(services.rotation.open(), []);
  });

  it('after a rotation without an answer still allows resolving it, and another one to follow', async () => {
    const { services, connection, clock, remote, ref } = await start();
    await services.sending.getOrCreate(connection, documentOf());
    remote.misbehave('resetUnprocessed', { operation: 'rotate' });
    await assert.rejects(services.rotation.rotate(connection, 'acme'));
    remote.misbehave(undefined);
    clock.now -= YEAR;
    assert.equal((await services.rotation.findOut(connection, 'acme', always)).kind, 'probablyNot');
    const { earlier } = await services.rotation.rotatable(connection, 'acme');
    assert.equal(earlier?.askedAt, clock.now);
    await services.rotation.rotate(connection, 'acme', { despite: earlier.id });
    assert.equal(await services.tokens.require(connection, ref('acme')), remote.group('acme')?.token);
    assert.deepEqual(services.rotation.open(), []);
  });

  it('ends the lease of a window that died, all the same', async () => {
    const product = await start();
    const { services, connection, clock, store, ref } = product;
    await services.sending.getOrCreate(connection, documentOf());
    store.journal.beginRotation(ref('acme'), { at: clock.now, token: store.groups.find(ref('acme'))!.token!.sealed });
    clock.now -= HOUR;
    const other = product.anotherWindow();
    await other.elapse(LEASE_MS);
    assert.equal(other.services.rotation.open().length, 1);
    assert.equal((await other.services.rotation.findOut(connection, 'acme', always)).at, MAY_12);
  });
});

describe('A clock that is a year ahead', () => {
  const start = productStarter();

  async function withPreviousToken(): Promise<Product> {
    const product = await start();
    await product.services.sending.getOrCreate(product.connection, documentOf());
    await product.services.rotation.rotate(product.connection, 'acme');
    return product;
  }

  it('for a start, or for several within a day, drops no replaced token', async () => {
    const product = await withPreviousToken();
    const { clock, store, ref } = product;
    for (const now of [MAY_12 + 2 * DAY, MAY_12 + YEAR, MAY_12 + YEAR + DAY - 1, MAY_12 + 3 * DAY, MAY_12 + 5 * DAY]) {
      clock.now = now;
      product.anotherWindow();
      assert.equal(store.tokens.replaced(ref('acme')).length, 1);
    }
  });

  it('for more than a day is believed', async () => {
    const product = await withPreviousToken();
    const { clock, store, ref } = product;
    for (const now of [MAY_12 + YEAR, MAY_12 + YEAR + DAY]) {
      clock.now = now;
      product.anotherWindow();
    }
    assert.deepEqual(store.tokens.replaced(ref('acme')), []);
  });

  it('for a while drops no version, and documents made then go on growing afterwards', async () => {
    const { services, connection, clock, record } = await withPreviousToken();
    clock.now += 2 * YEAR;
    for (const name of ['1', '2']) await services.sending.update(connection, documentOf({ name }));
    const { documentMtime } = record('acme')!;
    clock.now -= 2 * YEAR;
    services.groups.saveDraft(connection, 'acme', documentOf({ name: '3' }));
    await services.sending.update(connection, documentOf({ name: '3' }));
    assert.equal(services.groups.versions({ limit: 9 }).length, 5);
    assert.ok(record('acme')!.documentMtime > documentMtime);
  });

  it('while a rotation is in progress makes others treat its window as gone, and loses nothing when the answer comes', async () => {
    const product = await withPreviousToken();
    const { services, connection, clock, meanwhile, remote, ref } = product;
    const other = product.anotherWindow();
    meanwhile.happens = () => {
      clock.now += YEAR;
      other.store.journal.closeAbandoned();
    };
    await services.rotation.rotate(connection, 'acme');
    assert.equal(await services.tokens.require(connection, ref('acme')), remote.group('acme')?.token);
    assert.equal((await services.tokens.replaced(ref('acme'))).length, 2);
    assert.deepEqual([services.rotation.open(), services.groups.versions({ limit: 1 })[0]?.outcome], [[], 'rotated']);
  });
});
