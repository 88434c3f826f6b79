// A file of an older schema: brought to the present one with everything in it, or refused and left as it is.

import assert from 'node:assert/strict';
import { copyFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { LEASE_MS } from '../../../../src/core/ports/journal.ts';
import type { GroupCondition } from '../../../../src/core/ports/groupSearch.ts';
import type { GroupRef } from '../../../../src/core/userGroup.ts';
import { Database } from '../../../../src/store/database/database.ts';
import {
  migrate,
  OLDEST_VERSION,
  SCHEMA_VERSION,
  schemaVersion,
  STEPS,
  whyForeign,
} from '../../../../src/store/database/migrations.ts';
import { createTokenSealer } from '../../../../src/store/database/tokenSealer.ts';
import { openStore, type SqliteStore } from '../../../../src/store/sqliteStore.ts';
import { storeFixture } from '../storeFixture.ts';
import { CONNECTION_ID, SECRETS, version7File } from './version7.ts';

const ref = (userGroupId: string): GroupRef => ({ connectionId: CONNECTION_ID, userGroupId });

describe('A file of version 7', () => {
  const fixture = storeFixture();
  let path: string;
  beforeEach(() => {
    path = fixture.path();
    version7File(path).close();
  });
  const found = (store: SqliteStore, condition: GroupCondition): string[] =>
    store.search
      .matching({ words: [], conditions: [condition] }, undefined, 9)
      .groups.map((group) => group.ref.userGroupId);

  it('has the schema of a new one from then on', () => {
    fixture.reopen(path).close();
    const fresh = fixture.path('new.sqlite');
    fixture.reopen(fresh).close();
    assert.deepEqual(schemaOf(path), schemaOf(fresh));
  });

  it('keeps its groups, with what was typed, sent and answered', () => {
    const store = fixture.reopen(path);
    const [connection] = store.connections.all();
    assert.deepEqual([connection?.id, connection?.name], [CONNECTION_ID, 'production']);
    assert.deepEqual(
      store.groups.page(CONNECTION_ID, undefined, 9).map((group) => [group.ref.userGroupId, group.name]),
      [
        ['acme', 'Acme'],
        ['globex', 'Globex'],
        ['initech', 'initech'],
        ['umbrella', 'umbrella'],
      ],
    );
    const acme = store.groups.find(ref('acme'));
    assert.match(acme?.draft?.text ?? '', /"40":"214"/);
    assert.match(acme?.base?.text ?? '', /"40":"213"/);
    assert.deepEqual([acme?.answered?.teamId, acme?.answered?.environmentTag], ['12345678901234567890', null]);
    assert.equal(store.groups.find(ref('initech'))?.unknownOutcome?.operation, 'update');
    assert.deepEqual(
      store.newDrafts.all(CONNECTION_ID).map(({ text }) => text),
      ['{"user_group_id":"new"}'],
    );
    assert.deepEqual(
      store.journal.versions({ ref: ref('acme'), limit: 9 }).map(({ outcome }) => outcome),
      ['rotated', 'created'],
    );
  });

  it('lists its groups as people count, even when a window died while it made their keys', () => {
    const older = new DatabaseSync(path);
    older.exec(`
      UPDATE user_groups SET answered_name = 'Tenant 10', folded = 'TENANT 10' || char(10) || alike WHERE id = 1;
      UPDATE user_groups SET answered_name = 'Tenant 9', folded = 'TENANT 9' || char(10) || alike WHERE id = 2`);
    const step = STEPS.findIndex((each) => each.includes('natural_key'));
    migrate(older, STEPS.slice(0, step));
    // So little of it is held in memory that what is not committed is in the log by then.
    older.exec(`PRAGMA cache_size = 1; PRAGMA wal_checkpoint(TRUNCATE); BEGIN IMMEDIATE; ${STEPS[step]}`);
    const left = fixture.path('left.sqlite');
    for (const end of ['', '-wal']) copyFileSync(path + end, left + end);
    older.exec('ROLLBACK');
    older.close();
    assert.ok(readFileSync(`${left}-wal`).length > 0);
    for (const each of [path, left]) {
      const names = fixture.reopen(each).groups.page(CONNECTION_ID, undefined, 9);
      assert.deepEqual(
        names.map(({ name }) => name),
        ['initech', 'Tenant 9', 'Tenant 10', 'umbrella'],
      );
    }
  });

  it('knows since when its tokens are here, but for a group that was deleted', () => {
    const older = new DatabaseSync(path);
    const step = STEPS.findIndex((each) => each.includes('token_since'));
    migrate(older, STEPS.slice(0, step));
    older.exec(`
      UPDATE user_groups SET token_at = 7 WHERE user_group_id IN ('acme', 'globex');
      UPDATE user_groups SET listing = iif(user_group_id = 'acme', 'changed', 'deleted') WHERE token_at = 7`);
    older.close();
    const store = fixture.reopen(path);
    assert.deepEqual(
      ['acme', 'globex', 'umbrella'].map((id) => store.groups.summary(ref(id))?.tokenSince),
      [7, undefined, undefined],
    );
    assert.deepEqual(found(store, { kind: 'older', before: 8 }), ['acme']);
  });

  it('keeps every token, which opens with its key: those replaced, and the answer of a rotation, as well', async () => {
    const store = fixture.reopen(path);
    const sealer = createTokenSealer({ secrets: secretsOf(SECRETS), keyRing: store.keyRing });
    const open = store.journal.openRotations(ref('globex'))[0];
    const [replaced] = store.tokens.replaced(ref('acme'));
    const ofNobody = store.journal.openRotations().find(({ userGroupId }) => userGroupId === undefined);
    assert.deepEqual(
      await Promise.all([
        sealer.unseal(store.groups.find(ref('acme'))!.token!.sealed, ref('acme')),
        sealer.unseal(replaced!.sealed, ref('acme')),
        sealer.unseal(store.groups.find(ref('globex'))!.token!.sealed, ref('globex')),
        sealer.unseal(open!.keptAnswer!, { ...ref('globex'), isAnswer: true }),
        sealer.unseal(ofNobody!.token, { connectionId: CONNECTION_ID }),
      ]),
      [
        'second token of acme',
        'first token of acme',
        'token of globex',
        '{"token":"kept answer of globex"}',
        'token of nobody',
      ],
    );
    assert.equal(store.groups.summary(ref('acme'))?.replacedTokens, 1);
    const again = await sealer.seal('another', ref('acme'));
    assert.equal(again.keyId, store.groups.find(ref('acme'))?.token?.sealed.keyId);
  });

  it('keeps its rotations open, until a later answer shows their end', () => {
    const store = fixture.reopen(path);
    const [former] = store.journal.openRotations(ref('globex'));
    assert.deepEqual([former?.isUnderWay, store.journal.openRotations().length], [false, 2]);
    const version = store.journal.beginSend(ref('globex'), { operation: 'getOrCreate', text: '{}', at: 1 });
    const token = { ...former!.token, fingerprint: 'of another token' };
    store.journal.finishSend(version, { outcome: 'existed', at: 1, token });
    assert.deepEqual(store.journal.openRotations(ref('globex')), []);
    assert.deepEqual(
      store.journal.versions({ ref: ref('globex'), limit: 2 }).map(({ operation, outcome }) => [operation, outcome]),
      [
        ['getOrCreate', 'existed'],
        ['rotate', 'rotated'],
      ],
    );
  });

  it('keeps its rotations open when an answer comes to what was sent before them, of whichever token they are', () => {
    const older = new DatabaseSync(path);
    older.exec("UPDATE versions SET outcome = 'sending' WHERE group_row = 2 AND operation = 'update'");
    const { id } = older.prepare("SELECT id FROM versions WHERE outcome = 'sending'").get()!;
    older.close();
    const store = fixture.reopen(path);
    const { sealed } = store.groups.find(ref('globex'))!.token!;
    const ofNobody = store.journal.openRotations().find(({ userGroupId }) => userGroupId === undefined)!;
    store.journal.assignRotation(ofNobody.id, ref('globex'), sealed);
    store.journal.finishSend(Number(id), { outcome: 'updated', at: 1, token: { ...sealed, keyId: 'another key' } });
    assert.equal(store.journal.openRotations(ref('globex')).length, 2);
  });

  for (const [tokenSince, outcome] of [
    ['then', 'unknown'],
    ['since', 'rotated'],
  ] as const) {
    it(`has a rotation of a former token that was ${outcome} when the current one was known ${tokenSince}`, () => {
      const older = new DatabaseSync(path);
      older.exec("UPDATE rotations SET token_fingerprint = 'of a former token', lease_until = 1 WHERE group_row = 2");
      if (tokenSince === 'since') older.exec('UPDATE user_groups SET token_at = token_at + 1e6 WHERE id = 2');
      older.close();
      const store = fixture.reopen(path);
      store.journal.closeAbandoned();
      assert.equal(store.journal.versions({ ref: ref('globex'), limit: 1 })[0]?.outcome, outcome);
    });
  }

  it('has what was being sent when its window died, which is closed as unknown', () => {
    const older = new DatabaseSync(path);
    const { sent_at: at } = older.prepare("SELECT sent_at FROM versions WHERE outcome = 'sending'").get()!;
    older.exec("UPDATE versions SET lease_until = NULL WHERE outcome = 'sending'");
    older.close();
    const store = openStore({ path, now: () => Number(at) + LEASE_MS });
    assert.equal(store.journal.nextAbandonedAt(), at);
    assert.deepEqual(store.journal.closeAbandoned(), [{ operation: 'update', ...ref('umbrella'), at }]);
    store.close();
  });

  it('finds its groups by what they have, and counts them', () => {
    const store = fixture.reopen(path);
    assert.deepEqual(found(store, { kind: 'property', path: 'region', value: 'EU' }), ['acme']);
    assert.deepEqual(found(store, { kind: 'mapping', schemaId: '40' }), ['acme', 'globex']);
    assert.deepEqual(found(store, { kind: 'missing', path: 'tier' }), ['acme', 'globex']);
    assert.equal(store.search.siblingsWith(ref('acme'), 'properties', 'region'), 1);
    assert.equal(store.groups.groupCount(CONNECTION_ID), 4);
  });

  it('finds a group whose base nobody had read yet neither by it nor as missing anything, until it is sent', () => {
    const older = new DatabaseSync(path);
    older.exec("INSERT INTO bases_to_read SELECT id FROM user_groups WHERE user_group_id = 'acme'");
    older.close();
    const store = fixture.reopen(path);
    const all = (): string[][] => [
      found(store, { kind: 'property', path: 'region' }),
      found(store, { kind: 'missing', path: 'tier' }),
    ];
    assert.deepEqual(all(), [['globex'], ['globex']]);
    const version = store.journal.beginSend(ref('acme'), { operation: 'update', text: '{}', at: 1 });
    const entries = { properties: ['region'], values: [{ path: 'region', value: 'EU' }] };
    store.journal.finishSend(version, {
      outcome: 'updated',
      at: 1,
      base: { text: '{}', from: 'sent', mappingKnown: false, entries },
    });
    assert.deepEqual(all(), [
      ['acme', 'globex'],
      ['acme', 'globex'],
    ]);
  });

  it('keeps its runs, whose plans say the same by the names of today', async () => {
    const store = fixture.reopen(path);
    const [run] = store.runs.all();
    assert.deepEqual([run?.state, run?.total], ['waiting', 2]);
    store.runs.lease(run!.id, 'a window');
    const items = (await store.runs.nextItems(run!.id, 'a window', [], 9)) ?? [];
    assert.deepEqual(
      items.map(({ userGroupId, text }) => [userGroupId, text]),
      [
        ['acme', '{}'],
        ['globex', '{"name":"Globex"}'],
      ],
    );
    assert.deepEqual(JSON.parse(items[0]?.plan ?? ''), {
      action: 'change',
      change: { action: 'set', field: 'properties', key: 'tier', value: '"gold"' },
    });
  });

  it('keeps every value of a plan as it was, be it the former name', () => {
    const database = version7File(':memory:');
    const value = JSON.stringify('{"deed":"set"}');
    const change = { deed: 'set', field: 'properties', key: 'tier', value };
    database.prepare('UPDATE run_items SET plan = ?').run(JSON.stringify({ deed: 'change', change }));
    migrate(database);
    const { plan } = database.prepare('SELECT plan FROM run_items').get() as { readonly plan: string };
    assert.deepEqual(JSON.parse(plan), {
      action: 'change',
      change: { action: 'set', field: 'properties', key: 'tier', value },
    });
    database.close();
  });
});

describe('A file from before version 7', () => {
  const fixture = storeFixture();

  for (const version of [0, 1, OLDEST_VERSION - 1]) {
    it(`is refused in words and left as it is, with its log: version ${version}`, () => {
      const path = fixture.path();
      const folder = dirname(path);
      const writer = version7File(fixture.path('written.sqlite'));
      writer.exec(`PRAGMA user_version = ${version}`);
      // As a window leaves it that dies.
      for (const end of ['', '-wal']) copyFileSync(join(folder, `written.sqlite${end}`), path + end);
      writer.close();
      const contents = (): Buffer[] => [readFileSync(path), readFileSync(`${path}-wal`)];
      const before = contents();
      assert.ok(before[1]!.length > 0);
      for (let attempt = 0; attempt < 2; attempt += 1) {
        assert.throws(() => fixture.reopen(path), {
          name: 'unavailable',
          message: `The file "${path}" was saved by a version of this extension that is too old. To start with an empty list, move it and the files beside it to another folder, then reload the window.`,
        });
      }
      assert.deepEqual(contents(), before);
      assert.deepEqual(
        readdirSync(folder).filter((name) => name.includes('damaged') || name.includes('suspected')),
        [],
      );
      assert.ok(existsSync(path));
    });
  }
});

describe('A window whose file newer code has brought further', () => {
  const fixture = storeFixture();

  it('writes nothing any more, and asks to be reloaded', async () => {
    const path = fixture.path();
    const { store, ref: refHere } = fixture.open(path);
    store.groups.saveDraft(refHere('acme'), 'typed', 1);
    const newer = new DatabaseSync(path);
    newer.exec(`PRAGMA user_version = ${SCHEMA_VERSION + 1}`);
    newer.close();
    const refused = {
      kind: 'unavailable',
      message: `The file "${path}" belongs to a newer version of this extension since another window opened it. Reload the window.`,
    };
    assert.throws(() => store.groups.saveDraft(refHere('acme'), 'typed on', 2), refused);
    const sending = { operation: 'update', text: '{}', at: 1 } as const;
    assert.throws(() => store.journal.beginSend(refHere('acme'), sending), refused);
    await assert.rejects(store.journal.beginSendBatched(refHere('acme'), sending), refused);
    assert.equal(store.groups.find(refHere('acme'))?.draft?.text, 'typed');
  });

  it('asks to be reloaded where it reads what is there no more', () => {
    const path = fixture.path();
    const { store, connectionId } = fixture.open(path);
    const lost = (): unknown => store.groups.page(connectionId, undefined, 9);
    const change = (sql: string): void => {
      const newer = new DatabaseSync(path);
      newer.exec(sql);
      newer.close();
    };
    change('DROP INDEX user_groups_searched; ALTER TABLE user_groups RENAME COLUMN sort_key TO place');
    assert.throws(lost, /no such column/, 'the schema is the own one: a bug');
    change(`PRAGMA user_version = ${SCHEMA_VERSION + 1}`);
    assert.throws(lost, { kind: 'unavailable', message: /belongs to a newer version of this extension/ });
    assert.throws(() => store.search.containing('acme', 9), { kind: 'unavailable' });
  });
});

describe('Migrations', () => {
  const steps = ['CREATE TABLE a (x)', 'CREATE TABLE b (x)', 'CREATE TABLE c (x)'];
  const atOldest = (): DatabaseSync => {
    const database = new DatabaseSync(':memory:');
    database.exec(`PRAGMA user_version = ${OLDEST_VERSION}`);
    return database;
  };

  it('run in order, each once', () => {
    const database = atOldest();
    migrate(database, steps.slice(0, 1));
    assert.equal(schemaVersion(database), OLDEST_VERSION + 1);
    migrate(database, steps);
    migrate(database, steps);
    assert.equal(schemaVersion(database), OLDEST_VERSION + 3);
    database.close();
  });

  for (const [words, step] of [
    ['fail', 'CREATE TABLE d (x); CREATE TABLE a (x)'],
    ['SQLite has taken back by itself', 'ROLLBACK; CREATE TABLE a (x)'],
  ] as const) {
    it(`that ${words} leave the file at the step before, with the reason`, () => {
      const database = atOldest();
      assert.throws(() => {
        migrate(database, [steps[0]!, step]);
      }, /already exists/);
      assert.equal(schemaVersion(database), OLDEST_VERSION + 1);
      assert.deepEqual(
        database
          .prepare('SELECT name FROM sqlite_schema')
          .all()
          .map(({ name }) => name),
        ['a'],
      );
      database.close();
    });
  }

  it('are not for a file that is empty and has a version all the same', () => {
    const database = new DatabaseSync(':memory:');
    database.exec('PRAGMA user_version = 1');
    assert.equal(whyForeign(database), 'older');
    database.close();
  });
});

/** Tables with their columns, keys and constraints, indexes and triggers: however their texts are laid out. */
function schemaOf(path: string): unknown[] {
  const database = new Database(path, Date.now);
  const described = (pragma: string, name: unknown): unknown[] =>
    database.prepare(`PRAGMA ${pragma}("${String(name)}")`).all();
  const schema = database
    .prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY type, name')
    .all()
    .map(({ type, name, sql }) => {
      const words = String(sql)
        .split('\n')
        .flatMap((line) => line.split('--', 1))
        .join(' ')
        .match(/\w+|[^\w\s]/g);
      return [type, name, words, described('table_xinfo', name), described('foreign_key_list', name)];
    });
  database.close();
  return schema;
}

function secretsOf(values: Readonly<Record<string, string>>): Parameters<typeof createTokenSealer>[0]['secrets'] {
  return {
    get: (name) => Promise.resolve(values[name]),
    store: () => Promise.reject(new Error('No key is to be made.')),
    delete: () => Promise.resolve(),
    keys: () => Promise.resolve(Object.keys(values)),
  };
}
