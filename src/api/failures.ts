// Turns each failure of a call into the error a person reads: kind, what happened, what may have changed, what to do.

import { cancelled, UserGroupsError, type ErrorKind } from '../core/errors.ts';
import type { Operation } from '../core/userGroup.ts';
import { connectAdvice, connectText } from './connectFailures.ts';
import type { NoAnswer } from './httpExchange.ts';
import { ProxyFailure } from './proxyFailure.ts';
import type { Route } from './route.ts';

/** What a sentence says of the call besides the failure itself. */
export interface RequestFacts {
  readonly operation: Operation;
  readonly route: Route;
  readonly deadlineSeconds: number;
  /** As many as its answer may have. */
  readonly mostBytes: number;
  /** An attempt before the failed one may have been carried out. */
  readonly earlierMayHaveArrived: boolean;
}

/** An answer as far as its failure needs it. Everything foreign is redacted and made harmless. */
export interface FailedAnswer {
  readonly status: number;
  /** Empty, or a colon and what came: `: “Invalid token.”` */
  readonly said: string;
  readonly contentType: string | undefined;
  readonly isWebPage: boolean;
  readonly isRefusal: boolean;
  /** It says `success: 1`, with any status. */
  readonly isSuccess: boolean;
  /** The answer to a rotation holds another token than the one to replace, regardless of the rest. */
  readonly holdsNewToken: boolean;
  readonly location: string | undefined;
  /** `location` leads to another host. */
  readonly leadsElsewhere: boolean;
  readonly askedSeconds: number | undefined;
}

const NOTHING_CHANGED = 'Nothing was changed.';

const MAY_HAVE_HAPPENED: Readonly<Record<Operation, string>> = {
  getOrCreate: 'The user group may have been created.',
  update: 'The update may have been applied.',
  rotate: 'The token may have been rotated.',
};

const LOG_IN = 'Where the network asks for a login, log in with a browser, then try again.';

const RESOLVE_ROTATION: Readonly<Record<Operation, string>> = {
  getOrCreate: 'Get or create it again: a user group that exists is left as it is.',
  update: 'Fetch the user group to see what the service holds, or update again.',
  rotate: 'Use "Resolve Rotation…", which asks the service for the current token.',
};

/** No whole answer came. */
export function failureWithoutAnswer(call: RequestFacts, noAnswer: NoAnswer): UserGroupsError {
  const { why, hasLeft, status, code, cause } = noAnswer.facts;
  if (!hasLeft) return failureBeforeLeaving(call, noAnswer);
  switch (why) {
    case 'cancelled':
      return outcomeUnknown(call, 'Cancelled after the request had left.');
    case 'deadline':
      return outcomeUnknown(call, `No whole answer came within ${call.deadlineSeconds} s.`);
    case 'tooLarge':
      return failureOfSize(call, status);
    case 'failed':
      return status === undefined &&
        code !== undefined &&
        /^HPE_|^HTTPParserError$|^UND_ERR_HEADERS_OVERFLOW$/.test(code)
        ? notTheContract(call, `The answer is not HTTP (${code}).`, undefined, cause)
        : outcomeUnknown(call, `The connection broke before the answer was complete (${code ?? ''}).`, cause);
  }
}

/** With any status: a token may be in the part that was not read. */
export function failureOfSize(call: RequestFacts, status: number | undefined): UserGroupsError {
  const megabytes = (call.mostBytes / 1_000_000).toFixed(1).replace('.0', '');
  return outcomeUnknown(
    call,
    `The answer is larger than ${megabytes} MB and was cut off (${status ?? ''}).`,
    undefined,
    status,
  );
}

function failureBeforeLeaving(call: RequestFacts, { facts: { why, code, cause } }: NoAnswer): UserGroupsError {
  if (why === 'cancelled')
    return call.earlierMayHaveArrived
      ? outcomeUnknown(call, 'Cancelled after an earlier attempt had left.')
      : cancelled();
  const { happened, next } = notConnected(call, why === 'deadline' ? undefined : code, cause);
  if (call.earlierMayHaveArrived) return outcomeUnknown(call, happened, cause);
  return new UserGroupsError({ kind: 'unavailable', happened: `${happened} ${NOTHING_CHANGED}`, next, cause });
}

/**
 * What kept the connection from being made, and what to do.
 * @param code `undefined` when it was the deadline.
 */
export function notConnected(
  { route, deadlineSeconds }: Pick<RequestFacts, 'route' | 'deadlineSeconds'>,
  code: string | undefined,
  cause: unknown,
): { readonly happened: string; readonly next: string } {
  const { host, proxy } = route;
  if (proxy !== undefined && cause instanceof ProxyFailure) return cause.describe(proxy, host);
  const words = code === undefined ? `no connection within ${deadlineSeconds} s` : connectText(code, cause);
  const through = proxy === undefined ? '' : ` through the proxy ${proxy.host}`;
  return { happened: `"${host}" cannot be reached${through}: ${words}.`, next: connectAdvice(code, route) };
}

/** The service, or something before it, answered with a status other than success, or with `success: 0`. */
export function failureOfStatus(call: RequestFacts, answer: FailedAnswer): UserGroupsError {
  const { status } = answer;
  if (answer.isSuccess) return failureOfContract(call, answer, 'The answer says success with a status of failure.');
  if (answer.holdsNewToken) return failureOfContract(call, answer, 'The answer says no and holds another token.');
  if (isOfNetwork(answer)) return notLetThrough(call, answer);
  switch (status) {
    case 401:
      return refused(
        call,
        answer,
        'unauthorized',
        'The service does not accept the API token.',
        'Set the API token again.',
      );
    case 403:
      return refused(
        call,
        answer,
        'forbidden',
        'The service does not permit this with the present API token.',
        `Use an API token that may change user groups.${bodyHint(call, answer)}`,
      );
    case 404:
      return refused(
        call,
        answer,
        'notFound',
        'The service found nothing there.',
        'Check the base URL and the user group ID.',
      );
    case 409:
      return refused(
        call,
        answer,
        'conflict',
        'The service reports a conflict.',
        'Fetch the user group to see what the service holds.',
      );
    case 400:
    case 422:
      return rejected(call, answer);
    case 429:
      return tooManyRequests(call, answer);
    default:
      if (status >= 500) return serviceFailed(call, answer);
      if (answer.location !== undefined && status >= 300 && status < 400)
        return redirected(call, answer, answer.location);
      return answer.isRefusal
        ? rejected(call, answer)
        : failureOfContract(call, answer, 'The answer has an unexpected status.');
  }
}

/** The answer is not the contract's. `what` is a sentence and holds nothing of the answer's values. */
export function failureOfContract(call: RequestFacts, answer: FailedAnswer, what: string): UserGroupsError {
  const { status, said, contentType, isWebPage } = answer;
  if (isWebPage) {
    // A foreign page with status 200 is not a failure of the service: networks answer so before a login.
    const what = status < 300 ? 'A web page, most likely a login page of the network, came' : 'A web page came';
    return notTheContract(
      call,
      `${what} instead of an answer (${status}).`,
      status,
      undefined,
      `Check the base URL. ${LOG_IN}${bodyHint(call, answer)}`,
    );
  }
  const type = contentType === undefined ? '' : ` (${contentType})`;
  return notTheContract(
    call,
    `${what} The service returned ${status}${type}${said}.`,
    status,
    undefined,
    `Check the base URL and the log.${bodyHint(call, answer)}`,
  );
}

/** The answer is about another user group. Both ids are harmless to show. */
export function failureOfIdentity(
  call: RequestFacts,
  status: number,
  asked: string,
  answered: string,
): UserGroupsError {
  return notTheContract(
    call,
    `The answer is about the user group ${answered} where ${asked} was asked for (${status}).`,
    status,
  );
}

/** A refusal proves nothing about an earlier attempt, which may have been carried out. */
function refused(
  call: RequestFacts,
  { status, said }: FailedAnswer,
  kind: ErrorKind,
  what: string,
  next: string,
): UserGroupsError {
  const happened = `${what} The service returned ${status}${said}.`;
  if (call.earlierMayHaveArrived) return outcomeUnknown(call, happened, undefined, status, next);
  return new UserGroupsError({ kind, happened: `${happened} ${NOTHING_CHANGED}`, next, status });
}

function rejected(call: RequestFacts, answer: FailedAnswer): UserGroupsError {
  const hint =
    call.operation === 'getOrCreate' ? ' If nothing is wrong with it, a proxy may drop the body of a GET.' : '';
  const what =
    answer.status < 300 ? 'The service refused the request ("success": 0).' : 'The service rejected the request.';
  return refused(call, answer, 'invalid', what, `Correct what was sent.${hint}`);
}

/** The service speaks JSON. A login page comes from something before it and proves nothing about the API token. */
function isOfNetwork({ status, isWebPage }: FailedAnswer): boolean {
  return status === 511 || (isWebPage && (status === 401 || status === 403));
}

function notLetThrough(call: RequestFacts, answer: FailedAnswer): UserGroupsError {
  const { status, isWebPage } = answer;
  const what = isWebPage
    ? `A web page, most likely of a login or a gateway of the network, came instead of an answer (${status}).`
    : `The network asks for a login (${status}).`;
  const next = `${LOG_IN}${isWebPage ? ' Otherwise, check the base URL.' : ''}${bodyHint(call, answer)}`;
  if (call.earlierMayHaveArrived) return outcomeUnknown(call, what, undefined, status, next);
  return new UserGroupsError({ kind: 'forbidden', happened: `${what} ${NOTHING_CHANGED}`, next, status });
}

/** Suggests that a proxy drops or refuses the body of a GET, where the status fits. */
function bodyHint({ operation }: RequestFacts, { status, said, isWebPage }: FailedAnswer): string {
  const mayBeForBody =
    status === 411 || status === 413 || status === 501 || (status === 403 && (said === '' || isWebPage));
  return operation === 'getOrCreate' && mayBeForBody ? ' A proxy may drop or refuse the body of a GET.' : '';
}

function tooManyRequests(call: RequestFacts, answer: FailedAnswer): UserGroupsError {
  const what = `The service receives too many requests.${asksToWait(answer)}`;
  const { askedSeconds } = answer;
  return refused(
    call,
    answer,
    'rateLimited',
    what,
    askedSeconds === undefined ? 'Try again in a minute.' : `Try again in ${askedSeconds} s.`,
  );
}

function serviceFailed(call: RequestFacts, answer: FailedAnswer): UserGroupsError {
  const { status, said } = answer;
  const happened = `The service returned ${status}${said}.${asksToWait(answer)}`;
  if (call.operation === 'rotate') return outcomeUnknown(call, happened, undefined, status);
  return new UserGroupsError({
    kind: 'unavailable',
    happened: `${happened} ${MAY_HAVE_HAPPENED[call.operation]}`,
    next: `Try again later.${bodyHint(call, answer)}`,
    status,
  });
}

function asksToWait({ askedSeconds }: FailedAnswer): string {
  return askedSeconds === undefined ? '' : ` It asks to wait ${askedSeconds} s.`;
}

/** Never followed. 302 and 303 may also follow a request that was carried out, so a rotation cannot trust them. */
function redirected(call: RequestFacts, { status, leadsElsewhere }: FailedAnswer, location: string): UserGroupsError {
  const happened = `The service redirects to ${location} (${status}), which is not followed.`;
  const next = leadsElsewhere
    ? 'Check the base URL against that address. If it is a login page of the network, log in with a browser, then try again.'
    : 'Check the base URL against that address.';
  if (call.earlierMayHaveArrived || (call.operation === 'rotate' && (status === 302 || status === 303)))
    return outcomeUnknown(call, happened, undefined, status);
  return new UserGroupsError({
    kind: 'unexpectedResponse',
    happened: `${happened} ${NOTHING_CHANGED}`,
    next,
    status,
  });
}

/** For a rotation the only thing that counts is that the new token did not come. */
function notTheContract(
  call: RequestFacts,
  happened: string,
  status: number | undefined,
  cause?: unknown,
  next?: string,
): UserGroupsError {
  if (call.operation === 'rotate') return outcomeUnknown(call, happened, cause, status);
  return new UserGroupsError({
    kind: 'unexpectedResponse',
    happened: `${happened} ${MAY_HAVE_HAPPENED[call.operation]}`,
    next: next ?? 'Check the base URL and the log.',
    status,
    cause,
  });
}

function outcomeUnknown(
  { operation }: RequestFacts,
  happened: string,
  cause?: unknown,
  status?: number,
  first?: string,
): UserGroupsError {
  const next = first === undefined ? RESOLVE_ROTATION[operation] : `${first} ${RESOLVE_ROTATION[operation]}`;
  return new UserGroupsError({
    kind: 'outcomeUnknown',
    happened: `${happened} ${MAY_HAVE_HAPPENED[operation]}`,
    next,
    status,
    isRotationOpen: operation === 'rotate',
    cause,
  });
}
