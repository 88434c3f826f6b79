// The remote service: what it is asked, with the input and the answers.

import type { FurtherOperation } from '../../contract/operations.ts';
import type { ServiceApi } from '../../contract/serviceApi.ts';
import type { Redactor } from '../redactor.ts';
import type { UserGroupAnswer } from '../userGroup.ts';

/** Where a request goes. Built for each call from the current settings and secrets. */
export interface ServiceTarget {
  /** Name of the connection, for sentences and the log. */
  readonly connection: string;
  readonly api: ServiceApi;
  readonly baseUrl: string;
  readonly apiToken: string;
  /** Headers and body together, in seconds; a rotation waits twice that. */
  readonly timeoutSeconds: number;
  readonly requestsPerMinute?: number | undefined;
  readonly caFile?: string | undefined;
  /** In the store, where all windows share one pace for it. Absent: this window has its own. */
  readonly connectionId?: string | undefined;
}

export interface RequestOptions {
  readonly signal?: AbortSignal | undefined;
  /** Replaces `signal` as long as nothing has left. */
  readonly untilLeft?: AbortSignal | undefined;
  /** One of many requests, which lets single ones go first. */
  readonly isBulk?: boolean | undefined;
  /**
   * The redactor of a bulk operation or a list. It knows the tokens of earlier calls and learns those of this one; a
   * group's field that holds one is withheld. Absent: the shared redactor learns the tokens of this call.
   */
  readonly tokens?: Redactor | undefined;
  /** Called before a wait, to tell the user how long it takes and who asks for it. */
  readonly onWaiting?: ((seconds: number, by: 'service' | 'connection') => void) | undefined;
}

export interface RotateRequestOptions extends RequestOptions {
  /**
   * Receives the part of the answer's body that arrived, before it is decoded: a token may be in it. The call waits for
   * this callback and fails when it fails. An empty body is not reported.
   */
  readonly onAnswer?: ((body: string) => Promise<void>) | undefined;
}

/** The answer to an operation that returns nothing but its success. */
export interface Done {
  readonly status: number;
  readonly durationMs: number;
}

export interface ServiceAnswer extends Done {
  readonly userGroup: UserGroupAnswer;
  readonly token: string;
  /** It is the API token that was sent. */
  readonly isApiToken?: true | undefined;
  /** Paths of fields that the contract does not know ("user_group.colour"), to report once. */
  readonly unknownFields: readonly string[];
}

export interface GetOrCreateAnswer extends ServiceAnswer {
  /** `new_user_group`, or as the service calls it; absent when the answer had none. */
  readonly isNew?: boolean | undefined;
  /** An earlier attempt of this call may have arrived, so `isNew: false` proves nothing. */
  readonly mayHaveBeenCreatedByThisRequest: boolean;
}

/** A group as the service lists it. The token is a secret. */
export interface ServiceGroup {
  readonly userGroup: UserGroupAnswer & { readonly providedId: string };
  readonly token: string;
}

/** A part of a list that cannot be read: a group, or the total. */
export interface OddGroup {
  readonly userGroupId?: string | undefined;
  /** A secret. */
  readonly token?: string | undefined;
  /** Why, after its ID and its place; harmless to show. */
  readonly reason: string;
}

export interface ListedPage {
  /** In the service's order. */
  readonly groups: readonly ServiceGroup[];
  /** How many groups all pages hold; absent when the answer does not say. */
  readonly total?: number | undefined;
  /** The groups of the page that could not be read. */
  readonly odd?: readonly OddGroup[];
}

/**
 * The three operations of the contract, one method each, with the deletion, the change of an ID and the list of a
 * service that has them. `body` is the exact JSON text of the request body.
 * Every method rejects with `UserGroupsError` (architecture: the table of kinds) without `doing`.
 */
export interface UserGroupClient {
  /** Interface document, "Get or create a user group". `userGroupId` is compared with the answer's `provided_id`. */
  getOrCreate(
    target: ServiceTarget,
    userGroupId: string,
    body: string,
    options?: RequestOptions,
  ): Promise<GetOrCreateAnswer>;
  /** Interface document, "Update a user group". */
  update(target: ServiceTarget, userGroupId: string, body: string, options?: RequestOptions): Promise<ServiceAnswer>;
  /** Interface document, "Rotate a user group token". Never sent twice. `userGroupId` is compared when given. */
  rotate(
    target: ServiceTarget,
    userGroupId: string | undefined,
    currentToken: string,
    options?: RotateRequestOptions,
  ): Promise<ServiceAnswer>;
  /** Asks by the token alone. @throws RangeError where the service description does not have it */
  byToken(
    operation: FurtherOperation,
    target: ServiceTarget,
    userGroupId: string,
    currentToken: string,
    options?: RequestOptions,
  ): Promise<Done>;
  /**
   * Never sent twice. The answer is about the new ID.
   * @throws RangeError where the service description has no change of an ID
   */
  changeId(target: ServiceTarget, userGroupId: string, newId: string, options?: RequestOptions): Promise<ServiceAnswer>;
  /**
   * Reads a page of the service's list, counted from 1, or all of it where it has no pages. Changes nothing there. An
   * answer may have 64 MB.
   */
  list(target: ServiceTarget, page: number, options?: RequestOptions): Promise<ListedPage>;
  /** Closes idle connections. */
  close(): Promise<void>;
}

/** Input of the check. No token: none is sent. */
export interface ProbeTarget {
  readonly baseUrl: string;
  readonly timeoutSeconds: number;
  readonly caFile?: string | undefined;
}

export interface ProbeStep {
  readonly name: 'Proxy' | 'DNS' | 'TCP' | 'TLS to the proxy' | 'Tunnel' | 'TLS' | 'Answer';
  /** `skipped`: an earlier step failed. `none`: nothing to do here. */
  readonly state: 'done' | 'failed' | 'skipped' | 'none';
  /** The first is the result, the others are details. Foreign text in it is harmless. */
  readonly lines: readonly string[];
}

/** Checks the route to a service as requests use it, by a HEAD of `/` without a token. Changes nothing there. */
export interface ConnectionProbe {
  /**
   * @throws UserGroupsError `cancelled`; `invalid` when the settings describe no route. Anything else is a step that
   * failed.
   */
  probe(target: ProbeTarget, signal?: AbortSignal): Promise<readonly ProbeStep[]>;
}
