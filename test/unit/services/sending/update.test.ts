// Update: what it would change, what the service is asked before, and what is known after.

import assert from 'node:assert/strict';
import { LEASE_MS } from '../../../../src/core/ports/journal.ts';
import { failureOf } from '../../../support/clientUnderTest.ts';
import { DAY, documentOf, MAY_12, productStarter, type Product } from '../../../support/product.ts';
import { ask, groupBody } from '../../sandbox/ask.ts';

const TYPED = documentOf({ mapping: { 40: '213' }, properties: { region: 'EU' } });
const CHANGED = documentOf({ mapping: { 40: '213' }, properties: { region: 'US' } });

async function withAcme(
  start: (options?: Parameters<ReturnType<typeof productStarter>>[0]) => Promise<Product>,
  options?: Parameters<typeof start>[0],
): Promise<Product> {
  const product = await start(options);
  await product.services.sending.getOrCreate(product.connection, TYPED);
  product.clock.now += DAY;
  product.requests.length = 0;
  return product;
}

describe('The plan of an update', () => {
  const start = productStarter();

  it('is that there is nothing to send, also where the service answered the same in numbers of its own', async () => {
    const { services, connection, remote } = await start();
    remote.misbehave('normalisesProperties');
    const typed = '{"user_group_id":"acme","name":"Acme","properties":{"id":12345678901234567890}}';
    await services.sending.getOrCreate(connection, typed);
    assert.equal(services.sending.planUpdate(connection, typed).isNothingToSend, true);
  });

  it('has something to send where a get-or-create was not applied', async () => {
    const { services, connection, remote } = await withAcme(start);
    await ask(remote, 'PUT', groupBody({ name: 'Acme Ltd' }));
    await services.sending.getOrCreate(connection, TYPED);
    assert.equal(services.sending.planUpdate(connection, TYPED).isNothingToSend, false);
  });

  it('has something to send after an update that nobody knows to have arrived, also once the group was fetched', async () => {
    const { services, connection, remote, clock } = await withAcme(start);
    remote.misbehave('resetBeforeAnswer', { operation: 'update' });
    await failureOf(
      services.sending.update(connection, documentOf({ mapping: { 40: '999' }, properties: { region: 'EU' } })),
    );
    clock.now += 1;
    assert.equal(services.sending.planUpdate(connection, TYPED).isNothingToSend, false);
    await services.sending.fetch(connection, 'acme');
    assert.equal(services.sending.planUpdate(connection, TYPED).isNothingToSend, false);
    remote.misbehave(undefined);
    await services.sending.update(connection, TYPED);
    assert.equal(services.sending.planUpdate(connection, TYPED).isNothingToSend, true);
  });
});

describe('Before an update the service', () => {
  const start = productStarter();

  it('is asked with what was last sent, and has changed nothing', async () => {
    const { services, connection, requests } = await withAcme(start);
    services.groups.saveDraft(connection, 'acme', CHANGED);
    assert.deepEqual(await services.sending.checkBeforeUpdate(connection, 'acme'), {
      wasGone: false,
      elsewhere: [],
      notes: [],
    });
    assert.deepEqual(
      requests.map(({ method, requestBody }) => [method, JSON.parse(requestBody) as unknown]),
      [['GET', JSON.parse(TYPED)]],
    );
  });

  it('reports a name and properties that were changed elsewhere', async () => {
    const { services, connection, remote } = await withAcme(start);
    await ask(remote, 'PUT', groupBody({ name: 'Acme Ltd', properties: { region: 'EU', tier: 1 } }));
    assert.deepEqual((await services.sending.checkBeforeUpdate(connection, 'acme')).elsewhere, [
      { path: 'name', before: '"Acme"', after: '"Acme Ltd"' },
      { path: 'properties.tier', after: '1' },
    ]);
  });

  it('reports that the token was rotated elsewhere, without its value, and then knows it', async () => {
    const { services, connection, remote, ref } = await withAcme(start);
    await ask(remote, 'POST', JSON.stringify({ current_token: remote.group('acme')?.token }));
    const { elsewhere, notes } = await services.sending.checkBeforeUpdate(connection, 'acme');
    assert.deepEqual([elsewhere, notes], [[], ['The token was rotated elsewhere. The new one is stored locally.']]);
    assert.equal(await services.tokens.require(connection, ref('acme')), remote.group('acme')?.token);
  });

  it('reports that the group was gone, and then has it as it was last sent', async () => {
    const { services, connection, remote, loseOnService } = await withAcme(start);
    loseOnService('acme');
    assert.deepEqual(await services.sending.checkBeforeUpdate(connection, 'acme'), {
      wasGone: true,
      elsewhere: [],
      notes: [],
    });
    assert.equal(remote.group('acme')?.name, 'Acme');
  });

  it('is not asked where the connection says so, nor about a group that it never answered', async () => {
    const unchecked = await withAcme(start, { entry: { checkBeforeUpdate: false } });
    const { services, connection, requests } = await start();
    const nothing = { wasGone: false, elsewhere: [], notes: [] };
    assert.deepEqual(
      [
        await unchecked.services.sending.checkBeforeUpdate(unchecked.connection, 'acme'),
        await services.sending.checkBeforeUpdate(connection, 'acme'),
      ],
      [nothing, nothing],
    );
    assert.deepEqual([unchecked.requests, requests], [[], []]);
  });
});

describe('An update', () => {
  const start = productStarter();

  it('is applied as typed, and its document is then what was sent', async () => {
    const { services, connection, remote, record, words, clock } = await withAcme(start);
    services.groups.saveDraft(connection, 'acme', CHANGED);
    const result = await services.sending.update(connection, CHANGED);
    assert.deepEqual([result.differences, result.notes, result.userGroup.environmentTag], [[], [], 'Testing']);
    assert.deepEqual(JSON.parse(remote.group('acme')?.properties ?? ''), { region: 'US' });
    assert.deepEqual(
      [record('acme')?.base, record('acme')?.draft],
      [{ text: CHANGED, from: 'sent', at: MAY_12 + DAY }, undefined],
    );
    clock.now += DAY;
    assert.deepEqual(await words('acme'), ['Sent 13 May']);
    assert.deepEqual(
      services.groups.versions({ limit: 10 }).map(({ operation, outcome, status }) => [operation, outcome, status]),
      [
        ['update', 'updated', 200],
        ['getOrCreate', 'created', 200],
      ],
    );
  });

  it('settles that an earlier get-or-create was not applied', async () => {
    const { services, connection, words, clock } = await withAcme(start);
    await services.sending.getOrCreate(connection, CHANGED);
    assert.equal((await words('acme'))?.[0], 'Existed already, not applied');
    await services.sending.update(connection, CHANGED);
    clock.now += DAY;
    assert.deepEqual(await words('acme'), ['Sent 13 May']);
  });

  it('leaves alone what was typed while it was in progress', async () => {
    const { services, connection, record, meanwhile } = await withAcme(start);
    services.groups.saveDraft(connection, 'acme', CHANGED);
    const typed = documentOf({ name: 'Typed meanwhile' });
    meanwhile.happens = () => services.groups.saveDraft(connection, 'acme', typed);
    await services.sending.update(connection, CHANGED);
    assert.deepEqual([record('acme')?.draft?.text, record('acme')?.base?.text], [typed, CHANGED]);
  });

  it('without a mapping makes the mapping unknown, since nobody says what the service does then', async () => {
    const { services, connection, words } = await withAcme(start);
    await services.sending.update(connection, documentOf({ properties: {} }));
    assert.equal((await words('acme'))?.[0], 'Mapping unknown');
    assert.equal(services.sending.planUpdate(connection, TYPED).isMappingUnknown, true);
  });

  it('that is refused leaves base and draft as they were', async () => {
    const { services, connection, loseOnService, record } = await withAcme(start);
    services.groups.saveDraft(connection, 'acme', CHANGED);
    const before = record('acme');
    loseOnService('acme');
    const failure = await failureOf(services.sending.update(connection, CHANGED));
    assert.match(
      failure.message,
      /^Couldn't update "acme" on staging\. The service found nothing at PUT \/api\/user \(404/,
    );
    assert.deepEqual(record('acme'), before);
  });

  it('that nobody knows to have arrived says so, and keeps what was sent as the draft', async () => {
    const { services, connection, remote, record, words, clock } = await withAcme(start);
    remote.misbehave('resetBeforeAnswer');
    assert.equal((await failureOf(services.sending.update(connection, CHANGED))).kind, 'outcomeUnknown');
    assert.deepEqual([record('acme')?.draft?.text, record('acme')?.base?.text], [CHANGED, TYPED]);
    clock.now += DAY;
    assert.deepEqual(await words('acme'), ['Update: outcome unknown', 'Unsent changes', 'Sent 12 May']);
  });

  it('whose outcome is unknown keeps what was sent as the draft, though that was discarded meanwhile', async () => {
    const { services, connection, remote, meanwhile, record } = await withAcme(start);
    services.groups.saveDraft(connection, 'acme', CHANGED);
    meanwhile.happens = () => {
      services.groups.discardDraft(connection, 'acme');
    };
    remote.misbehave('status500');
    await failureOf(services.sending.update(connection, CHANGED));
    assert.equal(record('acme')?.draft?.text, CHANGED);
  });

  it('that failed changes nothing that another window was answered since, when that is written down late', async () => {
    const product = await withAcme(start);
    const { services, connection, remote, store, record } = product;
    const finish = store.journal.finishSend.bind(store.journal);
    store.journal.finishSend = () => {
      store.journal.finishSend = finish;
      throw new Error('The disk is full');
    };
    remote.misbehave('status500');
    await failureOf(services.sending.update(connection, documentOf({ name: 'Lost' })));
    remote.misbehave(undefined);
    product.clock.now += LEASE_MS;
    const other = product.anotherWindow();
    other.store.journal.closeAbandoned();
    await other.services.sending.update(other.connection, documentOf({ name: 'Later' }));
    const before = record('acme');
    await product.elapse(60_000);
    assert.deepEqual(record('acme'), before);
  });
});
