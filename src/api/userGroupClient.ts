// The HTTP client of the service: the three operations of the interface document, each one method, and the deletion and
// the list that other services have.

import * as l10n from '@vscode/l10n';
import type { TokenField } from '../contract/fields.ts';
import type { FurtherOperation, Operation } from '../contract/operations.ts';
import {
  credentials,
  type Endpoint,
  type ListEndpoint,
  type ResponseNames,
  type ServiceApi,
} from '../contract/serviceApi.ts';
import { parseBaseUrl } from '../core/baseUrl.ts';
import { cancelled, UserGroupsError } from '../core/errors.ts';
import { visibleId } from '../core/foreignText.ts';
import type {
  Done,
  RequestOptions,
  GetOrCreateAnswer,
  ServiceGroup,
  ListedPage,
  OddGroup,
  RotateRequestOptions,
  ServiceAnswer,
  ServiceTarget,
  UserGroupClient,
} from '../core/ports/client.ts';
import type { Log } from '../core/ports/log.ts';
import type { PaceStore } from '../core/ports/paceStore.ts';
import { MOST_PASSING, Redactor } from '../core/redactor.ts';
import { withoutSecrets } from '../core/withheld.ts';
import { answerText, isTooLarge } from './answerText.ts';
import { call, type Answered, type RequestDependencies, type RequestSubject } from './attempts.ts';
import { WorkSlices } from '../core/workSlices.ts';
import { decodeAnswer, isSuccess, type DecodedAnswer, type DecodedGroup } from './decodeAnswer.ts';
import { listParts } from './decodeList.ts';
import { largestAnswer, LARGEST_LIST, type HttpRequest } from './httpExchange.ts';
import { failureOfContract, failureOfIdentity, failureOfSize, failureOfStatus, type FailedAnswer } from './failures.ts';
import { NotTheContract } from './notTheContract.ts';
import { failedAnswer } from './quotedAnswer.ts';
import { wait } from './retry.ts';
import { Channels } from './channels.ts';
import type { RouteDependencies } from './route.ts';

export interface UserGroupClientOptions extends RouteDependencies, Partial<Pick<RequestDependencies, 'now' | 'wait'>> {
  readonly log: Pick<Log, 'request' | 'warn'>;
  /** Where all windows share one pace for each connection; absent: this client has its own. */
  readonly pace?: PaceStore | undefined;
}

/**
 * Interface document, "Endpoints". Opens nothing before the first call. Every method rejects with `UserGroupsError`
 * without `doing`; nothing in it, or in the log, holds a secret. A failure that has neither a `status` nor the kind
 * `outcomeUnknown` or `unexpectedResponse` left the service untouched.
 */
export function createUserGroupClient(options: UserGroupClientOptions): UserGroupClient {
  return new HttpUserGroupClient(options);
}

class HttpUserGroupClient implements UserGroupClient {
  readonly #dependencies: RequestDependencies;
  readonly #redactor: Redactor;
  readonly #channels: Channels;

  constructor({ log, now = Date.now, wait: waiting = wait, pace, ...dependencies }: UserGroupClientOptions) {
    this.#dependencies = { log, now, wait: waiting };
    this.#redactor = dependencies.redactor;
    this.#channels = new Channels(
      dependencies,
      pace && { store: pace, now, wait: waiting },
      ({ host, proxy, trust }) => {
        if (proxy !== undefined && !trust.verify)
          log.warn(
            `http.proxyStrictSSL is off: through the proxy ${proxy.host}, the certificates of the proxy and of ${host} are not verified.`,
          );
      },
    );
  }

  async getOrCreate(
    target: ServiceTarget,
    userGroupId: string,
    body: string,
    options: RequestOptions = {},
  ): Promise<GetOrCreateAnswer> {
    const { answer, decoded, answered } = await this.#call('getOrCreate', target, userGroupId, body, options);
    const { isNew } = decoded;
    return {
      ...answer,
      isNew,
      mayHaveBeenCreatedByThisRequest: answered.facts.earlierMayHaveArrived && isNew !== true,
    };
  }

  async update(
    target: ServiceTarget,
    userGroupId: string,
    body: string,
    options: RequestOptions = {},
  ): Promise<ServiceAnswer> {
    return (await this.#call('update', target, userGroupId, body, options)).answer;
  }

  async rotate(
    target: ServiceTarget,
    userGroupId: string | undefined,
    currentToken: string,
    options: RotateRequestOptions = {},
  ): Promise<ServiceAnswer> {
    this.#know(currentToken, options);
    return (await this.#call('rotate', target, userGroupId, tokenBody(currentToken), options, currentToken)).answer;
  }

  async byToken(
    operation: FurtherOperation,
    target: ServiceTarget,
    userGroupId: string,
    currentToken: string,
    options: RequestOptions = {},
  ): Promise<Done> {
    const { operations, response: names, name } = target.api;
    const endpoint = operations[operation];
    if (endpoint === undefined) throw new RangeError(`The service description "${name}" does not have: ${operation}.`);
    this.#know(currentToken, options);
    const answered = await this.#send({ operation, userGroupId }, endpoint, target, tokenBody(currentToken), options);
    this.#requireSuccess(answered, names, options);
    const { answer, facts, durationMs } = answered;
    if (!isSuccess(answerText(answer))) {
      const failed = this.#failed(answered, names, options);
      throw failed.isRefusal ? failureOfStatus(facts, failed) : failureOfContract(facts, failed, undefined);
    }
    return { status: answer.status, durationMs };
  }

  async changeId(
    target: ServiceTarget,
    userGroupId: string,
    newId: string,
    options: RequestOptions = {},
  ): Promise<ServiceAnswer> {
    const { operations, request: names, name } = target.api;
    if (names.newId === undefined) throw new RangeError(`The service description "${name}" has no change of an ID.`);
    const body = JSON.stringify({ [names.id]: userGroupId, [names.newId]: newId });
    const subject = { operation: 'changeId', userGroupId } as const;
    const answered = await this.#send(subject, operations.update, target, body, options);
    return this.#read(answered, target, newId, undefined, options).answer;
  }

  async list(target: ServiceTarget, page: number, options: RequestOptions = {}): Promise<ListedPage> {
    const { list, response: names } = target.api;
    if (list === undefined) throw new RangeError(`The service description "${target.api.name}" has no list.`);
    const answered = await this.#ask({ operation: 'list', userGroupId: undefined }, target, options, {
      method: 'GET',
      path: list.path,
      query: pageQuery(list, page),
      body: new Uint8Array(),
      mostBytes: LARGEST_LIST,
    });
    this.#requireSuccess(answered, names, options);
    const { facts } = answered;
    try {
      const read = await this.#readList(answered, list, target.api, options);
      const [first] = read.odd ?? [];
      // Where nothing can be read, the list is of another kind than described.
      if (page === 1 && read.groups.length === 0 && first !== undefined) throw new NotTheContract(first.reason);
      return read;
    } catch (error) {
      if (!(error instanceof NotTheContract)) throw error;
      const failed = this.#failed(answered, names, options);
      throw failed.isRefusal ? failureOfStatus(facts, failed) : failureOfContract(facts, failed, error.what);
    }
  }

  close(): Promise<void> {
    return this.#channels.close();
  }

  /** `sentToken`: of a rotation. */
  async #call(
    operation: Operation,
    target: ServiceTarget,
    userGroupId: string | undefined,
    body: string,
    options: RotateRequestOptions,
    sentToken?: string,
  ): Promise<Result> {
    const endpoint = target.api.operations[operation];
    const answered = await this.#send({ operation, userGroupId }, endpoint, target, body, options);
    return this.#read(answered, target, userGroupId, sentToken, options);
  }

  #send(
    subject: Subject,
    endpoint: Endpoint<'DELETE'>,
    target: ServiceTarget,
    body: string,
    options: RotateRequestOptions,
  ): Promise<Answered> {
    const sent = bytes(body);
    const mostBytes = largestAnswer(sent, subject.operation === 'rotate');
    return this.#ask(subject, target, options, { ...endpoint, body: sent, mostBytes });
  }

  async #ask(
    subject: Subject,
    target: ServiceTarget,
    options: RotateRequestOptions,
    { path, query = '', ...asked }: Asked,
  ): Promise<Answered> {
    this.#redactor.add(target.apiToken);
    const base = parseBaseUrl(target.baseUrl);
    const request: HttpRequest = {
      ...asked,
      path: new URL(base.href + path).pathname + query,
      headers: headers(target.api, target.apiToken),
      // Interface of the product, "Settings": a rotation waits twice as long.
      deadlineMs: target.timeoutSeconds * 1000 * (subject.operation === 'rotate' ? 2 : 1),
      signal: options.signal,
    };
    const channel = await this.#channels.to(target, base);
    return call(this.#dependencies, { ...subject, connection: target.connection }, channel, request, options);
  }

  /** In slices, since thousands of groups may be in one answer. @throws NotTheContract; UserGroupsError `cancelled` */
  async #readList(
    { answer }: Answered,
    list: ListEndpoint,
    api: ServiceApi,
    { signal, tokens = new Redactor([], MOST_PASSING) }: RequestOptions,
  ): Promise<ListedPage> {
    const decoded: DecodedGroup[] = [];
    const odd: OddGroup[] = [];
    let total: number | undefined;
    const slices = new WorkSlices();
    const pause = async (): Promise<void> => {
      await slices.pause();
      if (signal?.aborted === true) throw cancelled();
    };
    // A token of one group may stand in what is said of another, before it or after it.
    for (const part of listParts(answerText(answer), list, api)) {
      if (part !== 'more' && 'total' in part) total = part.total;
      else if (part !== 'more') {
        const { token = '' } = 'odd' in part ? part.odd : part.group;
        tokens.add(token);
        if ('odd' in part) odd.push(part.odd);
        else decoded.push(part.group);
      }
      await pause();
    }
    const redact = this.#redacting({ tokens });
    const groups: ServiceGroup[] = [];
    for (const { userGroup, token } of decoded) {
      const { providedId = '' } = userGroup;
      if (redact(providedId) === providedId)
        groups.push({ userGroup: withoutSecrets({ ...userGroup, providedId }, redact), token });
      else odd.push({ reason: l10n.t('"{0}" of the response contains a token.', api.response.id) });
      await pause();
    }
    const omitted = odd.map(({ userGroupId, reason }) => ({ userGroupId, reason: redact(reason) }));
    return { groups, total, ...(odd.length > 0 && { odd: omitted }) };
  }

  /** @throws UserGroupsError for everything but success. */
  #read(
    answered: Answered,
    { api, apiToken }: ServiceTarget,
    userGroupId: string | undefined,
    sentToken: string | undefined,
    options: RequestOptions,
  ): Result {
    const {
      answer: { status },
      durationMs,
      facts,
    } = answered;
    const { response: names } = api;
    this.#requireSuccess(answered, names, options, sentToken);
    const decoded = this.#decode(answered, api, options);
    if (decoded === 'refused') throw failureOfStatus(facts, this.#failed(answered, names, options, sentToken));
    const { userGroup, token, unknownFields } = decoded;
    this.#know(token, options);
    const redact = this.#redacting(options);
    if (userGroupId !== undefined && userGroup.providedId !== undefined && userGroup.providedId !== userGroupId) {
      throw failureOfIdentity(facts, status, visibleId(userGroupId), visibleId(redact(userGroup.providedId)));
    }
    if (redact(userGroup.providedId ?? '') !== (userGroup.providedId ?? '')) {
      throw failureOfContract(
        facts,
        this.#failed(answered, names, options, sentToken),
        l10n.t('"{0}" of the response contains a token.', names.id),
      );
    }
    return {
      answered,
      decoded,
      answer: {
        userGroup: withoutSecrets(userGroup, redact),
        token,
        ...(token === apiToken && { isApiToken: true }),
        status,
        durationMs,
        unknownFields: unknownFields.map((name) => redact(name)),
      },
    };
  }

  /** By size and status. @throws UserGroupsError */
  #requireSuccess(answered: Answered, names: ResponseNames, options: RequestOptions, sentToken?: string): void {
    const { answer, facts } = answered;
    if (isTooLarge(answer)) throw failureOfSize(facts, answer.status);
    if (answer.status < 200 || answer.status > 299)
      throw failureOfStatus(facts, this.#failed(answered, names, options, sentToken));
  }

  /** A group's token. */
  #know(token: string, { tokens = this.#redactor }: RequestOptions): void {
    tokens.add(token);
  }

  #redactorOf({ tokens }: RequestOptions): Redactor {
    return tokens === undefined ? this.#redactor : new Redactor([this.#redactor, tokens]);
  }

  #redacting(options: RequestOptions): (text: string) => string {
    const redactor = this.#redactorOf(options);
    return (text) => redactor.redact(text);
  }

  #decode(answered: Answered, api: ServiceApi, options: RequestOptions): DecodedAnswer | 'refused' {
    try {
      return decodeAnswer(answerText(answered.answer), api);
    } catch (error) {
      if (error instanceof NotTheContract)
        throw failureOfContract(answered.facts, this.#failed(answered, api.response, options), error.what);
      throw error;
    }
  }

  #failed(answered: Answered, names: ResponseNames, options: RequestOptions, sentToken?: string): FailedAnswer {
    return failedAnswer(answered, names, this.#redactorOf(options), this.#dependencies.now(), sentToken);
  }
}

function tokenBody(currentToken: string): string {
  return JSON.stringify({ current_token: currentToken } satisfies Record<TokenField, string>);
}

type Subject = Pick<RequestSubject, 'operation' | 'userGroupId'>;

/** What a request is made from, beside where it goes. */
interface Asked extends Endpoint<'DELETE'>, Pick<HttpRequest, 'body' | 'mostBytes'> {
  /** Begins with a question mark. */
  readonly query?: string | undefined;
}

/** Groups asked for at once. */
const PAGE_SIZE = 100;

function pageQuery({ page, pageSize }: ListEndpoint, number: number): string | undefined {
  if (page === undefined) return undefined;
  return pageSize === undefined ? `?${page}=${number}` : `?${pageSize}=${PAGE_SIZE}&${page}=${number}`;
}

interface Result {
  readonly answered: Answered;
  readonly decoded: DecodedAnswer;
  readonly answer: ServiceAnswer;
}

/**
 * Interface document, "Authentication". No others. @throws UserGroupsError `invalid` when a header cannot carry the
 * token.
 */
function headers(api: ServiceApi, apiToken: string): Record<string, string> {
  if (!/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(apiToken)) {
    throw new UserGroupsError(
      'invalid',
      l10n.t("The API token is empty or contains a character that can't be sent, such as a line break."),
      l10n.t('Set the API token again.'),
    );
  }
  return { [api.authentication.header]: credentials(api, apiToken), 'Content-Type': 'application/json' };
}

/** @throws UserGroupsError `invalid` for half a surrogate pair, which UTF-8 cannot carry and would silently replace. */
function bytes(body: string): Uint8Array {
  if (!body.isWellFormed()) {
    throw new UserGroupsError(
      'invalid',
      l10n.t('The text to send contains half of a surrogate pair.'),
      l10n.t('Write it as an escape (\\uXXXX).'),
    );
  }
  return Buffer.from(body, 'utf8');
}
