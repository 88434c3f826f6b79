// Reasons that the database holds in English, so that all windows find them by the same words, and their translations.

import * as l10n from '@vscode/l10n';

const TEXTS = {
  'The window closed before a response came.': () => l10n.t('The window closed before a response came.'),
  'The window closed while it was being sent.': () => l10n.t('The window closed while it was being sent.'),
  'The window closed while it was being sent. It was sent again.': () =>
    l10n.t('The window closed while it was being sent. It was sent again.'),
  'The window closed while a token was being rotated or delivered.': () =>
    l10n.t('The window closed while a token was being rotated or delivered.'),
  'The new token is stored locally. The window closed before it was delivered.': () =>
    l10n.t('The new token is stored locally. The window closed before it was delivered.'),
  'A rotated token is not delivered yet.': () => l10n.t('A rotated token is not delivered yet.'),
  'It has all that was sent.': () => l10n.t('It has all that was sent.'),
  'Not applied. The group shows what differs.': () => l10n.t('Not applied. The group shows what differs.'),
  'Resolved later by asking the service.': () => l10n.t('Resolved later by asking the service.'),
  'Resolved later: not rotated.': () => l10n.t('Resolved later: not rotated.'),
  'Resolved later: rotated. The new token is stored locally and may not be delivered.': () =>
    l10n.t('Resolved later: rotated. The new token is stored locally and may not be delivered.'),
  'Never resolved. The current token is stored locally.': () =>
    l10n.t('Never resolved. The current token is stored locally.'),
  'Never resolved. Since then the service has returned the current token.': () =>
    l10n.t('Never resolved. Since then the service has returned the current token.'),
} as const satisfies Readonly<Record<string, () => string>>;

export type StoredReason = keyof typeof TEXTS;

/** The reason as it is shown to the user. A reason that is none of ours is shown as it was stored. */
export function reasonText(stored: string): string {
  return Object.hasOwn(TEXTS, stored) ? TEXTS[stored as StoredReason]() : stored;
}
