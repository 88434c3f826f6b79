// Connections as the settings name them and the store remembers them.

import assert from 'node:assert/strict';
import type { Connection } from '../../../../src/core/connection.ts';
import { UserGroupsError } from '../../../../src/core/errors.ts';
import { failureOf } from '../../../support/clientUnderTest.ts';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';

const OTHER = 'https://other.example.com';

function shown(list: readonly Connection[]): string[] {
  return list.map(({ name, status }) => `${name}: ${status}`);
}

/** A product that knows the group acme on staging. */
async function withAcme(start: () => Promise<Product>): Promise<Product> {
  const product = await start();
  await product.services.sending.getOrCreate(product.connection, documentOf());
  return product;
}

describe('Connections', () => {
  const start = productStarter();

  it('are listed with the sandbox first, then those for testing, then those that are guarded, in the order of the settings', async () => {
    const { services, settings } = await start();
    settings.edit([
      { name: 'undeclared', baseUrl: 'https://a.example.com' },
      { name: 'production', baseUrl: 'https://b.example.com', environment: 'Customer' },
      { name: 'staging', baseUrl: 'https://c.example.com', environment: 'Testing' },
      { name: 'broken', baseUrl: 'x' },
    ]);
    await services.sandbox.start();
    assert.deepEqual(
      services.connections.list().map(({ name }) => name),
      ['Sandbox', 'staging', 'undeclared', 'production', 'broken'],
    );
  });

  it('keep their id when their letter case, their path or anything beside origin and name changes', async () => {
    const { services, settings, connection, remote } = await start();
    settings.edit([
      { name: 'Staging', baseUrl: `${remote.baseUrl}/eu/`, environment: 'Customer', requestsPerMinute: 5 },
    ]);
    const changed = services.connections.named('staging');
    assert.deepEqual(
      [changed.id, changed.name, changed.status, changed.requestsPerMinute],
      [connection.id, 'Staging', 'ready', 5],
    );
  });

  it('are found by name in any letter case, or said to be missing', async () => {
    const { services } = await start();
    assert.equal(services.connections.named('STAGING').name, 'staging');
    assert.throws(() => services.connections.named('prod'), {
      name: 'notFound',
      message: 'There is no connection named "prod". Add it with "Add Connection…", or correct the name.',
    });
    assert.throws(() => services.connections.named('Sandbox'), {
      message: 'There is no connection named "Sandbox". Start the local sandbox first.',
    });
  });

  it('are known to two windows that learn of them at the same time by one id', async () => {
    const product = await start();
    const other = product.anotherWindow();
    const rows = other.store.connections.all.bind(other.store.connections);
    // The second window has looked before the first one wrote.
    const stale = rows();
    let looks = 0;
    other.store.connections.all = () => ((looks += 1) === 1 ? stale : rows());
    product.settings.edit([...product.settings.entries, { name: 'new', baseUrl: OTHER }]);
    const { id } = product.services.connections.named('new');
    assert.notEqual(id, '');
    assert.equal(other.services.connections.named('new').id, id);
  });

  it('are listed without a write: what the settings change is written where that is noticed', async () => {
    const { services, settings, store, anotherWindow } = await start();
    let written = 0;
    const addConnection = store.connections.add.bind(store.connections);
    store.connections.add = (row) => {
      written += 1;
      return addConnection(row);
    };
    // No event has reported this one.
    settings.entries = [...settings.entries, { name: 'new', baseUrl: OTHER }];
    assert.deepEqual([shown(services.connections.list()), written], [['staging: ready', 'new: invalid'], 0]);
    settings.edit(settings.entries);
    assert.deepEqual([shown(services.connections.list()), written], [['staging: ready', 'new: ready'], 1]);
    settings.entries = [...settings.entries, { name: 'newer', baseUrl: 'https://newer.example.com' }];
    assert.equal(anotherWindow().services.connections.named('newer').status, 'ready');
  });
});

describe('A connection that is added', () => {
  const start = productStarter();

  it('is in the settings in normal form, with what was chosen and nothing else', async () => {
    const { services, settings } = await start();
    const added = await services.connections.add({
      name: 'production',
      baseUrl: `${OTHER}/api/user`,
      environment: 'Customer',
    });
    assert.deepEqual([added.status, added.environment, added.baseUrl], ['ready', 'Customer', OTHER]);
    assert.deepEqual(settings.entries.at(-1), { name: 'production', baseUrl: OTHER, environment: 'Customer' });
  });

  it('is refused with the reason, and nothing is saved', async () => {
    const { services, settings, connection } = await start();
    const failure = await failureOf(services.connections.add({ name: 'STAGING', baseUrl: OTHER }));
    assert.equal(failure.message, 'Another connection is named "STAGING". Correct it, then try again.');
    assert.equal(settings.entries.length, 1);
    assert.deepEqual(
      services.connections.list().map(({ id }) => id),
      [connection.id],
    );
  });

  it('leaves nothing behind when the settings cannot be saved', async () => {
    const { services, settings } = await start();
    settings.isBroken = true;
    await assert.rejects(services.connections.add({ name: 'production', baseUrl: OTHER }));
    assert.deepEqual(shown(services.connections.list()), ['staging: ready']);
  });

  it('finds the groups again of the one that the settings had lost under its name', async () => {
    const { services, settings, connection, remote } = await withAcme(start);
    settings.edit([]);
    assert.equal(services.connections.nameProblem('staging'), undefined);
    const added = await services.connections.add({ name: 'staging', baseUrl: remote.baseUrl });
    assert.deepEqual([added.id, added.status, services.groups.groupCount(added.id)], [connection.id, 'ready', 1]);
  });
});

describe('A connection that is edited', () => {
  const start = productStarter();

  it('keeps its groups under a new name, and the fields that were not asked for', async () => {
    const { services, settings, connection, remote } = await start({
      entry: { locked: 'rotation', api: 'user-group' },
    });
    const edited = await services.connections.edit('staging', {
      name: 'stage',
      baseUrl: remote.baseUrl,
      environment: 'Customer',
    });
    assert.deepEqual([edited.id, edited.status, edited.locked], [connection.id, 'ready', 'rotation']);
    assert.deepEqual(settings.entries, [
      { name: 'stage', baseUrl: remote.baseUrl, api: 'user-group', environment: 'Customer', locked: 'rotation' },
    ]);
  });

  it('awaits an answer when its origin changes, also together with its name', async () => {
    const { services, connection } = await start();
    const edited = await services.connections.edit('staging', { name: 'stage', baseUrl: OTHER });
    assert.deepEqual([edited.id, edited.status], [connection.id, 'moved']);
  });

  it('keeps its name when the settings cannot be saved', async () => {
    const { services, settings, connection, remote } = await start();
    settings.isBroken = true;
    await assert.rejects(services.connections.edit('staging', { name: 'stage', baseUrl: remote.baseUrl }));
    assert.deepEqual(
      [services.connections.named('staging').id, services.connections.named('staging').status],
      [connection.id, 'ready'],
    );
  });

  it('cannot have the name of another, of one that the settings have lost, or of the sandbox', async () => {
    const { services, settings, remote } = await start();
    await services.connections.add({ name: 'lost', baseUrl: OTHER });
    settings.edit([settings.entries[0], { name: 'second', baseUrl: OTHER }]);
    const inUse = ['second', 'lost', 'Sandbox'].map((name) =>
      failureOf(services.connections.edit('staging', { name, baseUrl: remote.baseUrl })),
    );
    assert.deepEqual(
      (await Promise.all(inUse)).map(({ kind }) => kind),
      ['invalid', 'invalid', 'invalid'],
    );
    assert.equal(services.connections.named('staging').status, 'ready');
  });

  it('is refused while the settings hold its name twice or a field that is not known', async () => {
    const { services, settings, remote } = await start({ entry: { ['lockd' as 'locked']: 'all' } });
    const misspelt = await failureOf(
      services.connections.edit('staging', { name: 'staging', baseUrl: remote.baseUrl }),
    );
    assert.match(misspelt.message, /^Unknown field "lockd"/);
    const twice = [
      { name: 'staging', baseUrl: OTHER },
      { name: 'staging', baseUrl: remote.baseUrl },
    ];
    settings.edit(twice);
    const repeated = await failureOf(services.connections.edit('staging', { name: 'stage', baseUrl: OTHER }));
    assert.match(repeated.message, /^The settings have more than one connection named "staging"/);
    assert.deepEqual(settings.entries, twice);
  });
});

describe('A connection that is removed', () => {
  const start = productStarter();

  it('goes from settings and store with everything kept for it, and nothing happens on the service', async () => {
    const { services, settings, connection, remote, requests } = await withAcme(start);
    const before = requests.length;
    await services.connections.remove(connection);
    assert.deepEqual(
      [settings.entries, services.connections.list(), services.groups.groupCount(connection.id)],
      [[], [], 0],
    );
    assert.equal(requests.length, before);
    assert.equal(remote.group('acme')?.name, 'Acme');
  });

  it('is not mistaken for another that repeats its name', async () => {
    const { services, settings, connection, remote } = await withAcme(start);
    settings.edit([
      { name: 'staging', baseUrl: remote.baseUrl, environment: 'Testing' },
      { name: 'Staging', baseUrl: OTHER },
    ]);
    const [first, repeated] = services.connections.list();
    assert.deepEqual(
      [first?.status, first?.id, repeated?.status, repeated?.id],
      ['ready', connection.id, 'invalid', ''],
    );
    assert.equal((await failureOf(services.connections.remove(repeated!))).kind, 'invalid');
    assert.equal(services.groups.groupCount(connection.id), 1);
    assert.equal(settings.entries.length, 2);
  });
});

describe('A connection that the settings no longer name', () => {
  const start = productStarter();

  it('is listed as such, and its groups can be read and nothing else', async () => {
    const { services, settings, connection, requests, ref } = await withAcme(start);
    const before = requests.length;
    settings.edit([]);
    const [left] = services.connections.list();
    assert.deepEqual([left?.status, left?.id], ['notInSettings', connection.id]);
    assert.equal(services.groups.documentText(services.groups.find(ref('acme'))!), documentOf());
    const failures = await Promise.all([
      failureOf(services.sending.update(left!, documentOf())),
      failureOf(services.tokens.require(left!, ref('acme'))),
    ]);
    assert.deepEqual(
      failures.map(({ kind }) => kind),
      ['notFound', 'notFound'],
    );
    assert.throws(() => services.groups.saveDraft(left!, 'acme', '{}'), { kind: 'notFound' });
    assert.equal(requests.length, before);
  });

  it('that cannot be kept at once is kept a little later, and the list tells', async () => {
    const { services, settings, store, elapse } = await start();
    const add = store.connections.add.bind(store.connections);
    store.connections.add = () => {
      throw new UserGroupsError('unavailable', 'The disk is full.');
    };
    settings.edit([...settings.entries, { name: 'new', baseUrl: OTHER }]);
    store.connections.add = add;
    let told = 0;
    services.connections.onDidChange(() => (told += 1));
    await elapse(3_000);
    assert.deepEqual([told, services.connections.named('new').status], [1, 'ready']);
  });

  it('is not lost while its entry cannot be used', async () => {
    const { services, settings, connection, remote, requests } = await withAcme(start);
    const before = requests.length;
    settings.edit([{ name: 'staging', baseUrl: remote.baseUrl, enviroment: 'Testing' }]);
    const [broken] = services.connections.list();
    assert.deepEqual(
      [broken?.id, broken?.status, broken?.problem],
      [connection.id, 'invalid', 'Unknown field "enviroment".'],
    );
    const failure = await failureOf(services.sending.fetch(broken!, 'acme'));
    assert.deepEqual(
      [failure.kind, failure.message],
      [
        'invalid',
        `Couldn't fetch "acme" from staging. Unknown field "enviroment". Correct "userGroups.connections" in the settings.`,
      ],
    );
    assert.equal(requests.length, before);
  });
});
