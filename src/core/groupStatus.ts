// The status of a group: the one that matters most, with the one icon and the one sentence that stand for it.

import * as l10n from '@vscode/l10n';
import type { GroupState } from './stateText.ts';

export type GroupStatus =
  'tokenUnstored' | 'unknown' | 'recreated' | 'notApplied' | 'tokenUnreadable' | 'draft' | 'sent';

/** Names of codicons. */
export const STATUS_ICON: Readonly<Record<GroupStatus, string>> = {
  tokenUnstored: 'warning',
  unknown: 'question',
  recreated: 'refresh',
  notApplied: 'warning',
  tokenUnreadable: 'lock',
  draft: 'edit',
  sent: 'organization',
};

export function groupStatus(state: GroupState): GroupStatus {
  if (state.isTokenUnstored === true) return 'tokenUnstored';
  if (state.unknownOutcome !== undefined) return 'unknown';
  if (state.goneAt !== undefined) return 'recreated';
  if (state.existedNotAppliedAt !== undefined) return 'notApplied';
  if (state.isTokenReadable === false) return 'tokenUnreadable';
  return state.draftAt === undefined ? 'sent' : 'draft';
}

export function statusSentence(status: GroupStatus): string {
  switch (status) {
    case 'tokenUnstored':
      return l10n.t('The token is only in the memory of this window until it can be saved.');
    case 'unknown':
      return l10n.t("The service didn't respond, so the outcome is unknown.");
    case 'recreated':
      return l10n.t('The group was missing on the service and was recreated with a new token.');
    case 'notApplied':
      return l10n.t('The group existed already, so the draft was not applied. Update the group to apply it.');
    case 'tokenUnreadable':
      return l10n.t("The token can't be read on this machine. Fetch the group to get it again.");
    case 'draft':
      return l10n.t('The changes are saved on this machine and not sent.');
    case 'sent':
      return l10n.t("Mapping changes made elsewhere don't show here.");
  }
}
