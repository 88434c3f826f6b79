// Guards groups that were deleted from here, or perhaps were, or whose ID perhaps is another: what asks for one would
// create it again.

import * as l10n from '@vscode/l10n';
import { UserGroupsError } from './errors.ts';
import { OPERATION_TEXTS } from './operationTexts.ts';
import { endsId } from '../contract/operations.ts';
import type { UserGroupRecord } from './userGroup.ts';

type Known = Pick<UserGroupRecord, 'listing' | 'unknownOutcome'>;

/** Whether the outcome of its deletion, or of a change of its ID, is unknown. */
export function isPerhapsDeleted(group: Pick<Known, 'unknownOutcome'> | undefined): boolean {
  return group?.unknownOutcome !== undefined && endsId(group.unknownOutcome.operation);
}

/** Whether the service has no group of its ID any more, by what was sent from here. */
export function isGone<Group extends Pick<Known, 'listing'>>(
  group: Group,
): group is Group & { readonly listing: 'deleted' | 'idChanged' } {
  return group.listing === 'deleted' || group.listing === 'idChanged';
}

/** A sentence saying that the group was deleted; `undefined` where, as far as is known, it was not. */
export function deletedText(group: Known | undefined): string | undefined {
  const { unknownOutcome } = group ?? {};
  if (unknownOutcome !== undefined && endsId(unknownOutcome.operation))
    return OPERATION_TEXTS[unknownOutcome.operation].outcomeUnknown();
  if (group?.listing === 'idChanged') return l10n.t('Its ID was changed.');
  return group?.listing === 'deleted' ? l10n.t('It was deleted from the service.') : undefined;
}

/** @throws UserGroupsError `conflict` where the group was deleted, or perhaps was */
export function requireNotDeleted(group: Known | undefined): void {
  requireNotPerhapsDeleted(group);
  const happened = deletedText(group);
  if (happened === undefined) return;
  throw new UserGroupsError('conflict', happened, l10n.t('Get or create it again, or remove it from the list.'));
}

/** @throws UserGroupsError `conflict` where its deletion has no known outcome */
export function requireNotPerhapsDeleted(group: Known | undefined): void {
  if (!isPerhapsDeleted(group)) return;
  throw new UserGroupsError(
    'conflict',
    deletedText(group) ?? '',
    l10n.t('Check whether it is gone before you fetch it, which would recreate it.'),
  );
}
