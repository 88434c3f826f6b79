// What came instead of an answer of the contract, fit for a sentence: redacted, harmless, cut.

import { foreignText } from '../core/foreignText.ts';
import { REDACTED, type Redactor } from '../core/redactor.ts';
import { readableText } from './answerText.ts';
import type { HttpAnswer } from './exchange.ts';

/** Characters that are looked at; far more than are shown, so that what is blotted out does not bring up a cut secret. */
const LOOKED_AT = 20_000;

/** The value of every field whose name speaks of a token, closed or cut short. An answer that cannot be decoded may hold a new one. */
const TOKEN_FIELD = /("[^"]{0,100}token[^"]{0,100}"\s*:\s*)(?:"(?:[^"\\]|\\.)*"?|[^,}\]]+)/gi;

/** Begins with a colon, to follow what happened: `: “Invalid token.”`. Empty when the answer was. */
export function quotedAnswer(answer: HttpAnswer, redactor: Redactor): string {
  const text = readableText(answer).trim().slice(0, LOOKED_AT);
  if (text === '') return '';
  if (isWebPage(answer)) return ': a web page';
  return `: “${foreignText(redactor.redact(text.replace(TOKEN_FIELD, `$1${REDACTED}`)))}”`;
}

/** Login pages, error pages of proxies, the start page of another program. */
export function isWebPage(answer: HttpAnswer): boolean {
  return /^text\/html\b/i.test(answer.header('content-type') ?? '') || /^\s*<(?:!doctype html|html)\b/i.test(readableText(answer).slice(0, 1000));
}

/** A header of the answer, for a sentence; `undefined` when it has none. */
export function quotedHeader(answer: HttpAnswer, name: string, redactor: Redactor): string | undefined {
  const value = answer.header(name);
  return value === undefined ? undefined : foreignText(redactor.redact(value));
}
