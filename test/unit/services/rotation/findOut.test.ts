// Finding out what became of a rotation whose answer was lost.

import assert from 'node:assert/strict';
import { failureOf } from '../../../support/clientUnderTest.ts';
import { HELD_SECONDS, heldTimers } from '../../../support/heldTimers.ts';
import { DAY, documentOf, productStarter, type Product } from '../../../support/product.ts';
import { ask } from '../../sandbox/ask.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const refuse = (): Promise<boolean> => Promise.resolve(false);
const accept = (): Promise<boolean> => Promise.resolve(true);

describe('Finding out', () => {
  const start = productStarter();
  const timers = heldTimers();

  /** A rotation of `acme` that met this fault: processed by the service, or not. */
  async function afterLostAnswer(
    fault: 'resetBeforeAnswer' | 'resetUnprocessed',
  ): Promise<Product & { readonly former: string }> {
    const product = await start();
    const { services, connection, remote, clock } = product;
    await services.sending.getOrCreate(connection, documentOf({ mapping: { 40: '213' } }));
    const former = remote.group('acme')!.token;
    clock.now += DAY;
    remote.misbehave(fault, { operation: 'rotate' });
    await failureOf(services.rotation.rotate(connection, 'acme'));
    remote.misbehave(undefined);
    clock.now += MINUTE;
    product.requests.length = 0;
    return { ...product, connection, former };
  }

  const rotations = ({ services }: Product): string[] =>
    services.groups
      .versions({ limit: 50 })
      .filter(({ operation }) => operation === 'rotate')
      .map(({ outcome }) => outcome);

  it('that the service has another token: it is the current one now, the former is kept, and the record says rotated', async () => {
    const product = await afterLostAnswer('resetBeforeAnswer');
    const { services, connection, remote, former, ref, words } = product;
    assert.equal((await services.rotation.findOut(connection, 'acme', refuse)).kind, 'rotated');
    assert.equal(await services.tokens.require(connection, ref('acme')), remote.group('acme')?.token);
    assert.deepEqual(
      (await services.tokens.replaced(ref('acme'))).map(({ token }) => token),
      [former],
    );
    assert.deepEqual(
      [services.rotation.open(), rotations(product), await words('acme')],
      [[], ['rotated'], ['Previous token kept', 'Sent 12 May']],
    );
  });

  it('asks by get-or-create with what was last sent, and nothing else', async () => {
    const product = await afterLostAnswer('resetBeforeAnswer');
    await product.services.rotation.findOut(product.connection, 'acme', refuse);
    assert.deepEqual(
      product.requests.map(({ method, requestBody }) => [method, JSON.parse(requestBody) as unknown]),
      [['GET', { user_group_id: 'acme', name: 'Acme', mapping: { 40: '213' } }]],
    );
  });

  it('that it has the former one: probably not rotated, which stays until an hour after the request', async () => {
    const product = await afterLostAnswer('resetUnprocessed');
    const { services, connection, clock, ref, words, former } = product;
    assert.equal((await services.rotation.findOut(connection, 'acme', refuse)).kind, 'probablyNot');
    assert.match((await words('acme'))?.[0] ?? '', /^Rotation: probably not rotated \(asked today \d\d:\d\d\)$/);
    assert.equal(services.rotation.openOf(ref('acme'))?.askedAt, clock.now);
    clock.now += MINUTE;
    assert.equal((await services.rotation.findOut(connection, 'acme', refuse)).kind, 'probablyNot');
    clock.now += HOUR;
    await services.sending.getOrCreate(connection, documentOf({ user_group_id: 'beta' }));
    product.remote.misbehave('resetUnprocessed', { operation: 'rotate' });
    await failureOf(services.rotation.rotate(connection, 'beta'));
    assert.equal((await services.rotation.findOut(connection, 'acme', refuse)).kind, 'notRotated');
    assert.deepEqual(
      [services.rotation.open().map(({ userGroupId }) => userGroupId), rotations(product), await words('acme')],
      [['beta'], ['unknown', 'notRotated'], ['Sent 12 May']],
    );
    assert.equal(await services.tokens.require(connection, ref('acme')), former);
  });

  it('sees a late request carried out after it was probably not', async () => {
    const product = await afterLostAnswer('resetUnprocessed');
    const { services, connection, remote, former, ref } = product;
    await services.rotation.findOut(connection, 'acme', refuse);
    await ask(remote, 'POST', JSON.stringify({ current_token: former }));
    assert.equal((await services.rotation.findOut(connection, 'acme', refuse)).kind, 'rotated');
    assert.equal(await services.tokens.require(connection, ref('acme')), remote.group('acme')?.token);
  });

  it('probably not lets another rotation begin that knows about it, and no other', async () => {
    const product = await afterLostAnswer('resetUnprocessed');
    const { services, connection, remote, ref } = product;
    await services.rotation.findOut(connection, 'acme', refuse);
    assert.match(
      (await failureOf(services.rotation.rotate(connection, 'acme'))).message,
      /An earlier rotation was probably not applied, but may still be\. Use "Resolve Rotation…" first/,
    );
    const { earlier } = await services.rotation.rotatable(connection, 'acme');
    await services.rotation.rotate(connection, 'acme', { despite: earlier?.id });
    assert.equal(await services.tokens.require(connection, ref('acme')), remote.group('acme')?.token);
    assert.deepEqual(services.rotation.open(), []);
  });

  it('probably not hides no update with an unknown outcome, and is shown again when that is known', async () => {
    const product = await afterLostAnswer('resetUnprocessed');
    const { services, connection, remote, words } = product;
    const text = documentOf({ name: 'Another', mapping: { 40: '214' } });
    await services.rotation.findOut(connection, 'acme', refuse);
    remote.misbehave('resetBeforeAnswer', { operation: 'update' });
    await failureOf(services.sending.update(connection, text));
    assert.ok((await words('acme'))?.includes('Update: outcome unknown'));
    remote.misbehave(undefined);
    await services.sending.update(connection, text);
    assert.match((await words('acme'))?.[0] ?? '', /^Rotation: probably not rotated/);
  });

  it('a refusal that may be about the token makes the earlier rotation as uncertain as it was', async () => {
    const { services, connection, remote, words } = await afterLostAnswer('resetUnprocessed');
    await services.rotation.findOut(connection, 'acme', refuse);
    const { earlier } = await services.rotation.rotatable(connection, 'acme');
    remote.misbehave('successZero');
    await failureOf(services.rotation.rotate(connection, 'acme', { despite: earlier?.id }));
    assert.equal((await words('acme'))?.[0], 'Rotation: outcome unknown');
    assert.match(
      (await failureOf(services.rotation.rotatable(connection, 'acme'))).message,
      /The outcome of an earlier rotation is unknown/,
    );
  });

  it('of two rotations that one was carried out, and says so of one alone, in words that hold afterwards', async () => {
    const product = await afterLostAnswer('resetUnprocessed');
    const { services, connection, remote } = product;
    await services.rotation.findOut(connection, 'acme', refuse);
    const { earlier } = await services.rotation.rotatable(connection, 'acme');
    remote.misbehave('resetBeforeAnswer', { operation: 'rotate' });
    await failureOf(services.rotation.rotate(connection, 'acme', { despite: earlier?.id }));
    remote.misbehave(undefined);
    assert.equal((await services.rotation.findOut(connection, 'acme', refuse)).kind, 'rotated');
    assert.deepEqual(
      services.groups
        .versions({ limit: 50 })
        .filter(({ operation }) => operation === 'rotate')
        .map(({ outcome, reason }) => [outcome, reason]),
      [
        ['rotated', 'Resolved later by asking the service.'],
        ['unknown', 'Never resolved. Since then the service has returned the current token.'],
      ],
    );
  });

  it('when a rotation overtakes the answer does not call the former token the current one', async () => {
    const product = await afterLostAnswer('resetUnprocessed');
    const { services, connection, remote, meanwhile, ref } = product;
    await services.rotation.findOut(connection, 'acme', refuse);
    const other = product.anotherWindow();
    const { earlier } = await other.services.rotation.rotatable(other.connection, 'acme');
    let rotated: Promise<unknown> | undefined;
    remote.misbehave('slow', { operation: 'getOrCreate', times: 1, seconds: HELD_SECONDS });
    meanwhile.happens = () => {
      rotated = other.services.rotation.rotate(other.connection, 'acme', { despite: earlier?.id }).finally(() => {
        timers.goOff();
      });
    };
    const { kind } = await services.rotation.findOut(connection, 'acme', refuse);
    await rotated;
    assert.equal(kind, 'tokenKnown');
    assert.equal(await services.tokens.require(connection, ref('acme')), remote.group('acme')?.token);
  });

  it('that the group was gone: it has been recreated, and nothing of it is lost', async () => {
    const product = await afterLostAnswer('resetBeforeAnswer');
    const { services, connection, remote, former, ref, loseOnService } = product;
    loseOnService('acme');
    assert.equal((await services.rotation.findOut(connection, 'acme', refuse)).kind, 'recreated');
    assert.equal(await services.tokens.require(connection, ref('acme')), remote.group('acme')?.token);
    assert.deepEqual(
      (await services.tokens.replaced(ref('acme'))).map(({ token }) => token),
      [former],
    );
    assert.equal(remote.group('acme')?.mapping, '{\n    "40": "213"\n  }');
    assert.deepEqual([services.rotation.open(), rotations(product)], [[], ['unknown']]);
  });

  it('accepts no answer about another team_id without the person, and stores nothing of it', async () => {
    const product = await afterLostAnswer('resetBeforeAnswer');
    const { services, connection, remote, former, ref, record } = product;
    const before = record('acme');
    remote.misbehave('hugeTeamId');
    const reasons: (readonly string[])[] = [];
    const { kind } = await services.rotation.findOut(connection, 'acme', (given) => {
      reasons.push(given);
      return refuse();
    });
    assert.equal(kind, 'notAccepted');
    assert.match(
      reasons[0]?.[0] ?? '',
      /team_id 90071992547409931 instead of \d+, so this is another group than before/,
    );
    assert.deepEqual(
      [record('acme')?.answered, record('acme')?.token, record('acme')?.unknownOutcome],
      [before?.answered, before?.token, before?.unknownOutcome],
    );
    assert.equal(await services.tokens.require(connection, ref('acme')), former);
    assert.equal((await services.rotation.findOut(connection, 'acme', accept)).kind, 'rotated');
    assert.equal(await services.tokens.require(connection, ref('acme')), remote.group('acme')?.token);
  });

  it('that fails changes nothing, and may be repeated', async () => {
    const product = await afterLostAnswer('resetBeforeAnswer');
    const { services, connection, remote, words } = product;
    remote.misbehave('status500');
    const failure = await failureOf(services.rotation.findOut(connection, 'acme', refuse));
    assert.match(failure.message, /^"acme" on staging may have been recreated\. The service returned 500/);
    assert.equal((await words('acme'))?.[0], 'Rotation: outcome unknown');
    remote.misbehave(undefined);
    assert.equal((await services.rotation.findOut(connection, 'acme', refuse)).kind, 'rotated');
  });

  it('is answered by any sending that brings the token: a fetch, an update', async () => {
    for (const send of ['fetch', 'update'] as const) {
      const product = await afterLostAnswer('resetBeforeAnswer');
      const { services, connection, remote, ref } = product;
      await (send === 'fetch'
        ? services.sending.fetch(connection, 'acme')
        : services.sending.update(connection, documentOf({ name: 'Acme Ltd' })));
      assert.deepEqual([services.rotation.open(), rotations(product)], [[], ['rotated']]);
      assert.equal(await services.tokens.require(connection, ref('acme')), remote.group('acme')?.token);
    }
  });
});

describe('An answer of a new shape', () => {
  const start = productStarter();

  it('to a rotation is kept, sealed, until it is known what became of it', async () => {
    const { services, connection, remote, store, ref, ...product } = await start();
    await services.sending.getOrCreate(connection, documentOf());
    remote.misbehave('array', { operation: 'rotate' });
    await failureOf(services.rotation.rotate(connection, 'acme'));
    const { token } = remote.group('acme')!;
    const open = services.rotation.openOf(ref('acme'))!;
    assert.match(await services.rotation.unrecognizedResponse(open), new RegExp(`"token":\\s*"${token}"`));
    assert.equal((await services.groups.listed(ref('acme')))?.hasUnrecognizedResponse, true);
    const other = product.anotherWindow();
    assert.match(
      await other.services.rotation.unrecognizedResponse(other.services.rotation.openOf(ref('acme'))!),
      new RegExp(token),
    );
    assert.ok(!Buffer.from(open.unrecognizedResponse!.box).includes(token));
    await services.rotation.findOut(connection, 'acme', () => Promise.resolve(false));
    assert.deepEqual(
      [store.journal.openRotations(), (await services.groups.listed(ref('acme')))?.hasUnrecognizedResponse],
      [[], false],
    );
  });

  it('is kept as far as it came when the connection broke within it', async () => {
    const { services, connection, remote, ref } = await start();
    await services.sending.getOrCreate(connection, documentOf());
    remote.misbehave('halfAnswer', { operation: 'rotate' });
    await failureOf(services.rotation.rotate(connection, 'acme'));
    assert.match(await services.rotation.unrecognizedResponse(services.rotation.openOf(ref('acme'))!), /^\{"success":/);
  });
});

describe('A token in the hand', () => {
  const start = productStarter();

  it('of no listed group can be rotated: the answer names its group, which joins the list', async () => {
    const { services, connection, remote, store, ref, words, requests } = await start();
    await ask(remote, 'GET', '{"user_group_id":"elsewhere","name":"Elsewhere"}');
    const leaked = remote.group('elsewhere')!.token;
    requests.length = 0;
    assert.equal((await services.rotation.rotateLeaked(connection, leaked)).userGroupId, 'elsewhere');
    assert.equal(await services.tokens.require(connection, ref('elsewhere')), remote.group('elsewhere')?.token);
    assert.deepEqual(
      (await services.tokens.ownersOf(leaked)).map(({ ref: { userGroupId }, replacedAt }) => [
        userGroupId,
        replacedAt !== undefined,
      ]),
      [['elsewhere', true]],
    );
    assert.deepEqual(
      [requests.length, store.journal.openRotations(), await words('elsewhere')],
      [1, [], ['Previous token kept', 'Mapping unknown']],
    );
  });

  it('of no listed group whose rotation has no answer stays unresolved, until somebody names its group', async () => {
    const { services, connection, remote, ref, words, clock } = await start();
    await ask(remote, 'GET', '{"user_group_id":"elsewhere","name":"Elsewhere"}');
    const leaked = remote.group('elsewhere')!.token;
    remote.misbehave('resetUnprocessed', { operation: 'rotate' });
    assert.match(
      (await failureOf(services.rotation.rotateLeaked(connection, leaked))).message,
      /^A token on staging may have been rotated\. /,
    );
    remote.misbehave(undefined);
    const [open] = services.rotation.open();
    assert.equal(open?.userGroupId, undefined);
    assert.match(
      (await failureOf(services.rotation.rotateLeaked(connection, leaked))).message,
      /The outcome of an earlier rotation is unknown/,
    );
    clock.now += MINUTE;
    assert.equal(
      await services.rotation.findOutLeaked(connection, open!, 'another', () => Promise.resolve(false)),
      'recreated',
    );
    assert.equal(services.rotation.open().length, 1);
    assert.equal(
      await services.rotation.findOutLeaked(connection, open!, 'elsewhere', () => Promise.resolve(false)),
      'same',
    );
    assert.match((await words('elsewhere'))?.[0] ?? '', /^Rotation: probably not rotated/);
    const { earlier } = await services.rotation.rotatable(connection, 'elsewhere');
    await services.rotation.rotate(connection, 'elsewhere', { despite: earlier?.id });
    assert.equal(await services.tokens.require(connection, ref('elsewhere')), remote.group('elsewhere')?.token);
  });

  it('that was replaced goes when the person says that the new one is deployed, and not while a rotation is open', async () => {
    const { services, connection, remote, ref } = await start();
    await services.sending.getOrCreate(connection, documentOf());
    await services.rotation.rotate(connection, 'acme');
    assert.equal((await services.groups.listed(ref('acme')))?.previousTokens, 1);
    remote.misbehave('resetBeforeAnswer', { operation: 'rotate' });
    await failureOf(services.rotation.rotate(connection, 'acme'));
    assert.throws(
      () => {
        services.tokens.dropReplaced(ref('acme'));
      },
      { name: 'conflict' },
    );
    remote.misbehave(undefined);
    await services.rotation.findOut(connection, 'acme', () => Promise.resolve(false));
    services.tokens.dropReplaced(ref('acme'));
    assert.deepEqual(
      [await services.tokens.replaced(ref('acme')), (await services.groups.listed(ref('acme')))?.previousTokens],
      [[], 0],
    );
  });
});

describe('Replaced tokens', () => {
  const start = productStarter();

  it('are not removed by a confirmation that named fewer of them', async () => {
    const product = await start();
    const { services, connection, ref } = product;
    await services.sending.getOrCreate(connection, documentOf());
    await services.rotation.rotate(connection, 'acme');
    const count = services.tokens.countReplaced(ref('acme'));
    const other = product.anotherWindow();
    await other.services.rotation.rotate(other.connection, 'acme');
    assert.throws(
      () => {
        services.tokens.dropReplaced(ref('acme'), count);
      },
      { name: 'conflict' },
    );
    assert.equal(services.tokens.countReplaced(ref('acme')), 2);
    services.tokens.dropReplaced(ref('acme'), 2);
    assert.equal(services.tokens.countReplaced(ref('acme')), 0);
  });
});

describe('What a window left unfinished', () => {
  const start = productStarter();

  it('is closed as unknown at the next start, said once, and what was sent is kept as a draft', async () => {
    const { services, connection, store, ref, clock, words, ...product } = await start();
    await services.sending.getOrCreate(connection, documentOf());
    clock.now += DAY;
    const text = documentOf({ name: 'Acme Ltd' });
    store.journal.beginSend(ref('acme'), { operation: 'update', text, at: clock.now });
    store.journal.beginSend(ref('new'), {
      operation: 'getOrCreate',
      text: documentOf({ user_group_id: 'new' }),
      at: clock.now,
    });
    clock.now += MINUTE;
    const next = product.anotherWindow();
    const reported: unknown[] = [];
    next.services.orphanedSends.onDidFind((found) => {
      reported.push(...found.map(({ operation, userGroupId }) => `${operation} ${userGroupId ?? ''}`));
    });
    assert.deepEqual(reported, ['update acme', 'getOrCreate new']);
    assert.deepEqual((await words('acme'))?.slice(0, 2), ['Update: outcome unknown', 'Unsent changes']);
    assert.equal(services.groups.find(ref('acme'))?.draft?.text, text);
    assert.deepEqual((await words('new'))?.slice(0, 2), ['Get or create: outcome unknown', 'Unsent changes']);
    const third: unknown[] = [];
    product.anotherWindow().services.orphanedSends.onDidFind((found) => {
      third.push(...found);
    });
    assert.deepEqual(third, []);
  });

  it('is noticed by a window that outlives it, which never treats itself as gone', async () => {
    const { store, ref, clock, services, connection, words, ...product } = await start();
    await services.sending.getOrCreate(connection, documentOf());
    const survivor = product.anotherWindow();
    const reported: unknown[] = [];
    survivor.services.orphanedSends.onDidFind((found) => {
      reported.push(...found);
    });
    const noticed = new Promise<void>((resolve) => {
      survivor.services.groups.onDidChange(resolve);
    });
    store.journal.beginSend(ref('other'), {
      operation: 'getOrCreate',
      text: documentOf({ user_group_id: 'other' }),
      at: clock.now,
    });
    await noticed;
    await product.elapse(MINUTE);
    assert.deepEqual([reported, await words('other')], [[], ['Not sent']]);
    await survivor.elapse(MINUTE);
    assert.deepEqual([reported.length, (await words('other'))?.[0]], [1, 'Get or create: outcome unknown']);
  });
});
