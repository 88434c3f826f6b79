// Get-or-create: what it says, and what is then known here.

import assert from 'node:assert/strict';
import type { SendOutcome } from '../../../../src/core/userGroup.ts';
import { DAY, documentOf, MAY_12, productStarter, type Product } from '../../../support/product.ts';
import { ask, groupBody } from '../../sandbox/ask.ts';

const TYPED = documentOf({ mapping: { 40: '213' }, properties: { region: 'EU' } });

/** Made on the service by somebody else. */
async function madeElsewhere({ remote }: Product, fields: Parameters<typeof groupBody>[0]): Promise<void> {
  await ask(remote, 'GET', groupBody(fields));
}

function outcomes({ services, ref }: Product): SendOutcome[] {
  return services.groups.versions({ ref: ref('acme'), limit: 10 }).map(({ outcome }) => outcome);
}

describe('Get-or-create of a group that the service does not have', () => {
  const start = productStarter();

  it('sends the document as it was typed, but for its schema', async () => {
    const { services, connection, remote, requests } = await start();
    const typed =
      '{ "$schema": "x", "name": "Acme", "user_group_id": "acme",\n  "mapping": {"9": 12345678901234567890, "10": 1.0}, "properties": {"__proto__": 1e400} }';
    await services.sending.getOrCreate(connection, typed);
    assert.equal(
      requests[0]?.requestBody,
      '{"name":"Acme","user_group_id":"acme","mapping":{"9": 12345678901234567890, "10": 1.0},"properties":{"__proto__": 1e400}}',
    );
    assert.deepEqual(
      [remote.group('acme')?.mapping, remote.group('acme')?.properties],
      ['{"9": 12345678901234567890, "10": 1.0}', '{"__proto__": 1e400}'],
    );
  });

  it('reports that it is new, and knows it from then on', async () => {
    const product = await start();
    const { services, connection, remote } = product;
    const result = await services.sending.getOrCreate(connection, TYPED);
    assert.deepEqual(
      [result.isNew, result.isNotApplied, result.wasGone, result.differences, result.notes],
      [true, false, false, [], []],
    );
    const record = product.record('acme');
    assert.deepEqual(record?.base, { text: TYPED, from: 'sent', at: MAY_12 });
    assert.deepEqual(
      [record.name, record.draft, JSON.parse(record.answered?.properties ?? '')],
      ['Acme', undefined, { region: 'EU' }],
    );
    assert.equal(await services.tokens.require(connection, record.ref), remote.group('acme')?.token);
    assert.deepEqual(outcomes(product), ['created']);
  });

  it('makes its draft what was sent', async () => {
    const { services, connection, record } = await start();
    services.groups.saveDraft(connection, 'acme', TYPED);
    await services.sending.getOrCreate(connection, TYPED);
    assert.deepEqual([record('acme')?.draft, record('acme')?.base?.text], [undefined, TYPED]);
  });

  it('reports when the service understood other values than were sent', async () => {
    const { services, connection, remote } = await start();
    remote.misbehave('normalisesProperties');
    const { differences } = await services.sending.getOrCreate(
      connection,
      '{"user_group_id":"acme","name":"Acme","properties":{"id":12345678901234567890}}',
    );
    assert.deepEqual(differences, [
      { path: 'properties.id', before: '12345678901234567890', after: '12345678901234567000' },
    ]);
  });
});

describe('Get-or-create of a group that exists', () => {
  const start = productStarter();

  it('with all that was sent says that it existed, and nothing else', async () => {
    const product = await start();
    const { services, connection } = product;
    await services.sending.getOrCreate(connection, TYPED);
    const sameWrittenOtherwise = documentOf({ properties: { region: 'EU' }, mapping: { 40: '213' } });
    const result = await services.sending.getOrCreate(connection, sameWrittenOtherwise);
    assert.deepEqual([result.isNew, result.isNotApplied, result.differences], [false, false, []]);
    assert.equal(product.record('acme')?.base?.text, TYPED);
    assert.deepEqual(outcomes(product), ['existed', 'created']);
    product.clock.now += DAY;
    assert.deepEqual(await product.words('acme'), ['Sent 12 May']);
  });

  it('under other values says that nothing was applied, what differs, and keeps the draft', async () => {
    const product = await start();
    const { services, connection, remote } = product;
    await madeElsewhere(product, { name: 'Acme Ltd', properties: { region: 'US' } });
    const result = await services.sending.getOrCreate(connection, TYPED);
    assert.deepEqual([result.isNew, result.isNotApplied], [false, true]);
    assert.deepEqual(result.differences, [
      { path: 'name', before: '"Acme Ltd"', after: '"Acme"' },
      { path: 'properties.region', before: '"US"', after: '"EU"' },
    ]);
    assert.deepEqual(result.notComparable, ['mapping']);
    const record = product.record('acme');
    assert.deepEqual([record?.draft?.text, record?.base?.from, record?.name], [TYPED, 'answered', 'Acme Ltd']);
    assert.deepEqual(JSON.parse(record?.base?.text ?? ''), {
      user_group_id: 'acme',
      name: 'Acme Ltd',
      properties: { region: 'US' },
    });
    assert.deepEqual(await product.words('acme'), ['Existed already, not applied', 'Unsent changes']);
    assert.equal(remote.group('acme')?.mapping, undefined);
    assert.deepEqual(outcomes(product), ['existedNotApplied']);
  });

  it('keeps what was typed where the service answers nothing to compare it with', async () => {
    const product = await start();
    await madeElsewhere(product, { name: 'Acme' });
    const typed = documentOf({ properties: { region: 'EU' } });
    const result = await product.services.sending.getOrCreate(product.connection, typed);
    assert.deepEqual([result.isNotApplied, result.differences, result.notComparable], [true, [], ['properties']]);
    assert.equal(product.record('acme')?.draft?.text, typed);
  });

  it('compares a mapping with the one last sent from here, since none is ever answered', async () => {
    const { services, connection } = await start();
    await services.sending.getOrCreate(connection, TYPED);
    const { isNotApplied, differences } = await services.sending.getOrCreate(
      connection,
      documentOf({ mapping: { 40: '214' }, properties: { region: 'EU' } }),
    );
    assert.deepEqual([isNotApplied, differences], [true, [{ path: 'mapping.40', before: '"213"', after: '"214"' }]]);
  });

  it('never overwrites another draft', async () => {
    const { services, connection, record } = await start();
    await services.sending.getOrCreate(connection, TYPED);
    const draft = documentOf({ name: 'Being typed' });
    services.groups.saveDraft(connection, 'acme', draft);
    await services.sending.getOrCreate(connection, documentOf({ name: 'Sent by a task' }));
    assert.equal(record('acme')?.draft?.text, draft);
  });

  it('never overwrites what is typed while it is in progress', async () => {
    const { services, connection, clock, record, meanwhile } = await start();
    await services.sending.getOrCreate(connection, TYPED);
    meanwhile.happens = () => {
      clock.now += 1;
      services.groups.saveDraft(connection, 'acme', documentOf({ name: 'Typed meanwhile' }));
    };
    const { isNotApplied } = await services.sending.getOrCreate(connection, documentOf({ name: 'Sent' }));
    assert.deepEqual([isNotApplied, record('acme')?.draft?.text], [true, documentOf({ name: 'Typed meanwhile' })]);
  });

  it('keeps a draft that leaves out what the group has', async () => {
    const { services, connection, record } = await start();
    await services.sending.getOrCreate(connection, TYPED);
    const withoutMapping = documentOf({ properties: { region: 'EU' } });
    services.groups.saveDraft(connection, 'acme', withoutMapping);
    const { isNotApplied } = await services.sending.getOrCreate(connection, withoutMapping);
    assert.deepEqual([isNotApplied, record('acme')?.draft?.text], [false, withoutMapping]);
  });

  it('never treats its mapping as known when it was only answered', async () => {
    const product = await start();
    await madeElsewhere(product, { name: 'Acme', mapping: { 40: '1' } });
    await product.services.sending.getOrCreate(product.connection, documentOf());
    assert.deepEqual(await product.words('acme'), ['Mapping unknown']);
  });

  it('proves nothing when an earlier attempt may have arrived', async () => {
    const { services, connection, remote } = await start();
    await services.sending.getOrCreate(connection, documentOf({ user_group_id: 'first' }));
    remote.misbehave('resetBeforeAnswer', { times: 1 });
    const result = await services.sending.getOrCreate(connection, TYPED);
    assert.deepEqual([result.isNew, result.mayHaveBeenCreatedByThisRequest], [false, true]);
  });
});

describe('Get-or-create says beside', () => {
  const start = productStarter();

  it('that the group was gone and has been recreated, as another one', async () => {
    const { services, connection, remote, ref, loseOnService } = await start();
    await services.sending.getOrCreate(connection, TYPED);
    await services.sending.getOrCreate(connection, documentOf({ user_group_id: 'other' }));
    loseOnService('acme');
    const result = await services.sending.getOrCreate(connection, TYPED);
    assert.deepEqual([result.isNew, result.wasGone], [true, true]);
    assert.deepEqual(result.notes, [
      'The service returned team_id 3 instead of 1, so this is another group than before.',
    ]);
    assert.equal(await services.tokens.require(connection, ref('acme')), remote.group('acme')?.token);
  });

  it('fields that the contract does not show, once', async () => {
    const { services, connection, remote } = await start();
    remote.misbehave('extraFields');
    const first = await services.sending.getOrCreate(connection, TYPED);
    const second = await services.sending.update(connection, TYPED);
    assert.deepEqual(first.notes, [
      "The service returned fields that its contract doesn't have: request_id, user_group.colour, user_group.limits.",
    ]);
    assert.deepEqual(second.notes, []);
  });
});
