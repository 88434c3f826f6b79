// The remote service: the three operations of the interface document, each one method.

import { parseBaseUrl } from '../core/baseUrl.ts';
import { UserGroupsError } from '../core/errors.ts';
import { visibleId } from '../core/foreignText.ts';
import type { CallOptions, GetOrCreateAnswer, Log, ServiceAnswer, ServiceTarget, UserGroupClient } from '../core/ports.ts';
import type { Redactor } from '../core/redactor.ts';
import type { Operation } from '../core/userGroup.ts';
import { answerText, readableText } from './answerText.ts';
import { call, type Answered, type CallPorts } from './call.ts';
import { decodeAnswer, isRefusal, type DecodedAnswer } from './decodeAnswer.ts';
import type { HttpRequest } from './exchange.ts';
import { failureOfContract, failureOfIdentity, failureOfStatus, type FailedAnswer } from './failures.ts';
import { NotTheContract } from './notTheContract.ts';
import { isWebPage, quotedAnswer, quotedHeader } from './quotedAnswer.ts';
import { retryAfterSeconds, wait } from './retry.ts';
import { Routes } from './routes.ts';

const METHODS = { getOrCreate: 'GET', update: 'PUT', rotate: 'POST' } as const satisfies Record<Operation, HttpRequest['method']>;

export interface UserGroupClientOptions extends Partial<Pick<CallPorts, 'now' | 'wait'>> {
  readonly log: Pick<Log, 'request'>;
  readonly redactor: Redactor;
}

/**
 * Interface document, "Endpoints". Opens nothing before the first call.
 * Every method rejects with `UserGroupsError` without `doing`; nothing in it, or in the log, holds a secret.
 * A failure that has neither a `status` nor the kind `outcomeUnknown` or `unexpectedResponse` left the service untouched.
 */
export function createUserGroupClient(options: UserGroupClientOptions): UserGroupClient {
  return new HttpUserGroupClient(options);
}

class HttpUserGroupClient implements UserGroupClient {
  readonly #ports: CallPorts;
  readonly #redactor: Redactor;
  readonly #routes = new Routes();

  constructor({ log, redactor, now = Date.now, wait: waiting = wait }: UserGroupClientOptions) {
    this.#ports = { log, now, wait: waiting };
    this.#redactor = redactor;
  }

  async getOrCreate(target: ServiceTarget, userGroupId: string, body: string, options: CallOptions = {}): Promise<GetOrCreateAnswer> {
    const { answer, decoded, answered } = await this.#call('getOrCreate', target, userGroupId, body, options);
    const { isNew } = decoded;
    return { ...answer, isNew, mayHaveBeenCreatedByThisCall: answered.facts.earlierMayHaveArrived && isNew !== true };
  }

  async update(target: ServiceTarget, userGroupId: string, body: string, options: CallOptions = {}): Promise<ServiceAnswer> {
    return (await this.#call('update', target, userGroupId, body, options)).answer;
  }

  async rotate(target: ServiceTarget, userGroupId: string | undefined, currentToken: string, options: CallOptions = {}): Promise<ServiceAnswer> {
    this.#redactor.add(currentToken);
    const body = JSON.stringify({ current_token: currentToken });
    return (await this.#call('rotate', target, userGroupId, body, options)).answer;
  }

  close(): Promise<void> {
    return this.#routes.close();
  }

  async #call(operation: Operation, target: ServiceTarget, userGroupId: string | undefined, body: string, { signal, onWaiting }: CallOptions): Promise<Result> {
    this.#redactor.add(target.apiToken);
    const { requestUrl, origin, host } = parseBaseUrl(target.baseUrl);
    const request: HttpRequest = {
      method: METHODS[operation],
      path: new URL(requestUrl).pathname,
      headers: headers(target.apiToken),
      body: bytes(body),
      // Interface of the product, "Settings": a rotation waits twice as long.
      deadlineMs: target.timeoutSeconds * 1000 * (operation === 'rotate' ? 2 : 1),
      signal,
    };
    const route = await this.#routes.to(target, origin);
    const answered = await call(this.#ports, { operation, userGroupId, connection: target.connection, host }, route, request, onWaiting);
    return this.#read(answered, userGroupId);
  }

  /** @throws UserGroupsError for everything but success. */
  #read(answered: Answered, userGroupId: string | undefined): Result {
    const { answer: { status }, durationMs, facts } = answered;
    if (status < 200 || status > 299) throw failureOfStatus(facts, this.#failed(answered));
    const decoded = this.#decode(answered);
    if (decoded === 'refused') throw failureOfStatus(facts, this.#failed(answered));
    const { userGroup, token, unknownFields } = decoded;
    this.#redactor.add(token);
    if (userGroupId !== undefined && userGroup.providedId !== undefined && userGroup.providedId !== userGroupId) {
      throw failureOfIdentity(facts, status, visibleId(userGroupId), visibleId(this.#redactor.redact(userGroup.providedId)));
    }
    return { answered, decoded, answer: { userGroup, token, status, durationMs, unknownFields } };
  }

  #decode(answered: Answered): DecodedAnswer | 'refused' {
    try {
      return decodeAnswer(answerText(answered.answer));
    } catch (error) {
      if (error instanceof NotTheContract) throw failureOfContract(answered.facts, this.#failed(answered), error.message);
      throw error;
    }
  }

  #failed({ answer }: Answered): FailedAnswer {
    return {
      status: answer.status,
      said: quotedAnswer(answer, this.#redactor),
      contentType: quotedHeader(answer, 'content-type', this.#redactor),
      isWebPage: isWebPage(answer),
      isRefusal: isRefusal(readableText(answer)),
      location: quotedHeader(answer, 'location', this.#redactor),
      askedSeconds: retryAfterSeconds(answer, this.#ports.now()),
    };
  }
}

interface Result {
  readonly answered: Answered;
  readonly decoded: DecodedAnswer;
  readonly answer: ServiceAnswer;
}

/** Interface document, "Authentication". No others. @throws UserGroupsError `invalid` when a header cannot carry the token. */
function headers(apiToken: string): Record<string, string> {
  if (!/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(apiToken)) {
    throw new UserGroupsError({
      kind: 'invalid',
      happened: 'the API token is empty or holds a character that a request cannot carry, such as a line break or a letter outside ASCII',
      next: 'set the API token again',
    });
  }
  return { 'Authorization': `Token ${apiToken}`, 'Content-Type': 'application/json' };
}

/** @throws UserGroupsError `invalid` for half a surrogate pair, which UTF-8 cannot carry and would silently replace. */
function bytes(body: string): Uint8Array {
  if (!body.isWellFormed()) {
    throw new UserGroupsError({ kind: 'invalid', happened: 'the text to send holds half of a surrogate pair', next: 'write it as an escape (\\uXXXX)' });
  }
  return Buffer.from(body, 'utf8');
}
