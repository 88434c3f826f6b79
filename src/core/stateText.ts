// The words for times, numbers, operations and their outcomes.

import * as l10n from '@vscode/l10n';
import { grouped } from './language.ts';
import type { KeptCounts } from './ports/userGroupStore.ts';
import type { SendOutcome, SentOperation } from './userGroup.ts';

/** Of a get-or-create, and of its group until something is applied. */
export function existedNotAppliedText(): string {
  return l10n.t('Existed already, not applied');
}

/** "today 14:02", "12 May", "12 May 2025", in local time. */
export function dayText(at: number, now: number): string {
  if (isSameDay(at, now)) return l10n.t('today {0}', timeText(at));
  const date = new Date(at);
  return date.getFullYear() === new Date(now).getFullYear()
    ? l10n.t('{day} {month}', { day: date.getDate(), month: monthText(date) })
    : dateText(at);
}

/** "12 May 2025", in local time. */
function dateText(at: number): string {
  const date = new Date(at);
  return l10n.t('{day} {month} {year}', { day: date.getDate(), month: monthText(date), year: date.getFullYear() });
}

function monthText(date: Date): string {
  return MONTHS[date.getMonth()]?.() ?? '';
}

/** "12 May 2025 14:02": the head of a report, so that "today" in it can be understood later. */
export function datedText(at: number): string {
  return `${dateText(at)} ${timeText(at)}`;
}

/** "today 14:02", "12 May 14:02": to the minute. */
export function momentText(at: number, now: number): string {
  const day = dayText(at, now);
  return isSameDay(at, now) ? day : `${day} ${timeText(at)}`;
}

/** "today 14:02:31", "12 May 14:02:31": distinguishes what happened within a minute. */
export function secondText(at: number, now: number): string {
  return `${momentText(at, now)}:${twoDigits(new Date(at).getSeconds())}`;
}

function isSameDay(one: number, other: number): boolean {
  return new Date(one).toDateString() === new Date(other).toDateString();
}

/** "14:02", in local time. */
function timeText(at: number): string {
  const date = new Date(at);
  return `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}

/** "today", "1 day ago", "94 days ago": full days of 24 hours. A clock that jumped back counts as today. */
export function agoText(at: number, now: number): string {
  const days = Math.max(0, Math.floor((now - at) / 86_400_000));
  if (days === 0) return l10n.t('today');
  return days === 1 ? l10n.t('1 day ago') : l10n.t('{0} days ago', grouped(days));
}

/** `since`: when it was received here. Absent: nobody knows, as where there is none. */
export function tokenAgeText(since: number | undefined, now: number): string {
  return since === undefined ? l10n.t('Token age unknown') : l10n.t('Token received {0}', agoText(since, now));
}

/** "312 groups", "298 tokens": all that is there. */
export function keptText({ groups, tokens, replacedTokens, drafts, versions }: KeptCounts): string[] {
  const kept = [
    [groups, () => l10n.t('1 group'), (count: string) => l10n.t('{0} groups', count)],
    [tokens, () => l10n.t('1 token'), (count: string) => l10n.t('{0} tokens', count)],
    [replacedTokens, () => l10n.t('1 previous token'), (count: string) => l10n.t('{0} previous tokens', count)],
    [drafts, () => l10n.t('1 draft'), (count: string) => l10n.t('{0} drafts', count)],
    [versions, () => l10n.t('1 version'), (count: string) => l10n.t('{0} versions', count)],
  ] as const;
  return kept.filter(([count]) => count > 0).map(([count, one, many]) => (count === 1 ? one() : many(grouped(count))));
}

const MONTHS = [
  () => l10n.t('Jan'),
  () => l10n.t('Feb'),
  () => l10n.t('Mar'),
  () => l10n.t('Apr'),
  () => l10n.t('May'),
  () => l10n.t('Jun'),
  () => l10n.t('Jul'),
  () => l10n.t('Aug'),
  () => l10n.t('Sep'),
  () => l10n.t('Oct'),
  () => l10n.t('Nov'),
  () => l10n.t('Dec'),
];

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

export function operationText(operation: SentOperation): string {
  switch (operation) {
    case 'getOrCreate':
      return l10n.t('Get or create');
    case 'update':
      return l10n.t('Update');
    case 'rotate':
      return l10n.t('Rotate token');
    case 'delete':
      return l10n.t('Delete');
    case 'changeId':
      return l10n.t('Change ID');
  }
}

export function outcomeText(outcome: SendOutcome): string {
  return OUTCOMES[outcome]();
}

const OUTCOMES: Readonly<Record<SendOutcome, () => string>> = {
  sending: () => l10n.t('Sending'),
  created: () => l10n.t('Created'),
  existed: () => l10n.t('Existed'),
  existedNotApplied: existedNotAppliedText,
  createdOrExisted: () => l10n.t('Created, or existed with the same name and properties'),
  updated: () => l10n.t('Updated'),
  rotated: () => l10n.t('Rotated'),
  deleted: () => l10n.t('Deleted'),
  idChanged: () => l10n.t('ID changed'),
  notRotated: () => l10n.t('Not rotated'),
  refused: () => l10n.t('Rejected'),
  notSent: () => l10n.t('Not sent'),
  unknown: () => l10n.t('Outcome unknown'),
};
