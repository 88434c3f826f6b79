// A window with an older version of this extension has the file open while a newer one takes it a step further: both go
// on.

import assert from 'node:assert/strict';
import { DatabaseSync, type StatementSync } from 'node:sqlite';

import { isAnsweredSince } from '../../../../src/core/answeredSince.ts';
import { migrate, MIGRATIONS } from '../../../../src/store/database/migrations.ts';
import type { SqliteStore } from '../../../../src/store/sqliteStore.ts';
import { MAY_12, sealed, storeFixture } from '../storeFixture.ts';

const connectionId = 'connection-1';
const ref = (userGroupId: string): { connectionId: string; userGroupId: string } => ({ connectionId, userGroupId });
const MINUTE = 60_000;

/** What the versions before the journal of rotations ran, word for word, prepared before the file was taken further. */
interface OlderWindow {
  readonly database: DatabaseSync;
  readonly one: StatementSync;
  readonly insertGroup: StatementSync;
  readonly updateGroup: StatementSync;
  readonly deleteGroup: StatementSync;
  readonly insertVersion: StatementSync;
  readonly closeVersion: StatementSync;
  readonly page: StatementSync;
  readonly insertReplaced: StatementSync;
  readonly dropReplaced: StatementSync;
  readonly list: StatementSync;
}

const CHANGING = [
  'folded',
  'document_mtime',
  'draft_at',
  'base_at',
  'base_from',
  'mapping_known',
  'existed_not_applied_at',
  'gone_at',
  'unknown_operation',
  'unknown_at',
  'answered_at',
  'answered_operation',
  'answered_name',
  'provided_id',
  'team_id',
  'environment_tag',
  'token_at',
  'token_key_id',
  'token_fingerprint',
  'token_box',
  'properties',
  'draft',
  'base',
];
const EMPTY = {
  ...Object.fromEntries(CHANGING.map((column) => [column, null])),
  folded: 'acme acme',
  mapping_known: 0,
};

function olderWindow(path: string, steps: number): OlderWindow {
  const database = new DatabaseSync(path, { timeout: 5000, enableForeignKeyConstraints: true });
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  migrate(database, MIGRATIONS.slice(0, steps));
  database
    .prepare(
      "INSERT INTO connections (connection_id, kind, name, base_url) VALUES (?, 'service', 'staging', 'https://x.example.com')",
    )
    .run(connectionId);
  return {
    database,
    one: database.prepare(
      'SELECT * FROM user_groups WHERE connection_id = :connectionId AND user_group_id = :userGroupId',
    ),
    insertGroup: database.prepare(`
      INSERT INTO user_groups (connection_id, user_group_id, folded, alike, document_mtime)
      VALUES (:connectionId, :userGroupId, :folded, :alike, :documentMtime)`),
    updateGroup: database.prepare(
      `UPDATE user_groups SET ${CHANGING.map((column) => `${column} = :${column}`).join(', ')} WHERE id = :id`,
    ),
    deleteGroup: database.prepare('DELETE FROM user_groups WHERE id = :id'),
    insertVersion: database.prepare(
      "INSERT INTO versions (group_row, operation, sent_at, outcome, text) VALUES (:groupRow, :operation, :at, 'sending', :text)",
    ),
    closeVersion: database.prepare(
      'UPDATE versions SET outcome = :outcome, status = :status, duration_ms = :durationMs, reason = :reason WHERE id = :id',
    ),
    page: database.prepare(`
      SELECT versions.*, connection_id, user_group_id FROM versions JOIN user_groups ON user_groups.id = group_row
      WHERE group_row = :groupRow AND versions.id < :before ORDER BY versions.id DESC LIMIT :limit`),
    insertReplaced: database.prepare(`
      INSERT INTO replaced_tokens (group_row, key_id, fingerprint, box, issued_at, replaced_at)
      VALUES (:groupRow, :keyId, :fingerprint, :box, :issuedAt, :replacedAt)`),
    dropReplaced: database.prepare('DELETE FROM replaced_tokens WHERE replaced_at < :replacedBefore'),
    list: database.prepare(`
      SELECT connection_id, user_group_id, answered_name, draft_at, base_at, base_from, mapping_known, answered_at,
        existed_not_applied_at, gone_at, unknown_operation, unknown_at, token_key_id FROM user_groups
      WHERE connection_id = :connectionId AND (folded, user_group_id) > (:folded, :userGroupId) ORDER BY folded, user_group_id LIMIT :limit`),
  };
}

/** Lists acme with this token; returns its row. */
function addAcme({ insertGroup, updateGroup }: OlderWindow, token: string): number {
  const { lastInsertRowid } = insertGroup.run({ ...ref('acme'), folded: 'acme acme', alike: 'acme', documentMtime: 1 });
  setToken({ updateGroup }, Number(lastInsertRowid), token);
  return Number(lastInsertRowid);
}

function setToken({ updateGroup }: Pick<OlderWindow, 'updateGroup'>, id: number, token: string): void {
  const { keyId, box, fingerprint } = sealed(token);
  updateGroup.run({
    ...EMPTY,
    id,
    document_mtime: 2,
    token_at: 1,
    token_key_id: keyId,
    token_fingerprint: fingerprint,
    token_box: box,
  });
}

for (const steps of [...MIGRATIONS.keys()].filter((step) => step > 0)) {
  describe(`A window that knows ${steps} of ${MIGRATIONS.length} steps of the schema`, () => {
    const fixture = storeFixture();
    let older: OlderWindow;
    let newer: SqliteStore;
    let acme: number;
    beforeEach(() => {
      const path = fixture.path();
      older = olderWindow(path, steps);
      acme = addAcme(older, 'first');
      newer = fixture.reopen(path);
    });
    afterEach(() => {
      older.database.close();
    });

    it('goes on listing, reading and writing groups', () => {
      older.insertGroup.run({ ...ref('globex'), folded: 'globex globex', alike: 'globex', documentMtime: 1 });
      newer.saveDraft(ref('initech'), 'typed', 2);
      older.updateGroup.run({ ...EMPTY, id: acme, document_mtime: 3, draft_at: 3, draft: 'typed by the older' });
      assert.equal(newer.group(ref('acme'))?.draft?.text, 'typed by the older');
      assert.equal(older.one.get(ref('initech'))?.draft, 'typed');
      assert.equal(older.list.all({ connectionId, folded: '', userGroupId: '', limit: 9 }).length, 3);
      assert.deepEqual([newer.groupCount(connectionId), newer.count(connectionId).drafts], [3, 2]);
      older.deleteGroup.run({ id: acme });
      assert.deepEqual([newer.group(ref('acme')), newer.groupCount(connectionId)], [undefined, 2]);
    });

    it('goes on recording what it sends, and what it replaces is counted', () => {
      const { lastInsertRowid: id } = older.insertVersion.run({
        groupRow: acme,
        operation: 'rotate',
        at: MAY_12,
        text: '',
      });
      older.closeVersion.run({ id, outcome: 'rotated', status: 200, durationMs: 12.5, reason: null });
      const { keyId, box, fingerprint } = sealed('first');
      older.insertReplaced.run({ groupRow: acme, keyId, box, fingerprint, issuedAt: 1, replacedAt: 2 });
      setToken(older, acme, 'second');
      const [version] = newer.versions({ ref: ref('acme'), limit: 1 });
      assert.deepEqual(
        [
          version?.outcome,
          version?.status,
          older.page.all({ groupRow: acme, before: Number.MAX_SAFE_INTEGER, limit: 9 }).length,
        ],
        ['rotated', 200, 1],
      );
      assert.deepEqual(
        [newer.group(ref('acme'))?.token?.sealed, newer.summary(ref('acme'))?.replacedTokens],
        [sealed('second'), 1],
      );
      older.dropReplaced.run({ replacedBefore: 3 });
      assert.deepEqual([newer.replacedTokens(ref('acme')), newer.summary(ref('acme'))?.replacedTokens], [[], 0]);
    });

    it('reads what the newer one sends and rotates', () => {
      const begun = newer.beginRotation(ref('acme'), { at: MAY_12, token: sealed('first') });
      assert.ok('id' in begun);
      newer.finishRotation(begun.id, { outcome: 'unknown', at: MAY_12 });
      assert.equal(older.one.get(ref('acme'))?.unknown_operation, 'rotate');
      newer.finishRotation(begun.id, { outcome: 'rotated', at: MAY_12, token: sealed('second') });
      const row = older.one.get(ref('acme'));
      assert.deepEqual([row?.unknown_operation, row?.token_fingerprint], [null, sealed('second').fingerprint]);
    });

    it('is waited for while it rotates, although it writes no row of it: nothing begins, and nothing is taken for open', () => {
      older.insertVersion.run({ groupRow: acme, operation: 'rotate', at: MAY_12 - MINUTE, text: '' });
      const begun = newer.beginRotation(ref('acme'), {
        at: MAY_12,
        token: sealed('first'),
        despite: Number.MAX_SAFE_INTEGER,
      });
      assert.ok('refusedFor' in begun && begun.refusedFor !== 'otherToken');
      assert.deepEqual([begun.refusedFor.isUnderWay, begun.refusedFor.at], [true, MAY_12 - MINUTE]);
      assert.deepEqual(
        [newer.closeAbandoned(), newer.openRotations(ref('acme')).length, newer.openRotations().length],
        [[], 1, 1],
      );
      assert.deepEqual(newer.openRotations(ref('globex')), []);
    });

    it('that died while it rotated leaves an open question, ten minutes later', () => {
      older.insertVersion.run({ groupRow: acme, operation: 'rotate', at: MAY_12 - 11 * MINUTE, text: '' });
      assert.deepEqual(newer.closeAbandoned(), [{ operation: 'rotate', ...ref('acme'), at: MAY_12 - 11 * MINUTE }]);
      assert.deepEqual(
        newer.openRotations().map(({ isUnderWay, token }) => [isUnderWay, token]),
        [[false, sealed('first')]],
      );
      assert.equal(older.one.get(ref('acme'))?.unknown_operation, 'rotate');
    });

    it('brings answers and applies texts that are told by their times, which it writes alone', () => {
      const id = newer.beginSend(ref('acme'), { operation: 'update', text: 'sent', at: MAY_12 });
      newer.finishSend(id, {
        outcome: 'updated',
        at: MAY_12,
        answer: { name: 'Acme' },
        base: { text: 'sent', from: 'sent', mappingKnown: true },
      });
      const isSince = (): boolean => isAnsweredSince(newer.group(ref('acme')));
      assert.equal(isSince(), false);
      const written = {
        ...EMPTY,
        id: acme,
        document_mtime: 3,
        base_from: 'sent',
        base: 'sent',
        answered_operation: 'getOrCreate',
        answered_name: 'Changed',
      };
      older.updateGroup.run({ ...written, base_at: MAY_12, answered_at: MAY_12 + MINUTE });
      assert.equal(isSince(), true);
      older.updateGroup.run({ ...written, base_at: MAY_12 + 2 * MINUTE, answered_at: MAY_12 + 2 * MINUTE });
      assert.equal(isSince(), false);
    });

    it('has an empty list when the newer one deletes everything', () => {
      newer.deleteEverything();
      newer.sweep();
      assert.deepEqual(older.list.all({ connectionId, folded: '', userGroupId: '', limit: 9 }), []);
      assert.throws(
        () => older.insertGroup.run({ ...ref('acme'), folded: '', alike: '', documentMtime: 1 }),
        /FOREIGN KEY/,
      );
    });
  });
}
