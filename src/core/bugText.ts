// Describes a bug: one sentence for the person, its stack and causes for the log, and nothing else the error carries.

import * as l10n from '@vscode/l10n';

/** The sentence shown to the person. */
export function bugMessage(): string {
  return l10n.t('User Groups has an internal error. The log has the details.');
}

const MOST_CAUSES = 5;
const LONGEST = 20_000;

/** Redacted before it is cut, so that no piece of a secret is left. */
export function bugText(error: unknown, redact: (text: string) => string): string {
  const lines: string[] = [];
  for (
    let each: unknown = error;
    each !== undefined && lines.length <= MOST_CAUSES;
    each = each instanceof Error ? each.cause : undefined
  ) {
    lines.push(each instanceof Error ? (each.stack ?? each.message) : thrownText(each));
  }
  return redact(lines.join('\nCaused by: ')).slice(0, LONGEST);
}

/** Not an error: its type, and the text if it is one. */
function thrownText(thrown: unknown): string {
  return typeof thrown === 'string' ? thrown : `${typeof thrown} was thrown`;
}
