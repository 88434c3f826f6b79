// Get-or-create: what it says, and what is then known here.

import assert from 'node:assert/strict';
import type { SendOutcome } from '../../../../src/core/userGroup.ts';
import { documentOf, MAY_12, productStarter, type Product } from '../../../support/product.ts';
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
