// The environment of a connection as it is shown to the user.

import * as l10n from '@vscode/l10n';
import { isGuarded, type Connection, type TokenMismatch } from './connection.ts';

export function environmentText({ kind, environment }: Pick<Connection, 'kind' | 'environment'>): string {
  if (kind === 'sandbox') return l10n.t('local');
  if (environment === 'Customer') return l10n.t('PRODUCTION');
  return environment === 'Testing' ? l10n.t('Testing') : l10n.t('undeclared, guarded like production');
}

/** Behind what is said in passing about a guarded connection: " (PRODUCTION)". Nothing behind others. */
export function guardedMark(connection: Connection): string {
  return isGuarded(connection) ? ` (${environmentText(connection)})` : '';
}

/** Why an API token is unverified. */
export function mismatchText({ about }: TokenMismatch): string {
  switch (about) {
    case 'team':
      return l10n.t('API token unverified: responses are of another team.');
    case 'environment':
      return l10n.t('API token unverified: responses are of another environment.');
    case 'recreated':
      return l10n.t('API token unverified: a known group was recreated.');
  }
}
