// Rows of `rotations`: the journal of rotations that nobody knows the end of.

import type { GroupRef, OpenRotation, SealedToken } from '../../core/userGroup.ts';
import type { Database, Values } from '../database/database.ts';
import { isAlive } from '../database/leases.ts';
import { fromStored } from '../database/storedText.ts';

interface SentRow {
  readonly id: number;
  readonly connection_id: string;
  readonly user_group_id: string | null;
  readonly version_id: number | null;
  readonly begun_at: number;
  readonly lease_until: number | null;
  readonly asked_at: number | null;
  readonly token_key_id: string;
  readonly token_fingerprint: string;
  readonly token_box: Uint8Array;
  readonly after_version: number;
  readonly known_key_id: string | null;
  readonly known_fingerprint: string | null;
}

/** Columns that are set together or not at all. */
type Answer =
  | { readonly answer_key_id: null }
  | { readonly answer_key_id: string; readonly answer_fingerprint: string; readonly answer_box: Uint8Array };

type Row = SentRow & Answer;

export interface NewRotation {
  /** It had a row, which is gone. */
  readonly id?: number | undefined;
  readonly connectionId: string;
  readonly groupRow: number | undefined;
  readonly versionId: number | undefined;
  readonly at: number;
  readonly leaseUntil: number;
  readonly token: SealedToken;
  readonly known: KnownToken | undefined;
}

/** Distinguishes the current token of the group, when the rotation began, from others. */
export type KnownToken = Pick<SealedToken, 'keyId' | 'fingerprint'>;

export interface RotationRow extends OpenRotation {
  readonly versionId: number | undefined;
  /** Versions up to this one were begun before it. */
  readonly afterVersion: number;
  /** Where it was begun for a group without a token: none that there is. */
  readonly known: KnownToken;
  readonly leaseUntil: number | undefined;
  /** Its window said that it waits for the answer, and says so no more. */
  readonly isAbandoned: boolean;
}

/** No key has this id, and no token this fingerprint. */
const NONE = '';

export class RotationRows {
  readonly #database: Database;
  readonly #now: () => number;

  constructor(database: Database, now: () => number) {
    this.#database = database;
    this.#now = now;
  }

  find(id: number): RotationRow | undefined {
    return this.#all('WHERE rotations.id = :id', { id })[0];
  }

  /** The last begun first. */
  all(): RotationRow[] {
    return this.#all();
  }

  ofGroup(groupRow: number): RotationRow[] {
    return this.#all('WHERE group_row = :groupRow', { groupRow });
  }

  /** The rotations of a token that no group in the list holds. */
  ofToken(connectionId: string, { keyId, fingerprint }: SealedToken): RotationRow[] {
    return this.#all(
      `WHERE rotations.connection_id = :connectionId AND group_row IS NULL
         AND rotations.token_key_id = :keyId AND rotations.token_fingerprint = :fingerprint`,
      { connectionId, keyId, fingerprint },
    );
  }

  add({ token, known, ...rotation }: NewRotation): number {
    const { keyId, fingerprint, box } = token;
    const { lastInsertRowid } = this.#database.run(
      `INSERT INTO rotations (id, connection_id, group_row, version_id, begun_at, lease_until,
         token_key_id, token_fingerprint, token_box,
         after_version, known_key_id, known_fingerprint)
       VALUES (:id, :connectionId, :groupRow, :versionId, :at, :leaseUntil, :keyId, :fingerprint, :box,
         coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'versions'), 0), :knownKeyId, :knownFingerprint)`,
      { ...rotation, keyId, fingerprint, box, knownKeyId: known?.keyId, knownFingerprint: known?.fingerprint },
    );
    return lastInsertRowid;
  }

  /** `undefined`: its answer is empty. */
  keepAnswer(id: number, answer: SealedToken | undefined): void {
    this.#database.run(
      `UPDATE rotations SET answer_key_id = :keyId, answer_fingerprint = :fingerprint, answer_box = :box
       WHERE id = :id`,
      { id, keyId: answer?.keyId, fingerprint: answer?.fingerprint, box: answer?.box },
    );
  }

  /** The service said at this time that the former token is the current one. `undefined`: that is unverified again. */
  markAsked(id: number, at: number | undefined): void {
    this.#database.run('UPDATE rotations SET asked_at = :at WHERE id = :id', { id, at });
  }

  /** `undefined`: nobody waits for the answer any more. */
  lease(id: number, until: number | undefined): void {
    this.#database.run('UPDATE rotations SET lease_until = :until WHERE id = :id', { id, until });
  }

  /** `token`: bound to the group. An answer that was kept is bound to no group, and goes. */
  assign(id: number, groupRow: number, { keyId, fingerprint, box }: SealedToken): void {
    this.#database.run(
      `UPDATE rotations
       SET group_row = :groupRow, token_key_id = :keyId, token_fingerprint = :fingerprint, token_box = :box,
         answer_key_id = NULL, answer_fingerprint = NULL, answer_box = NULL
       WHERE id = :id`,
      { id, groupRow, keyId, fingerprint, box },
    );
  }

  remove(id: number): void {
    this.#database.run('DELETE FROM rotations WHERE id = :id', { id });
  }

  #all(where = '', values: Values = {}): RotationRow[] {
    const now = this.#now();
    return this.#database.all(
      `SELECT rotations.*, user_group_id FROM rotations LEFT JOIN user_groups ON user_groups.id = group_row
       ${where} ORDER BY rotations.id DESC`,
      values,
      (row: Row) => fromRow(row, now),
    );
  }
}

/** The group of a rotation, where it has one. */
export function refOfRotation({
  connectionId,
  userGroupId,
}: Pick<OpenRotation, 'connectionId' | 'userGroupId'>): GroupRef | undefined {
  return userGroupId === undefined ? undefined : { connectionId, userGroupId };
}

function fromRow(row: Row, now: number): RotationRow {
  const isUnderWay = isAlive(row.lease_until ?? 0, now);
  return {
    id: row.id,
    connectionId: row.connection_id,
    userGroupId: fromStored(row.user_group_id),
    versionId: row.version_id ?? undefined,
    afterVersion: row.after_version,
    known: { keyId: row.known_key_id ?? NONE, fingerprint: row.known_fingerprint ?? NONE },
    at: row.begun_at,
    leaseUntil: row.lease_until ?? undefined,
    isUnderWay,
    isAbandoned: row.lease_until !== null && !isUnderWay,
    askedAt: row.asked_at ?? undefined,
    token: { keyId: row.token_key_id, fingerprint: row.token_fingerprint, box: row.token_box },
    unrecognizedResponse:
      row.answer_key_id === null
        ? undefined
        : { keyId: row.answer_key_id, fingerprint: row.answer_fingerprint, box: row.answer_box },
  };
}
