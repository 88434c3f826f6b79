// A field of an answer that holds a secret: none of its value is kept. The mark of redaction takes its place: it shows
// that the service has a value, and is never written into a document.

import * as l10n from '@vscode/l10n';
import { REDACTED } from './redactor.ts';
import type { UserGroupAnswer } from './userGroup.ts';

/** In place of a text, and of a JSON text. */
const MARKS: readonly unknown[] = [REDACTED, JSON.stringify(REDACTED)];

/** Whether the service has a value that is not known here. */
export function isWithheld(text: string | null | undefined): boolean {
  return MARKS.includes(text);
}

/**
 * Its ID is not looked at. What the service has computed is only shown: there the secrets alone are redacted.
 * @param redact removes the secrets from a text
 */
export function withoutSecrets<T extends UserGroupAnswer>(answer: T, redact: (text: string) => string): T {
  const { teamId, providedId, further, computed, ...texts } = answer;
  const each = (all: object, change: (text: string, name: string) => unknown): object =>
    Object.fromEntries(
      Object.entries(all).map(([name, text]: [string, unknown]) => [
        name,
        typeof text === 'string' ? change(text, name) : text,
      ]),
    );
  const kept = (text: string, name: string): unknown => (redact(text) === text ? text : MARKS[name === 'name' ? 0 : 1]);
  return {
    ...each(texts, kept),
    teamId,
    providedId,
    ...(further !== undefined && { further: each(further, kept) }),
    ...(computed !== undefined && { computed: each(computed, redact) }),
  } as T;
}

export function withheldText(field: string): string {
  return l10n.t('"{0}" of the group contains a token on the service, so it is not shown or stored here.', field);
}
