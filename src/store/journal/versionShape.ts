// A version as the database holds it, with its text or without.

import type { SendOutcome, SentOperation, SentVersion, VersionSummary } from '../../core/userGroup.ts';
import { fromStored } from '../database/storedText.ts';

export interface VersionSummaryRow {
  readonly id: number;
  readonly connection_id: string;
  readonly user_group_id: string;
  readonly operation: SentOperation;
  readonly sent_at: number;
  readonly outcome: SendOutcome;
  readonly status: number | null;
  readonly duration_ms: number | null;
  readonly reason: string | null;
}

export interface Row extends VersionSummaryRow {
  readonly text: string;
}

const OF_GROUPS = 'connection_id, user_group_id FROM versions JOIN user_groups ON user_groups.id = group_row';
export const SELECT = `SELECT versions.*, ${OF_GROUPS}`;
/** Nothing that lies behind the text, which the database would have to read through. */
export const SELECT_SUMMARY = `
  SELECT versions.id, operation, sent_at, outcome, status, duration_ms, reason, ${OF_GROUPS}`;

export function fromRow(row: Row): SentVersion {
  return { ...summaryFrom(row), text: fromStored(row.text) };
}

export function summaryFrom(row: VersionSummaryRow): VersionSummary {
  return {
    id: row.id,
    ref: { connectionId: row.connection_id, userGroupId: fromStored(row.user_group_id) },
    operation: row.operation,
    at: row.sent_at,
    outcome: row.outcome,
    status: row.status ?? undefined,
    durationMs: row.duration_ms ?? undefined,
    reason: row.reason ?? undefined,
  };
}
