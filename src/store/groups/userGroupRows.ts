// Rows of `user_groups`, one whole record at a time.

import { isGone } from '../../core/deletedGroups.ts';
import type {
  GroupRef,
  Listing,
  Operation,
  SentOperation,
  UserGroupAnswer,
  UserGroupRecord,
} from '../../core/userGroup.ts';
import type { Database } from '../database/database.ts';
import { alike, foldedListing } from '../../core/folding.ts';
import { naturalKey } from '../../core/naturalKey.ts';
import { fromStored, toStored } from '../database/storedText.ts';
import type { StoredUserGroup } from './userGroupChanges.ts';

interface Listed {
  readonly id: number;
  readonly connection_id: string;
  readonly user_group_id: string;
  readonly document_mtime: number;
  readonly base_version: number | null;
  readonly mapping_known: number;
  readonly existed_not_applied_at: number | null;
  readonly gone_at: number | null;
  readonly listing: Listing | null;
  readonly listed_version: number | null;
  readonly answered_version: number | null;
  readonly answered_name: string | null;
  readonly provided_id: string | null;
  readonly team_id: string | null;
  readonly environment_tag: string | null;
  readonly properties: string | null;
  readonly answered_mapping: string | null;
  readonly answered_further: string | null;
  readonly answered_computed: string | null;
}

/** Columns that are set together or not at all. */
type Draft = { readonly draft_at: null } | { readonly draft_at: number; readonly draft: string };
type Base =
  | { readonly base_at: null }
  | { readonly base_at: number; readonly base_from: 'sent' | 'answered'; readonly base: string };
type Answered =
  | { readonly answered_at: null }
  | { readonly answered_at: number; readonly answered_operation: Operation };
type Token =
  | { readonly token_at: null }
  | {
      readonly token_at: number;
      readonly token_key_id: string;
      readonly token_fingerprint: string;
      readonly token_box: Uint8Array;
    };
export type UnknownOutcome =
  | { readonly unknown_operation: null }
  | {
      readonly unknown_operation: SentOperation;
      readonly unknown_at: number;
      readonly unknown_asked_at: number | null;
    };

type Row = Listed & Draft & Base & Answered & Token & UnknownOutcome;

/** What a change of the record may change. */
const CHANGING = [
  'folded',
  'sort_key',
  'document_mtime',
  'draft_at',
  'base_at',
  'base_version',
  'base_from',
  'mapping_known',
  'existed_not_applied_at',
  'gone_at',
  'listing',
  'listed_version',
  'unknown_operation',
  'unknown_at',
  'unknown_asked_at',
  'answered_at',
  'answered_version',
  'answered_operation',
  'answered_name',
  'provided_id',
  'team_id',
  'environment_tag',
  'token_at',
  'token_since',
  'token_key_id',
  'token_fingerprint',
  'token_box',
  'properties',
  'answered_mapping',
  'answered_further',
  'answered_computed',
  'draft',
  'base',
] as const;

export interface FoundUserGroup extends StoredUserGroup {
  readonly row: number;
}

export class UserGroupRows {
  readonly #row;
  readonly #answeredVersion;
  readonly #one;
  readonly #insert;
  readonly #update;
  readonly #delete;

  constructor(database: Database) {
    const isThisOne = 'connection_id = :connectionId AND user_group_id = :userGroupId';
    this.#row = database.prepare(`SELECT id FROM user_groups WHERE ${isThisOne}`);
    this.#answeredVersion = database.prepare('SELECT answered_version FROM user_groups WHERE id = :row');
    this.#one = database.prepare<Row>(`SELECT * FROM user_groups WHERE ${isThisOne}`);
    this.#insert = database.prepare(`
      INSERT INTO user_groups (connection_id, user_group_id, folded, sort_key, alike, document_mtime)
      VALUES (:connectionId, :userGroupId, :folded, :sortKey, :alike, :documentMtime)`);
    this.#update = database.prepare(
      `UPDATE user_groups SET ${CHANGING.map((column) => `${column} = :${column}`).join(', ')} WHERE id = :id`,
    );
    this.#delete = database.prepare('DELETE FROM user_groups WHERE id = :id');
  }

  /** The key of the row, without reading the record. */
  rowOf(ref: GroupRef): number | undefined {
    return this.#row.get(toKey(ref))?.id as number | undefined;
  }

  /** The version that brought the answer, 0 where none is known. Without reading the record. */
  answeredVersion(row: number): number {
    return Number(this.#answeredVersion.get({ row })?.answered_version ?? 0);
  }

  find(ref: GroupRef): FoundUserGroup | undefined {
    const row = this.#one.get(toKey(ref));
    return row && { row: row.id, record: fromRow(row), mappingKnown: row.mapping_known === 1 };
  }

  add(group: StoredUserGroup): FoundUserGroup {
    const { ref, name, documentMtime } = group.record;
    const folded = foldedListing(name, ref.userGroupId);
    const { lastInsertRowid } = this.#insert.run({
      ...toKey(ref),
      folded,
      sortKey: naturalKey(folded),
      alike: alike(ref.userGroupId),
      documentMtime,
    });
    return { ...group, row: Number(lastInsertRowid) };
  }

  save(row: number, group: StoredUserGroup): void {
    this.#update.run({ id: row, ...toColumns(group) });
  }

  remove(row: number): void {
    this.#delete.run({ id: row });
  }
}

function toKey({ connectionId, userGroupId }: GroupRef): { connectionId: string; userGroupId: string } {
  return { connectionId, userGroupId: toStored(userGroupId) };
}

function toColumns({
  record,
  mappingKnown,
}: StoredUserGroup): Record<(typeof CHANGING)[number], string | number | Uint8Array | null> {
  const { draft, base, answered, token, unknownOutcome } = record;
  const folded = foldedListing(record.name, record.ref.userGroupId);
  return {
    folded,
    sort_key: naturalKey(folded),
    document_mtime: record.documentMtime,
    draft_at: draft?.at ?? null,
    base_at: base?.at ?? null,
    base_version: record.baseVersion ?? null,
    base_from: base?.from ?? null,
    mapping_known: mappingKnown ? 1 : base?.hasNoMapping === true ? NO_MAPPING_SET : 0,
    existed_not_applied_at: record.existedNotAppliedAt ?? null,
    gone_at: record.goneAt ?? null,
    listing: record.listing ?? null,
    listed_version: record.listedVersion ?? null,
    unknown_operation: unknownOutcome?.operation ?? null,
    unknown_at: unknownOutcome?.at ?? null,
    unknown_asked_at: unknownOutcome?.askedAt ?? null,
    answered_at: answered?.at ?? null,
    answered_version: record.answeredVersion ?? null,
    answered_operation: answered?.operation ?? null,
    answered_name: record.name === record.ref.userGroupId ? storedOrNull(answered?.name) : toStored(record.name),
    provided_id: storedOrNull(answered?.providedId),
    team_id: answered?.teamId ?? null,
    environment_tag: answered?.environmentTag === undefined ? null : JSON.stringify(answered.environmentTag),
    token_at: token?.at ?? null,
    token_since: isGone(record) ? AGELESS : (token?.at ?? AGELESS),
    token_key_id: token?.sealed.keyId ?? null,
    token_fingerprint: token?.sealed.fingerprint ?? null,
    token_box: token?.sealed.box ?? null,
    properties: jsonOrNone(answered?.properties),
    answered_mapping: jsonOrNone(answered?.mapping),
    answered_further: textsOrNone(answered?.further),
    answered_computed: textsOrNone(answered?.computed),
    draft: storedOrNull(draft?.text),
    base: storedOrNull(base?.text),
  };
}

/** In `token_since`: there is no token, or none of a group that the service has. Later than any other time. */
export const AGELESS = Number.MAX_SAFE_INTEGER;

/** In `mapping_known`: it is known that none is set. */
export const NO_MAPPING_SET = 2;

function fromRow(row: Row): UserGroupRecord {
  const ref = { connectionId: row.connection_id, userGroupId: fromStored(row.user_group_id) };
  const answered = answeredFromRow(row);
  return {
    ref,
    // Also of one that was deleted, to know it by.
    name: row.answered_name === null ? ref.userGroupId : fromStored(row.answered_name),
    draft: row.draft_at === null ? undefined : { text: fromStored(row.draft), at: row.draft_at },
    base:
      row.base_at === null
        ? undefined
        : {
            text: fromStored(row.base),
            from: row.base_from,
            at: row.base_at,
            ...(row.mapping_known === NO_MAPPING_SET && { hasNoMapping: true }),
          },
    answered,
    ...(row.base_version !== null && { baseVersion: row.base_version }),
    ...(row.answered_version !== null && { answeredVersion: row.answered_version }),
    token: tokenFromRow(row),
    existedNotAppliedAt: row.existed_not_applied_at ?? undefined,
    goneAt: row.gone_at ?? undefined,
    ...(row.listing !== null && { listing: row.listing }),
    ...(row.listed_version !== null && { listedVersion: row.listed_version }),
    unknownOutcome: unknownOutcomeFromRow(row),
    documentMtime: row.document_mtime,
  };
}

function answeredFromRow(row: Row): UserGroupRecord['answered'] {
  if (row.answered_at === null) return undefined;
  return {
    at: row.answered_at,
    operation: row.answered_operation,
    teamId: row.team_id ?? undefined,
    name: row.answered_name === null ? undefined : fromStored(row.answered_name),
    providedId: row.provided_id === null ? undefined : fromStored(row.provided_id),
    properties: jsonFrom(row.properties),
    mapping: jsonFrom(row.answered_mapping),
    environmentTag: row.environment_tag === null ? undefined : (JSON.parse(row.environment_tag) as string | null),
    ...(row.answered_further !== null && { further: textsFrom(row.answered_further) }),
    ...(row.answered_computed !== null && { computed: textsFrom(row.answered_computed) }),
  } satisfies Record<Exclude<keyof UserGroupAnswer, 'further' | 'computed'>, unknown> & UserGroupRecord['answered'];
}

function tokenFromRow(row: Row): UserGroupRecord['token'] {
  if (row.token_at === null) return undefined;
  const { token_at: at, token_key_id: keyId, token_fingerprint: fingerprint, token_box: box } = row;
  return { sealed: { keyId, box, fingerprint }, at };
}

/** Lists and records say so alike. */
export function unknownOutcomeFromRow(row: UnknownOutcome): UserGroupRecord['unknownOutcome'] {
  if (row.unknown_operation === null) return undefined;
  const { unknown_operation: operation, unknown_at: at, unknown_asked_at: askedAt } = row;
  return { operation, at, ...(askedAt !== null && { askedAt }) };
}

/** JSON texts by field. */
function textsOrNone(texts: Readonly<Record<string, string>> | undefined): string | null {
  return texts === undefined ? null : toStored(JSON.stringify(texts));
}

function textsFrom(stored: string): Readonly<Record<string, string>> {
  return JSON.parse(fromStored(stored)) as Readonly<Record<string, string>>;
}

/** What was answered as null is the JSON text of it; what was not answered is not there. */
function jsonOrNone(json: string | null | undefined): string | null {
  return json === null ? 'null' : (json ?? null);
}

function jsonFrom(stored: string | null): string | null | undefined {
  return stored === 'null' ? null : (stored ?? undefined);
}

function storedOrNull(text: string | undefined): string | null {
  return text === undefined ? null : toStored(text);
}
