// A run of updates whose texts are rebuilt when their turn comes: a change of many, and its undo.

import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { DocumentChange } from '../../../../src/bulk/changes/documentChange.ts';
import { LEASE_MS } from '../../../../src/core/ports/journal.ts';
import type { NewRunItem, RunItem } from '../../../../src/core/runs.ts';
import { writeItemPlan } from '../../../../src/services/bulk/itemPlan.ts';
import { failureOf } from '../../../support/clientUnderTest.ts';
import { elsewhereAsCustomer } from '../../../support/elsewhere.ts';
import { DAY, documentOf, productStarter, type Product } from '../../../support/product.ts';
import { ask, groupBody } from '../../sandbox/ask.ts';

const SET: DocumentChange = { action: 'set', field: 'properties', key: 'tier', value: '"gold"' };

function textOf(userGroupId: string, region = 'EU'): string {
  return documentOf({ user_group_id: userGroupId, mapping: { 40: '213' }, properties: { region } });
}

async function withGroups(product: Product, count: number): Promise<Product> {
  for (let index = 1; index <= count; index += 1)
    await product.services.sending.getOrCreate(product.connection, textOf(`group-${index}`));
  product.clock.now += DAY;
  product.requests.length = 0;
  return product;
}

async function changing(product: Product, change = SET): Promise<number> {
  const items: NewRunItem[] = [];
  for await (const group of product.services.changes.plan(
    product.services.finder.refsOf(product.connection.id, ''),
    change,
  )) {
    assert.ok(group.kind === 'changed');
    items.push({
      userGroupId: group.ref.userGroupId,
      text: group.text,
      before: group.before,
      plan: writeItemPlan({ action: 'change', change }),
    });
  }
  return (await product.services.runs.create('update', product.connection, items, { stopAtFirstFailure: false })).id;
}

async function undoing(product: Product, runId: number): Promise<number> {
  const items: NewRunItem[] = [];
  for (const { userGroupId, outcome, text, before } of await all(product, runId)) {
    const undo = product.services.undo.planOne(product.connection, {
      ref: product.ref(userGroupId),
      outcome,
      after: text,
      before,
    });
    assert.ok(undo.kind === 'undone', JSON.stringify(undo));
    items.push({
      userGroupId,
      text: undo.text,
      before: undo.before,
      plan: writeItemPlan({ action: 'undo', after: undo.before }),
    });
  }
  return (await product.services.runs.create('update', product.connection, items, { stopAtFirstFailure: false })).id;
}

const outcomesOf = (items: readonly RunItem[]): string => items.map(({ outcome }) => outcome).join(' ');

async function run(product: Product, runId: number): Promise<readonly RunItem[]> {
  product.clock.now += DAY;
  product.services.runs.start(runId);
  await product.services.runs.whenLeft(runId);
  return all(product, runId);
}

/** Runs while the answers to updates are lost. */
async function runLosing(product: Product, runId: number): Promise<readonly RunItem[]> {
  product.remote.misbehave('resetBeforeAnswer', { operation: 'update' });
  const items = await run(product, runId);
  product.remote.misbehave(undefined);
  return items;
}

async function all(product: Product, runId: number): Promise<readonly RunItem[]> {
  return (await product.services.runs.slice(runId, { offset: 0, limit: 100_000 })).items;
}

function propertiesOf({ remote }: Product, userGroupId: string): string | undefined {
  const properties = remote.group(userGroupId)?.properties ?? undefined;
  return properties === undefined ? properties : JSON.stringify(JSON.parse(properties));
}

async function elsewhere(
  product: Product,
  userGroupId: string,
  properties: object,
  mapping: object = { 40: '213' },
): Promise<void> {
  await ask(product.remote, 'PUT', groupBody({ user_group_id: userGroupId, name: 'Acme', mapping, properties }));
}

function regionIn(text: string | undefined): unknown {
  return (JSON.parse(text ?? '{}') as { properties?: { region?: unknown } }).properties?.region;
}

/** The window of the run dies while its update is on its way. */
async function dies(product: Product, runId: number): Promise<void> {
  product.remote.misbehave('neverAnswers', { operation: 'update' });
  product.services.runs.start(runId);
  while (!product.requests.some(({ operation, requestBody }) => operation === 'update' && requestBody.includes('gold')))
    await setImmediate();
  await product.close();
  product.remote.misbehave(undefined);
}

describe('A run that changes many', () => {
  const start = productStarter();

  it('writes each group once it is asked for and once it is updated, together with others', async () => {
    const product = await withGroups(await start(), 3);
    const { journal } = product.store;
    const [begun, finished] = [mock.method(journal, 'beginSendBatched'), mock.method(journal, 'finishSendBatched')];
    await run(product, await changing(product));
    assert.deepEqual([begun.mock.callCount(), finished.mock.callCount()], [6, 6]);
  });

  it('sends what was planned, and is undone to the letter by another one', async () => {
    const product = await withGroups(await start(), 3);
    const runId = await changing(product);
    assert.deepEqual(
      (await run(product, runId)).map(({ outcome, before }) => [outcome, before]),
      [1, 2, 3].map((each) => ['updated', textOf(`group-${each}`)]),
    );
    assert.equal(propertiesOf(product, 'group-2'), '{"region":"EU","tier":"gold"}');
    assert.deepEqual(product.requests.map(({ operation }) => operation).sort(), [
      ...Array<string>(3).fill('getOrCreate'),
      ...Array<string>(3).fill('update'),
    ]);
    const undo = await undoing(product, runId);
    assert.equal(outcomesOf(await run(product, undo)), 'updated updated updated');
    assert.equal(propertiesOf(product, 'group-2'), '{"region":"EU"}');
    assert.equal(product.record('group-2')?.base?.text, textOf('group-2'));
    assert.deepEqual(
      product.services.runs.list().map(({ id, isUndo }) => [id, isUndo]),
      [
        [undo, true],
        [runId, false],
      ],
    );
    await run(product, await undoing(product, undo));
    assert.equal(propertiesOf(product, 'group-2'), '{"region":"EU","tier":"gold"}');
  });

  it('adopts what was changed elsewhere meanwhile, says so, and reverts none of that when it is undone', async () => {
    const product = await withGroups(await start(), 1);
    const runId = await changing(product);
    await elsewhere(product, 'group-1', { region: 'US' });
    const [item] = await run(product, runId);
    assert.deepEqual(
      [item?.outcome, item?.reason],
      ['updated', 'Changes made elsewhere stay: properties.region: "EU" → "US".'],
    );
    assert.equal(propertiesOf(product, 'group-1'), '{"region":"US","tier":"gold"}');
    await run(product, await undoing(product, runId));
    assert.equal(propertiesOf(product, 'group-1'), '{"region":"US"}');
  });

  it('sends nothing where the change would now be another one', async () => {
    const product = await withGroups(await start(), 1);
    const runId = await changing(product, { ...SET, key: 'region', value: '"APAC"' });
    await elsewhere(product, 'group-1', { region: 'US' });
    const [item] = await run(product, runId);
    assert.equal(item?.outcome, 'failed');
    assert.match(item.reason ?? '', /The change would now be: properties\.region: "US" → "APAC"/);
    assert.equal(propertiesOf(product, 'group-1'), '{"region":"US"}');
  });

  it('sends nothing where what would be replaced differs from what was shown beyond the characters shown', async () => {
    const product = await start();
    const [long, otherwise] = ['A', 'B'].map((end) => 'x'.repeat(200) + end) as [string, string];
    await product.services.sending.getOrCreate(product.connection, textOf('group-1', long));
    product.clock.now += DAY;
    const runId = await changing(product, { ...SET, key: 'region', value: '"APAC"' });
    await elsewhere(product, 'group-1', { region: otherwise });
    const [item] = await run(product, runId);
    assert.match(item?.reason ?? '', /The change would now be/);
    assert.equal(propertiesOf(product, 'group-1'), JSON.stringify({ region: otherwise }));
  });

  it('repeated, sends again what nobody knows the outcome of, and can be undone all the same', async () => {
    const product = await withGroups(await start(), 2);
    const runId = await changing(product);
    assert.equal(outcomesOf(await runLosing(product, runId)), 'unknown unknown');
    assert.equal(await product.services.runs.repeatFailed(runId), 2);
    assert.deepEqual(
      (await run(product, runId)).map(({ outcome, before }) => [outcome, before]),
      [1, 2].map((each) => ['updated', textOf(`group-${each}`)]),
    );
    await run(product, await undoing(product, runId));
    assert.deepEqual(
      ['group-1', 'group-2'].map((each) => propertiesOf(product, each)),
      ['{"region":"EU"}', '{"region":"EU"}'],
    );
  });

  it('sends nothing again where another text may have arrived since', async () => {
    const product = await withGroups(await start({ entry: { checkBeforeUpdate: false } }), 1);
    const runId = await changing(product);
    product.remote.misbehave('resetBeforeAnswer', { operation: 'update' });
    await run(product, runId);
    await failureOf(product.services.sending.update(product.connection, textOf('group-1', 'APAC')));
    product.remote.misbehave(undefined);
    await product.services.runs.repeatFailed(runId);
    await run(product, runId);
    assert.equal(propertiesOf(product, 'group-1'), '{"region":"APAC"}');
  });

  it('repeated, overwrites nothing that somebody else has changed since', async () => {
    const product = await withGroups(await start(), 1);
    const runId = await changing(product);
    await runLosing(product, runId);
    await elsewhere(product, 'group-1', { region: 'US' });
    await product.services.runs.repeatFailed(runId);
    const [item] = await run(product, runId);
    assert.match(item?.reason ?? '', /It was changed elsewhere: properties\.region/);
    assert.equal(propertiesOf(product, 'group-1'), '{"region":"US"}');
  });

  it('overwrites nothing that somebody else has set where the group was last sent without it', async () => {
    const product = await start({ entry: { api: 'customer' } });
    const { services, connection, remote } = product;
    await services.sending.getOrCreate(connection, documentOf());
    const items = [{ userGroupId: 'acme', text: documentOf({ emails: ['new@acme.example'] }) }];
    const { id } = await services.runs.create('update', connection, items, { stopAtFirstFailure: false });
    const acme = { provided_id: 'acme', emails: ['boss@acme.example'] };
    await elsewhereAsCustomer(remote, '/api/update_customer/', acme);
    const [item] = await run(product, id);
    assert.match(item?.reason ?? '', /It was changed elsewhere: emails\[0\]\./);
    assert.deepEqual(
      product.requests.filter(({ operation }) => operation === 'update').map(({ requestBody }) => requestBody),
      [JSON.stringify(acme)],
    );
  });

  it('sends nothing where the group has by then what the change would give it', async () => {
    const product = await withGroups(await start(), 1);
    const runId = await changing(product);
    await elsewhere(product, 'group-1', { region: 'EU', tier: 'gold' });
    const [item] = await run(product, runId);
    assert.deepEqual([item?.outcome, item?.reason], ['skipped', 'The service already has all of this.']);
  });

  it('keeps what a group had for its undo, also where the service has answered the same since', async () => {
    const product = await withGroups(await start(), 1);
    const items = [{ userGroupId: 'group-1', text: textOf('group-1', 'US') }];
    const { id } = await product.services.runs.create('update', product.connection, items, {
      stopAtFirstFailure: false,
    });
    await product.services.sending.fetch(product.connection, 'group-1');
    const [item] = await run(product, id);
    assert.deepEqual([item?.outcome, item?.before], ['updated', textOf('group-1')]);
  });

  it('whose window dies keeps what it was sending, as it was made to what was changed elsewhere, and can be undone', async () => {
    const product = await withGroups(await start(), 1);
    const runId = await changing(product);
    await elsewhere(product, 'group-1', { region: 'US' });
    const other = product.anotherWindow();
    await dies(product, runId);
    await other.elapse(LEASE_MS);
    assert.deepEqual(
      (await run(other, runId)).map(({ outcome, text, before }) => [outcome, regionIn(text), regionIn(before)]),
      [['unknown', 'US', 'US']],
    );
    assert.equal(await other.services.runs.repeatFailed(runId), 1);
    assert.equal(outcomesOf(await run(other, runId)), 'updated');
    await run(other, await undoing(other, runId));
    assert.equal(propertiesOf(other, 'group-1'), '{"region":"US"}');
  });

  it('of which an earlier try may have been carried out has not failed where a later one is refused', async () => {
    const product = await withGroups(await start(), 1);
    const runId = await changing(product);
    await runLosing(product, runId);
    await product.services.runs.repeatFailed(runId);
    product.remote.misbehave('successZero', { operation: 'update' });
    const [item] = await run(product, runId);
    assert.equal(item?.outcome, 'unknown');
    assert.match(
      item.reason ?? '',
      /^The outcome of an earlier request is unknown\. The service rejected[^]*Not allowed/,
    );
    assert.equal(propertiesOf(product, 'group-1'), '{"region":"EU","tier":"gold"}');
  });

  it('goes on in another window with the change as it was shown', async () => {
    const product = await withGroups(await start(), 30);
    const runId = await changing(product);
    const other = product.anotherWindow();
    product.remote.misbehave('neverAnswers', { operation: 'getOrCreate' });
    product.services.runs.start(runId);
    await product.close();
    product.remote.misbehave(undefined);
    await elsewhere(product, 'group-30', { region: 'US' });
    await other.elapse(LEASE_MS);
    const items = await run(other, runId);
    assert.deepEqual(new Set(items.map(({ outcome }) => outcome)), new Set(['updated']));
    assert.equal(propertiesOf(other, 'group-30'), '{"region":"US","tier":"gold"}');
  });

  it('that gave a group its first properties is undone by none, said outright', async () => {
    const product = await start();
    await product.services.sending.getOrCreate(
      product.connection,
      JSON.stringify({ user_group_id: 'group-1', name: 'Acme', mapping: { 40: '213' } }),
    );
    product.clock.now += DAY;
    const runId = await changing(product);
    await run(product, runId);
    assert.equal(propertiesOf(product, 'group-1'), '{"tier":"gold"}');
    await run(product, await undoing(product, runId));
    assert.equal(propertiesOf(product, 'group-1'), '{}');
  });
});

describe('A run of updates that the user has confirmed', () => {
  const start = productStarter();

  async function confirmed(product: Product, text: string): Promise<number> {
    return (
      await product.services.runs.create('update', product.connection, [{ userGroupId: 'group-1', text }], {
        stopAtFirstFailure: false,
      })
    ).id;
  }

  it('is undone to what the service had, also where that is not what was last sent', async () => {
    const product = await withGroups(await start(), 1);
    await elsewhere(product, 'group-1', { region: 'US' });
    await product.services.sending.fetch(product.connection, 'group-1');
    const runId = await confirmed(product, textOf('group-1', 'APAC'));
    await run(product, runId);
    assert.equal(propertiesOf(product, 'group-1'), '{"region":"APAC"}');
    await run(product, await undoing(product, runId));
    assert.equal(propertiesOf(product, 'group-1'), '{"region":"US"}');
  });

  it('turns nothing back in its undo that somebody else had made the same before', async () => {
    const product = await withGroups(await start(), 1);
    await elsewhere(product, 'group-1', { region: 'APAC' });
    const runId = await confirmed(product, textOf('group-1', 'APAC'));
    await run(product, runId);
    await run(product, await undoing(product, runId));
    assert.equal(propertiesOf(product, 'group-1'), '{"region":"APAC"}');
  });

  const withId = (id: string): string =>
    `{"user_group_id":"group-1","name":"Acme","mapping":{},"properties":{"id":${id}}}`;
  const [TYPED, SPELLED] = ['12345678901234567890', '12345678901234567000'].map(withId) as [string, string];
  for (const [what, prepare, before] of [
    [
      'as it was typed, where the service spells that in its own way',
      async ({ remote, services, connection }) => {
        remote.misbehave('normalisesProperties');
        await services.sending.getOrCreate(connection, TYPED);
      },
      TYPED,
    ],
    [
      'where the same text may have arrived before',
      async (product) => {
        const { remote, services, connection } = await withGroups(product, 1);
        remote.misbehave('resetBeforeAnswer', { operation: 'update' });
        await failureOf(services.sending.update(connection, textOf('group-1', 'APAC')));
        remote.misbehave(undefined);
      },
      textOf('group-1', 'APAC'),
    ],
    [
      'not where nothing was applied from here',
      async (product) => {
        await ask(product.remote, 'GET', groupBody({ user_group_id: 'group-1' }));
        await product.services.sending.getOrCreate(product.connection, '{"user_group_id":"group-1"}');
      },
      undefined,
    ],
    [
      'not where an answer cannot be merged',
      async ({ remote, services, connection }) => {
        await services.sending.getOrCreate(connection, TYPED);
        await ask(remote, 'PUT', SPELLED);
        await services.sending.fetch(connection, 'group-1');
      },
      undefined,
    ],
  ] as readonly (readonly [string, (product: Product) => Promise<unknown>, string | undefined])[])
    it(`knows what the group had: ${what}`, async () => {
      const product = await start();
      await prepare(product);
      const [item] = await run(product, await confirmed(product, textOf('group-1', 'APAC')));
      assert.equal(item?.before, before);
    });

  it('is not undone where it was the first to send a mapping', async () => {
    const product = await start();
    await product.services.sending.getOrCreate(
      product.connection,
      JSON.stringify({ user_group_id: 'group-1', name: 'Acme' }),
    );
    const runId = await confirmed(product, textOf('group-1'));
    const [item] = await run(product, runId);
    assert.ok(item !== undefined);
    const undo = product.services.undo.planOne(product.connection, {
      ref: product.ref('group-1'),
      outcome: item.outcome,
      after: item.text,
      before: item.before,
    });
    assert.ok(undo.kind === 'skipped');
    assert.equal(undo.reason, 'Its former mapping is unknown.');
  });
});
