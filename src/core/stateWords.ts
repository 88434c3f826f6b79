// The words a person sees for the state of a group, and for times.

import type { UserGroupSummary } from './userGroup.ts';

/** What the words are made from. */
export type GroupState = Omit<UserGroupSummary, 'ref' | 'name' | 'tokenKeyId'> & {
  /** Whether its token can be read here: absent when there is none. */
  readonly isTokenReadable?: boolean | undefined;
};

/** All that holds, the most pressing first. Never empty. */
export function stateWords(state: GroupState, now: number): string[] {
  const { unknownOutcome } = state;
  const words = [
    unknownOutcome?.operation === 'rotate' && 'Rotation: outcome unknown',
    unknownOutcome?.operation === 'update' && 'Update: outcome unknown',
    unknownOutcome?.operation === 'getOrCreate' && 'Get or create: outcome unknown',
    state.goneAt !== undefined && 'Gone when last asked',
    state.existedNotAppliedAt !== undefined && 'Existed already, not applied',
    state.draftAt !== undefined && 'Draft, not sent',
    state.isTokenReadable === false && 'Token not readable here',
    state.draftAt === undefined && state.answeredAt !== undefined && !state.mappingKnown && 'Mapping not known here',
    state.sentAt !== undefined && `Sent ${dayWords(state.sentAt, now)}`,
  ].filter((word) => word !== false);
  return words.length > 0 ? words : ['Not sent'];
}

/** "today 14:02", "12 May", "12 May 2025", in local time. */
export function dayWords(at: number, now: number): string {
  const date = new Date(at);
  const today = new Date(now);
  if (date.toDateString() === today.toDateString()) return `today ${timeWords(at)}`;
  const day = `${date.getDate()} ${MONTHS[date.getMonth()] ?? ''}`;
  return date.getFullYear() === today.getFullYear() ? day : `${day} ${date.getFullYear()}`;
}

/** "today 14:02", "12 May 14:02": to the minute. */
export function momentWords(at: number, now: number): string {
  const day = dayWords(at, now);
  return day.startsWith('today') ? day : `${day} ${timeWords(at)}`;
}

/** "14:02", in local time. */
function timeWords(at: number): string {
  const date = new Date(at);
  return `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}

/** "today", "1 day ago", "94 days ago": full days of 24 hours. A clock that jumped back counts as today. */
export function agoWords(at: number, now: number): string {
  const days = Math.max(0, Math.floor((now - at) / 86_400_000));
  return days === 0 ? 'today' : counted(days, 'day') + ' ago';
}

/** "1 change", "3 changes". */
export function counted(count: number, singular: string): string {
  return `${count} ${singular}${count === 1 ? '' : 's'}`;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
