// Whether the service has answered since a group's base was sent or answered: known by the store's own sequence, since
// clocks jump.

import type { UserGroupRecord } from './userGroup.ts';

/**
 * Above zero: the last answer is to something that was sent after what brought the base; zero: both came by the same;
 * below: the base is newer. What came with a list file, or was kept before there was a sequence, has nothing but its
 * times.
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
