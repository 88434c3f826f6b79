// The words for each operation, one row each: its name, and what is shown when it fails, when its outcome is unknown,
// and while it is locked.

import * as l10n from '@vscode/l10n';
import type { AskedAlone, RequestKind, SentOperation } from '../contract/operations.ts';

interface OperationTexts {
  /** In the history. */
  readonly title: () => string;
  /** Once it was done, where it sends no document. */
  readonly done?: () => string;
  /** The name of the operation in a list of requests. */
  readonly of: (group: string) => string;
  readonly failed: (group: string) => string;
  readonly groupMaybeDone: (group: string) => string;
  /** As `groupMaybeDone`, after a sentence that has named the group. */
  readonly maybeDone: () => string;
  readonly outcomeUnknown: () => string;
  /** As `outcomeUnknown`, for a report. Absent: the report has findings of its own for it. */
  readonly unknownSince?: (day: string) => string;
  /** What keeps another request about the group from being sent, and what to do. */
  readonly underWay: () => string;
  readonly untilDone: () => string;
  /** What to do where the outcome is unknown. */
  readonly whenUnknown: () => string;
  /** What to do where the service rejects it. */
  readonly whenRejected: () => string;
  /** Where the connection is locked for rotations, and so for this. */
  readonly locked?: () => string;
}

const BEING_SENT = {
  underWay: () => l10n.t('The group is being sent, here or in another window.'),
  untilDone: () => l10n.t('Wait until it is sent.'),
};

/** What only some services do. */
interface OfferedTexts {
  readonly notOffered: () => string;
  /** What to do where it is not. */
  readonly instead: () => string;
}

export const OPERATION_TEXTS: Readonly<Record<SentOperation, OperationTexts> & Record<AskedAlone, OfferedTexts>> = {
  getOrCreate: {
    title: () => l10n.t('Get or create'),
    of: (group) => l10n.t('get-or-create of {0}', group),
    failed: (group) => l10n.t("Couldn't get or create {0}.", group),
    groupMaybeDone: (group) => l10n.t('{0} may have been created.', group),
    maybeDone: () => l10n.t('It may have been created.'),
    outcomeUnknown: () => l10n.t('The outcome of a get-or-create is unknown.'),
    unknownSince: (day) =>
      l10n.t('The outcome of the get-or-create of {0} is unknown. It may not have been applied.', day),
    ...BEING_SENT,
    whenUnknown: () => l10n.t("Get or create it again, which doesn't change an existing one."),
    whenRejected: () => l10n.t('Correct the document.'),
  },
  update: {
    title: () => l10n.t('Update'),
    of: (group) => l10n.t('update of {0}', group),
    failed: (group) => l10n.t("Couldn't update {0}.", group),
    groupMaybeDone: (group) => l10n.t('The update of {0} may have been applied.', group),
    maybeDone: () => l10n.t('The update may have been applied.'),
    outcomeUnknown: () => l10n.t('The outcome of an update is unknown.'),
    unknownSince: (day) => l10n.t('The outcome of the update of {0} is unknown. It may not have been applied.', day),
    ...BEING_SENT,
    whenUnknown: () => l10n.t('Fetch it to see the current values, or update again.'),
    whenRejected: () => l10n.t('Correct the document.'),
  },
  rotate: {
    title: () => l10n.t('Rotate token'),
    done: () => l10n.t('Token rotated'),
    of: (group) => l10n.t('token rotation of {0}', group),
    failed: (group) => l10n.t("Couldn't rotate the token of {0}.", group),
    groupMaybeDone: (group) => l10n.t('The token of {0} may have been rotated.', group),
    maybeDone: () => l10n.t('The token may have been rotated.'),
    outcomeUnknown: () => l10n.t('It has an unresolved rotation.'),
    ...BEING_SENT,
    whenUnknown: () => l10n.t('Use "Resolve Rotation…", which asks the service for the current token.'),
    whenRejected: () => l10n.t('Fetch it to get its current token.'),
    locked: () => l10n.t('The connection is locked for rotations.'),
  },
  delete: {
    title: () => l10n.t('Delete'),
    done: () => l10n.t('Group deleted'),
    of: (group) => l10n.t('deletion of {0}', group),
    failed: (group) => l10n.t("Couldn't delete {0}.", group),
    groupMaybeDone: (group) => l10n.t('{0} may have been deleted.', group),
    maybeDone: () => l10n.t('It may have been deleted.'),
    outcomeUnknown: () => l10n.t('The outcome of its deletion is unknown.'),
    unknownSince: (day) => l10n.t('The outcome of the deletion of {0} is unknown. It may be gone.', day),
    underWay: () => l10n.t('The group is being deleted, here or in another window.'),
    untilDone: () => l10n.t('Wait until it is deleted.'),
    whenUnknown: () => l10n.t('Check whether it is gone before you fetch it, which would recreate it.'),
    // A service may keep a group that others belong to.
    whenRejected: () => l10n.t('Check whether anything depends on it.'),
    locked: () => l10n.t('The connection is locked for rotations, and so for deletions.'),
    notOffered: () => l10n.t('Its service deletes no groups.'),
    instead: () => l10n.t('Use "Remove from List…" to remove it from this machine.'),
  },
  changeId: {
    title: () => l10n.t('Change ID'),
    of: (group) => l10n.t('ID change of {0}', group),
    failed: (group) => l10n.t("Couldn't change the ID of {0}.", group),
    groupMaybeDone: (group) => l10n.t('The ID of {0} may have been changed.', group),
    maybeDone: () => l10n.t('Its ID may have been changed.'),
    outcomeUnknown: () => l10n.t('The outcome of the change of its ID is unknown.'),
    unknownSince: (day) => l10n.t('The outcome of the ID change of {0} is unknown. It may have another ID.', day),
    underWay: () => l10n.t('Its ID is being changed, here or in another window.'),
    untilDone: () => l10n.t('Wait until it is changed.'),
    whenUnknown: () => l10n.t('Check which ID it has before you fetch it, which would recreate it.'),
    whenRejected: () => l10n.t('Choose another ID.'),
    locked: () => l10n.t('The connection is locked for rotations, and so for changes of an ID.'),
    notOffered: () => l10n.t("Its service can't change an ID."),
    instead: () => l10n.t('Use "Duplicate Group…" for a group with another ID.'),
  },
};

export function operationText(operation: SentOperation): string {
  return OPERATION_TEXTS[operation].title();
}

/** What only reads leaves nothing to say. */
export function maybeDoneText(operation: RequestKind): string | undefined {
  return operation === 'list' ? undefined : OPERATION_TEXTS[operation].maybeDone();
}
