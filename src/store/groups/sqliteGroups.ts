// The role of groups in the list, and of their documents. Lists are quick at 100,000 groups, each through an index made
// for it.

import { isGone } from '../../core/deletedGroups.ts';
import { alike, foldedListing } from '../../core/folding.ts';
import { naturalKey } from '../../core/naturalKey.ts';
import { requireNoneOpen } from '../../core/openRotations.ts';
import type { GroupFacts, KnownId, ListOrder, PageCursor, UserGroupStore } from '../../core/ports/userGroupStore.ts';
import {
  answeredMapping,
  type GroupRef,
  type KeptCounts,
  type Listing,
  type OpenRotation,
  type UserGroupRecord,
  type UserGroupSummary,
} from '../../core/userGroup.ts';
import type { Database, Values } from '../database/database.ts';
import { LiveConnections, OF_LIVE } from '../database/liveConnections.ts';
import { fromStored, toStored } from '../database/storedText.ts';
import type { BaseEntryRows } from './baseEntryRows.ts';
import { asGone, requireUnchanged, withDraft, withoutDraft } from './userGroupChanges.ts';
import {
  AGELESS,
  type UnknownOutcomeColumns,
  unknownOutcomeFromRow,
  type UserGroupRows,
  type FoundUserGroup,
  ORDERED_BY,
  SUMMARY,
  summaryFromRow,
} from './userGroupRows.ts';

/** With what the journal has on record of a group. */
interface Rows {
  readonly groups: UserGroupRows;
  readonly entries: BaseEntryRows;
  readonly versions: {
    hasOther(groupRow: number, id: number): boolean;
    /** One that was sent elsewhere, and has ended. */
    add(groupRow: number, version: GroupFacts['versions'][number]): void;
  };
  readonly rotations: { ofGroup(groupRow: number): readonly OpenRotation[] };
}

const IS_OF_CONNECTION = 'connection_id = :connectionId';
const IS_OF_THOSE = `(:all OR ${IS_OF_CONNECTION})`;

export class SqliteGroups implements UserGroupStore {
  readonly #database: Database;
  readonly #live: LiveConnections;
  readonly #rows: Rows;
  readonly #now: () => number;

  constructor(database: Database, rows: Rows, now: () => number) {
    this.#database = database;
    this.#live = new LiveConnections(database);
    this.#rows = rows;
    this.#now = now;
  }

  find(ref: GroupRef): UserGroupRecord | undefined {
    return this.#rows.groups.find(this.#live.of(ref))?.record;
  }

  summary(ref: GroupRef): UserGroupSummary | undefined {
    return this.#database.get(
      `SELECT ${SUMMARY} FROM user_groups WHERE ${IS_OF_CONNECTION} AND user_group_id = :userGroupId`,
      this.#keyOf(ref),
      summaryFromRow,
    );
  }

  page(
    connectionId: string,
    after: PageCursor | undefined,
    limit: number,
    order: ListOrder = 'name',
  ): UserGroupSummary[] {
    const columns = ORDERED_BY[order];
    return this.#database.all(
      `SELECT ${SUMMARY} FROM user_groups
       WHERE ${IS_OF_CONNECTION} AND (${columns.join(', ')}) > (${columns.map((each) => `:${each}`).join(', ')})
       ORDER BY ${columns.join(', ')} LIMIT :limit`,
      {
        connectionId: this.#live.idOf(connectionId),
        limit,
        ...(order === 'tokenAge' && { token_since: after === undefined ? -1 : (after.tokenSince ?? AGELESS) }),
        sort_key: after === undefined ? '' : naturalKey(foldedListing(after.name, after.userGroupId)),
        user_group_id: toStored(after?.userGroupId ?? ''),
      },
      summaryFromRow,
    );
  }

  groupsBefore(ref: GroupRef, order: ListOrder = 'name'): number {
    const columns = ORDERED_BY[order].join(', ');
    return this.#number(
      `SELECT count(*) AS groups FROM user_groups WHERE ${IS_OF_CONNECTION} AND (${columns}) < (
         SELECT ${columns} FROM user_groups WHERE ${IS_OF_CONNECTION} AND user_group_id = :userGroupId)`,
      this.#keyOf(ref),
    );
  }

  groupCount(connectionId: string): number {
    return this.#number(`SELECT groups FROM connection_counts WHERE ${IS_OF_CONNECTION}`, {
      connectionId: this.#live.idOf(connectionId),
    });
  }

  olderCount(before: number): number {
    return this.#number(
      `SELECT count(*) AS groups FROM user_groups INDEXED BY user_groups_by_age
       WHERE connection_id IN (SELECT connection_id FROM connections) AND token_since < :before AND ${OF_LIVE}`,
      { before },
    );
  }

  count(connectionId: string): { readonly groups: number; readonly tokens: number; readonly drafts: number } {
    const counts = this.#database.get(
      `SELECT
         (SELECT count(*) FROM user_groups WHERE ${IS_OF_CONNECTION}) AS groups,
         (SELECT count(*) FROM user_groups WHERE ${IS_OF_CONNECTION} AND token_at IS NOT NULL) AS tokens,
         (SELECT count(*) FROM user_groups WHERE ${IS_OF_CONNECTION} AND draft_at IS NOT NULL) AS drafts`,
      { connectionId: this.#live.idOf(connectionId) },
      (row: Record<'groups' | 'tokens' | 'drafts', number>) => ({ ...row }),
    );
    return counts ?? { groups: 0, tokens: 0, drafts: 0 };
  }

  keptCounts(connectionId?: string): KeptCounts {
    const ofThose = (table: string): string =>
      `${table} JOIN user_groups ON user_groups.id = group_row WHERE ${IS_OF_THOSE}`;
    const counts = this.#database.get(
      `SELECT
         (SELECT count(*) FROM user_groups WHERE ${IS_OF_THOSE}) AS groups,
         (SELECT count(*) FROM user_groups WHERE ${IS_OF_THOSE} AND token_at IS NOT NULL) AS tokens,
         (SELECT count(*) FROM ${ofThose('previous_tokens')}) AS previousTokens,
         (SELECT count(*) FROM user_groups WHERE ${IS_OF_THOSE} AND draft_at IS NOT NULL)
           + (SELECT count(*) FROM new_drafts WHERE ${IS_OF_THOSE}) AS drafts,
         (SELECT count(*) FROM ${ofThose('versions')}) AS versions`,
      { all: connectionId === undefined, connectionId },
      (row: KeptCounts) => ({ ...row }),
    );
    return counts ?? { groups: 0, tokens: 0, previousTokens: 0, drafts: 0, versions: 0 };
  }

  hasDrafts(): boolean {
    const found = this.#database.get(`
      SELECT EXISTS (
        SELECT 1 FROM user_groups INDEXED BY user_groups_with_draft WHERE draft_at IS NOT NULL AND ${OF_LIVE})
        OR EXISTS (SELECT 1 FROM new_drafts WHERE ${OF_LIVE}) AS any`);
    return found?.any === 1;
  }

  lookAlikes({ connectionId, userGroupId }: GroupRef): string[] {
    return this.#alikeTo(this.#live.idOf(connectionId), [userGroupId])
      .flat()
      .filter((id) => id !== userGroupId);
  }

  idsOfSimilarLength(ref: GroupRef, within: number): string[] {
    const key = this.#keyOf(ref);
    // Characters as SQLite counts them: code points.
    const { length } = Array.from(key.userGroupId);
    return this.#database.all(
      `SELECT user_group_id FROM user_groups
       WHERE ${IS_OF_CONNECTION} AND length(user_group_id) BETWEEN :least AND :most AND user_group_id <> :userGroupId`,
      { ...key, least: length - within, most: length + within },
      (row) => fromStored(row.user_group_id as string),
    );
  }

  /** One statement for all of them, since a statement of its own for each costs more than its answer. */
  knownAmong(connectionId: string, userGroupIds: readonly string[]): KnownId[] {
    const live = this.#live.idOf(connectionId);
    const known = new Map(
      this.#database.all(
        `SELECT user_group_id, listing, unknown_operation, unknown_at, unknown_asked_at FROM user_groups
         WHERE ${IS_OF_CONNECTION} AND user_group_id IN (SELECT value FROM json_each(:ids))`,
        { connectionId: live, ids: JSON.stringify(userGroupIds.map((id) => toStored(id))) },
        (row: { user_group_id: string; listing: Listing | null } & UnknownOutcomeColumns) => [
          fromStored(row.user_group_id),
          { ...(row.listing !== null && { listing: row.listing }), unknownOutcome: unknownOutcomeFromRow(row) },
        ],
      ),
    );
    const others = userGroupIds.filter((id) => !known.has(id));
    const alikeTo = new Map(this.#alikeTo(live, others).map((found, index) => [others[index], found]));
    return userGroupIds.map((userGroupId) => {
      const group = known.get(userGroupId);
      return { userGroupId, ...(group !== undefined && { group }), alike: alikeTo.get(userGroupId) ?? [] };
    });
  }

  put(connectionId: string, groups: readonly GroupFacts[], known: 'stay' | 'replace'): string[] {
    return this.#database.writeSilently(() => {
      const live = this.#live.idOf(connectionId);
      const isPut = (facts: GroupFacts): boolean => {
        const ref = { connectionId: live, userGroupId: facts.userGroupId };
        if (known === 'stay' && this.#rows.groups.rowOf(ref) !== undefined) return false;
        this.#put(this.#rows.groups.listed(ref), facts);
        return true;
      };
      return groups.filter(isPut).map(({ userGroupId }) => userGroupId);
    });
  }

  forget(ref: GroupRef): void {
    this.#database.write(() => {
      const row = this.#rows.groups.liveRowOf(ref);
      if (row === undefined) return;
      requireNoneOpen(this.#rows.rotations.ofGroup(row));
      this.#rows.groups.remove(row);
    });
  }

  saveDraft(ref: GroupRef, text: string, at: number, over?: number): UserGroupRecord {
    return this.#database.write(() => {
      const group = this.#rows.groups.listed(this.#live.of(ref));
      requireUnchanged(group.record.documentMtime, over);
      return this.#rows.groups.save(group, withDraft(group.record, text, at, this.#now()));
    });
  }

  discardDraft(ref: GroupRef): void {
    this.#database.write(() => {
      const group = this.#rows.groups.find(this.#live.of(ref));
      if (group !== undefined) this.#rows.groups.save(group, withoutDraft(group.record, this.#now()));
    });
  }

  /** With what is known of it elsewhere. */
  #put(group: FoundUserGroup, facts: GroupFacts): void {
    const { record, row } = group;
    const { draft, base, answered, existedNotAppliedAt, goneAt, versions } = facts;
    const isAnswered =
      base?.from === 'answered' ? answered?.mapping !== undefined : answeredMapping(answered ?? {}) === 'some';
    const put: UserGroupRecord = {
      ...record,
      name: answered?.name ?? record.ref.userGroupId,
      draft: draft?.text === base?.text ? undefined : draft,
      base,
      mappingKnown: base?.mappingKnown === true || isAnswered,
      answered,
      existedNotAppliedAt,
      goneAt,
      // Of another machine, whose sequence is another one.
      baseVersion: undefined,
      answeredVersion: undefined,
      // Moves under an editor that shows the group.
      documentMtime: Math.max(this.#now(), record.documentMtime + 1),
    };
    // Whatever others know of it is older, or has to be asked for.
    const whole = isGone(record) ? asGone(put, record.listedVersion ?? 0, record.listing) : put;
    this.#rows.groups.save(group, whole);
    this.#rows.entries.keep(row, record.ref.connectionId, whole === put ? base?.entries : undefined);
    // The order of versions is that of their ids: older ones cannot be put before those that are here.
    if (this.#rows.versions.hasOther(row, 0)) return;
    for (const version of versions) this.#rows.versions.add(row, version);
  }

  /** Of each id those that equal it but for letter case or white space at the edges, itself among them. */
  #alikeTo(connectionId: string, userGroupIds: readonly string[]): string[][] {
    const found = userGroupIds.map((): string[] => []);
    // Answers which key it was by its place: what stands in the table may be cut off when it is read.
    for (const { place, user_group_id: stored } of this.#database.all<{ place: number; user_group_id: string }>(
      `SELECT json_each.key AS place, user_group_id
       FROM json_each(:keys) CROSS JOIN user_groups INDEXED BY user_groups_alike
       WHERE ${IS_OF_CONNECTION} AND alike = value ORDER BY user_group_id`,
      { connectionId, keys: JSON.stringify(userGroupIds.map(alike)) },
    ))
      found[place]?.push(fromStored(stored));
    return found;
  }

  #keyOf(ref: GroupRef): { connectionId: string; userGroupId: string } {
    return { connectionId: this.#live.idOf(ref.connectionId), userGroupId: toStored(ref.userGroupId) };
  }

  #number(sql: string, values: Values): number {
    return this.#database.get(sql, values, ({ groups }) => Number(groups)) ?? 0;
  }
}
