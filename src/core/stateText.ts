// The words for times, numbers, operations and their outcomes.

import * as l10n from '@vscode/l10n';
import { dateText, grouped, isOne } from './language.ts';
import type { KeptCounts, SendOutcome } from './userGroup.ts';

/** The outcome of a get-or-create that met an existing group, and that group's state until something is applied. */
export function existedNotAppliedText(): string {
  return l10n.t('Existed already, not applied');
}

/** "1 group", "10,000 groups". */
export function groupsText(groups: number): string {
  return isOne(groups) ? l10n.t('1 group') : l10n.t('{0} groups', grouped(groups));
}

/** "today 14:02", "12 May", "12 May 2025", in local time. */
export function dayText(at: number, now: number): string {
  if (isSameDay(at, now)) return l10n.t('today {0}', timeText(at));
  const date = new Date(at);
  return dateText(date, date.getFullYear() === new Date(now).getFullYear() ? 'day' : 'date');
}

/** "12 May 2025 14:02": the head of a report, so that "today" in it can be understood later. */
export function datedText(at: number): string {
  return `${dateText(new Date(at), 'date')} ${timeText(at)}`;
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
  return isOne(days) ? l10n.t('1 day ago') : l10n.t('{0} days ago', grouped(days));
}

/** `since`: when it was received here. Absent: nobody knows, as where there is none. */
export function tokenAgeText(since: number | undefined, now: number): string {
  return since === undefined ? l10n.t('Token age unknown') : l10n.t('Token received {0}', agoText(since, now));
}

/** "312 groups", "298 tokens": all that is there. */
export function keptCountTexts({ groups, tokens, previousTokens, drafts, versions }: KeptCounts): string[] {
  const kept = [
    [groups, groupsText(groups)],
    [tokens, isOne(tokens) ? l10n.t('1 token') : l10n.t('{0} tokens', grouped(tokens))],
    [
      previousTokens,
      isOne(previousTokens) ? l10n.t('1 previous token') : l10n.t('{0} previous tokens', grouped(previousTokens)),
    ],
    [drafts, isOne(drafts) ? l10n.t('1 draft') : l10n.t('{0} drafts', grouped(drafts))],
    [versions, isOne(versions) ? l10n.t('1 version') : l10n.t('{0} versions', grouped(versions))],
  ] as const;
  return kept.filter(([count]) => count > 0).map(([, text]) => text);
}

export function previousTokensText(count: number): string[] {
  if (count === 0) return [];
  return [
    isOne(count)
      ? l10n.t('1 previous token, which viewers may still use')
      : l10n.t('{0} previous tokens, which viewers may still use', grouped(count)),
  ];
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

export type OutcomeMark = 'busy' | 'done' | 'warning' | 'skipped' | 'error' | 'unknown';

interface OutcomeRow {
  readonly text: () => string;
  readonly mark: OutcomeMark;
  /** The service certainly did not apply what was sent. */
  readonly isNotApplied?: true;
}

const OUTCOMES: Readonly<Record<SendOutcome, OutcomeRow>> = {
  sending: { text: () => l10n.t('Sending'), mark: 'busy' },
  created: { text: () => l10n.t('Created'), mark: 'done' },
  existed: { text: () => l10n.t('Existed'), mark: 'done', isNotApplied: true },
  existedNotApplied: { text: existedNotAppliedText, mark: 'warning', isNotApplied: true },
  createdOrExisted: { text: () => l10n.t('Created, or existed with the same name and properties'), mark: 'done' },
  updated: { text: () => l10n.t('Updated'), mark: 'done' },
  rotated: { text: () => l10n.t('Rotated'), mark: 'done' },
  idChanged: { text: () => l10n.t('ID changed'), mark: 'done' },
  deleted: { text: () => l10n.t('Deleted'), mark: 'done' },
  notRotated: { text: () => l10n.t('Not rotated'), mark: 'skipped', isNotApplied: true },
  refused: { text: () => l10n.t('Rejected'), mark: 'error', isNotApplied: true },
  notSent: { text: () => l10n.t('Not sent'), mark: 'error', isNotApplied: true },
  unknown: { text: () => l10n.t('Outcome unknown'), mark: 'unknown' },
};

export const ALL_OUTCOMES = Object.keys(OUTCOMES) as readonly SendOutcome[];
export const outcomeText = (outcome: SendOutcome): string => OUTCOMES[outcome].text();
export const outcomeMark = (outcome: SendOutcome): OutcomeMark => OUTCOMES[outcome].mark;
export const isCertainlyNotApplied = (outcome: SendOutcome): boolean => OUTCOMES[outcome].isNotApplied === true;
