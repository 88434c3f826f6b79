// The documents of a group that has another ID by now: they go along to the group of that ID. Runs inside the caller's
// transaction.

import { isGone } from '../../core/deletedGroups.ts';
import type { Renamed } from '../../core/ports/journal.ts';
import type { BaseEntryRows } from '../groups/baseEntryRows.ts';
import { withDocuments, withoutDraft } from '../groups/userGroupChanges.ts';
import type { FoundUserGroup, UserGroupRows } from '../groups/userGroupRows.ts';

interface Rows {
  readonly groups: UserGroupRows;
  readonly entries: BaseEntryRows;
}

/**
 * Unless it was known before that the former ID is gone, or is there still. Answers the group, which is to be saved.
 * @param former as it was before its ID was found to be gone
 */
export function carryDocuments(
  { groups, entries }: Rows,
  former: FoundUserGroup,
  group: FoundUserGroup,
  { inText, entriesOf }: Renamed,
  now: number,
): FoundUserGroup {
  const present = groups.listed(former.record.ref);
  if (isGone(former.record) || !isGone(present.record)) return group;
  const carried = { ...group, ...withDocuments(group, former, inText, now) };
  const { base, draft } = carried.record;
  const hasBase = base !== undefined && base !== group.record.base;
  if (hasBase) entries.keep(group.row, former.record.ref.connectionId, entriesOf(base.text));
  const isCarried = former.record.draft === undefined ? hasBase : draft !== group.record.draft;
  if (isCarried) groups.save(present, withoutDraft(present, now));
  return carried;
}
