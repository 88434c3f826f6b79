// Answers that arrive when something else has happened meanwhile, and answers that cannot be stored at once.

import assert from 'node:assert/strict';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Connection } from '../../../../src/core/connection.ts';
import { UserGroupsError } from '../../../../src/core/errors.ts';
import type { GroupRef } from '../../../../src/core/userGroup.ts';
import { failureOf } from '../../../support/clientUnderTest.ts';
import { DAY, documentOf, productStarter, type Product } from '../../../support/product.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NO_SECRETS = new UserGroupsError('unavailable', 'The editor keeps no secrets.');
const refuse = (): Promise<boolean> => Promise.resolve(false);

interface Reply {
  readonly body: string;
  readonly status?: number;
  /** The answer leaves when this is settled. */
  readonly after?: Promise<void>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A service that answers as the test says. */
interface Scripted extends Product {
  readonly scripted: Connection;
  readonly scriptedRef: (userGroupId: string) => GroupRef;
  readonly service: { answer: (method: string) => Reply; readonly asked: string[] };
}

const group = (token: string, more: object = {}): string =>
  JSON.stringify({
    success: 1,
    new_user_group: false,
    user_group: { team_id: 3, token, name: 'Acme', provided_id: 'acme', ...more },
  });

function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  return {
    opened: promise.then(() => undefined),
    open: () => {
      resolve(undefined);
    },
  };
}

async function until(fits: () => boolean): Promise<void> {
  while (!fits())
    await new Promise((resolve) => {
      setTimeout(resolve, 5);
    });
}

describe('An answer', () => {
  const start = productStarter();
  let server: http.Server | undefined;
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });

  async function scripted(): Promise<Scripted> {
    const service: Scripted['service'] = { answer: () => ({ body: '' }), asked: [] };
    server = http.createServer((request, response) => {
      const body: Buffer[] = [];
      request.on('data', (chunk: Buffer) => {
        body.push(chunk);
      });
      request.on('end', () => {
        service.asked.push(Buffer.concat(body).toString());
        const reply = service.answer(request.method ?? '');
        void Promise.resolve(reply.after).then(() => {
          response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers });
          response.end(reply.body);
        });
      });
    });
    const { promise, resolve } = Promise.withResolvers<undefined>();
    server.listen(0, '127.0.0.1', () => {
      resolve(undefined);
    });
    await promise;
    const product = await start();
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    product.settings.edit([...product.settings.entries, { name: 'scripted', baseUrl, environment: 'Testing' }]);
    const connection = product.services.connections.named('scripted');
    await product.services.apiTokens.set(connection, 'an-api-token');
    return {
      ...product,
      connection: product.connection,
      scripted: connection,
      scriptedRef: (userGroupId) => ({ connectionId: connection.id, userGroupId }),
      service,
    };
  }

  async function withAcme(): Promise<Scripted> {
    const product = await scripted();
    product.service.answer = () => ({ body: group('token-one-1111') });
    await product.services.sending.getOrCreate(product.scripted, documentOf());
    product.clock.now += DAY;
    product.service.asked.length = 0;
    return product;
  }

  for (const [what, send] of [
    ['fetch', ({ services, scripted: connection }: Scripted) => services.sending.fetch(connection, 'acme')],
    ['update', ({ services, scripted: connection }: Scripted) => services.sending.update(connection, documentOf())],
  ] as const) {
    it(`to a ${what} that a rotation overtook brings back no former token`, async () => {
      const product = await withAcme();
      const { services, scripted: connection, scriptedRef, service, clock } = product;
      const late = gate();
      service.answer = (method) =>
        method === 'POST' ? { body: group('token-two-2222') } : { body: group('token-one-1111'), after: late.opened };
      const sending = send(product);
      await until(() => service.asked.length === 1);
      clock.now += 10;
      await services.rotation.rotate(connection, 'acme');
      late.open();
      await sending;
      await product.elapse(10 * MINUTE);
      assert.equal(await services.tokens.require(connection, scriptedRef('acme')), 'token-two-2222');
      assert.deepEqual(
        (await services.tokens.replaced(scriptedRef('acme'))).map(({ token }) => token),
        ['token-one-1111'],
      );
    });
  }

  for (const [when, fails, expected] of [
    ['neither can be stored: both are kept at last', 'both', [[], ['token-one-1111', 'token-two-2222']]],
    ['the first cannot be stored yet: it is not replaced', 'first', [['token-two-2222'], ['token-one-1111']]],
  ] as const)
    it(`that came after another was asked for, where ${when}`, async () => {
      const product = await withAcme();
      const { services, scripted: connection, scriptedRef, service, sealing } = product;
      const [first, second] = [gate(), gate()];
      service.answer = () =>
        service.asked.length === 1
          ? { body: group('token-two-2222'), after: first.opened }
          : { body: group('token-three-3333'), after: second.opened };
      const sendings = [1, 2].map(() => services.sending.fetch(connection, 'acme').catch((error: unknown) => error));
      await until(() => service.asked.length === 2);
      sealing.failure = NO_SECRETS;
      first.open();
      assert.ok((await Promise.race(sendings)) instanceof UserGroupsError);
      if (fails === 'first') sealing.failure = undefined;
      second.open();
      await Promise.all(sendings);
      sealing.failure = undefined;
      if (fails === 'both') await product.elapse(10 * MINUTE);
      const replaced = await services.tokens.replaced(scriptedRef('acme'));
      const unstored = services.tokens.unstored(scriptedRef('acme'));
      assert.deepEqual([unstored.map(({ token }) => token), replaced.map(({ token }) => token).toSorted()], expected);
    });

  it('to a rotation that another window has resolved, and rotated again since, brings back no former token', async () => {
    const product = await withAcme();
    const { services, scripted: connection, scriptedRef, service, clock } = product;
    const late = gate();
    service.answer = () => ({ body: group('token-two-2222'), after: late.opened });
    const rotating = services.rotation.rotate(connection, 'acme');
    await until(() => service.asked.length === 1);
    clock.now += MINUTE;
    const other = product.anotherWindow();
    const there = other.services.connections.named('scripted');
    service.answer = () => ({ body: group('token-two-2222') });
    assert.equal((await other.services.rotation.findOut(there, 'acme', refuse)).kind, 'rotated');
    service.answer = () => ({ body: group('token-three-33') });
    await other.services.rotation.rotate(there, 'acme');
    late.open();
    await rotating;
    assert.equal(await services.tokens.require(connection, scriptedRef('acme')), 'token-three-33');
    assert.deepEqual(services.rotation.open(), []);
  });

  it('to the rotation of a leaked token stays in memory until it can be stored', async () => {
    const { services, scripted: connection, scriptedRef, service, sealing, ...product } = await scripted();
    service.answer = () => {
      sealing.failure = NO_SECRETS;
      return { body: group('token-new-9999', { provided_id: 'elsewhere' }) };
    };
    const stored: string[] = [];
    services.retryQueue.onDidStore(({ userGroupId }) => {
      stored.push(userGroupId);
    });
    await failureOf(services.rotation.rotateLeaked(connection, 'token-leaked-1'));
    await product.elapse(MINUTE);
    assert.deepEqual([stored, await services.tokens.find(scriptedRef('elsewhere'))], [[], 'token-new-9999']);
    sealing.failure = undefined;
    await product.elapse(2 * MINUTE);
    assert.deepEqual([stored, services.rotation.open()], [['elsewhere'], []]);
    assert.equal(await product.anotherWindow().services.tokens.find(scriptedRef('elsewhere')), 'token-new-9999');
  });

  it('to the rotation of a leaked token that names no group is kept until somebody names it', async () => {
    const { services, scripted: connection, service } = await scripted();
    service.answer = () => ({ body: group('token-new-9999', { provided_id: undefined }) });
    const failure = await failureOf(services.rotation.rotateLeaked(connection, 'token-leaked-1'));
    assert.deepEqual(
      [failure.kind, failure.failure.status, failure.failure.remedy, failure.message],
      [
        'outcomeUnknown',
        200,
        'resolveRotation',
        "A token on scripted may have been rotated. The response has a new token but doesn't say whose it is (200). " +
          'Use "Show Unrecognized Response…" to copy the new token.',
      ],
    );
    const [open] = services.rotation.open();
    assert.match(await services.rotation.unrecognizedResponse(open!), /token-new-9999/);
    assert.equal(services.groups.groupCount(connection.id), 0);
  });

  it('to the rotation of a leaked token that names a group being rotated elsewhere leaves that rotation open', async () => {
    const product = await withAcme();
    const { services, scripted: connection, scriptedRef, service } = product;
    const late = gate();
    service.answer = () => ({ status: 500, body: '', after: late.opened });
    const rotating = failureOf(services.rotation.rotate(connection, 'acme'));
    await until(() => service.asked.length === 1);
    const other = product.anotherWindow();
    service.answer = () => ({ body: group('token-two-2222') });
    await other.services.rotation.rotateLeaked(other.services.connections.named('scripted'), 'token-leaked-1');
    assert.equal(services.rotation.openOf(scriptedRef('acme'))?.isUnderWay, true);
    late.open();
    await rotating;
    assert.match((await services.groups.listed(scriptedRef('acme')))?.words[0] ?? '', /Rotation: outcome unknown/);
  });

  it('to a fetch that was sent before a rotation, whose token waits to be stored, does not drop that token', async () => {
    const product = await withAcme();
    const { services, scripted: connection, scriptedRef, service, sealing } = product;
    const late = gate();
    service.answer = () => ({ body: group('token-one-1111'), after: late.opened });
    const fetching = services.sending.fetch(connection, 'acme');
    await until(() => service.asked.length === 1);
    service.answer = () => {
      sealing.failure = NO_SECRETS;
      return { body: group('token-two-2222') };
    };
    await failureOf(services.rotation.rotate(connection, 'acme'));
    sealing.failure = undefined;
    late.open();
    await fetching;
    assert.equal(await services.tokens.find(scriptedRef('acme')), 'token-two-2222');
    await product.elapse(MINUTE);
    const other = product.anotherWindow();
    assert.equal(await other.services.tokens.find(scriptedRef('acme')), 'token-two-2222');
    assert.deepEqual(
      (await other.services.tokens.replaced(scriptedRef('acme'))).map(({ token }) => token),
      ['token-one-1111'],
    );
  });

  it('to an update that is stored late leaves what another window has sent since, and sees that it was applied', async () => {
    const product = await withAcme();
    const { services, scripted: connection, scriptedRef, service, sealing } = product;
    service.answer = () => {
      sealing.failure = NO_SECRETS;
      return { body: group('token-two-2222', { name: 'First' }) };
    };
    await failureOf(services.sending.update(connection, documentOf({ name: 'First' })));
    const other = product.anotherWindow();
    service.answer = () => ({ body: group('token-two-2222', { name: 'Second' }) });
    await other.services.sending.update(other.services.connections.named('scripted'), documentOf({ name: 'Second' }));
    sealing.failure = undefined;
    await product.elapse(10 * MINUTE);
    const record = services.groups.find(scriptedRef('acme'));
    assert.deepEqual(
      [record?.name, record?.base?.text, record?.draft, record?.unknownOutcome],
      ['Second', documentOf({ name: 'Second' }), undefined, undefined],
    );
    assert.equal(await other.services.tokens.find(scriptedRef('acme')), 'token-two-2222');
    assert.deepEqual(
      services.groups.versions({ ref: scriptedRef('acme'), limit: 2 }).map(({ outcome }) => outcome),
      ['updated', 'updated'],
    );
  });

  it('to a rotation that holds the same token as before is not called rotated', async () => {
    const { services, scripted: connection, scriptedRef, service } = await withAcme();
    service.answer = () => ({ body: group('token-one-1111') });
    assert.equal(
      (await failureOf(services.rotation.rotate(connection, 'acme'))).message,
      'The token of "acme" on scripted may have been rotated. ' +
        'The service returned the same token as before (200). Use "Resolve Rotation…", which asks the service for the current token.',
    );
    assert.equal((await services.groups.listed(scriptedRef('acme')))?.words[0], 'Rotation: outcome unknown');
    assert.equal(services.groups.versions({ limit: 1 })[0]?.outcome, 'unknown');
    assert.deepEqual(await services.tokens.replaced(scriptedRef('acme')), []);
    service.answer = () => ({ body: group('token-two-2222') });
    assert.equal((await services.rotation.findOut(connection, 'acme', refuse)).kind, 'rotated');
  });

  for (const status of [200, 404, 409, 429]) {
    it(`to a rotation that says no with status ${status}, and holds another token, is kept: nobody knows what it means`, async () => {
      const { services, scripted: connection, scriptedRef, service, logged } = await withAcme();
      service.answer = () => ({ status, body: group('token-two-2222').replace('"success":1', '"success":0') });
      const { message } = await failureOf(services.rotation.rotate(connection, 'acme'));
      assert.equal(
        message,
        'The token of "acme" on scripted may have been rotated. ' +
          `The response reports a failure but contains another token. The service returned ${status} (application/json).`,
      );
      assert.match(
        await services.rotation.unrecognizedResponse(services.rotation.openOf(scriptedRef('acme'))!),
        /token-two-2222/,
      );
      assert.ok(!logged.join().includes('token-two-2222'));
    });
  }

  it('of a new shape to a rotation is not given up, however late the service still has the former token', async () => {
    const { services, scripted: connection, scriptedRef, service, clock } = await withAcme();
    service.answer = () => ({ body: `[${group('token-two-2222')}]` });
    await failureOf(services.rotation.rotate(connection, 'acme'));
    clock.now += 2 * HOUR;
    service.answer = () => ({ body: group('token-one-1111') });
    assert.equal((await services.rotation.findOut(connection, 'acme', refuse)).kind, 'probablyNot');
    const open = services.rotation.openOf(scriptedRef('acme'))!;
    assert.match(await services.rotation.unrecognizedResponse(open), /token-two-2222/);
    services.rotation.drop(open);
    assert.deepEqual(services.rotation.open(), []);
  });

  it('of a new shape to a rotation that cannot be stored stays in memory until it can be', async () => {
    const { services, scripted: connection, scriptedRef, service, sealing, ...product } = await withAcme();
    service.answer = () => {
      sealing.failure = NO_SECRETS;
      return { body: `[${group('token-two-2222')}]` };
    };
    await failureOf(services.rotation.rotate(connection, 'acme'));
    assert.match(
      await services.rotation.unrecognizedResponse(services.rotation.openOf(scriptedRef('acme'))!),
      /token-two-2222/,
    );
    sealing.failure = undefined;
    await product.elapse(MINUTE);
    const other = product.anotherWindow();
    assert.match(
      await other.services.rotation.unrecognizedResponse(other.services.rotation.openOf(scriptedRef('acme'))!),
      /token-two-2222/,
    );
  });

  it('that waits to be stored is dropped with its group, and nobody is notified that it was stored', async () => {
    const { services, scripted: connection, scriptedRef, service, sealing, ...product } = await withAcme();
    service.answer = () => {
      sealing.failure = NO_SECRETS;
      return { body: group('token-two-2222') };
    };
    await failureOf(services.sending.update(connection, documentOf()));
    const stored: string[] = [];
    services.retryQueue.onDidStore(({ userGroupId }) => {
      stored.push(userGroupId);
    });
    services.groups.remove(scriptedRef('acme'));
    sealing.failure = undefined;
    await product.elapse(10 * MINUTE);
    assert.deepEqual(
      [stored, services.groups.find(scriptedRef('acme')), await services.tokens.find(scriptedRef('acme'))],
      [[], undefined, undefined],
    );
  });

  it('of a new shape to the rotation of a group that was removed from the list meanwhile is kept, and the group is listed again', async () => {
    const { services, scripted: connection, scriptedRef, service, store } = await withAcme();
    service.answer = () => {
      store.journal.dropRotation(store.journal.openRotations(scriptedRef('acme'))[0]!.id);
      store.groups.forget(scriptedRef('acme'));
      return { body: `[${group('token-two-2222')}]` };
    };
    await failureOf(services.rotation.rotate(connection, 'acme'));
    assert.equal((await services.groups.listed(scriptedRef('acme')))?.words[0], 'Rotation: outcome unknown');
    assert.match(
      await services.rotation.unrecognizedResponse(services.rotation.openOf(scriptedRef('acme'))!),
      /token-two-2222/,
    );
  });
});
