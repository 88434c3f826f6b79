// Settings edited by hand: what may have moved or been renamed waits for the person's answer.

import assert from 'node:assert/strict';
import type { ConnectionService } from '../../../../src/services/connections/connectionService.ts';
import { failureOf } from '../../../support/clientUnderTest.ts';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';

const OTHER = 'https://other.example.com';

describe('A connection whose origin was changed by hand', () => {
  const start = productStarter();

  async function moved(): Promise<Product> {
    const product = await start();
    await product.services.sending.getOrCreate(product.connection, documentOf());
    product.settings.edit([{ name: 'staging', baseUrl: `${OTHER}/eu`, environment: 'Testing' }]);
    product.requests.length = 0;
    return product;
  }

  it('has moved by another port or scheme alike', async () => {
    const { services, settings } = await start({ entry: { baseUrl: OTHER } });
    for (const baseUrl of [`${OTHER}:8443`, 'http://localhost:1', 'https://example.com']) {
      services.connections.list();
      settings.edit([{ name: 'staging', baseUrl }]);
      assert.equal(services.connections.named('staging').status, 'moved');
    }
  });

  it('sends nothing, offers no token and changes nothing until it is answered', async () => {
    const { services, connection, requests, logged, ref } = await moved();
    const before = services.groups.find(ref('acme'));
    logged.length = 0;
    const failures = await Promise.all([
      failureOf(services.sending.getOrCreate(connection, documentOf())),
      failureOf(services.sending.fetch(connection, 'acme')),
      failureOf(services.sending.checkBeforeUpdate(connection, 'acme')),
      failureOf(services.sending.update(connection, documentOf({ name: 'Changed' }))),
      failureOf(services.rotation.rotatable(connection, 'acme')),
      failureOf(services.rotation.rotate(connection, 'acme')),
      failureOf(services.tokens.require(connection, ref('acme'))),
    ]);
    assert.deepEqual(
      [...new Set(failures.map(({ kind, failure }) => `${kind} ${failure.remedy}`))],
      ['conflict resolveConnection'],
    );
    assert.match(
      failures[3].message,
      /^Couldn't update "acme" on staging\. The connection's address changed from http:\/\/127\.0\.0\.1:\d+ to https:\/\/other\.example\.com\/eu\. Use "Resolve Connection Change…" before anything is sent\.$/,
    );
    assert.deepEqual([requests, logged], [[], []]);
    assert.deepEqual(services.groups.find(ref('acme')), before);
    assert.equal(services.groups.versions({ ref: ref('acme'), limit: 10 }).length, 1);
  });

  it('keeps its groups when the same service moved, but not its API token', async () => {
    const { services, connection, remote, ref } = await moved();
    const { id } = connection;
    services.connections.answerMoved(connection, 'sameServiceMoved');
    const answered = services.connections.named('staging');
    assert.deepEqual([answered.id, answered.status, services.groups.groupCount(id)], [id, 'ready', 1]);
    assert.equal((await services.tokens.require(answered, ref('acme'))).length, 40);
    assert.deepEqual(await services.apiTokens.find(answered), {
      from: 'none',
      reason: 'otherOrigin',
      origin: remote.baseUrl,
    });
    const failure = await failureOf(services.sending.update(answered, documentOf()));
    assert.equal(
      failure.message,
      `Couldn't update "acme" on staging. Its API token was set for another address and is not sent to other.example.com. Set the API token for this address.`,
    );
    assert.deepEqual([failure.kind, failure.failure.about?.connection], ['unauthorized', 'staging']);
  });

  it('leaves its groups under the old address, read-only, when it is another service', async () => {
    const { services, connection, remote, settings } = await moved();
    services.connections.answerMoved(connection, 'anotherService');
    const [fresh, old] = services.connections.list();
    assert.deepEqual([fresh?.name, fresh?.status, services.groups.groupCount(fresh!.id)], ['staging', 'ready', 0]);
    assert.deepEqual(
      [old?.name, old?.status, old?.id],
      [`staging (${new URL(remote.baseUrl).host})`, 'notInSettings', connection.id],
    );
    assert.deepEqual(await services.apiTokens.find(fresh!), { from: 'none', reason: 'neverSet' });
    settings.edit([...settings.entries, { name: 'old staging', baseUrl: remote.baseUrl }]);
    const again = services.connections.named('old staging');
    assert.deepEqual([again.status, again.mayBe?.map(({ id }) => id)], ['renamedOrNew', [connection.id]]);
  });

  it('can be answered so twice, each time under a name of its own', async () => {
    const { services, settings, connection, remote } = await moved();
    services.connections.answerMoved(connection, 'anotherService');
    settings.edit([{ name: 'staging', baseUrl: remote.baseUrl }]);
    services.connections.answerMoved(services.connections.named('staging'), 'sameServiceMoved');
    settings.edit([{ name: 'staging', baseUrl: OTHER }]);
    services.connections.answerMoved(services.connections.named('staging'), 'anotherService');
    const { host } = new URL(remote.baseUrl);
    assert.deepEqual(
      services.connections.list().map(({ name }) => name),
      ['staging', `staging (${host})`, `staging (${host}) 2`],
    );
  });
});

describe('A connection whose name was changed by hand', () => {
  const start = productStarter();

  async function renamed(): Promise<Product & { readonly id: string }> {
    const product = await start();
    const { id } = product.connection;
    await product.services.sending.getOrCreate(product.connection, documentOf());
    product.settings.edit([{ name: 'stage', baseUrl: product.remote.baseUrl, environment: 'Testing' }]);
    product.requests.length = 0;
    return { ...product, id };
  }

  it('asks whether it was renamed or is new, and orphans nothing meanwhile', async () => {
    const { services, id } = await renamed();
    const [asking, old] = services.connections.list();
    assert.deepEqual([asking?.name, asking?.status, asking?.id], ['stage', 'renamedOrNew', '']);
    assert.deepEqual(
      asking?.mayBe?.map((row) => [row.id, row.name]),
      [[id, 'staging']],
    );
    assert.deepEqual([old?.name, old?.status, services.groups.groupCount(id)], ['staging', 'notInSettings', 1]);
  });

  it('sends nothing until it is answered', async () => {
    const { services, requests } = await renamed();
    const asking = services.connections.named('stage');
    const failure = await failureOf(services.sending.getOrCreate(asking, documentOf()));
    assert.deepEqual([failure.kind, failure.failure.remedy], ['conflict', 'resolveConnection']);
    assert.throws(() => services.groups.addNewDraft(asking), { kind: 'conflict' });
    assert.deepEqual(requests, []);
  });

  it('can be removed instead, and the old one keeps its groups', async () => {
    const { services, id } = await renamed();
    await services.connections.remove(services.connections.named('stage'));
    assert.deepEqual(
      services.connections.list().map(({ name }) => name),
      ['staging'],
    );
    assert.equal(services.groups.groupCount(id), 1);
  });

  it('has its groups and its API token under the new name when it was renamed', async () => {
    const { services, id, remote } = await renamed();
    const reported = reportsOf(services.connections);
    services.connections.answerRenamed(services.connections.named('stage'), id);
    assert.deepEqual(reported, ['ready']);
    const [answered, ...others] = services.connections.list();
    assert.deepEqual([answered?.id, answered?.status, others], [id, 'ready', []]);
    await services.sending.update(answered!, documentOf({ name: 'Renamed' }));
    assert.equal(remote.group('acme')?.name, 'Renamed');
  });

  it('may be any of several that had the address', async () => {
    const { services, settings, remote } = await start();
    await services.connections.add({ name: 'second', baseUrl: `${remote.baseUrl}/eu` });
    settings.edit([{ name: 'third', baseUrl: remote.baseUrl }]);
    assert.deepEqual(
      services.connections.named('third').mayBe?.map(({ name }) => name),
      ['second', 'staging'],
    );
  });
});

/** What is said of the connection "stage" each time that the connections are reported as changed. */
function reportsOf(connections: ConnectionService): string[] {
  const reported: string[] = [];
  connections.onDidChange(() => reported.push(connections.named('stage').status));
  return reported;
}
