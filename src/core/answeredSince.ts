// Whether the service has answered since a group's base was sent or answered. Compares the store's sequence, since
// clocks jump.

import type { UserGroupRecord } from './userGroup.ts';

/**
 * Above zero: the last answer is to something sent after the base. Zero: both came with the same answer. Below: the
 * base is newer. Entries from a list file have only their times.
 */
export function answerAgainstBase({
  base,
  baseVersion,
  answered,
  answeredVersion,
}: UserGroupRecord): number | undefined {
  if (base === undefined || answered === undefined) return undefined;
  if (answeredVersion === undefined) return answered.at - base.at;
  return baseVersion === undefined ? 1 : answeredVersion - baseVersion;
}

export function isAnsweredSince(record: UserGroupRecord | undefined): boolean {
  return record !== undefined && (answerAgainstBase(record) ?? 0) > 0;
}

/** Whether what was sent as this version is newer than the base. */
export function isSentSince(
  { base, baseVersion }: UserGroupRecord,
  version: { readonly id: number; readonly at: number },
): boolean {
  if (base === undefined) return false;
  return baseVersion === undefined ? version.at >= base.at : version.id > baseVersion;
}
