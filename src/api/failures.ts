// Turns each failure of a call into the error the user reads: kind, what happened, what may have changed, what to do.

import * as l10n from '@vscode/l10n';
import { cancelled, UserGroupsError, type ErrorKind, type Failure } from '../core/errors.ts';
import { foreignText } from '../core/foreignText.ts';
import { grouped } from '../core/language.ts';
import { maybeDoneText, OPERATION_TEXTS } from '../core/operationTexts.ts';
import { sentences } from '../core/sentences.ts';
import { endsId, REQUESTS, type RequestKind } from '../contract/operations.ts';
import { connectAdvice, connectText } from './connectFailures.ts';
import type { HttpRequest, NoAnswer } from './httpExchange.ts';
import { ProxyFailure } from './proxyFailure.ts';
import type { Route } from './route.ts';

/** What a sentence says of the call besides the failure itself. */
export interface RequestFacts {
  readonly operation: RequestKind;
  readonly method: HttpRequest['method'];
  /** With that of the base URL. */
  readonly path: string;
  readonly route: Route;
  readonly deadlineSeconds: number;
  /** As many as its answer may have. */
  readonly mostBytes: number;
  /** An attempt before the failed one may have been carried out. */
  readonly earlierMayHaveArrived: boolean;
  readonly endHold?: Failure['endHold'];
}

/** An answer as far as its failure needs it. Everything foreign is redacted and made harmless. */
export interface FailedAnswer {
  readonly status: number;
  /** Empty, or what the service answered: `“Invalid token.”` */
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

/** What to do where nobody knows the outcome. */
function whenUnknown(operation: RequestKind): string {
  return operation === 'list' ? l10n.t('Refresh the list again.') : OPERATION_TEXTS[operation].whenUnknown();
}

/** What to do next is a button's: what happened takes two sentences. */
const BY_BUTTON = '';

/** No whole answer came. */
export function failureWithoutAnswer(call: RequestFacts, noAnswer: NoAnswer): UserGroupsError {
  const { why, hasLeft, status, code, cause } = noAnswer.facts;
  if (!hasLeft) return failureBeforeLeaving(call, noAnswer);
  switch (why) {
    case 'cancelled':
      if (call.operation === 'list') return cancelled();
      return outcomeUnknown(call, l10n.t('Canceled after the request was sent.'));
    case 'deadline':
      return outcomeUnknown(call, l10n.t('No complete response came within {0} s.', call.deadlineSeconds));
    case 'tooLarge':
      return failureOfSize(call, status);
    case 'failed':
      return status === undefined &&
        code !== undefined &&
        /^HPE_|^HTTPParserError$|^UND_ERR_HEADERS_OVERFLOW$/.test(code)
        ? notTheContract(call, l10n.t('The response is not HTTP ({0}).', code), undefined, cause)
        : outcomeUnknown(
            call,
            l10n.t('The connection broke before the response was complete ({0}).', code ?? ''),
            cause,
          );
  }
}

/** With any status: a token may be in the part that was not read. */
export function failureOfSize(call: RequestFacts, status: number | undefined): UserGroupsError {
  const megabytes = grouped(Math.round(call.mostBytes / 100_000) / 10);
  return outcomeUnknown(
    call,
    l10n.t('The response is larger than {0} MB and was cut off ({1}).', megabytes, status ?? ''),
    undefined,
    status,
    call.operation === 'list' ? l10n.t('Describe the pages of the list in "userGroups.apis".') : undefined,
  );
}

function failureBeforeLeaving(call: RequestFacts, { facts: { why, code, cause } }: NoAnswer): UserGroupsError {
  if (why === 'cancelled')
    return call.earlierMayHaveArrived && call.operation !== 'list'
      ? outcomeUnknown(call, l10n.t('Canceled after an earlier attempt was sent.'))
      : cancelled();
  const { happened, next } = notConnected(call, why === 'deadline' ? undefined : code, cause);
  if (call.earlierMayHaveArrived) return outcomeUnknown(call, happened, cause);
  return new UserGroupsError('unavailable', happened, next, { cause });
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
  return {
    happened:
      code !== undefined
        ? connectText(host, code, cause)
        : proxy === undefined
          ? l10n.t('No connection to "{0}" was made within {1} s.', host, deadlineSeconds)
          : l10n.t('No connection to "{0}" was made through "{1}" within {2} s.', host, proxy.host, deadlineSeconds),
    next: connectAdvice(code, route),
  };
}

/** The service, or something before it, answered with a status other than success, or with `success: 0`. */
export function failureOfStatus(call: RequestFacts, answer: FailedAnswer): UserGroupsError {
  const { status } = answer;
  if (answer.isSuccess)
    return failureOfContract(call, answer, l10n.t('The response reports success but has a failure status.'));
  if (answer.holdsNewToken)
    return failureOfContract(call, answer, l10n.t('The response reports a failure but contains another token.'));
  if (isOfNetwork(answer)) return notLetThrough(call, answer);
  const answered = answeredText(answer);
  const as = (kind: ErrorKind, happened: string, next: string): UserGroupsError =>
    refused(call, status, kind, happened, next);
  switch (status) {
    case 401:
      return as(
        'unauthorized',
        l10n.t('The service rejected the API token ({0}).', answered),
        l10n.t('Set the API token again.'),
      );
    case 403:
      return as(
        'forbidden',
        l10n.t("The service doesn't permit this with the present API token ({0}).", answered),
        mayBeForBody(call, answer)
          ? l10n.t('Use an API token that may write, or check whether a proxy drops the body of a GET.')
          : call.operation === 'list'
            ? l10n.t('Use an API token that may read the list.')
            : l10n.t('Use an API token that may write.'),
      );
    case 404:
      return as(
        'notFound',
        l10n.t('The service found nothing at {0} ({1}).', `${call.method} ${foreignText(call.path, 150)}`, answered),
        nothingThere(call),
      );
    case 409:
      return as(
        'conflict',
        l10n.t('The service reports a conflict ({0}).', answered),
        endsId(call.operation)
          ? OPERATION_TEXTS[call.operation].whenRejected()
          : l10n.t('Fetch it to see the current values.'),
      );
    case 400:
    case 422:
      return rejected(call, answer);
    case 429:
      return as(
        'rateLimited',
        l10n.t('The service receives too many requests ({0}).', answered),
        answer.askedSeconds === undefined ? l10n.t('Try again in a minute.') : tryAgainIn(answer.askedSeconds),
      );
    default:
      if (status >= 500) return serviceFailed(call, answer);
      if (answer.location !== undefined && status >= 300 && status < 400)
        return redirected(call, answer, answer.location);
      return answer.isRefusal ? rejected(call, answer) : failureOfContract(call, answer, undefined);
  }
}

/** The answer is not the contract's. `what` is a sentence and holds nothing of the answer's values. */
export function failureOfContract(call: RequestFacts, answer: FailedAnswer, what: string | undefined): UserGroupsError {
  const { status, contentType, isWebPage } = answer;
  const hint = mayBeForBody(call, answer)
    ? l10n.t('Check the base URL, or check whether a proxy refuses the body of a GET.')
    : undefined;
  if (isWebPage) {
    // A foreign page with status 200 is not a failure of the service: networks answer so before a login.
    const page =
      status < 300
        ? l10n.t('A web page came instead of a response, probably a login page of the network ({0}).', status)
        : l10n.t('A web page came instead of a response ({0}).', status);
    return notTheContract(call, page, status, undefined, hint ?? logInOrCheck());
  }
  const returned = returnedText({ ...answer, type: contentType });
  return what === undefined
    ? notTheContract(call, returned, status, undefined, hint)
    : notTheContract(call, sentences([what, returned]), status, undefined, BY_BUTTON);
}

/** "400", "200 (text/plain): “Bad request”", for a sentence. */
function answeredText({
  status,
  said,
  type,
}: Pick<FailedAnswer, 'status' | 'said'> & { type?: string | undefined }): string {
  const what = type === undefined ? String(status) : `${status} (${type})`;
  return said === '' ? what : `${what}: ${said}`;
}

function returnedText(answer: Parameters<typeof answeredText>[0]): string {
  return l10n.t('The service returned {0}.', answeredText(answer));
}

function logInOrCheck(): string {
  return l10n.t('Log in to the network with a browser, or check the base URL.');
}

function tryAgainIn(seconds: number): string {
  return l10n.t('Try again in {0} s.', seconds);
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
    l10n.t('The response is about "{0}" instead of "{1}" ({2}).', answered, asked, status),
    status,
  );
}

/** A refusal proves nothing about an earlier attempt, which may have been carried out. */
function refused(call: RequestFacts, status: number, kind: ErrorKind, happened: string, next: string): UserGroupsError {
  if (call.earlierMayHaveArrived) return outcomeUnknown(call, happened, undefined, status, next);
  return new UserGroupsError(kind, happened, next, { status, endHold: call.endHold });
}

function rejected(call: RequestFacts, answer: FailedAnswer): UserGroupsError {
  const { status } = answer;
  const answered = answeredText(answer);
  const happened =
    status < 300
      ? l10n.t('The service rejected the request with "success": 0 ({0}).', answered)
      : l10n.t('The service rejected the request ({0}).', answered);
  return refused(call, status, 'invalid', happened, correct(call));
}

function correct({ operation, method }: RequestFacts): string {
  if (operation === 'list') return l10n.t('Check the base URL.');
  return method === 'GET'
    ? l10n.t('Correct the document, or check whether a proxy drops the body of a GET.')
    : OPERATION_TEXTS[operation].whenRejected();
}

function nothingThere({ operation }: RequestFacts): string {
  if (operation === 'list') return l10n.t('Check the base URL.');
  return operation === 'delete'
    ? l10n.t('Check the base URL, and whether it is gone already.')
    : l10n.t('Check the base URL, the ID and the API of the connection.');
}

/** The service speaks JSON. A login page comes from something before it and proves nothing about the API token. */
function isOfNetwork({ status, isWebPage }: FailedAnswer): boolean {
  return status === 511 || (isWebPage && (status === 401 || status === 403));
}

function notLetThrough(call: RequestFacts, answer: FailedAnswer): UserGroupsError {
  const { status, isWebPage } = answer;
  const happened = isWebPage
    ? l10n.t('A web page came instead of a response, probably of a login or gateway of the network ({0}).', status)
    : l10n.t('The network asks for a login ({0}).', status);
  if (!isWebPage) return refused(call, status, 'forbidden', happened, l10n.t('Log in with a browser, then try again.'));
  return refused(
    call,
    status,
    'forbidden',
    happened,
    mayBeForBody(call, answer)
      ? l10n.t('Log in to the network with a browser, or check whether a proxy drops the body of a GET.')
      : logInOrCheck(),
  );
}

/** Whether a proxy may have dropped or refused the body of a GET, by the status. */
function mayBeForBody({ method, operation }: RequestFacts, { status, said, isWebPage }: FailedAnswer): boolean {
  const isOfBody = status === 411 || status === 413 || status === 501 || (status === 403 && (said === '' || isWebPage));
  return method === 'GET' && operation !== 'list' && isOfBody;
}

function serviceFailed(call: RequestFacts, answer: FailedAnswer): UserGroupsError {
  const { status, askedSeconds } = answer;
  const happened = returnedText(answer);
  if (isOnce(call)) return outcomeUnknown(call, happened, undefined, status);
  const again = askedSeconds === undefined ? l10n.t('Try again later.') : tryAgainIn(askedSeconds);
  return new UserGroupsError(
    'unavailable',
    happened,
    mayBeForBody(call, answer) ? l10n.t('Try again later, or check whether a proxy refuses the body of a GET.') : again,
    { maybeDone: maybeDoneText(call.operation), status },
  );
}

/** Never followed. 302 and 303 may also follow a request that was carried out: not trusted where that matters. */
function redirected(call: RequestFacts, { status, leadsElsewhere }: FailedAnswer, location: string): UserGroupsError {
  const happened = l10n.t('The service redirects to {0} ({1}), which is not followed.', location, status);
  if (call.earlierMayHaveArrived || (isOnce(call) && (status === 302 || status === 303)))
    return outcomeUnknown(call, happened, undefined, status);
  return new UserGroupsError(
    'unexpectedResponse',
    happened,
    leadsElsewhere
      ? l10n.t('Compare the base URL with that address, or log in to the network with a browser.')
      : l10n.t('Compare the base URL with that address.'),
    { status },
  );
}

/** Whether it must not be repeated, so that anything but a clear answer leaves its outcome unknown. */
function isOnce({ operation }: RequestFacts): boolean {
  return !REQUESTS[operation].mayBeRepeated;
}

/** For a rotation the only thing that counts is that the new token did not come. */
function notTheContract(
  call: RequestFacts,
  happened: string,
  status: number | undefined,
  cause?: unknown,
  next?: string,
): UserGroupsError {
  if (isOnce(call)) return outcomeUnknown(call, happened, cause, status, next === BY_BUTTON ? BY_BUTTON : undefined);
  return new UserGroupsError('unexpectedResponse', happened, next ?? l10n.t('Check the base URL and the log.'), {
    maybeDone: maybeDoneText(call.operation),
    status,
    cause,
  });
}

function outcomeUnknown(
  { operation }: RequestFacts,
  happened: string,
  cause?: unknown,
  status?: number,
  next = whenUnknown(operation),
): UserGroupsError {
  return new UserGroupsError(
    // What only reads has no outcome but its answer.
    operation === 'list' ? 'unavailable' : 'outcomeUnknown',
    happened,
    next,
    {
      maybeDone: maybeDoneText(operation),
      status,
      remedy: operation === 'rotate' ? 'resolveRotation' : undefined,
      cause,
    },
  );
}
