// Changing many groups: what is planned from what is known, what is prepared when the service was asked, and how it is
// undone.

import assert from 'node:assert/strict';
import type { BulkChange } from '../../../../src/bulk/changes/documentChange.ts';
import type { UserGroupRecord } from '../../../../src/core/userGroup.ts';
import { formatChanges } from '../../../../src/document/difference.ts';
import type { PlannedChange } from '../../../../src/services/bulk/changePlan.ts';
import type { UndoneItem } from '../../../../src/services/bulk/undoPlan.ts';
import { failureOf } from '../../../support/clientUnderTest.ts';
import { elsewhereAsCustomer } from '../../../support/elsewhere.ts';
import { DAY, documentOf, productStarter, type Product } from '../../../support/product.ts';
import { ask, groupBody } from '../../sandbox/ask.ts';

const TYPED = documentOf({ mapping: { 40: '213' }, properties: { region: 'EU' } });
const SET: BulkChange = { action: 'set', field: 'properties', key: 'tier', value: '"gold"' };

async function collected<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

async function planned(product: Product, change: BulkChange = SET): Promise<PlannedChange[]> {
  return collected(product.services.changes.plan(product.services.finder.refsOf(product.connection.id, ''), change));
}

function shown(groups: readonly PlannedChange[]): string[] {
  return groups.map(
    (group) =>
      `${group.ref.userGroupId}: ${group.kind === 'changed' ? group.changes.map(({ path }) => path).join(', ') : group.kind === 'skipped' ? group.reason : 'same'}`,
  );
}

async function withAcme(product: Product, text = TYPED): Promise<Product> {
  await product.services.sending.getOrCreate(product.connection, text);
  product.clock.now += DAY;
  product.requests.length = 0;
  return product;
}

async function sent(product: Product, group: PlannedChange): Promise<UndoneItem> {
  assert.ok(group.kind === 'changed');
  product.clock.now += DAY;
  await product.services.sending.update(product.connection, group.text);
  return { ref: group.ref, outcome: 'updated', after: group.text, before: group.before };
}

describe('The plan of a change of many', () => {
  const start = productStarter();

  it('sets a field that the service has beside those of the contract, sends it alone, and sets it back', async () => {
    const text = documentOf({ mapping: { 40: '213' }, is_demo_group: false });
    const product = await withAcme(await start({ entry: { api: 'customer' } }), text);
    const flag: BulkChange = { action: 'set', field: 'further', key: 'is_demo_group', value: 'true' };
    const [group] = await planned(product, flag);
    assert.deepEqual(shown([group!]), ['acme: is_demo_group']);
    const item = await sent(product, group!);
    assert.equal(product.requests.at(-1)?.requestBody, '{"provided_id":"acme","is_demo_group":true}');
    assert.deepEqual(shown(await planned(product, flag)), ['acme: same']);
    const undo = await product.services.undo.prepare(product.connection, item);
    assert.deepEqual(undo.kind === 'undone' && undo.changes, [
      { path: 'is_demo_group', before: 'true', after: 'false' },
    ]);
    const tags: BulkChange = { action: 'set', field: 'further', key: 'group_tags', value: '["x"]' };
    const [added] = await planned(product, tags);
    const addedItem = await sent(product, added!);
    assert.deepEqual(JSON.parse(product.requests.at(-1)!.requestBody), { provided_id: 'acme', group_tags: ['x'] });
    assert.deepEqual(await product.services.undo.prepare(product.connection, addedItem), {
      ref: product.ref('acme'),
      kind: 'skipped',
      reason: 'Its former group_tags is unknown.',
    });
  });

  for (const [field, change, shownChanges, sentFields, undone] of [
    [
      'emails',
      { action: 'set', field: 'further', key: 'emails', value: '["c@x"]' },
      ['emails[0]: "boss@x" → "c@x"'],
      { emails: ['c@x'] },
      { emails: ['boss@x'] },
    ],
    [
      'mapping',
      { action: 'set', field: 'mapping', key: '41', value: '9' },
      ['mapping.41: added "9"'],
      { mapping: { 40: '213', 41: '9' } },
      { mapping: { 40: '213' } },
    ],
    [
      'properties',
      SET,
      ['properties.tier: added "gold"'],
      { properties: { region: 'EU', tier: 'gold' } },
      { properties: { region: 'EU' } },
    ],
  ] as const)
    it(`changes what others have set where the last sent document omits it, alone, and sets it back: ${field}`, async () => {
      const product = await withAcme(await start({ entry: { api: 'customer' } }), documentOf());
      const { services, connection, requests } = product;
      const all = { emails: ['boss@x'], mapping: { 40: '213' }, properties: { region: 'EU' } };
      await elsewhereAsCustomer(product.remote, '/api/update_customer/', { provided_id: 'acme', ...all });
      await services.serviceList.refresh(connection);
      const [group] = await planned(product, change);
      assert.ok(group?.kind === 'changed');
      assert.deepEqual(formatChanges(group.changes), shownChanges);
      const item = await sent(product, group);
      assert.deepEqual(JSON.parse(requests.at(-1)!.requestBody), { provided_id: 'acme', ...sentFields });
      const undo = await services.undo.prepare(connection, item);
      assert.ok(undo.kind === 'undone', JSON.stringify(undo));
      await services.sending.update(connection, undo.text);
      assert.deepEqual(JSON.parse(requests.at(-1)!.requestBody), { provided_id: 'acme', ...undone });
    });

  it('keeps nothing that was changed elsewhere in a field that it replaces', async () => {
    const product = await withAcme(await start({ entry: { api: 'customer' } }), documentOf({ emails: ['a@x'] }));
    const acme = { provided_id: 'acme', name: 'Other', emails: ['boss@x'] };
    await elsewhereAsCustomer(product.remote, '/api/update_customer/', acme);
    await product.services.serviceList.refresh(product.connection);
    const emails: BulkChange = { action: 'set', field: 'further', key: 'emails', value: '["c@x"]' };
    const [group] = await planned(product, emails);
    assert.ok(group?.kind === 'changed');
    assert.deepEqual(formatChanges(group.mergedChanges), ['name: "Acme" → "Other"']);
  });

  it('edits the text that was last sent, and sends nothing', async () => {
    const product = await withAcme(await start());
    const [group] = await planned(product);
    assert.deepEqual(group, {
      kind: 'changed',
      ref: product.ref('acme'),
      name: 'Acme',
      before: TYPED,
      mergedChanges: [],
      text: TYPED.replace('"EU"', '"EU",\n    "tier": "gold"'),
      changes: [{ path: 'properties.tier', after: '"gold"' }],
    });
    assert.deepEqual(product.requests, []);
  });

  it('has no meaning for some changes whatever the groups, and skips a group without a connection', async () => {
    const { services } = await start();
    assert.equal((await failureOf(collected(services.changes.plan([], { ...SET, value: '{' })))).kind, 'invalid');
    const ref = { connectionId: 'removed', userGroupId: 'acme' };
    assert.deepEqual(shown(await collected(services.changes.plan([ref], SET))), ['acme: Its connection was removed.']);
  });

  for (const [change, text, planOfAcme] of [
    [{ ...SET, key: 'region', value: '"EU"' }, TYPED, 'same'],
    [
      { action: 'setByGroup', field: 'properties', key: 'tier', values: new Map([['other', '1']]) },
      TYPED,
      'It has no value in the input.',
    ],
    [{ action: 'rename', field: 'properties', key: 'tier', to: 'level' }, TYPED, 'There is no property "tier".'],
    [SET, '{"user_group_id":"acme","mapping":{}}', 'The name is not sent. The service may keep or clear it.'],
    [
      { action: 'set', field: 'mapping', key: '40', value: '2' },
      '{"user_group_id":"acme","name":"Acme","mapping":{}}',
      'mapping.40',
    ],
  ] as readonly (readonly [BulkChange, string, string])[])
    it(`is made from the document and the change: ${planOfAcme}`, async () => {
      const product = await withAcme(await start(), text);
      assert.deepEqual(shown(await planned(product, change)), [`acme: ${planOfAcme}`]);
    });

  it('skips a group whose mapping is not known here, for a property as for a schema id', async () => {
    const product = await start();
    await ask(product.remote, 'GET', groupBody({ mapping: { 40: '1' }, properties: { region: 'EU' } }));
    await product.services.sending.getOrCreate(product.connection, '{"user_group_id":"acme"}');
    await product.services.sending.getOrCreate(product.connection, documentOf({ user_group_id: 'bare' }));
    for (const change of [SET, { action: 'set', field: 'mapping', key: '40', value: '2' } as const]) {
      assert.deepEqual(shown(await planned(product, change)), [
        'acme: Its mapping is unknown.',
        'bare: No mapping is set. It was created without one.',
      ]);
    }
  });

  it('skips a group with a draft', async () => {
    const product = await withAcme(await start());
    product.services.groups.saveDraft(product.connection, 'acme', TYPED.replace('EU', 'US'));
    assert.deepEqual(shown(await planned(product)), ['acme: It has unsent changes.']);
    product.services.groups.saveDraft(product.connection, 'never', documentOf({ user_group_id: 'never', mapping: {} }));
    assert.match(shown(await planned(product)).join('\n'), /never: The service hasn't confirmed the group/);
  });

  it('skips a group of which something is not known, or whose connection is locked', async () => {
    const product = await withAcme(await start());
    product.remote.misbehave('resetBeforeAnswer');
    await failureOf(product.services.sending.update(product.connection, TYPED.replace('EU', 'US')));
    product.remote.misbehave(undefined);
    assert.deepEqual(shown(await planned(product)), ['acme: The outcome of an update is unknown.']);
    await product.services.sending.fetch(product.connection, 'acme');
    product.services.groups.discardDraft(product.connection, 'acme');
    assert.deepEqual(shown(await planned(product)), ['acme: The outcome of a later request is unknown.']);
    for (const [entry, reason] of [
      [{ locked: 'all' }, 'The connection is locked for all requests.'],
      [
        { baseUrl: 'http://elsewhere.example.com' },
        'Plain http is allowed to this machine only. Use https to encrypt tokens.',
      ],
    ] as const) {
      product.settings.edit([{ ...(product.settings.entries[0] as object), ...entry }]);
      assert.deepEqual(shown(await planned(product)), [`acme: ${reason}`]);
    }
  });
});

describe('What is known of a group that is to be changed', () => {
  const start = productStarter();

  const rows: readonly (readonly [reason: string, change: (record: UserGroupRecord) => UserGroupRecord | undefined])[] =
    [
      ['It is not in the list.', () => undefined],
      ['It has an unresolved rotation.', (record) => ({ ...record, unknownOutcome: { operation: 'rotate', at: 1 } })],
      [
        'The outcome of a get-or-create is unknown.',
        (record) => ({ ...record, unknownOutcome: { operation: 'getOrCreate', at: 1 } }),
      ],
      [
        'Its mapping is unknown. It was last sent without one.',
        (record) => ({ ...record, base: { ...record.base!, text: '{"user_group_id":"acme","name":"Acme"}' } }),
      ],
    ];
  for (const [reason, change] of rows) {
    it(`is too little for a change: ${reason}`, async () => {
      const { services, connection, record } = await withAcme(await start());
      const known = services.changes.known(connection, change(record('acme')!), false);
      assert.deepEqual(known, { kind: 'skipped', reason });
    });
  }

  const ANSWERED = { at: 1, operation: 'update', name: 'Acme Ltd' } as const;

  for (const [what, isAnsweredSince, names] of [
    ['fields that the document leaves out', false, ['properties']],
    ['all fields of a later answer', true, ['name', 'properties']],
  ] as const) {
    it(`is completed by ${what}`, async () => {
      const { services, connection, record } = await withAcme(await start(), documentOf({ mapping: {} }));
      const answered = { ...ANSWERED, properties: '{"theirs":1}' };
      const known = services.changes.known(connection, { ...record('acme')!, answered }, isAnsweredSince);
      assert.deepEqual('kind' in known ? known : known.mergedChanges.map(({ path }) => path), names);
    });
  }

  for (const isAnsweredSince of [false, true]) {
    it(`is too little where an answer ${isAnsweredSince ? 'since' : 'to it'} cannot be merged`, async () => {
      const { services, connection, record } = await withAcme(await start(), documentOf({ mapping: {} }));
      const answered = { ...ANSWERED, properties: '[1]' };
      assert.deepEqual(services.changes.known(connection, { ...record('acme')!, answered }, isAnsweredSince), {
        kind: 'skipped',
        reason: 'The service returned a value for "properties" that is not an object.',
      });
    });
  }
});

describe('A group that is prepared for its change', () => {
  const start = productStarter();

  it('is as planned where the service has what was known, also where it spells numbers in its own way', async () => {
    const product = await start();
    product.remote.misbehave('normalisesProperties');
    const text = '{"user_group_id":"acme","name":"Acme","mapping":{},"properties":{"id":12345678901234567890}}';
    await withAcme(product, text);
    const [group] = await planned(product);
    assert.ok(group?.kind === 'changed');
    const prepared = await product.services.changes.prepare(product.connection, group.ref, SET);
    assert.deepEqual(prepared, {
      kind: 'ready',
      notes: [],
      text: group.text,
      before: text,
      changes: group.changes,
      mergedChanges: [],
    });
    assert.match(group.text, /12345678901234567890/);
    assert.equal(product.requests.length, 1, 'the service was asked');
  });

  it('keeps what somebody else had changed before, where that was answered since', async () => {
    const product = await withAcme(await start());
    await ask(product.remote, 'PUT', groupBody({ name: 'Acme', mapping: { 40: '213' }, properties: { region: 'US' } }));
    await product.services.sending.fetch(product.connection, 'acme');
    const prepared = await product.services.changes.prepare(product.connection, product.ref('acme'), SET);
    assert.deepEqual(prepared.kind === 'ready' && prepared.mergedChanges, [
      { path: 'properties.region', before: '"EU"', after: '"US"' },
    ]);
  });

  it('brings along what must be said of the answer', async () => {
    const product = await withAcme(await start());
    await ask(product.remote, 'POST', JSON.stringify({ current_token: product.remote.group('acme')?.token }));
    const prepared = await product.services.changes.prepare(product.connection, product.ref('acme'), SET);
    assert.deepEqual(prepared.kind === 'ready' && prepared.notes, [
      'The token was rotated elsewhere. The new one is stored locally.',
    ]);
  });

  it('is skipped where it was gone, or is another group by now', async () => {
    const product = await withAcme(await start());
    product.loseOnService('acme');
    const gone = await product.services.changes.prepare(product.connection, product.ref('acme'), SET);
    assert.match(gone.kind === 'skipped' ? gone.reason : gone.kind, /The group was gone/);
    product.loseOnService('acme');
    await ask(product.remote, 'GET', groupBody({ user_group_id: 'in between' }));
    await ask(product.remote, 'GET', groupBody({}));
    const another = await product.services.changes.prepare(product.connection, product.ref('acme'), SET);
    assert.match(another.kind === 'skipped' ? another.reason : another.kind, /another group than before/);
  });

  it('asks nobody where it is not to be sent', async () => {
    const product = await withAcme(await start());
    product.settings.edit([{ ...(product.settings.entries[0] as object), locked: 'all' }]);
    assert.equal(
      (await product.services.changes.prepare(product.connection, product.ref('acme'), SET)).kind,
      'skipped',
    );
    assert.deepEqual(product.requests, []);
  });
});

describe('A run that is undone', () => {
  const start = productStarter();

  it('plans, and plans again before it sends, the text that was before, to the letter', async () => {
    const product = await withAcme(await start());
    const [group] = await planned(product);
    const item = await sent(product, group!);
    const undo = product.services.undo.planOne(product.connection, item);
    assert.deepEqual(undo, {
      ref: item.ref,
      kind: 'undone',
      text: TYPED,
      before: item.after,
      changes: [{ path: 'properties.tier', before: '"gold"' }],
    });
    assert.deepEqual(await product.services.undo.prepare(product.connection, item), undo);
  });

  it('adds no properties where there were none before or after', async () => {
    const text = documentOf({ mapping: { 40: '213' } });
    const product = await withAcme(await start(), text);
    const [group] = await planned(product, { action: 'set', field: 'mapping', key: '40', value: '2' });
    const undo = product.services.undo.planOne(product.connection, await sent(product, group!));
    assert.equal(undo.kind === 'undone' && undo.text, text);
  });

  it('leaves alone what was changed since, here or elsewhere', async () => {
    const product = await withAcme(await start());
    const [group] = await planned(product);
    const item = await sent(product, group!);
    await ask(
      product.remote,
      'PUT',
      groupBody({ name: 'Acme', mapping: { 40: '213' }, properties: { region: 'US', tier: 'gold' } }),
    );
    const elsewhere = await product.services.undo.prepare(product.connection, item);
    assert.equal(
      elsewhere.kind === 'skipped' && elsewhere.reason,
      'It was changed since: properties.region: "EU" → "US".',
    );
    product.clock.now += DAY;
    await product.services.sending.update(product.connection, TYPED.replace('213', '214'));
    const here = product.services.undo.planOne(product.connection, item);
    assert.equal(
      here.kind === 'skipped' && here.reason,
      'It was changed since: mapping.40: "213" → "214", properties.tier: removed.',
    );
  });

  it('leaves alone what the run did not change, or of which nobody knows what it was', async () => {
    const product = await withAcme(await start());
    const item = { ref: product.ref('acme'), outcome: 'updated', after: TYPED, before: TYPED };
    const reasons = [
      { ...item, outcome: 'failed' },
      { ...item, outcome: 'unknown' },
      { ...item, before: undefined },
    ].map((each) => product.services.undo.planOne(product.connection, each));
    assert.deepEqual(
      reasons.map((each) => each.kind === 'skipped' && each.reason),
      [
        "The bulk operation hasn't changed it.",
        'The bulk operation may have changed it.',
        'Its former state is unknown.',
      ],
    );
  });
});
