// Deleting all local data: nothing of it is left on the disk, in secrets or in memory, and the product goes on working.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { failureOf } from '../../../support/clientUnderTest.ts';
import { UserGroupsError } from '../../../../src/core/errors.ts';
import { HELD_SECONDS, heldTimers } from '../../../support/heldTimers.ts';
import { documentOf, productStarter, type Product, type ProductOptions } from '../../../support/product.ts';
import { diskFull } from '../../../support/storageTrouble.ts';

const UNAVAILABLE = new UserGroupsError('unavailable', 'The editor keeps no secrets.');

/**
 * Whether any file beside the database, itself included, holds one of these. The remote service of the test has its
 * own.
 */
function heldOnDisk({ folder }: Product, marks: readonly (string | Uint8Array)[]): string[] {
  const files = readdirSync(folder).filter((name) => !name.startsWith('remote.db'));
  return files.filter((name) =>
    marks.some((mark) =>
      readFileSync(join(folder, name)).includes(typeof mark === 'string' ? mark : Buffer.from(mark)),
    ),
  );
}

describe('Deleting all local data', () => {
  const start = productStarter();
  const timers = heldTimers();

  async function withEverything(
    options: ProductOptions = {},
  ): Promise<{ readonly product: Product; readonly marks: readonly (string | Uint8Array)[] }> {
    const product = await start(options);
    const { services, connection, ref, store, folder } = product;
    const [sent, typed, unsent] = [randomUUID(), randomUUID(), randomUUID()];
    await services.sending.getOrCreate(connection, documentOf({ mapping: { 40: sent } }));
    const { sealed: former } = store.groups.find(ref('acme'))!.token!;
    await services.rotation.rotate(connection, 'acme');
    services.groups.saveDraft(connection, 'acme', documentOf({ name: typed }));
    // Deleted long ago, and still in free pages: as SQLite does it.
    services.groups.saveDraft(connection, 'old', documentOf({ user_group_id: 'old', name: `${unsent} `.repeat(5000) }));
    services.groups.remove(ref('old'));
    services.groups.addNewDraft(connection, documentOf({ name: unsent }));
    const sandbox = await services.sandbox.start();
    await services.sending.getOrCreate(sandbox, documentOf({ name: typed }));
    await services.sandbox.close();
    writeFileSync(join(folder, 'user-groups.damaged-2025-01-01T00-00-00-000Z.db'), sent);
    writeFileSync(join(folder, 'user-groups.damaged-2025-01-01T00-00-00-000Z.db-wal'), sent);
    writeFileSync(join(folder, 'user-groups.db.suspected'), '');
    product.workspaceMemory.set('connectionOf file:///acme.usergroup.json', connection.id);
    const current = store.groups.find(ref('acme'))!.token!.sealed;
    const marks = [
      sent,
      typed,
      unsent,
      former.box,
      current.box,
      former.fingerprint,
      current.fingerprint,
      current.keyId,
    ];
    return { product, marks };
  }

  it('leaves no byte of a text, a sealed token or a fingerprint in any file, and no other file', async () => {
    const { product, marks } = await withEverything();
    assert.ok(
      marks.every((mark) => heldOnDisk(product, [mark]).length > 0),
      'all of it was there',
    );
    await product.services.localData.deleteAll();
    assert.deepEqual(heldOnDisk(product, marks), []);
    assert.deepEqual(
      readdirSync(product.folder)
        .filter((name) => !name.startsWith('remote.db'))
        .toSorted(),
      ['user-groups.db', 'user-groups.db-shm', 'user-groups.db-wal', 'user-groups.db.lock'],
    );
  });

  it('leaves none while another window has list and sandbox open, which has an empty list then', async () => {
    const { product, marks } = await withEverything();
    const other = product.anotherWindow();
    await other.services.sandbox.start();
    await product.services.localData.deleteAll();
    assert.deepEqual(heldOnDisk(product, marks), []);
    const connections = other.services.connections.list();
    assert.deepEqual(
      connections.map(({ name, status, id }) => [name, status, other.services.groups.groupCount(id)]),
      [['staging', 'ready', 0]],
    );
    assert.deepEqual(
      [
        other.services.groups.keptCounts().groups,
        other.services.groups.versions({ limit: 9 }),
        await other.services.groups.search('', 9),
      ],
      [0, [], []],
    );
    other.services.groups.saveDraft(other.connection, 'acme', documentOf());
    assert.equal(other.record('acme')?.draft?.text, documentOf());
    assert.ok(existsSync(join(product.folder, 'sandbox.db')), 'what another window has open is emptied, and stays');
  });

  it('leaves no secret and no small fact, and nothing changes in the settings or on the service', async () => {
    const { product } = await withEverything();
    const { settings, remote, requests, secrets, memory, workspaceMemory, services } = product;
    const before = [settings.entries, remote.groups(), requests.length];
    await services.localData.deleteAll();
    const facts = [...memory, ...workspaceMemory].filter(([, value]) => value !== undefined);
    assert.deepEqual([[...secrets.kept], facts, services.sandbox.isWanted], [[], [], false]);
    assert.deepEqual([settings.entries, remote.groups(), requests.length], before);
  });

  it('leaves the product working in this window and in others, with a new key that all of them can read', async () => {
    const { product } = await withEverything();
    const { services, remote, ref } = product;
    const other = product.anotherWindow();
    await other.services.tokens.require(other.connection, ref('acme'));
    await services.localData.deleteAll();
    assert.equal(
      (await failureOf(services.sending.getOrCreate(product.connection, documentOf()))).message,
      `Couldn't get or create "acme" on staging. No API token is set for it. Set the API token.`,
    );
    for (const [window, user_group_id] of [
      [other, 'globex'],
      [product, 'acme'],
    ] as const) {
      await window.services.apiTokens.set(window.connection, remote.apiToken);
      await window.services.sending.getOrCreate(window.connection, documentOf({ user_group_id }));
    }
    const next = product.anotherWindow();
    for (const id of ['acme', 'globex'])
      assert.equal(await next.services.tokens.require(next.connection, next.ref(id)), remote.group(id)?.token);
    assert.equal([...product.secrets.kept.keys()].filter((key) => key.startsWith('tokenKey.')).length, 1);
    await services.sandbox.start();
  });

  it('drops a token that is only in the memory of this window', async () => {
    const {
      product: { services, sealing, connection, elapse, ref, ...product },
    } = await withEverything();
    sealing.failure = UNAVAILABLE;
    await assert.rejects(services.sending.getOrCreate(connection, documentOf({ user_group_id: 'globex' })));
    const globex = { connectionId: connection.id, userGroupId: 'globex' };
    assert.notEqual(await services.tokens.find(globex), undefined);
    await services.localData.deleteAll();
    sealing.failure = undefined;
    await elapse(600_000);
    assert.deepEqual(
      [
        await services.tokens.find(globex),
        services.groups.keptCounts().groups,
        product.store.groups.find(ref('globex')),
      ],
      [undefined, 0, undefined],
    );
  });

  for (const where of ['this', 'another'] as const) {
    it(`in ${where} window, while a group is asked for, keeps nothing of the answer and says so`, async () => {
      const { product } = await withEverything();
      const deleting = { this: product, another: product.anotherWindow() }[where];
      let deleted: Promise<void> | undefined;
      product.remote.misbehave('slow', { operation: 'getOrCreate', times: 1, seconds: HELD_SECONDS });
      product.meanwhile.happens = () => {
        deleted = deleting.services.localData.deleteAll().finally(() => {
          timers.goOff();
        });
      };
      const { connection } = product;
      const failure = await failureOf(
        product.services.sending.getOrCreate(connection, documentOf({ user_group_id: 'globex' })),
      );
      await deleted;
      assert.equal(
        failure.message,
        `Couldn't get or create "globex" on staging. The service completed the request, but the group was removed from the list meanwhile. ` +
          'Add the group again to get its token.',
      );
      await product.elapse(600_000);
      const globex = { connectionId: connection.id, userGroupId: 'globex' };
      assert.deepEqual(
        [await product.services.tokens.find(globex), product.services.groups.keptCounts().groups],
        [undefined, 0],
      );
    });
  }

  it('reports open rotations, and is refused while one is in progress', async () => {
    const { product } = await withEverything();
    const { services, connection, remote } = product;
    assert.equal((await services.localData.kept()).openRotations, undefined);
    remote.misbehave('resetBeforeAnswer', { operation: 'rotate' });
    await assert.rejects(services.rotation.rotate(connection, 'acme'));
    remote.misbehave(undefined);
    assert.equal((await services.localData.kept()).openRotations, '"acme"');
    await services.rotation.findOut(connection, 'acme', () => Promise.resolve(true));
    const other = product.anotherWindow();
    const refused: Promise<UserGroupsError>[] = [];
    product.meanwhile.happens = () => {
      refused.push(failureOf(other.services.localData.deleteAll()), failureOf(other.services.localData.kept()));
    };
    await services.rotation.rotate(connection, 'acme', { despite: Number.MAX_SAFE_INTEGER });
    const sentence =
      'Couldn\'t delete all local data. A rotation is in progress, here or in another window: "acme". Wait until the rotation is complete.';
    assert.deepEqual(
      (await Promise.all(refused)).map(({ message }) => message),
      [sentence, sentence],
    );
    assert.equal(await services.tokens.require(connection, product.ref('acme')), remote.group('acme')?.token);
  });

  it('that meets a full disk deletes nothing, and says so', async () => {
    const { product } = await withEverything();
    const { services, secrets, memory, folder } = product;
    const kept = (): unknown[] => [
      services.groups.keptCounts(),
      [...secrets.kept],
      memory.get('sampleGroupsAdded'),
      readdirSync(folder).filter((name) => name.includes('damaged')),
    ];
    const before = kept();
    const { begin, end } = diskFull(join(folder, 'user-groups.db'));
    begin();
    assert.equal(
      (await failureOf(services.localData.deleteAll())).message,
      "Couldn't delete all local data. The disk is full. Free some space and try again.",
    );
    assert.deepEqual(kept(), before);
    end();
    await services.localData.deleteAll();
    assert.deepEqual([services.groups.keptCounts().groups, secrets.kept.size], [0, 0]);
  });

  it('reports what is left, when all else is gone', async () => {
    const { product } = await withEverything({ busyTimeoutMs: 10 });
    const { services, secrets, folder } = product;
    secrets.delete = () => Promise.reject(new Error('locked'));
    const reader = new DatabaseSync(join(folder, 'user-groups.db'));
    const reading = reader.prepare('SELECT count(*) FROM versions UNION ALL SELECT 1').iterate();
    reading.next();
    const failure = await failureOf(services.localData.deleteAll());
    reading.return?.();
    reader.close();
    assert.equal(
      failure.message,
      "Couldn't delete all local data. The list is empty, but these are left: removed data in the file of the list, secrets. " +
        'Close other windows and run "Delete All Local Data…" again.',
    );
    assert.deepEqual(
      [services.groups.keptCounts().groups, [...product.memory.values()].filter((value) => value !== undefined)],
      [0, []],
    );
  });

  it('names each kind of thing that is left once, and files by their names', async () => {
    const { product } = await withEverything();
    const { services, folder, workspaceMemory } = product;
    workspaceMemory.set('connectionOf file:///globex.usergroup.json', 'another');
    workspaceMemory.set = () => {
      throw new Error('no');
    };
    const stays = 'user-groups.damaged-2025-02-02T00-00-00-000Z.db';
    mkdirSync(join(folder, stays));
    assert.equal(
      (await failureOf(services.localData.deleteAll())).failure.happened,
      `The list is empty, but these are left: editor state, "${stays}".`,
    );
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.includes('damaged')),
      [stays],
    );
  });

  it('says before what would be lost: also what could be restored, and what only the memory of this window has', async () => {
    const { product } = await withEverything();
    const { services, connection, sealing } = product;
    const { openRotations, removedConnections, unstoredTokens, ...counts } = await services.localData.kept();
    assert.deepEqual([openRotations, removedConnections, unstoredTokens], [undefined, 0, []]);
    assert.deepEqual(counts, services.groups.keptCounts());
    sealing.failure = UNAVAILABLE;
    await assert.rejects(services.sending.getOrCreate(connection, documentOf({ user_group_id: 'globex' })));
    await services.removed.remove(services.connections.named('Sandbox'));
    const after = await services.localData.kept();
    assert.deepEqual([after.removedConnections, after.unstoredTokens], [1, ['"globex" on staging']]);
  });

  it('forgets in this window an API token that was unverified, and the answer to a rotation that could not be stored', async () => {
    const { product } = await withEverything();
    const { services, connection, remote, store, sealing, meanwhile } = product;
    await services.apiTokens.set(connection, 'another-api-token');
    await services.apiTokens.set(connection, remote.apiToken);
    store.apiTokens.validate = () => {
      throw new Error('The disk is full');
    };
    remote.misbehave('hugeTeamId');
    assert.equal((await failureOf(services.sending.fetch(connection, 'acme'))).failure.remedy, 'reviewApiToken');
    await services.localData.deleteAll();
    await services.apiTokens.set(product.connection, remote.apiToken);
    await services.sending.getOrCreate(product.connection, documentOf());
    remote.misbehave('array', { operation: 'rotate' });
    meanwhile.happens = () => {
      sealing.failure = UNAVAILABLE;
    };
    await failureOf(services.rotation.rotate(product.connection, 'acme'));
    const [open] = services.rotation.open();
    assert.equal(services.rotation.hasUnrecognizedResponse(open!), true);
    await services.localData.deleteAll();
    assert.equal(services.rotation.hasUnrecognizedResponse(open!), false);
  });
});
