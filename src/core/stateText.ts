// The words for the state of a group, and for times.

import type { KeptCounts } from './ports/userGroupStore.ts';
import type { Operation, SendOutcome, UnknownOutcome, UserGroupSummary } from './userGroup.ts';

/** What the words are made from. */
export type GroupState = Omit<UserGroupSummary, 'ref' | 'name' | 'tokenKeyId' | 'replacedTokens'> & {
  /** Whether its token can be read here: absent when there is none. */
  readonly isTokenReadable?: boolean | undefined;
  /** Absent: not asked. */
  readonly hasToken?: boolean | undefined;
  /** It is in the memory of this window only. */
  readonly isTokenUnstored?: boolean | undefined;
};

/** None was sent when the group was created, nor since. */
export const NO_MAPPING = 'No mapping set';

/** All states that apply, the most important first. Never empty. */
export function stateText(state: GroupState, now: number): string[] {
  const { unknownOutcome } = state;
  // Before that, it is only being sent for the first time.
  const isKnown = state.draftAt !== undefined || state.answeredAt !== undefined;
  const words = [
    state.isTokenUnstored === true && 'Token not stored yet',
    unknownOutcome?.operation === 'rotate' && rotationText(unknownOutcome, now),
    unknownOutcome?.operation === 'update' && 'Update: outcome unknown',
    unknownOutcome?.operation === 'getOrCreate' && 'Get or create: outcome unknown',
    state.goneAt !== undefined && 'Recreated, new token',
    state.existedNotAppliedAt !== undefined && 'Existed already, not applied',
    state.draftAt !== undefined && 'Unsent changes',
    state.isTokenReadable === false && 'Token not readable here',
    state.hasToken === false && unknownOutcome === undefined && isKnown && 'Token not fetched',
    state.draftAt === undefined &&
      state.answeredAt !== undefined &&
      !state.mappingKnown &&
      (state.hasNoMapping === true ? NO_MAPPING : 'Mapping unknown'),
    state.sentAt !== undefined && `Sent ${dayText(state.sentAt, now)}`,
  ].filter((word) => word !== false);
  return words.length > 0 ? words : ['Not sent'];
}

/** A rotation that is open: a late request may still be carried out, despite later answers of the service. */
function rotationText({ askedAt }: UnknownOutcome, now: number): string {
  return askedAt === undefined
    ? 'Rotation: outcome unknown'
    : `Rotation: probably not rotated (asked ${dayText(askedAt, now)})`;
}

/** "today 14:02", "12 May", "12 May 2025", in local time. */
export function dayText(at: number, now: number): string {
  const date = new Date(at);
  const today = new Date(now);
  if (date.toDateString() === today.toDateString()) return `today ${timeText(at)}`;
  const day = `${date.getDate()} ${MONTHS[date.getMonth()] ?? ''}`;
  return date.getFullYear() === today.getFullYear() ? day : `${day} ${date.getFullYear()}`;
}

/** "today 14:02", "12 May 14:02": to the minute. */
export function momentText(at: number, now: number): string {
  const day = dayText(at, now);
  return day.startsWith('today') ? day : `${day} ${timeText(at)}`;
}

/** "today 14:02:31", "12 May 14:02:31": distinguishes what happened within a minute. */
export function secondText(at: number, now: number): string {
  return `${momentText(at, now)}:${twoDigits(new Date(at).getSeconds())}`;
}

/** "14:02", in local time. */
function timeText(at: number): string {
  const date = new Date(at);
  return `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}

/** "today", "1 day ago", "94 days ago": full days of 24 hours. A clock that jumped back counts as today. */
export function agoText(at: number, now: number): string {
  const days = Math.max(0, Math.floor((now - at) / 86_400_000));
  return days === 0 ? 'today' : counted(days, 'day') + ' ago';
}

/** "10,000". */
export function grouped(count: number): string {
  return count.toLocaleString('en-US');
}

/** "1 change", "3,000 groups". */
export function counted(count: number, singular: string): string {
  return `${grouped(count)} ${singular}${count === 1 ? '' : 's'}`;
}

/** "312 groups", "298 tokens": all that is there. */
export function keptText({ groups, tokens, replacedTokens, drafts, versions }: KeptCounts): string[] {
  const kept = [
    [groups, 'group'],
    [tokens, 'token'],
    [replacedTokens, 'replaced token'],
    [drafts, 'draft'],
    [versions, 'version'],
  ] as const;
  return kept.filter(([count]) => count > 0).map(([count, what]) => counted(count, what));
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

export const OPERATION_TEXT: Readonly<Record<Operation, string>> = {
  getOrCreate: 'Get or create',
  update: 'Update',
  rotate: 'Rotate token',
};

export const OUTCOME_TEXT: Readonly<Record<SendOutcome, string>> = {
  sending: 'sending, or the window closed before an answer came',
  created: 'created',
  existed: 'existed',
  existedNotApplied: 'existed already, not applied',
  createdOrExisted: 'created, or existed with the same name and properties',
  updated: 'updated',
  rotated: 'rotated',
  notRotated: 'not rotated',
  refused: 'refused',
  notSent: 'not sent',
  unknown: 'outcome unknown',
};
