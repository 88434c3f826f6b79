// Every way a call can fail, as the error a person reads: kind, what happened, what may have changed, what to do.

import { cancelled, UserGroupsError, type ErrorKind } from '../core/errors.ts';
import type { Operation } from '../core/userGroup.ts';
import { connectFailure } from './connectFailures.ts';
import type { NoAnswer } from './exchange.ts';

/** What a sentence says of the call beside the failure itself. */
export interface CallFacts {
  readonly operation: Operation;
  readonly host: string;
  readonly deadlineSeconds: number;
  /** An attempt before the one that failed may have been carried out. */
  readonly earlierMayHaveArrived: boolean;
}

/** An answer as far as its failure needs it. Everything foreign is redacted and made harmless. */
export interface FailedAnswer {
  readonly status: number;
  /** Empty, or a colon and what came. */
  readonly said: string;
  readonly contentType: string | undefined;
  readonly isWebPage: boolean;
  readonly isRefusal: boolean;
  readonly location: string | undefined;
  readonly askedSeconds: number | undefined;
}

const NOTHING_CHANGED = 'nothing was changed';

const MAY_HAVE_HAPPENED: Readonly<Record<Operation, string>> = {
  getOrCreate: 'the user group may have been created',
  update: 'the update may have been applied',
  rotate: 'the token may have been rotated',
};

const FIND_OUT: Readonly<Record<Operation, string>> = {
  getOrCreate: 'get or create it again: a user group that exists is left as it is',
  update: 'fetch the user group to see what the service holds, or update again',
  rotate: 'fetch the user group from the service: its answer holds the current token',
};

/** No whole answer came. */
export function failureWithoutAnswer(call: CallFacts, noAnswer: NoAnswer): UserGroupsError {
  const { why, hasLeft, status, code, cause } = noAnswer.facts;
  if (!hasLeft) return failureBeforeLeaving(call, noAnswer);
  switch (why) {
    case 'cancelled':
      return outcomeUnknown(call, 'cancelled after the request had left');
    case 'deadline':
      return outcomeUnknown(call, `no whole answer came within ${call.deadlineSeconds} s`);
    case 'tooLarge':
      return notTheContract(call, `the answer is larger than 10 MB and was cut off (${status ?? ''})`, status);
    case 'failed':
      return status === undefined && code !== undefined && /^HPE_|^HTTPParserError$|^UND_ERR_HEADERS_OVERFLOW$/.test(code)
        ? notTheContract(call, `the answer is not HTTP (${code})`, undefined, cause)
        : outcomeUnknown(call, `the connection broke before the answer was complete (${code ?? ''})`, cause);
  }
}

function failureBeforeLeaving(call: CallFacts, { facts: { why, code, cause } }: NoAnswer): UserGroupsError {
  if (why === 'cancelled') return call.earlierMayHaveArrived ? outcomeUnknown(call, 'cancelled after an earlier attempt had left') : cancelled();
  const { words, next } = why === 'deadline'
    ? { words: `no connection within ${call.deadlineSeconds} s`, next: connectFailure(undefined).next }
    : connectFailure(code);
  const happened = `${call.host} cannot be reached: ${words}`;
  if (call.earlierMayHaveArrived) return outcomeUnknown(call, happened, cause);
  return new UserGroupsError({ kind: 'unavailable', happened: `${happened}; ${NOTHING_CHANGED}`, next, cause });
}

/** The service, or something before it, answered with a status other than success, or with `success: 0`. */
export function failureOfStatus(call: CallFacts, answer: FailedAnswer): UserGroupsError {
  const { status } = answer;
  switch (status) {
    case 401:
      return refused(answer, 'unauthorized', 'the service does not accept the API token', 'set the API token again');
    case 403:
      return refused(answer, 'forbidden', 'the service does not permit this with the present API token', 'use an API token that may change user groups');
    case 404:
      return refused(answer, 'notFound', 'the service found nothing there', 'check the base URL and the user group ID');
    case 409:
      return refused(answer, 'conflict', 'the service reports a conflict', 'fetch the user group to see what the service holds');
    case 400:
    case 422:
      return rejected(call, answer);
    case 429:
      return tooManyRequests(call, answer);
    default:
      if (status >= 500) return serviceFailed(call, answer);
      if (answer.location !== undefined && status >= 300 && status < 400) return redirected(call, answer, answer.location);
      return answer.isRefusal ? rejected(call, answer) : failureOfContract(call, answer, 'the answer has an unexpected status');
  }
}

/** The answer is not the contract's. `what` begins in lower case and holds nothing of the answer's values. */
export function failureOfContract(call: CallFacts, answer: FailedAnswer, what: string): UserGroupsError {
  const { status, said, contentType, isWebPage } = answer;
  if (isWebPage) {
    return notTheContract(call, `a web page came instead of an answer (${status})`, status, undefined,
      'check the base URL; a login page or a proxy may stand in front of the service');
  }
  return notTheContract(call, `${what} (${[status, contentType].filter((fact) => fact !== undefined).join(', ')})${said}`, status);
}

/** The answer is about another user group. Both ids are harmless to show. */
export function failureOfIdentity(call: CallFacts, status: number, asked: string, answered: string): UserGroupsError {
  return notTheContract(call, `the answer is about the user group ${answered} where ${asked} was asked for (${status})`, status);
}

/** A refusal of this very request also answers for an earlier attempt: both were the same. */
function refused({ status, said }: FailedAnswer, kind: ErrorKind, what: string, next: string): UserGroupsError {
  return new UserGroupsError({ kind, happened: `${what} (${status})${said}; ${NOTHING_CHANGED}`, next, status });
}

function rejected({ operation }: CallFacts, answer: FailedAnswer): UserGroupsError {
  const hint = operation === 'getOrCreate' ? '; if nothing is wrong with it, a proxy may drop the body of a GET' : '';
  const what = answer.status < 300 ? 'the service refused, with success 0' : 'the service rejected what was sent';
  return refused(answer, 'invalid', what, `correct what was sent${hint}`);
}

function tooManyRequests(call: CallFacts, answer: FailedAnswer): UserGroupsError {
  const what = `the service receives too many requests${asksToWait(answer)}`;
  if (call.earlierMayHaveArrived) return outcomeUnknown(call, `${what} (429)${answer.said}`, undefined, 429);
  const { askedSeconds } = answer;
  return refused(answer, 'rateLimited', what, askedSeconds === undefined ? 'try again in a minute' : `try again in ${askedSeconds} s`);
}

function serviceFailed(call: CallFacts, answer: FailedAnswer): UserGroupsError {
  const { status, said } = answer;
  const happened = `the service failed${asksToWait(answer)} (${status})${said}`;
  if (call.operation === 'rotate') return outcomeUnknown(call, happened, undefined, status);
  return new UserGroupsError({ kind: 'unavailable', happened: `${happened}; ${MAY_HAVE_HAPPENED[call.operation]}`, next: 'try again later', status });
}

function asksToWait({ askedSeconds }: FailedAnswer): string {
  return askedSeconds === undefined ? '' : ` and asks to wait ${askedSeconds} s`;
}

/** Never followed. 302 and 303 are also used to lead on from a request that was carried out, so a rotation cannot trust them. */
function redirected(call: CallFacts, { status }: FailedAnswer, location: string): UserGroupsError {
  const happened = `the service redirects to ${location} (${status}), which is not followed`;
  if (call.operation === 'rotate' && (status === 302 || status === 303)) return outcomeUnknown(call, happened, undefined, status);
  return new UserGroupsError({
    kind: 'unexpectedResponse', happened: `${happened}; ${NOTHING_CHANGED}`, next: 'check the base URL against that address', status,
  });
}

/** For a rotation the only thing that counts is that the new token did not come. */
function notTheContract(call: CallFacts, happened: string, status: number | undefined, cause?: unknown, next?: string): UserGroupsError {
  if (call.operation === 'rotate') return outcomeUnknown(call, happened, cause, status);
  return new UserGroupsError({
    kind: 'unexpectedResponse',
    happened: `${happened}; ${MAY_HAVE_HAPPENED[call.operation]}`,
    next: next ?? 'check the base URL and the log',
    status,
    cause,
  });
}

function outcomeUnknown({ operation }: CallFacts, happened: string, cause?: unknown, status?: number): UserGroupsError {
  return new UserGroupsError({ kind: 'outcomeUnknown', happened: `${happened}; ${MAY_HAVE_HAPPENED[operation]}`, next: FIND_OUT[operation], status, cause });
}
