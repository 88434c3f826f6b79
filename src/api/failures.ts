// Turns each failure of a call into the error a person reads: kind, what happened, what may have changed, what to do.

import * as l10n from '@vscode/l10n';
import { cancelled, UserGroupsError, type ErrorKind } from '../core/errors.ts';
import { sentences } from '../core/sentences.ts';
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
  /** Empty, or what came: `“Invalid token.”` */
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

const nothingChanged = (): string => l10n.t('Nothing was changed.');
const logIn = (): string => l10n.t('Where the network asks for a login, log in with a browser, then try again.');

const MAY_HAVE_HAPPENED: Readonly<Record<Operation, () => string>> = {
  getOrCreate: () => l10n.t('The user group may have been created.'),
  update: () => l10n.t('The update may have been applied.'),
  rotate: () => l10n.t('The token may have been rotated.'),
};

const RESOLVE: Readonly<Record<Operation, () => string>> = {
  getOrCreate: () => l10n.t('Get or create it again. An existing user group is not changed.'),
  update: () => l10n.t('Fetch the user group to see what the service holds, or update again.'),
  rotate: () => l10n.t('Use "Resolve Rotation…", which asks the service for the current token.'),
};

/** No whole answer came. */
export function failureWithoutAnswer(call: RequestFacts, noAnswer: NoAnswer): UserGroupsError {
  const { why, hasLeft, status, code, cause } = noAnswer.facts;
  if (!hasLeft) return failureBeforeLeaving(call, noAnswer);
  switch (why) {
    case 'cancelled':
      return outcomeUnknown(call, l10n.t('Canceled after the request was sent.'));
    case 'deadline':
      return outcomeUnknown(call, l10n.t('No whole answer came within {0} s.', call.deadlineSeconds));
    case 'tooLarge':
      return failureOfSize(call, status);
    case 'failed':
      return status === undefined &&
        code !== undefined &&
        /^HPE_|^HTTPParserError$|^UND_ERR_HEADERS_OVERFLOW$/.test(code)
        ? notTheContract(call, l10n.t('The answer is not HTTP ({0}).', code), undefined, cause)
        : outcomeUnknown(call, l10n.t('The connection broke before the answer was complete ({0}).', code ?? ''), cause);
  }
}

/** With any status: a token may be in the part that was not read. */
export function failureOfSize(call: RequestFacts, status: number | undefined): UserGroupsError {
  const megabytes = (call.mostBytes / 1_000_000).toFixed(1).replace('.0', '');
  return outcomeUnknown(
    call,
    l10n.t('The answer is larger than {0} MB and was cut off ({1}).', megabytes, status ?? ''),
    undefined,
    status,
  );
}

function failureBeforeLeaving(call: RequestFacts, { facts: { why, code, cause } }: NoAnswer): UserGroupsError {
  if (why === 'cancelled')
    return call.earlierMayHaveArrived
      ? outcomeUnknown(call, l10n.t('Canceled after an earlier attempt was sent.'))
      : cancelled();
  const { happened, next } = notConnected(call, why === 'deadline' ? undefined : code, cause);
  if (call.earlierMayHaveArrived) return outcomeUnknown(call, happened, cause);
  return new UserGroupsError({ kind: 'unavailable', happened: sentences([happened, nothingChanged()]), next, cause });
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
  const words = code === undefined ? l10n.t('no connection within {0} s', deadlineSeconds) : connectText(code, cause);
  return {
    happened:
      proxy === undefined
        ? l10n.t('"{0}" cannot be reached: {1}.', host, words)
        : l10n.t('"{0}" cannot be reached through the proxy {1}: {2}.', host, proxy.host, words),
    next: connectAdvice(code, route),
  };
}

/** The service, or something before it, answered with a status other than success, or with `success: 0`. */
export function failureOfStatus(call: RequestFacts, answer: FailedAnswer): UserGroupsError {
  const { status } = answer;
  if (answer.isSuccess)
    return failureOfContract(call, answer, l10n.t('The answer says success with a status of failure.'));
  if (answer.holdsNewToken)
    return failureOfContract(call, answer, l10n.t('The answer says no and holds another token.'));
  if (isOfNetwork(answer)) return notLetThrough(call, answer);
  switch (status) {
    case 401:
      return refused(
        call,
        answer,
        'unauthorized',
        l10n.t('The service does not accept the API token.'),
        l10n.t('Set the API token again.'),
      );
    case 403:
      return refused(
        call,
        answer,
        'forbidden',
        l10n.t('The service does not permit this with the present API token.'),
        sentences([l10n.t('Use an API token that may change user groups.'), bodyHint(call, answer)]),
      );
    case 404:
      return refused(
        call,
        answer,
        'notFound',
        l10n.t('The service found nothing there.'),
        l10n.t('Check the base URL and the user group ID.'),
      );
    case 409:
      return refused(
        call,
        answer,
        'conflict',
        l10n.t('The service reports a conflict.'),
        l10n.t('Fetch the user group to see what the service holds.'),
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
        : failureOfContract(call, answer, l10n.t('The answer has an unexpected status.'));
  }
}

/** The answer is not the contract's. `what` is a sentence and holds nothing of the answer's values. */
export function failureOfContract(call: RequestFacts, answer: FailedAnswer, what: string): UserGroupsError {
  const { status, contentType, isWebPage } = answer;
  const hint = bodyHint(call, answer);
  if (isWebPage) {
    // A foreign page with status 200 is not a failure of the service: networks answer so before a login.
    const page =
      status < 300
        ? l10n.t('A web page, most likely a login page of the network, came instead of an answer ({0}).', status)
        : l10n.t('A web page came instead of an answer ({0}).', status);
    const next = sentences([l10n.t('Check the base URL.'), logIn(), hint]);
    return notTheContract(call, page, status, undefined, next);
  }
  const returned = returnedText(answer, contentType);
  const next = sentences([l10n.t('Check the base URL and the log.'), hint]);
  return notTheContract(call, sentences([what, returned]), status, undefined, next);
}

/** "The service returned 400: “Bad request”." */
function returnedText({ status, said }: FailedAnswer, contentType?: string): string {
  if (contentType !== undefined)
    return said === ''
      ? l10n.t('The service returned {0} ({1}).', status, contentType)
      : l10n.t('The service returned {0} ({1}): {2}.', status, contentType, said);
  return said === ''
    ? l10n.t('The service returned {0}.', status)
    : l10n.t('The service returned {0}: {1}.', status, said);
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
    l10n.t('The answer is about the user group {0} instead of {1} ({2}).', answered, asked, status),
    status,
  );
}

/** A refusal proves nothing about an earlier attempt, which may have been carried out. */
function refused(
  call: RequestFacts,
  answer: FailedAnswer,
  kind: ErrorKind,
  what: string,
  next: string,
): UserGroupsError {
  const { status } = answer;
  const happened = sentences([what, returnedText(answer)]);
  if (call.earlierMayHaveArrived) return outcomeUnknown(call, happened, undefined, status, next);
  return new UserGroupsError({ kind, happened: sentences([happened, nothingChanged()]), next, status });
}

function rejected(call: RequestFacts, answer: FailedAnswer): UserGroupsError {
  const hint =
    call.operation === 'getOrCreate'
      ? l10n.t('If nothing is wrong with it, a proxy may drop the body of a GET.')
      : undefined;
  const what =
    answer.status < 300
      ? l10n.t('The service rejected the request ("success": 0).')
      : l10n.t('The service rejected the request.');
  return refused(call, answer, 'invalid', what, sentences([l10n.t('Correct what was sent.'), hint]));
}

/** The service speaks JSON. A login page comes from something before it and proves nothing about the API token. */
function isOfNetwork({ status, isWebPage }: FailedAnswer): boolean {
  return status === 511 || (isWebPage && (status === 401 || status === 403));
}

function notLetThrough(call: RequestFacts, answer: FailedAnswer): UserGroupsError {
  const { status, isWebPage } = answer;
  const what = isWebPage
    ? l10n.t('A web page, most likely of a login or a gateway of the network, came instead of an answer ({0}).', status)
    : l10n.t('The network asks for a login ({0}).', status);
  const orElse = isWebPage ? l10n.t('Otherwise, check the base URL.') : undefined;
  const next = sentences([logIn(), orElse, bodyHint(call, answer)]);
  if (call.earlierMayHaveArrived) return outcomeUnknown(call, what, undefined, status, next);
  return new UserGroupsError({ kind: 'forbidden', happened: sentences([what, nothingChanged()]), next, status });
}

/** Suggests that a proxy drops or refuses the body of a GET, where the status fits. */
function bodyHint({ operation }: RequestFacts, { status, said, isWebPage }: FailedAnswer): string | undefined {
  const mayBeForBody =
    status === 411 || status === 413 || status === 501 || (status === 403 && (said === '' || isWebPage));
  return operation === 'getOrCreate' && mayBeForBody
    ? l10n.t('A proxy may drop or refuse the body of a GET.')
    : undefined;
}

function tooManyRequests(call: RequestFacts, answer: FailedAnswer): UserGroupsError {
  const what = sentences([l10n.t('The service receives too many requests.'), asksToWait(answer)]);
  const { askedSeconds } = answer;
  return refused(
    call,
    answer,
    'rateLimited',
    what,
    askedSeconds === undefined ? l10n.t('Try again in a minute.') : l10n.t('Try again in {0} s.', askedSeconds),
  );
}

function serviceFailed(call: RequestFacts, answer: FailedAnswer): UserGroupsError {
  const { status } = answer;
  const happened = sentences([returnedText(answer), asksToWait(answer)]);
  if (call.operation === 'rotate') return outcomeUnknown(call, happened, undefined, status);
  return new UserGroupsError({
    kind: 'unavailable',
    happened: sentences([happened, MAY_HAVE_HAPPENED[call.operation]()]),
    next: sentences([l10n.t('Try again later.'), bodyHint(call, answer)]),
    status,
  });
}

function asksToWait({ askedSeconds }: FailedAnswer): string | undefined {
  return askedSeconds === undefined ? undefined : l10n.t('It asks to wait {0} s.', askedSeconds);
}

/** Never followed. 302 and 303 may also follow a request that was carried out, so a rotation cannot trust them. */
function redirected(call: RequestFacts, { status, leadsElsewhere }: FailedAnswer, location: string): UserGroupsError {
  const happened = l10n.t('The service redirects to {0} ({1}), which is not followed.', location, status);
  const next = leadsElsewhere
    ? sentences([l10n.t('Compare the base URL with that address.'), logIn()])
    : l10n.t('Compare the base URL with that address.');
  if (call.earlierMayHaveArrived || (call.operation === 'rotate' && (status === 302 || status === 303)))
    return outcomeUnknown(call, happened, undefined, status);
  return new UserGroupsError({
    kind: 'unexpectedResponse',
    happened: sentences([happened, nothingChanged()]),
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
    happened: sentences([happened, MAY_HAVE_HAPPENED[call.operation]()]),
    next: next ?? l10n.t('Check the base URL and the log.'),
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
  const next = sentences([first, RESOLVE[operation]()]);
  return new UserGroupsError({
    kind: 'outcomeUnknown',
    happened: sentences([happened, MAY_HAVE_HAPPENED[operation]()]),
    next,
    status,
    remedy: operation === 'rotate' ? 'resolveRotation' : undefined,
    cause,
  });
}
