// The local sandbox as a connection.

import assert from 'node:assert/strict';
import type { RunningSandbox } from '../../../../src/core/ports/runningSandbox.ts';
import { UserGroupsError } from '../../../../src/core/errors.ts';
import { ConnectionService } from '../../../../src/services/connections/connectionService.ts';
import { SandboxService } from '../../../../src/services/connections/sandboxService.ts';
import { sampleBodies } from '../../../../src/sandbox/sampleBodies.ts';
import { failureOf } from '../../../support/clientUnderTest.ts';
import { FakeSchedule } from '../../../support/fakeSchedule.ts';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';

describe('The local sandbox', () => {
  const start = productStarter();

  it('is a connection that needs neither settings nor a token', async () => {
    const { services, settings } = await start();
    const entries = settings.entries;
    const sandbox = await services.sandbox.start();
    const { isNew } = await services.sending.getOrCreate(sandbox, documentOf());
    assert.deepEqual(
      [sandbox.name, sandbox.kind, sandbox.status, sandbox.environment, isNew],
      ['Sandbox', 'sandbox', 'ready', 'Testing', true],
    );
    assert.deepEqual([services.sandbox.isWanted, settings.entries], [true, entries]);
  });

  it('starts again on first use in the next window, with its groups', async () => {
    const product = await start();
    const { id } = await product.services.sandbox.start();
    await product.services.sending.getOrCreate(product.services.connections.named('Sandbox'), documentOf());
    await product.close();
    const { services } = product.anotherWindow();
    const sandbox = services.connections.named('Sandbox');
    assert.deepEqual([sandbox.id, services.sandbox.isWanted], [id, true]);
    assert.equal((await services.sending.getOrCreate(sandbox, documentOf())).isNew, false);
  });

  it('that is stopped says so, keeps its connection, and starts again on request', async () => {
    const { services } = await start();
    const { id } = await services.sandbox.start();
    await services.sandbox.stop();
    const stopped = services.connections.named('Sandbox');
    const failure = await failureOf(services.sending.getOrCreate(stopped, documentOf()));
    assert.equal(
      failure.message,
      `Couldn't get or create "acme" on Sandbox. The local sandbox is stopped. Run "Start Local Sandbox".`,
    );
    assert.equal((await services.sandbox.start()).id, id);
    assert.equal((await services.sending.getOrCreate(services.connections.named('Sandbox'), documentOf())).isNew, true);
  });

  it('is one server, however many ask for it at once', async () => {
    const { services } = await start();
    const started = await Promise.all([services.sandbox.start(), services.sandbox.start()]);
    const running = await Promise.all([services.sandbox.running(), services.sandbox.running()]);
    assert.deepEqual([started[0].id, running[0]], [started[1].id, running[1]]);
  });
});

describe('A sandbox that cannot start', () => {
  const start = productStarter();

  /** The service over launches with these outcomes, one after the other. */
  function launching(
    { settings, store, clock }: Product,
    ...endings: readonly (RunningSandbox | Error)[]
  ): SandboxService & { readonly launches: () => number } {
    let launches = 0;
    const facts = new Map<string, unknown>();
    const memory = {
      get: (key: string) => facts.get(key),
      set: (key: string, value: unknown) => Promise.resolve(void facts.set(key, value)),
      keys: () => [...facts.keys()],
    };
    const service = new SandboxService(
      new ConnectionService(settings, store, new FakeSchedule(clock).schedule),
      memory,
      () => {
        const ending = endings[launches];
        launches += 1;
        return ending instanceof Error || ending === undefined
          ? Promise.reject(ending ?? new Error('one launch too many'))
          : Promise.resolve(ending);
      },
    );
    return Object.assign(service, { launches: () => launches });
  }

  const broken = new UserGroupsError('unavailable', "The sandbox's database cannot be used.");

  it('says why, is not wanted, and is launched again at the next start', async () => {
    const product = await start();
    const running = { baseUrl: 'http://127.0.0.1:1', apiToken: 'x', close: () => Promise.resolve() };
    const sandbox = launching(product, broken, running);
    assert.equal(await failureOf(sandbox.start()), broken);
    assert.equal(sandbox.isWanted, false);
    assert.equal((await sandbox.start()).baseUrl, 'http://127.0.0.1:1');
    const moved = launching(product, { ...running, baseUrl: 'http://127.0.0.1:2' });
    assert.equal((await moved.start()).baseUrl, 'http://127.0.0.1:2');
  });

  it('is not launched for being closed', async () => {
    const sandbox = launching(await start(), broken);
    await failureOf(sandbox.start());
    await sandbox.stop();
    await sandbox.close();
    assert.equal(sandbox.launches(), 1);
  });

  it('is closed when its connection cannot be kept', async () => {
    const product = await start();
    let closed = 0;
    const running = { baseUrl: 'http://127.0.0.1:1', apiToken: 'x', close: () => Promise.resolve(void (closed += 1)) };
    const sandbox = launching(product, running);
    product.store.connections.add = () => {
      throw broken;
    };
    await failureOf(sandbox.start());
    assert.deepEqual([closed, sandbox.isWanted], [1, false]);
  });
});

describe('The sample groups', () => {
  const start = productStarter();

  async function added(product: Product): Promise<Product> {
    await product.services.samples.addOnce(await product.services.sandbox.start());
    return product;
  }

  function listed({ services }: Product): number {
    return services.groups.groupCount(services.connections.named('Sandbox').id);
  }

  it('are created as a person would, so that mapping and token are known', async () => {
    const { services } = await added(await start());
    const sandbox = services.connections.named('Sandbox');
    const groups = await services.groups.page(sandbox.id, undefined, 100);
    assert.equal(groups.length, sampleBodies.length);
    assert.deepEqual([...new Set(groups.map(({ isTokenReadable }) => isTokenReadable))], [true]);
    assert.deepEqual(
      groups.filter(({ mappingKnown }) => !mappingKnown).map(({ ref }) => ref.userGroupId),
      ['giro-bikes'],
    );
    assert.deepEqual(
      groups.filter(({ draftAt }) => draftAt !== undefined),
      [],
    );
  });

  it('are not added again once removed', async () => {
    const product = await added(await start());
    const { services } = product;
    const sandbox = services.connections.named('Sandbox');
    services.groups.remove({ connectionId: sandbox.id, userGroupId: 'acme' });
    await added(product);
    assert.equal(listed(product), sampleBodies.length - 1);
  });

  it('are completed by the next start where the first one failed halfway', async () => {
    const product = await start();
    const { services } = product;
    const send = services.sending.getOrCreate.bind(services.sending);
    let sent = 0;
    services.sending.getOrCreate = (...call) => ((sent += 1) > 3 ? Promise.reject(new Error('broken')) : send(...call));
    await assert.rejects(added(product));
    services.sending.getOrCreate = send;
    const sandbox = services.connections.named('Sandbox');
    await services.sending.update(sandbox, documentOf({ user_group_id: 'acme', name: 'Changed since' }));
    await added(product);
    assert.equal(listed(product), sampleBodies.length);
    assert.equal(services.groups.find({ connectionId: sandbox.id, userGroupId: 'acme' })?.draft, undefined);
  });

  it('are there again when the sandbox was removed and is started again', async () => {
    const product = await added(await start());
    await product.services.connections.remove(product.services.connections.named('Sandbox'));
    await added(product);
    assert.equal(listed(product), sampleBodies.length);
  });
});
