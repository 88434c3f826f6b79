// Rows of `user_groups`: a whole record at a time, within the caller's transaction; and of lists, without the texts.

import { isGone } from '../../core/deletedGroups.ts';
import type { Operation, SentOperation } from '../../contract/operations.ts';
import type { GroupRef, Listing, UserGroupAnswer, UserGroupRecord, UserGroupSummary } from '../../core/userGroup.ts';
import type { Database, Values } from '../database/database.ts';
import { alike, foldedListing } from '../../core/folding.ts';
import { naturalKey } from '../../core/naturalKey.ts';
import { fromStored, toStored } from '../database/storedText.ts';
import { LiveConnections } from '../database/liveConnections.ts';
import { newlyListed } from './userGroupChanges.ts';
import type { ListOrder } from '../../core/ports/userGroupStore.ts';

interface Listed extends RefRow {
  readonly id: number;
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
export type UnknownOutcomeColumns =
  | { readonly unknown_operation: null }
  | {
      readonly unknown_operation: SentOperation;
      readonly unknown_at: number;
      readonly unknown_asked_at: number | null;
    };

type Row = Listed & Draft & Base & Answered & Token & UnknownOutcomeColumns;

export interface FoundUserGroup {
  readonly row: number;
  readonly record: UserGroupRecord;
}

const IS_THIS_ONE = 'connection_id = :connectionId AND user_group_id = :userGroupId';

export class UserGroupRows {
  readonly #database: Database;
  readonly #live: LiveConnections;
  readonly #now: () => number;

  constructor(database: Database, now: () => number) {
    this.#database = database;
    this.#live = new LiveConnections(database);
    this.#now = now;
  }

  /** The key of the row, without reading the record. */
  rowOf(ref: GroupRef): number | undefined {
    return this.#database.get(`SELECT id FROM user_groups WHERE ${IS_THIS_ONE}`, toKey(ref), ({ id }) => Number(id));
  }

  /** Of a group whose connection is there. */
  liveRowOf(ref: GroupRef): number | undefined {
    return this.rowOf(this.#live.of(ref));
  }

  /** The version that brought the answer, 0 where none is known. Without reading the record. */
  answeredVersion(row: number): number {
    return Number(
      this.#database.get('SELECT answered_version FROM user_groups WHERE id = :row', { row })?.answered_version ?? 0,
    );
  }

  find(ref: GroupRef): FoundUserGroup | undefined {
    return this.#database.get(`SELECT * FROM user_groups WHERE ${IS_THIS_ONE}`, toKey(ref), (row: Row) => ({
      row: row.id,
      record: fromRow(row),
    }));
  }

  /** A group that is not in the list is put there. */
  listed(ref: GroupRef): FoundUserGroup {
    return this.find(ref) ?? this.#add(newlyListed(ref, this.#now()));
  }

  /** Returns the record as it is then. */
  save(group: FoundUserGroup, changed: UserGroupRecord): UserGroupRecord {
    if (changed !== group.record) {
      const columns = toColumns(changed);
      const set = Object.keys(columns).map((column) => `${column} = :${column}`);
      this.#database.run(`UPDATE user_groups SET ${set.join(', ')} WHERE id = :id`, { id: group.row, ...columns });
    }
    return changed;
  }

  remove(id: number): void {
    this.#database.run('DELETE FROM user_groups WHERE id = :id', { id });
  }

  #add(record: UserGroupRecord): FoundUserGroup {
    const { ref, name, documentMtime } = record;
    const folded = foldedListing(name, ref.userGroupId);
    const { lastInsertRowid } = this.#database.run(
      `INSERT INTO user_groups (connection_id, user_group_id, folded, sort_key, alike, document_mtime)
       VALUES (:connectionId, :userGroupId, :folded, :sortKey, :alike, :documentMtime)`,
      { ...toKey(ref), folded, sortKey: naturalKey(folded), alike: alike(ref.userGroupId), documentMtime },
    );
    return { row: lastInsertRowid, record };
  }
}

/** What leads to a group, as rows have it. */
export interface RefRow {
  readonly connection_id: string;
  readonly user_group_id: string;
}

export function refFrom({ connection_id: connectionId, user_group_id: userGroupId }: RefRow): GroupRef {
  return { connectionId, userGroupId: fromStored(userGroupId) };
}

function toKey({ connectionId, userGroupId }: GroupRef): { connectionId: string; userGroupId: string } {
  return { connectionId, userGroupId: toStored(userGroupId) };
}

/** What a change of the record may change. */
function toColumns(record: UserGroupRecord): Values {
  const { draft, base, answered, token, unknownOutcome, mappingKnown } = record;
  const folded = foldedListing(record.name, record.ref.userGroupId);
  return {
    folded,
    sort_key: naturalKey(folded),
    document_mtime: record.documentMtime,
    draft_at: draft?.at,
    base_at: base?.at,
    base_version: record.baseVersion,
    base_from: base?.from,
    mapping_known: mappingKnown ? 1 : base?.hasNoMapping === true ? NO_MAPPING_SET : 0,
    existed_not_applied_at: record.existedNotAppliedAt,
    gone_at: record.goneAt,
    listing: record.listing,
    listed_version: record.listedVersion,
    unknown_operation: unknownOutcome?.operation,
    unknown_at: unknownOutcome?.at,
    unknown_asked_at: unknownOutcome?.askedAt,
    answered_at: answered?.at,
    answered_version: record.answeredVersion,
    answered_operation: answered?.operation,
    answered_name: toStored(record.name === record.ref.userGroupId ? answered?.name : record.name),
    provided_id: toStored(answered?.providedId),
    team_id: answered?.teamId,
    environment_tag: answered?.environmentTag === undefined ? undefined : JSON.stringify(answered.environmentTag),
    token_at: token?.at,
    token_since: isGone(record) ? AGELESS : (token?.at ?? AGELESS),
    token_key_id: token?.sealed.keyId,
    token_fingerprint: token?.sealed.fingerprint,
    token_box: token?.sealed.box,
    properties: jsonOrNone(answered?.properties),
    answered_mapping: jsonOrNone(answered?.mapping),
    answered_further: textsOrNone(answered?.further),
    answered_computed: textsOrNone(answered?.computed),
    draft: toStored(draft?.text),
    base: toStored(base?.text),
  };
}

/** In `token_since`: there is no token, or none of a group that the service has. Later than any other time. */
export const AGELESS = Number.MAX_SAFE_INTEGER;

/** In `mapping_known`: it is known that none is set. */
export const NO_MAPPING_SET = 2;

function fromRow(row: Row): UserGroupRecord {
  const ref = refFrom(row);
  const answered = answeredFromRow(row);
  return {
    ref,
    // Also of one that was deleted, to know it by.
    name: fromStored(row.answered_name) ?? ref.userGroupId,
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
    mappingKnown: row.mapping_known === 1,
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
    name: fromStored(row.answered_name),
    providedId: fromStored(row.provided_id),
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
export function unknownOutcomeFromRow(row: UnknownOutcomeColumns): UserGroupRecord['unknownOutcome'] {
  if (row.unknown_operation === null) return undefined;
  const { unknown_operation: operation, unknown_at: at, unknown_asked_at: askedAt } = row;
  return { operation, at, ...(askedAt !== null && { askedAt }) };
}

/** JSON texts by field. */
function textsOrNone(texts: Readonly<Record<string, string>> | undefined): string | undefined {
  return toStored(texts && JSON.stringify(texts));
}

function textsFrom(stored: string): Readonly<Record<string, string>> {
  return JSON.parse(fromStored(stored)) as Readonly<Record<string, string>>;
}

/** What was answered as null is the JSON text of it; what was not answered is not there. */
function jsonOrNone(json: string | null | undefined): string | undefined {
  return json === null ? 'null' : json;
}

function jsonFrom(stored: string | null): string | null | undefined {
  return stored === 'null' ? null : (stored ?? undefined);
}

type InLists = 'answered_name' | 'mapping_known' | 'existed_not_applied_at' | 'gone_at' | 'listing';

interface Summary extends RefRow, Pick<Listed, InLists> {
  readonly draft_at: number | null;
  readonly base_at: number | null;
  readonly base_from: 'sent' | 'answered' | null;
  readonly mapping_answered: number;
  readonly answered_at: number | null;
  readonly token_key_id: string | null;
  readonly token_since: number;
  readonly previous_tokens: number;
}

export type SummaryRow = Summary & UnknownOutcomeColumns;

/** The columns of each order, in which an index has them after the connection. */
export const ORDERED_BY: Readonly<Record<ListOrder, readonly string[]>> = {
  name: ['sort_key', 'user_group_id'],
  tokenAge: ['token_since', 'sort_key', 'user_group_id'],
};

export const SUMMARY = `connection_id, user_group_id, answered_name, draft_at, base_at, base_from, mapping_known,
  answered_mapping IS NOT NULL AS mapping_answered, answered_at, existed_not_applied_at, gone_at, listing,
  unknown_operation, unknown_at, unknown_asked_at, token_key_id, token_since, previous_tokens`;

export function summaryFromRow(row: SummaryRow): UserGroupSummary {
  const ref = refFrom(row);
  return {
    ref,
    name: fromStored(row.answered_name) ?? ref.userGroupId,
    draftAt: row.draft_at ?? undefined,
    sentAt: row.base_from === 'sent' ? (row.base_at ?? undefined) : undefined,
    answeredAt: row.answered_at ?? undefined,
    mappingKnown: row.mapping_known === 1,
    ...(row.mapping_answered === 1 && { isMappingAnswered: true }),
    ...(row.mapping_known === NO_MAPPING_SET && { hasNoMapping: true }),
    existedNotAppliedAt: row.existed_not_applied_at ?? undefined,
    goneAt: row.gone_at ?? undefined,
    ...(row.listing !== null && { listing: row.listing }),
    unknownOutcome: unknownOutcomeFromRow(row),
    tokenKeyId: row.token_key_id ?? undefined,
    ...(row.token_since !== AGELESS && { tokenSince: row.token_since }),
    previousTokens: row.previous_tokens,
  };
}
