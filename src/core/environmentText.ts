// The environment of a connection as a person reads it.

import { isGuarded, type Connection, type TokenMismatch } from './connection.ts';

export function environmentText({ kind, environment }: Pick<Connection, 'kind' | 'environment'>): string {
  if (kind === 'sandbox') return 'local sandbox';
  if (environment === 'Customer') return 'PRODUCTION';
  return environment === 'Testing' ? 'Testing' : 'undeclared, guarded like production';
}

/** Behind what is said in passing about a guarded connection: " (PRODUCTION)". Nothing behind others. */
export function guardedMark(connection: Connection): string {
  return isGuarded(connection) ? ` (${environmentText(connection)})` : '';
}

/** Why an API token is unverified, briefly. */
export const MISMATCH_TEXT: Readonly<Record<TokenMismatch['about'], string>> = {
  team: 'answers are of another team',
  environment: 'answers are of another environment',
  recreated: 'a known group was made anew',
};
