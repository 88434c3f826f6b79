// Removing a connection and taking that back: what belongs to it comes back whole, to the same origin alone, and is
// erased after its time.

import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { failureOf } from '../../../support/clientUnderTest.ts';
import { DAY, documentOf, productStarter, type Product } from '../../../support/product.ts';

const WEEK = 7 * DAY;

describe('Undoing the removal of a connection', () => {
  const start = productStarter();

  async function withGroup(): Promise<Product> {
    const product = await start({ entry: { requestsPerMinute: 600, checkBeforeUpdate: false } });
    const { services, connection } = product;
    await services.sending.getOrCreate(connection, documentOf());
    await services.rotation.rotate(connection, 'acme');
    services.groups.saveDraft(connection, 'acme', documentOf({ name: 'Typed' }));
    services.groups.addNewDraft(connection);
    return product;
  }

  it('brings back its entry in the settings, groups, tokens, drafts, history and API token', async () => {
    const product = await withGroup();
    const { services, settings, connection, ref, remote } = product;
    const { entries } = settings;
    const acme = ref('acme');
    const before = [
      services.groups.find(acme),
      services.groups.versions({ limit: 9 }),
      services.groups.newDrafts(connection.id),
    ];
    await services.removed.remove(connection);
    assert.deepEqual([settings.entries, services.connections.list(), services.groups.keptCounts().groups], [[], [], 1]);
    const [removed] = services.removed.list();
    const restored = await services.removed.restore(removed!);
    assert.deepEqual([restored.id, restored.status, settings.entries], [connection.id, 'ready', entries]);
    assert.deepEqual(
      [services.groups.find(acme), services.groups.versions({ limit: 9 }), services.groups.newDrafts(connection.id)],
      before,
    );
    assert.equal(await services.tokens.require(restored, acme), remote.group('acme')?.token);
    await services.sending.update(restored, documentOf({ name: 'Sent again' }));
    assert.equal(remote.group('acme')?.name, 'Sent again');
    assert.deepEqual(services.removed.list(), []);
  });

  it('is done in another window, after a restart', async () => {
    const product = await withGroup();
    const { connection } = product;
    await product.services.removed.remove(connection);
    await product.close();
    const { services } = product.anotherWindow();
    assert.equal((await services.removed.restore(services.removed.list()[0]!)).id, connection.id);
  });

  it('gives the API token to no connection that was recreated meanwhile, at any address', async () => {
    const { services, connection, remote } = await withGroup();
    await services.removed.remove(connection);
    const same = await services.connections.add({ name: 'staging', baseUrl: remote.baseUrl });
    const elsewhere = await services.connections.add({ name: 'other', baseUrl: 'https://elsewhere.example.com' });
    const found = await Promise.all([same, elsewhere].map((each) => services.apiTokens.find(each)));
    assert.deepEqual(
      found.map(({ from }) => from),
      ['none', 'none'],
    );
    const restored = await services.removed.restore(services.removed.list()[0]!, 'staging 2');
    const again = await Promise.all([restored, same, elsewhere].map((each) => services.apiTokens.find(each)));
    assert.deepEqual(
      again.map(({ from }) => from),
      ['secret', 'none', 'none'],
    );
  });

  it('gives the API token to the origin it was set for alone, though the entry has moved before it was removed', async () => {
    const { services, settings, remote } = await withGroup();
    settings.edit([{ name: 'staging', baseUrl: 'https://elsewhere.example.com' }]);
    const moved = services.connections.named('staging');
    await services.removed.remove(moved);
    const restored = await services.removed.restore(services.removed.list()[0]!);
    assert.deepEqual(
      [restored.status, await services.apiTokens.find(restored)],
      ['moved', { from: 'none', reason: 'otherOrigin', origin: new URL(remote.baseUrl).origin }],
    );
  });

  it('asks for another name when a connection of that name is there by now, and changes nothing', async () => {
    const { services, settings, connection } = await withGroup();
    await services.removed.remove(connection);
    await services.connections.add({ name: 'Staging', baseUrl: 'https://elsewhere.example.com' });
    const { entries } = settings;
    const [removed] = services.removed.list();
    const failure = await failureOf(services.removed.restore(removed!));
    assert.deepEqual(
      [failure.kind, failure.message],
      [
        'conflict',
        `Couldn't restore the connection "staging". Another connection is named "staging". Choose another name for it.`,
      ],
    );
    assert.deepEqual([settings.entries, services.removed.list()], [entries, [removed]]);
    const restored = await services.removed.restore(removed!, 'staging 2');
    assert.deepEqual(settings.entries, [
      ...entries,
      {
        name: 'staging 2',
        baseUrl: restored.baseUrl,
        environment: 'Testing',
        requestsPerMinute: 600,
        checkBeforeUpdate: false,
      },
    ]);
  });

  it('changes nothing when the settings cannot be saved', async () => {
    const { services, settings, connection } = await withGroup();
    await services.removed.remove(connection);
    const [removed] = services.removed.list();
    settings.isBroken = true;
    await assert.rejects(services.removed.restore(removed!));
    assert.deepEqual([services.connections.list(), services.removed.list()], [[], [removed]]);
    settings.isBroken = false;
    assert.equal((await services.removed.restore(removed!)).id, connection.id);
  });

  it('restores one that the settings did not name as such', async () => {
    const { services, settings } = await withGroup();
    settings.edit([]);
    const left = services.connections.named('staging');
    await services.removed.remove(left);
    const restored = await services.removed.restore(services.removed.list()[0]!);
    assert.deepEqual([restored.status, restored.id, settings.entries], ['notInSettings', left.id, []]);
  });

  it('restores the sandbox, unless there is another one', async () => {
    const { services } = await start();
    const sandbox = await services.sandbox.start();
    services.groups.saveDraft(sandbox, 'acme', documentOf());
    await services.removed.remove(sandbox);
    const another = await services.sandbox.start();
    const failure = await failureOf(services.removed.restore(services.removed.list()[0]!));
    assert.equal(
      failure.message,
      `Couldn't restore the connection "Sandbox". The list already has a local sandbox. Remove that one first.`,
    );
    await services.connections.remove(another);
    assert.equal((await services.removed.restore(services.removed.list()[0]!)).id, sandbox.id);
    assert.equal(services.groups.groupCount(sandbox.id), 1);
  });

  it('leaves the settings as they are when a rotation has begun while they were saved', async () => {
    const { services, connection, settings, store, clock, ref } = await withGroup();
    const { entries } = settings;
    const save = settings.saveConnections.bind(settings);
    settings.saveConnections = async (connections) => {
      settings.saveConnections = save;
      await save(connections);
      store.journal.beginRotation(ref('acme'), { at: clock.now, token: store.groups.find(ref('acme'))!.token!.sealed });
    };
    assert.match((await failureOf(services.removed.remove(connection))).message, /rotation is in progress/);
    assert.deepEqual([settings.entries, services.removed.list()], [entries, []]);
  });
});

describe('What belongs to a connection that was removed', () => {
  const start = productStarter();

  async function removed(): Promise<Product> {
    const product = await start();
    await product.services.sending.getOrCreate(product.connection, documentOf());
    await product.services.removed.remove(product.connection);
    return product;
  }

  const keptOf = ({ services, secrets, memory }: Product): unknown => ({
    groups: services.groups.keptCounts().groups,
    secrets: [...secrets.kept.keys()].filter((key) => key.startsWith('apiToken.')).length,
    facts: [...memory].filter(([key, value]) => key.startsWith('apiTokenKeptFor.') && value !== undefined).length,
  });
  const ALL = { groups: 1, secrets: 1, facts: 1 };
  const NOTHING = { groups: 0, secrets: 0, facts: 0 };

  /** It goes little by little: resolves when nothing is left. */
  async function erased(product: Product): Promise<void> {
    while (!isDeepStrictEqual(keptOf(product), NOTHING) || product.store.connections.toErase().length > 0) {
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    }
  }

  it('stays for seven days, its API token too, and is erased a day after them by a window that stays open', async () => {
    const product = await removed();
    await product.elapse(WEEK - 1);
    assert.deepEqual([keptOf(product), product.services.removed.list().length], [ALL, 1]);
    await product.elapse(DAY);
    assert.deepEqual([keptOf(product), product.services.removed.list().length], [ALL, 0]);
    await product.elapse(2 * 60 * 60 * 1000);
    await erased(product);
  });

  it('is erased by windows that are open for a moment only', async () => {
    const product = await removed();
    await product.close();
    product.clock.now += 30 * DAY;
    const first = product.anotherWindow();
    await first.elapse(0);
    await first.close();
    product.clock.now += DAY;
    const second = product.anotherWindow();
    await erased(second);
  });

  it('that one window left half erased is erased by the next', async () => {
    const product = await removed();
    const { clock } = product;
    await product.close();
    const other = product.anotherWindow();
    clock.now += WEEK;
    other.store.connections.toErase();
    clock.now += DAY;
    const [id] = other.store.connections.toErase();
    other.store.connections.clear(id!);
    await other.close();
    const next = product.anotherWindow();
    await erased(next);
  });

  it('stays as long as its API token cannot be deleted, so that somebody remembers to', async () => {
    const product = await removed();
    const { secrets, logged } = product;
    const deleteSecret = secrets.delete.bind(secrets);
    secrets.delete = () => Promise.reject(new Error('locked'));
    await product.elapse(WEEK + 2 * DAY);
    assert.deepEqual(keptOf(product), ALL);
    assert.match(logged.join('\n'), /What belonged to a removed connection could not be erased/);
    secrets.delete = deleteSecret;
    await product.elapse(60 * 60 * 1000);
    await erased(product);
  });

  it('is erased with all local data', async () => {
    const product = await removed();
    assert.equal((await product.services.localData.kept()).removedConnections, 1);
    await product.services.localData.deleteAll();
    assert.deepEqual([keptOf(product), product.services.removed.list(), product.secrets.kept.size], [NOTHING, [], 0]);
  });
});
