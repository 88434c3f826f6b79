// What can be done with a group now, for the menus, the form and the command Show Group Actions…

import { type Connection, offers } from '../../core/connection.ts';
import { deletedText, isGone } from '../../core/deletedGroups.ts';
import type { ListedGroup } from '../../services/groups/groupService.ts';

/** What can be done with a document that was not sent. */
export const NEW_DRAFT_CAPABILITIES = 'canOpen canGetOrCreate hasDraft';

/** By their names in the manifest: whether any service can do it, for the palette, and what a group then can. */
export const OFFERED_BY_SOME = [
  { operation: 'delete', contextKey: 'userGroups.hasDeletions', capability: 'canDelete' },
  { operation: 'changeId', contextKey: 'userGroups.hasIdChanges', capability: 'canChangeId' },
] as const;

/** Separated by spaces, as in the context value of a tree item. */
export function groupCapabilities(of: Connection, group: ListedGroup): string {
  const isReady = of.status === 'ready';
  const isAnswered = group.answeredAt !== undefined;
  const isDeletedOrMayBe = deletedText(group) !== undefined;
  const openRotation = group.unknownOutcome?.operation === 'rotate' ? group.unknownOutcome : undefined;
  const mayUseToken = isReady && group.isTokenReadable === true && of.locked === undefined && !isGone(group);
  const isRotationUnresolved = openRotation !== undefined && openRotation.askedAt === undefined;
  return [
    'canOpen hasHistory canRemoveFromList',
    isReady && !isAnswered && 'canGetOrCreate',
    isReady && isAnswered && !isDeletedOrMayBe && 'canUpdate',
    isReady && isAnswered && !isDeletedOrMayBe && group.draftAt !== undefined && 'canSendDraft',
    isReady && (isAnswered || group.unknownOutcome !== undefined) && 'canFetch',
    isReady && group.isTokenReadable === true && 'canCopyToken',
    mayUseToken && !isDeletedOrMayBe && !isRotationUnresolved && 'canRotate',
    ...OFFERED_BY_SOME.map(
      ({ operation, capability }) => mayUseToken && openRotation === undefined && offers(of, operation) && capability,
    ),
    isReady && openRotation !== undefined && 'canFindOut',
    openRotation !== undefined && 'canDismiss',
    group.hasUnrecognizedResponse && 'hasUnrecognizedResponse',
    isReady && group.previousTokens > 0 && 'hasPreviousToken',
    group.draftAt !== undefined && isReady && 'hasDraft',
    group.sentAt !== undefined && 'canCompareWithSent',
    isAnswered && 'canCompareWithAnswered',
  ]
    .filter((capability) => capability !== false)
    .join(' ');
}
