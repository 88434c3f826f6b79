// The states of a group, the most important first: each with its words, one icon, one colour and one sentence, the same
// in list, form and documentation.

import * as l10n from '@vscode/l10n';
import { dayText, existedNotAppliedText, tokenAgeText } from './stateText.ts';
import type { UserGroupSummary } from './userGroup.ts';

/** What the states are made from. */
export type GroupState = Omit<UserGroupSummary, 'ref' | 'name' | 'tokenKeyId' | 'previousTokens'> & {
  /** Whether its token can be read here: absent when there is none. */
  readonly isTokenReadable?: boolean | undefined;
  /** Absent: not asked. */
  readonly hasToken?: boolean | undefined;
  /** It is in the memory of this window only. */
  readonly isTokenUnstored?: boolean | undefined;
  /** By the person's setting. */
  readonly isTokenOld?: boolean | undefined;
  readonly previousTokens?: number | undefined;
};

interface Status {
  /** Name of a codicon. */
  readonly icon: string;
  /** Absent: that of other text. */
  readonly color?: 'attention' | 'draft';
  readonly sentence: () => string;
  readonly text: (state: GroupState, now: number) => string;
  readonly holds: (state: GroupState) => boolean;
}

/** In their order: of those that hold, the first is shown. */
const STATUSES = {
  tokenUnstored: {
    icon: 'warning',
    color: 'attention',
    text: () => l10n.t('Token not stored yet'),
    sentence: () => l10n.t('The token is only in the memory of this window until it can be saved. Copy it now.'),
    holds: ({ isTokenUnstored }) => isTokenUnstored === true,
  },
  rotationUnknown: {
    icon: 'question',
    color: 'attention',
    text: () => l10n.t('Rotation: outcome unknown'),
    sentence: () => l10n.t("The service didn't respond, so the token may have changed. Resolve the rotation."),
    holds: ({ unknownOutcome }) => unknownOutcome?.operation === 'rotate' && unknownOutcome.askedAt === undefined,
  },
  /** A late request may still be carried out, despite later answers of the service. */
  rotationUnlikely: {
    icon: 'question',
    color: 'attention',
    text: ({ unknownOutcome }, now) =>
      l10n.t('Rotation: probably not rotated (asked {0})', dayText(unknownOutcome?.askedAt ?? now, now)),
    sentence: () => l10n.t('The service still has the previous token. The late request may still replace it.'),
    holds: ({ unknownOutcome }) => unknownOutcome?.operation === 'rotate' && unknownOutcome.askedAt !== undefined,
  },
  updateUnknown: {
    icon: 'question',
    color: 'attention',
    text: () => l10n.t('Update: outcome unknown'),
    sentence: () => l10n.t("The service didn't respond, so the update may not be applied. Send it again to be sure."),
    holds: ({ unknownOutcome }) => unknownOutcome?.operation === 'update',
  },
  creationUnknown: {
    icon: 'question',
    color: 'attention',
    text: () => l10n.t('Get or create: outcome unknown'),
    sentence: () => l10n.t("The service didn't respond, so the group may not exist. Send it again to be sure."),
    holds: ({ unknownOutcome }) => unknownOutcome?.operation === 'getOrCreate',
  },
  deletionUnknown: {
    icon: 'question',
    color: 'attention',
    text: () => l10n.t('Delete: outcome unknown'),
    sentence: () => l10n.t("The service didn't respond, so the group may be gone. Fetching would recreate it."),
    holds: ({ unknownOutcome }) => unknownOutcome?.operation === 'delete' && unknownOutcome.askedAt === undefined,
  },
  deletionUnlikely: {
    icon: 'question',
    color: 'attention',
    text: ({ unknownOutcome }, now) =>
      l10n.t('Delete: probably not deleted (asked {0})', dayText(unknownOutcome?.askedAt ?? now, now)),
    sentence: () => l10n.t('The service still lists the group. The late request may still delete it.'),
    holds: ({ unknownOutcome }) => unknownOutcome?.operation === 'delete' && unknownOutcome.askedAt !== undefined,
  },
  idChangeUnknown: {
    icon: 'question',
    color: 'attention',
    text: () => l10n.t('Change ID: outcome unknown'),
    sentence: () => l10n.t("The service didn't respond, so the ID may be another. Fetching would recreate the group."),
    holds: ({ unknownOutcome }) => unknownOutcome?.operation === 'changeId' && unknownOutcome.askedAt === undefined,
  },
  idChangeUnlikely: {
    icon: 'question',
    color: 'attention',
    text: ({ unknownOutcome }, now) =>
      l10n.t('Change ID: probably not changed (asked {0})', dayText(unknownOutcome?.askedAt ?? now, now)),
    sentence: () => l10n.t('The service still lists this ID. The late request may still change it.'),
    holds: ({ unknownOutcome }) => unknownOutcome?.operation === 'changeId' && unknownOutcome.askedAt !== undefined,
  },
  deleted: {
    icon: 'trash',
    text: () => l10n.t('Deleted'),
    sentence: () => l10n.t('The group was deleted. Get or create it again, or remove it from the list.'),
    holds: ({ listing }) => listing === 'deleted',
  },
  idChanged: {
    icon: 'trash',
    text: () => l10n.t('ID changed'),
    sentence: () => l10n.t('The group has another ID by now. What is kept for the former one stays here.'),
    holds: ({ listing }) => listing === 'idChanged',
  },
  recreated: {
    icon: 'refresh',
    color: 'attention',
    text: () => l10n.t('Recreated, new token'),
    sentence: () => l10n.t('The group was missing on the service and was recreated with a new token.'),
    holds: ({ goneAt }) => goneAt !== undefined,
  },
  absent: {
    icon: 'warning',
    color: 'attention',
    text: () => l10n.t("Not in the service's list"),
    sentence: () => l10n.t('When the list was refreshed, the service had no such group.'),
    holds: ({ listing }) => listing === 'absent',
  },
  changed: {
    icon: 'refresh',
    color: 'attention',
    text: () => l10n.t('Changed elsewhere'),
    sentence: () => l10n.t('When the list was refreshed, the service had other values than those last sent.'),
    holds: ({ listing }) => listing === 'changed',
  },
  notApplied: {
    icon: 'warning',
    color: 'attention',
    text: existedNotAppliedText,
    sentence: () => l10n.t('The group existed already, so the draft was not applied. Update the group to apply it.'),
    holds: ({ existedNotAppliedAt }) => existedNotAppliedAt !== undefined,
  },
  draft: {
    icon: 'edit',
    color: 'draft',
    text: () => l10n.t('Unsent changes'),
    sentence: () => l10n.t('The changes are saved on this machine and not sent.'),
    holds: ({ draftAt }) => draftAt !== undefined,
  },
  tokenUnreadable: {
    icon: 'lock',
    color: 'attention',
    text: () => l10n.t('Token not readable here'),
    sentence: () => l10n.t("The token can't be read on this machine. Fetch the group to get it again."),
    holds: ({ isTokenReadable }) => isTokenReadable === false,
  },
  replaced: {
    icon: 'versions',
    text: () => l10n.t('Previous token kept'),
    sentence: () => l10n.t('The token was rotated. Deploy the new one, then mark it as deployed.'),
    holds: ({ previousTokens = 0 }) => previousTokens > 0,
  },
  tokenNotFetched: {
    icon: 'organization',
    text: () => l10n.t('Token not fetched'),
    sentence: () => l10n.t("The token isn't on this machine yet. Fetch the group to get it."),
    holds: ({ hasToken, unknownOutcome, draftAt, answeredAt }) =>
      // Before that, it is only being sent for the first time.
      hasToken === false && unknownOutcome === undefined && (draftAt !== undefined || answeredAt !== undefined),
  },
  noMapping: {
    icon: 'circle-slash',
    text: () => noMappingText(true),
    sentence: () => l10n.t('The group was created on this machine without a mapping.'),
    holds: (state) => isMappingMissing(state) && state.hasNoMapping === true,
  },
  tokenOld: {
    icon: 'watch',
    text: ({ tokenSince }, now) => tokenAgeText(tokenSince, now),
    sentence: () => l10n.t('The token is older than {0}. Rotate it.', 'userGroups.rotateAfterDays'),
    holds: ({ isTokenOld }) => isTokenOld === true,
  },
  mappingUnknown: {
    icon: 'organization',
    text: () => noMappingText(false),
    sentence: () => l10n.t("No mapping was sent from this machine, and the service doesn't return mappings."),
    holds: (state) => isMappingMissing(state) && state.hasNoMapping !== true,
  },
  received: {
    icon: 'organization',
    text: ({ answeredAt }, now) => l10n.t('Received {0}', dayText(answeredAt ?? now, now)),
    sentence: () => l10n.t('Nothing was sent from this machine. The service returns the mapping.'),
    holds: ({ sentAt, isMappingAnswered }) => sentAt === undefined && isMappingAnswered === true,
  },
  sentAndReturned: {
    icon: 'organization',
    text: ({ sentAt }, now) => l10n.t('Sent {0}', dayText(sentAt ?? now, now)),
    sentence: () => l10n.t('The service returns the mapping.'),
    holds: ({ sentAt, isMappingAnswered }) => sentAt !== undefined && isMappingAnswered === true,
  },
  sent: {
    icon: 'organization',
    text: ({ sentAt }, now) => l10n.t('Sent {0}', dayText(sentAt ?? now, now)),
    sentence: () => l10n.t("Mapping changes made elsewhere don't show here."),
    holds: ({ sentAt, isMappingAnswered }) => sentAt !== undefined && isMappingAnswered !== true,
  },
  notSent: {
    icon: 'circle-outline',
    text: () => l10n.t('Not sent'),
    sentence: () => l10n.t('Nothing was sent yet.'),
    // Where nothing else is known.
    holds: () => false,
  },
} as const satisfies Readonly<Record<string, Status>>;

export type GroupStatus = keyof typeof STATUSES;

export const ALL_STATUSES = Object.keys(STATUSES) as readonly GroupStatus[];
const BY_STATUS: Readonly<Record<GroupStatus, Status>> = STATUSES;

/** Names of codicons. */
export const STATUS_ICON = valuesOf(({ icon }) => icon) as {
  readonly [S in GroupStatus]: (typeof STATUSES)[S]['icon'];
};
export const STATUS_COLOR = valuesOf(({ color }) => color);

function valuesOf<T>(of: (status: Status) => T): Readonly<Record<GroupStatus, T>> {
  return Object.fromEntries(ALL_STATUSES.map((status) => [status, of(BY_STATUS[status])])) as Record<GroupStatus, T>;
}

/** All that hold, the most important first. Never empty. */
function statusesOf(state: GroupState): readonly GroupStatus[] {
  const holding = ALL_STATUSES.filter((status) => BY_STATUS[status].holds(state));
  return holding.length > 0 ? holding : ['notSent'];
}

/** The one that matters most. */
export function groupStatus(state: GroupState): GroupStatus {
  return statusesOf(state)[0] ?? 'notSent';
}

/** The words of all that hold, those of `groupStatus` first. Never empty. */
export function stateText(state: GroupState, now: number): string[] {
  return statusesOf(state).map((status) => statusText(status, state, now));
}

export function statusText(status: GroupStatus, state: GroupState, now: number): string {
  return BY_STATUS[status].text(state, now);
}

export function statusSentence(status: GroupStatus): string {
  return BY_STATUS[status].sentence();
}

/** Whether it asks for nothing, as those of most groups. */
export function isCalm(status: GroupStatus): boolean {
  return STATUS_ICON[status] === STATUS_ICON.sent;
}

/** Where no mapping is known: a group that was created on this machine without one has none. */
export function noMappingText(isNone: boolean): string {
  return isNone ? l10n.t('No mapping set') : l10n.t('Mapping unknown');
}

/** While a draft is there, that is about to be said. */
function isMappingMissing({ draftAt, answeredAt, mappingKnown }: GroupState): boolean {
  return draftAt === undefined && answeredAt !== undefined && !mappingKnown;
}
