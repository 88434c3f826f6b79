// Removing a connection or a group: what would be lost is counted, and refused while nobody knows what became of a
// rotation.

import assert from 'node:assert/strict';
import { failureOf } from '../../../support/clientUnderTest.ts';
import { UserGroupsError } from '../../../../src/core/errors.ts';
import { LEASE_MS } from '../../../../src/core/ports/journal.ts';
import { keptCountTexts } from '../../../../src/core/stateText.ts';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';

const NOT_KNOWN =
  'Removing it loses the only record of an unresolved rotation: "acme". ' +
  'Use "Resolve Rotation…" first, which asks the service for the current token.';
const UNDER_WAY = 'A rotation is in progress, here or in another window: "acme".';

describe('What would be lost with a connection', () => {
  const start = productStarter();

  it('is counted: groups, tokens, replaced tokens, drafts and versions', async () => {
    const { services, connection } = await start();
    for (const user_group_id of ['acme', 'globex'])
      await services.sending.getOrCreate(connection, documentOf({ user_group_id }));
    await services.rotation.rotate(connection, 'acme');
    services.groups.saveDraft(connection, 'acme', documentOf({ name: 'Typed' }));
    services.groups.saveDraft(connection, 'initech', documentOf({ user_group_id: 'initech' }));
    services.groups.addNewDraft(connection);
    const other = await services.sandbox.start();
    services.groups.saveDraft(other, 'elsewhere', documentOf());
    assert.deepEqual(keptCountTexts(services.groups.keptCounts(connection.id)), [
      '3 groups',
      '2 tokens',
      '1 previous token',
      '3 drafts',
      '3 versions',
    ]);
    assert.deepEqual(keptCountTexts(services.groups.keptCounts()), [
      '4 groups',
      '2 tokens',
      '1 previous token',
      '4 drafts',
      '3 versions',
    ]);
    assert.deepEqual(keptCountTexts(services.groups.keptCounts('none')), []);
  });
});

describe('While the outcome of a rotation is not known', () => {
  const start = productStarter();

  async function withOpenRotation(): Promise<Product> {
    const product = await start();
    await product.services.sending.getOrCreate(product.connection, documentOf());
    product.remote.misbehave('resetBeforeAnswer', { operation: 'rotate' });
    await assert.rejects(product.services.rotation.rotate(product.connection, 'acme'));
    product.remote.misbehave(undefined);
    return product;
  }

  it('its connection is not removed, neither from the settings nor from the store', async () => {
    const { services, connection, settings, record } = await withOpenRotation();
    const { entries } = settings;
    const before = record('acme');
    for (const attempt of [
      services.connections.requireRemovable(connection),
      services.connections.remove(connection),
    ]) {
      const failure = await failureOf(attempt);
      assert.deepEqual(
        [failure.kind, failure.message],
        ['conflict', `Couldn't remove the connection "staging". ${NOT_KNOWN}`],
      );
    }
    assert.equal(settings.entries, entries);
    assert.deepEqual(record('acme'), before);
  });

  it('its group stays in the list', async () => {
    const { services, connection, record, ref } = await withOpenRotation();
    const before = record('acme');
    assert.throws(
      () => {
        services.groups.requireRemovable(connection, 'acme');
      },
      {
        kind: 'conflict',
        message: `Couldn't remove "acme" on staging from the list. ${NOT_KNOWN}`,
      },
    );
    assert.throws(
      () => {
        services.groups.remove(ref('acme'));
      },
      { kind: 'conflict' },
    );
    assert.deepEqual(record('acme'), before);
  });

  it('another group and another connection can go', async () => {
    const { services, connection, ref, record } = await withOpenRotation();
    services.groups.saveDraft(connection, 'globex', documentOf({ user_group_id: 'globex' }));
    services.groups.requireRemovable(connection, 'globex');
    services.groups.remove(ref('globex'));
    await services.connections.remove(await services.sandbox.start());
    assert.deepEqual([record('globex'), services.connections.list().map(({ name }) => name)], [undefined, ['staging']]);
  });

  it('of a token that no group has, the connection is not removed either', async () => {
    const { services, connection, remote } = await start();
    remote.misbehave('resetBeforeAnswer', { operation: 'rotate' });
    await assert.rejects(services.rotation.rotateLeaked(connection, 'a-token-found-in-a-log'));
    const failure = await failureOf(services.connections.remove(connection));
    assert.match(
      failure.message,
      /^Couldn't remove the connection "staging"\. Removing it loses the only record of an unresolved rotation: an unlisted group/,
    );
  });
});

describe('While a rotation is in progress in another window', () => {
  const start = productStarter();

  it('neither its group nor its connection goes', async () => {
    const product = await start();
    const { services, connection, ref, store, remote } = product;
    await services.sending.getOrCreate(connection, documentOf());
    const other = product.anotherWindow();
    const refused: unknown[] = [];
    product.meanwhile.happens = () => {
      assert.throws(
        () => {
          other.services.groups.remove(ref('acme'));
        },
        (error) => refused.push(error) > 0,
      );
      void other.services.connections.remove(other.connection).catch((error: unknown) => refused.push(error));
    };
    await services.rotation.rotate(connection, 'acme');
    assert.deepEqual(
      refused.map((error) => error instanceof UserGroupsError && [error.kind, error.message.includes(UNDER_WAY)]),
      [
        ['conflict', true],
        ['conflict', true],
      ],
    );
    assert.equal(await services.tokens.require(connection, ref('acme')), remote.group('acme')?.token);
    assert.equal(store.groups.find(ref('acme'))?.answered?.operation, 'rotate');
  });

  it('that began while the settings were saved, the settings name the connection again', async () => {
    const { services, connection, settings, store, clock } = await start();
    await services.sending.getOrCreate(connection, documentOf());
    const { entries } = settings;
    const acme = { connectionId: connection.id, userGroupId: 'acme' };
    const save = settings.saveConnections.bind(settings);
    settings.saveConnections = async (connections) => {
      settings.saveConnections = save;
      await save(connections);
      store.journal.beginRotation(acme, { at: clock.now, token: store.groups.find(acme)!.token!.sealed });
    };
    assert.match((await failureOf(services.connections.remove(connection))).message, /rotation is in progress/);
    assert.deepEqual(settings.entries, entries);
    assert.equal(services.connections.named('staging').id, acme.connectionId);
  });
});

describe('A rotation that another window begins after the last look, before anything is deleted', () => {
  const start = productStarter();

  /** What is called right before the store deletes, and what leads to it. */
  const deletions: Readonly<
    Record<
      string,
      readonly [(store: Product['store'], happens: () => void) => void, (product: Product) => Promise<void>]
    >
  > = {
    'of its group': [
      ({ groups }, happens) => {
        before(groups, 'forget', happens);
      },
      async ({ services, ref }) => {
        await Promise.resolve();
        services.groups.remove(ref('acme'));
      },
    ],
    'of its connection': [
      ({ connections }, happens) => {
        before(connections, 'clear', happens);
      },
      ({ services, connection }) => services.connections.remove(connection),
    ],
    'of its connection, whose groups are gone': [
      ({ connections }, happens) => {
        before(connections, 'remove', happens);
      },
      ({ services, connection }) => services.connections.remove(connection),
    ],
    'of all local data': [
      (store, happens) => {
        before(store, 'deleteEverything', happens);
      },
      ({ services }) => services.localData.deleteAll(),
    ],
  };

  for (const [words, [beforeIt, run]] of Object.entries(deletions)) {
    it(`is not deleted with what is kept ${words}, which is refused`, async () => {
      const product = await start();
      const { services, connection, settings, store, secrets, clock } = product;
      await services.sending.getOrCreate(connection, documentOf());
      const { entries } = settings;
      const acme = product.ref('acme');
      const { sealed } = store.groups.find(acme)!.token!;
      const other = product.anotherWindow();
      beforeIt(store, () => {
        other.store.journal.beginRotation(acme, { at: clock.now, token: sealed });
      });
      const failure = await failureOf(run(product));
      assert.deepEqual(
        [
          failure.kind,
          /^(?!.* 0 groups).*rotation is in progress, here or in another window: "acme"/.test(failure.message),
        ],
        ['conflict', true],
      );
      assert.deepEqual(
        [other.store.journal.openRotations(acme).length, other.store.connections.all().map(({ id }) => id)],
        [1, [acme.connectionId]],
      );
      assert.deepEqual([settings.entries, secrets.kept.size], [entries, 2]);
    });
  }

  it('blocks as long as its own window waits for the answer, even if silent for longer than its lease', async () => {
    const product = await start();
    const { services, connection, store, clock, meanwhile, remote, ref } = product;
    await services.sending.getOrCreate(connection, documentOf());
    const refused: unknown[] = [];
    meanwhile.happens = () => {
      clock.now += 2 * LEASE_MS;
      assert.throws(
        () => {
          store.deleteEverything();
        },
        (error) => refused.push(error) > 0,
      );
    };
    await services.rotation.rotate(connection, 'acme');
    assert.deepEqual(
      refused.map((error) => error instanceof UserGroupsError && error.failure.happened),
      [UNDER_WAY],
    );
    assert.equal(await services.tokens.require(connection, ref('acme')), remote.group('acme')?.token);
  });
});

describe('A connection of many groups', () => {
  const start = productStarter();
  const GROUPS = 600;
  const now = performance.now.bind(performance);

  // On every machine a slice comes to its end after a few groups.
  beforeEach(() => {
    let looks = 0;
    performance.now = () => (looks += 1);
  });
  afterEach(() => {
    performance.now = now;
  });

  async function withGroups(): Promise<Product> {
    const product = await start();
    for (let first = 0; first < GROUPS; first += 100) {
      product.store.groups.put(
        product.connection.id,
        Array.from({ length: 100 }, (_, index) => ({
          userGroupId: `group-${first + index}`,
          draft: { text: '{}', at: 1 },
          base: undefined,
          answered: undefined,
          existedNotAppliedAt: undefined,
          goneAt: undefined,
          versions: [],
        })),
        'stay',
      );
    }
    return product;
  }

  it('goes little by little, while everything else goes on', async () => {
    const { services, connection, store } = await withGroups();
    const left: number[] = [];
    let [turns, told] = [0, 0];
    store.changes.onDidChange(() => (told += 1));
    const elsewhere = setInterval(() => {
      turns += 1;
    }, 0);
    await services.connections.remove(connection, (groups) => {
      left.push(groups);
    });
    clearInterval(elsewhere);
    assert.deepEqual([left.at(-1), store.groups.groupCount(connection.id), services.connections.list()], [0, 0, []]);
    assert.ok(left.length > 2 && turns > 0 && told > 0, `${left.length} times, ${turns} turns, told ${told} times`);
    assert.deepEqual(
      left,
      left.toSorted((a, b) => b - a),
    );
  });

  it('that a window left in the middle of it is not in the settings, and removed by another', async () => {
    const { settings, store, connection, anotherWindow } = await withGroups();
    const { entries } = settings;
    settings.edit([]);
    store.connections.clear(connection.id);
    const other = anotherWindow();
    const [found] = other.services.connections.list();
    const left = store.groups.groupCount(connection.id);
    assert.deepEqual(
      [found?.id, found?.status, left > 0 && left < GROUPS, store.groups.page(connection.id, undefined, GROUPS).length],
      [connection.id, 'notInSettings', true, left],
    );
    await other.services.connections.remove(found!);
    settings.edit(entries);
    assert.notEqual(other.services.connections.named('staging').id, connection.id);
  });

  it('that cannot be removed to its end is in the settings again, and says how many groups are gone', async () => {
    const { services, connection, settings, store } = await withGroups();
    settings.edit([...settings.entries, { name: 'other', baseUrl: 'https://other.example.com' }]);
    const { entries } = settings;
    const failure = await failureOf(
      services.connections.remove(connection, (groups) => {
        if (groups < GROUPS) throw new UserGroupsError('unavailable', 'The disk is full.');
      }),
    );
    const gone = GROUPS - store.groups.groupCount(connection.id);
    assert.equal(failure.message, `Removing the connection "staging" stopped after ${gone} groups. The disk is full.`);
    assert.deepEqual([gone > 0, settings.entries], [true, entries]);
  });
});

function before<Step extends string>(
  role: Record<Step, (...values: never[]) => unknown>,
  step: Step,
  happens: () => void,
): void {
  const original = role[step].bind(role) as (...values: unknown[]) => unknown;
  Object.assign(role, {
    [step]: (...values: unknown[]) => {
      happens();
      return original(...values);
    },
  });
}
