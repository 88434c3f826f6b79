// Lists of groups without their texts: pages, counts. Quick at 100,000 groups, each through an index made for
// it.

import type { KeptCounts, KnownId, ListOrder, PageCursor } from '../../core/ports/userGroupStore.ts';
import type { GroupRef, Listing, UserGroupSummary } from '../../core/userGroup.ts';
import type { Database } from '../database/database.ts';
import { OF_LIVE } from '../database/liveConnections.ts';
import { alike, foldedListing } from '../../core/folding.ts';
import { naturalKey } from '../../core/naturalKey.ts';
import { fromStored, toStored } from '../database/storedText.ts';
import { AGELESS, NO_MAPPING_SET, type UnknownOutcome, unknownOutcomeFromRow } from './userGroupRows.ts';

interface Summary {
  readonly connection_id: string;
  readonly user_group_id: string;
  readonly answered_name: string | null;
  readonly draft_at: number | null;
  readonly base_at: number | null;
  readonly base_from: 'sent' | 'answered' | null;
  readonly mapping_known: number;
  readonly mapping_answered: number;
  readonly answered_at: number | null;
  readonly existed_not_applied_at: number | null;
  readonly gone_at: number | null;
  readonly listing: Listing | null;
  readonly token_key_id: string | null;
  readonly token_since: number;
  readonly replaced_tokens: number;
}

export type SummaryRow = Summary & UnknownOutcome;

/** The columns of each order, in which an index has them after the connection. */
export const ORDERED_BY: Readonly<Record<ListOrder, readonly string[]>> = {
  name: ['sort_key', 'user_group_id'],
  tokenAge: ['token_since', 'sort_key', 'user_group_id'],
};

export const SUMMARY = `connection_id, user_group_id, answered_name, draft_at, base_at, base_from, mapping_known, answered_mapping IS NOT NULL AS mapping_answered,
  answered_at, existed_not_applied_at, gone_at, listing, unknown_operation, unknown_at, unknown_asked_at,
  token_key_id, token_since, replaced_tokens`;

function perOrder<T>(make: (columns: readonly string[]) => T): Readonly<Record<ListOrder, T>> {
  return { name: make(ORDERED_BY.name), tokenAge: make(ORDERED_BY.tokenAge) };
}

export class UserGroupList {
  readonly #one;
  readonly #page;
  readonly #groupsBefore;
  readonly #groupCount;
  readonly #olderCount;
  readonly #count;
  readonly #kept;
  readonly #drafts;
  readonly #alike;
  readonly #known;
  readonly #similarLength;

  constructor(database: Pick<Database, 'prepare'>) {
    this.#one = database.prepare<SummaryRow>(
      `SELECT ${SUMMARY} FROM user_groups WHERE connection_id = :connectionId AND user_group_id = :userGroupId`,
    );
    this.#page = perOrder((columns) =>
      database.prepare<SummaryRow>(`
        SELECT ${SUMMARY} FROM user_groups
        WHERE connection_id = :connectionId AND (${columns.join(', ')}) > (${columns.map((each) => `:${each}`).join(', ')})
        ORDER BY ${columns.join(', ')} LIMIT :limit`),
    );
    this.#groupsBefore = perOrder((columns) =>
      database.prepare(`
        SELECT count(*) AS groups FROM user_groups
        WHERE connection_id = :connectionId AND (${columns.join(', ')}) < (
          SELECT ${columns.join(', ')} FROM user_groups
          WHERE connection_id = :connectionId AND user_group_id = :userGroupId)`),
    );
    this.#groupCount = database.prepare('SELECT groups FROM connection_counts WHERE connection_id = :connectionId');
    this.#olderCount = database.prepare(`
      SELECT count(*) AS groups FROM user_groups INDEXED BY user_groups_by_age
      WHERE connection_id IN (SELECT connection_id FROM connections) AND token_since < :before AND ${OF_LIVE}`);
    this.#count = database.prepare(`
      SELECT
        (SELECT count(*) FROM user_groups WHERE connection_id = :connectionId) AS groups,
        (SELECT count(*) FROM user_groups WHERE connection_id = :connectionId AND token_at IS NOT NULL) AS tokens,
        (SELECT count(*) FROM user_groups WHERE connection_id = :connectionId AND draft_at IS NOT NULL) AS drafts`);
    const ofThose = (table: string): string =>
      `${table} JOIN user_groups ON user_groups.id = group_row WHERE :all OR connection_id = :connectionId`;
    this.#kept = database.prepare(`
      SELECT
        (SELECT count(*) FROM user_groups WHERE :all OR connection_id = :connectionId) AS groups,
        (SELECT count(*) FROM user_groups WHERE (:all OR connection_id = :connectionId) AND token_at IS NOT NULL)
          AS tokens,
        (SELECT count(*) FROM ${ofThose('replaced_tokens')}) AS replacedTokens,
        (SELECT count(*) FROM user_groups WHERE (:all OR connection_id = :connectionId) AND draft_at IS NOT NULL)
          + (SELECT count(*) FROM new_drafts WHERE :all OR connection_id = :connectionId) AS drafts,
        (SELECT count(*) FROM ${ofThose('versions')}) AS versions`);
    this.#drafts = database.prepare(`
      SELECT EXISTS (
        SELECT 1 FROM user_groups INDEXED BY user_groups_with_draft WHERE draft_at IS NOT NULL AND ${OF_LIVE})
        OR EXISTS (SELECT 1 FROM new_drafts WHERE ${OF_LIVE}) AS any`);
    // Answers which key it was by its place: what stands in the table may be cut off when it is read.
    this.#alike = database.prepare<{ readonly place: number; readonly user_group_id: string }>(`
      SELECT json_each.key AS place, user_group_id
      FROM json_each(:keys) CROSS JOIN user_groups INDEXED BY user_groups_alike
      WHERE connection_id = :connectionId AND alike = value ORDER BY user_group_id`);
    this.#known = database.prepare<Pick<Summary, 'user_group_id' | 'listing'> & UnknownOutcome>(`
      SELECT user_group_id, listing, unknown_operation, unknown_at, unknown_asked_at FROM user_groups
      WHERE connection_id = :connectionId AND user_group_id IN (SELECT value FROM json_each(:ids))`);
    this.#similarLength = database.prepare(`
      SELECT user_group_id FROM user_groups
      WHERE connection_id = :connectionId
        AND length(user_group_id) BETWEEN :least AND :most
        AND user_group_id <> :userGroupId`);
  }

  summary({ connectionId, userGroupId }: GroupRef): UserGroupSummary | undefined {
    const row = this.#one.get({ connectionId, userGroupId: toStored(userGroupId) });
    return row && summaryFromRow(row);
  }

  page(connectionId: string, after: PageCursor | undefined, limit: number, order: ListOrder): UserGroupSummary[] {
    const from = {
      ...(order === 'tokenAge' && { token_since: after === undefined ? -1 : (after.tokenSince ?? AGELESS) }),
      sort_key: after === undefined ? '' : naturalKey(foldedListing(after.name, after.userGroupId)),
      user_group_id: toStored(after?.userGroupId ?? ''),
    };
    return this.#page[order].all({ connectionId, limit, ...from }).map(summaryFromRow);
  }

  groupsBefore({ connectionId, userGroupId }: GroupRef, order: ListOrder): number {
    return (this.#groupsBefore[order].get({ connectionId, userGroupId: toStored(userGroupId) })?.groups ?? 0) as number;
  }

  groupCount(connectionId: string): number {
    return (this.#groupCount.get({ connectionId })?.groups ?? 0) as number;
  }

  olderCount(before: number): number {
    return (this.#olderCount.get({ before })?.groups ?? 0) as number;
  }

  count(connectionId: string): { groups: number; tokens: number; drafts: number } {
    const { groups, tokens, drafts } = this.#count.get({ connectionId }) as {
      groups: number;
      tokens: number;
      drafts: number;
    };
    return { groups, tokens, drafts };
  }

  kept(connectionId: string | undefined): KeptCounts {
    const { groups, tokens, replacedTokens, drafts, versions } = this.#kept.get({
      all: connectionId === undefined ? 1 : 0,
      connectionId: connectionId ?? '',
    }) as Record<keyof KeptCounts, number>;
    return { groups, tokens, replacedTokens, drafts, versions };
  }

  hasDrafts(): boolean {
    return this.#drafts.get()?.any === 1;
  }

  lookAlikes({ connectionId, userGroupId }: GroupRef): string[] {
    return this.#alikeTo(connectionId, [userGroupId])
      .flat()
      .filter((id) => id !== userGroupId);
  }

  /** One statement for all of them, since a statement of its own for each costs more than its answer. */
  knownAmong(connectionId: string, userGroupIds: readonly string[]): KnownId[] {
    const ids = JSON.stringify(userGroupIds.map(toStored));
    const known = new Map(
      this.#known
        .all({ connectionId, ids })
        .map((row) => [
          fromStored(row.user_group_id),
          { ...(row.listing !== null && { listing: row.listing }), unknownOutcome: unknownOutcomeFromRow(row) },
        ]),
    );
    const others = userGroupIds.filter((id) => !known.has(id));
    const alikeTo = new Map(this.#alikeTo(connectionId, others).map((found, index) => [others[index], found]));
    return userGroupIds.map((userGroupId) => {
      const group = known.get(userGroupId);
      return { userGroupId, ...(group !== undefined && { group }), alike: alikeTo.get(userGroupId) ?? [] };
    });
  }

  /** Of each id those that equal it but for letter case or white space at the edges, itself among them. */
  #alikeTo(connectionId: string, userGroupIds: readonly string[]): string[][] {
    const found = userGroupIds.map((): string[] => []);
    for (const { place, user_group_id: stored } of this.#alike.all({
      connectionId,
      keys: JSON.stringify(userGroupIds.map(alike)),
    }))
      found[place]?.push(fromStored(stored));
    return found;
  }

  idsOfSimilarLength({ connectionId, userGroupId }: GroupRef, within: number): string[] {
    const stored = toStored(userGroupId);
    // Characters as SQLite counts them: code points.
    const { length } = Array.from(stored);
    return this.#similarLength
      .all({ connectionId, least: length - within, most: length + within, userGroupId: stored })
      .map((row) => fromStored(row.user_group_id as string));
  }
}

export function summaryFromRow(row: SummaryRow): UserGroupSummary {
  const userGroupId = fromStored(row.user_group_id);
  return {
    ref: { connectionId: row.connection_id, userGroupId },
    name: row.answered_name === null ? userGroupId : fromStored(row.answered_name),
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
    replacedTokens: row.replaced_tokens,
  };
}
