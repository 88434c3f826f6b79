// Rows of lists: groups without their texts.

import type { ListOrder } from '../../core/ports/userGroupStore.ts';
import type { Listing, UserGroupSummary } from '../../core/userGroup.ts';
import { fromStored } from '../database/storedText.ts';
import {
  AGELESS,
  NO_MAPPING_SET,
  refFrom,
  type RefRow,
  type UnknownOutcomeColumns,
  unknownOutcomeFromRow,
} from './userGroupRows.ts';

interface Summary extends RefRow {
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
