// Describes an unexpected answer for the sentences of its failure: redacted, harmless, cut.

import * as l10n from '@vscode/l10n';
import type { RequestKind } from '../contract/operations.ts';
import type { ResponseNames } from '../contract/serviceApi.ts';
import { foreignText } from '../core/foreignText.ts';
import { isJson } from '../core/isJson.ts';
import { REDACTED, type Redactor } from '../core/redactor.ts';
import { readableText } from './answerText.ts';
import type { Answered } from './attempts.ts';
import { isRefusal, isSuccess, tokenIn } from './decodeAnswer.ts';
import type { FailedAnswer } from './failures.ts';
import type { HttpAnswer } from './httpExchange.ts';
import { retryAfterSeconds } from './retry.ts';
import { grouped, isOne } from '../core/language.ts';
import { isObject } from '../core/isObject.ts';

/** Characters searched for such fields: far more than are shown. */
const LOOKED_AT = 20_000;

/** A field whose value may be an unseen secret. */
const SECRET_NAME = /token|secret|passw|credential|authorization|api_?key|private_?key|bearer/i;

/** The value of every such field, closed or cut short, in a text that is not JSON. */
const SECRET_FIELD = new RegExp(
  `("[^"]{0,100}(?:${SECRET_NAME.source})[^"]{0,100}"\\s*:\\s*)(?:"(?:[^"\\\\]|\\\\.)*"?|[^,}\\]]+)`,
  'gi',
);

/** What looks like an unseen token: long, only a token's characters, letters and digits among them. */
const TOKEN_LIKE = /[\w+/=.-]{20,}/g;

/** Bytes of an answer. Of a longer one, which only a list may be, its form is not looked at: that takes its time. */
const LONGEST_DESCRIBED = 10_000_000;

/**
 * What a failure says of an answer.
 * @param sentToken the token that a rotation was to replace
 */
export function failedAnswer(
  { answer, facts }: Answered,
  names: ResponseNames,
  redactor: Redactor,
  now: number,
  sentToken: string | undefined,
): FailedAnswer {
  const isLong = answer.body.byteLength > LONGEST_DESCRIBED;
  const text = isLong ? '' : readableText(answer);
  const token = tokenIn(text, names);
  const holdsNewToken = sentToken !== undefined && token !== undefined && token !== sentToken;
  return {
    status: answer.status,
    said:
      holdsNewToken || isLong
        ? ''
        : mayHoldNewToken(facts.operation, answer.status, text)
          ? describedAnswer(answer, names.object)
          : quotedAnswer(answer, redactor),
    contentType: quotedHeader(answer, 'content-type', redactor),
    isWebPage: isWebPage(answer),
    isRefusal: isRefusal(text),
    isSuccess: isSuccess(text),
    holdsNewToken,
    location: quotedLocation(answer, redactor),
    leadsElsewhere: leadsElsewhere(answer.header('location'), facts.route.origin),
    askedSeconds: retryAfterSeconds(answer, now),
  };
}

/** Networks that ask for a login redirect to a host of their own. */
function leadsElsewhere(location: string | undefined, origin: string): boolean {
  const to = location === undefined ? null : URL.parse(location, origin);
  return to !== null && to.hostname !== new URL(origin).hostname;
}

/** Neither a refusal nor an error: it may be an unusual success. Such a text may hold a token anywhere. */
function mayHoldNewToken(operation: RequestKind, status: number, text: string): boolean {
  if (operation === 'list' && status < 400) return true;
  if (isSuccess(text)) return true;
  if (isRefusal(text)) return false;
  return status < 400 || (status >= 500 && (operation === 'rotate' || !isJson(text)));
}

/** `“Invalid token.”`. Empty when the answer was. */
export function quotedAnswer(answer: HttpAnswer, redactor: Redactor): string {
  const text = readableText(answer).trim();
  if (text === '') return '';
  if (isWebPage(answer)) return l10n.t('a web page');
  return l10n.t('“{0}”', foreignText(withoutTokenLike(withoutSecrets(text, redactor))));
}

/** Describes an answer that may hold a new token in its `object`: what it looks like, without any of its values. */
function describedAnswer(answer: HttpAnswer, object: string): string {
  const text = readableText(answer);
  if (text.trim() === '') return '';
  return isWebPage(answer) ? l10n.t('a web page') : answerShape(text, answer.body.byteLength, object);
}

/** Login pages, error pages of proxies, the start page of another program. */
export function isWebPage(answer: HttpAnswer): boolean {
  return (
    /^text\/html\b/i.test(answer.header('content-type') ?? '') ||
    /^\s*<(?:!doctype html|html)\b/i.test(readableText(answer).slice(0, 1000))
  );
}

/** A header of the answer, for a sentence; `undefined` when it has none. */
function quotedHeader(answer: HttpAnswer, name: string, redactor: Redactor): string | undefined {
  const value = answer.header(name);
  return value === undefined ? undefined : foreignText(redactor.redact(value));
}

/** Where a redirect leads. What follows the path is redacted: a query may carry an unseen token. */
function quotedLocation(answer: HttpAnswer, redactor: Redactor): string | undefined {
  const location = quotedHeader(answer, 'location', redactor);
  return location?.replace(/^([a-z][a-z\d+.-]*:)?\/\/[^/?#]*@/i, `$1//${REDACTED}@`).replace(/(?<=[?#]).*/s, REDACTED);
}

function withoutTokenLike(text: string): string {
  return text.replace(TOKEN_LIKE, (run) => (/\d/.test(run) && /[a-z]/i.test(run) ? REDACTED : run));
}

/** Far more than is quoted, and less than the redactor reads with all its escapes. */
const REDACTED_AT_MOST = 150_000;

/**
 * Reads it as JSON if possible: escapes can disguise a name. Redacts before cutting, which could leave a part of a
 * secret.
 */
function withoutSecrets(text: string, redactor: Redactor): string {
  const blotted = text.length > LOOKED_AT ? undefined : blottedJson(text);
  return blotted === undefined
    ? redacted(text, redactor).slice(0, LOOKED_AT).replace(SECRET_FIELD, `$1${REDACTED}`)
    : redactor.redact(blotted);
}

function redacted(text: string, redactor: Redactor): string {
  return text.length > REDACTED_AT_MOST ? redactor.redactCut(text.slice(0, REDACTED_AT_MOST)) : redactor.redact(text);
}

/** The text itself where no field is a secret, `undefined` where it is not JSON. */
function blottedJson(text: string): string | undefined {
  const blotted: string[] = [];
  try {
    const written = JSON.stringify(JSON.parse(text), (name, value: unknown) => {
      if (!SECRET_NAME.test(name)) return value;
      blotted.push(name);
      return REDACTED;
    });
    return blotted.length > 0 ? written : text;
  } catch {
    return undefined;
  }
}

/** Names that are shown. The rest is counted. */
const MOST_NAMES = 12;

/** Words of letters, as a contract would call a field. Anything else may be a value that serves as a name. */
const LIKE_A_FIELD = /^(?=.{1,32}$)[A-Za-z]?[a-z]{1,15}(?:[_-]?[A-Z]?[a-z]{1,15}){0,4}$/;

/**
 * What came: "an object of 47 bytes with the fields success, user_group, user_group.name".
 * @param object the field whose fields are named as well
 */
export function answerShape(text: string, sizeBytes: number, object: string): string {
  const value = parsed(text);
  const size = sizeText(sizeBytes);
  if (value === undefined) return size;
  if (Array.isArray(value)) return l10n.t('an array of {0}', size);
  if (!isObject(value)) return l10n.t('JSON of {0}', size);
  const names = [...fieldNames(value), ...fieldNames(value[object], `${object}.`)];
  if (names.length === 0) return l10n.t('an object of {0} without fields', size);
  const shown = names.filter((name) => name !== undefined).slice(0, MOST_NAMES);
  const [others, listed] = [names.length - shown.length, shown.join(', ')];
  return others > 0
    ? l10n.t('an object of {0} with the fields {1} and {2} more', size, listed, grouped(others))
    : l10n.t('an object of {0} with the fields {1}', size, listed);
}

function sizeText(bytes: number): string {
  return isOne(bytes) ? l10n.t('1 byte') : l10n.t('{0} bytes', grouped(bytes));
}

/** The field's name if it looks like one. Otherwise a placeholder that cannot be a secret. */
function shownFieldName(name: string): string | undefined {
  return LIKE_A_FIELD.test(name) ? name : undefined;
}

function fieldNames(value: unknown, before = ''): (string | undefined)[] {
  return isObject(value)
    ? Object.keys(value).map((name) => (shownFieldName(name) === undefined ? undefined : before + name))
    : [];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
