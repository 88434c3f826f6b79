// A connection: one environment of the dashboard service, as configured in the settings and known to the store.

import type { ENVIRONMENT_TAGS } from '../contract/fields.ts';
import type { AskedAlone } from '../contract/operations.ts';
import { USER_GROUP_API, type RequestNames, type ServiceApi } from '../contract/serviceApi.ts';
import type { UserGroupsError } from './errors.ts';

export type { RequestNames };

/** The service's own tags (interface document, "User group": `api_environment_tag`). */
export type Environment = (typeof ENVIRONMENT_TAGS)[number];

/** One entry of the setting `userGroups.connections`. Never holds a token. */
export interface ConnectionConfig {
  readonly name: string;
  readonly baseUrl: string;
  /** Name of the service description. Absent: the built-in one. */
  readonly api?: string | undefined;
  /** Absent is guarded like `Customer`. */
  readonly environment?: Environment | undefined;
  readonly requestsPerMinute?: number | undefined;
  /** Absent means true. */
  readonly checkBeforeUpdate?: boolean | undefined;
  readonly locked?: 'rotation' | 'all' | undefined;
  /** Name of an environment variable that holds the API token, on the machine the extension runs on. */
  readonly apiTokenEnv?: string | undefined;
  /** Path of a PEM file with extra certificate authorities, on the machine the extension runs on. */
  readonly caFile?: string | undefined;
}

/**
 * - `ready`: can be used.
 * - `moved`: the settings name another origin than the one recorded; nothing is sent until the person answers.
 * - `renamedOrNew`: the settings hold a name the store does not know, at the origin of one they no longer name.
 * - `notInSettings`: the store keeps groups of a connection that the settings no longer name.
 * - `invalid`: the entry in the settings cannot be used; `problem` says why.
 */
export type ConnectionStatus = 'ready' | 'moved' | 'renamedOrNew' | 'notInSettings' | 'invalid';

/** Why an API token may be that of another environment of the service. */
export interface TokenMismatch {
  readonly about: 'team' | 'environment' | 'recreated';
  /** The answer, as a clause that names the group. */
  readonly reason: string;
}

export interface Connection extends ConnectionConfig {
  /** Given by the store, stable over renames. Empty for `invalid` and `renamedOrNew`, which the store does not know. */
  readonly id: string;
  readonly kind: 'service' | 'sandbox';
  /** The service description that `api` names. Absent: the built-in one. */
  readonly serviceApi?: ServiceApi | undefined;
  readonly status: ConnectionStatus;
  /** `moved`: the base URL recorded before. */
  readonly recordedBaseUrl?: string | undefined;
  /** `renamedOrNew`: the connections of the store that it may be. */
  readonly mayBe?: readonly { readonly id: string; readonly name: string }[] | undefined;
  /** `invalid`: why, beginning in lower case. */
  readonly problem?: string | undefined;
  /** `invalid`: the setting to correct. Absent: `userGroups.connections`. */
  readonly problemIn?: string | undefined;
  /** `invalid`: not because of the settings, but because it cannot be stored right now. */
  readonly notKept?: UserGroupsError | undefined;
  /** `ready`: nothing is sent until the person has decided about its API token. */
  readonly mismatch?: TokenMismatch | undefined;
}

export function apiOf({ serviceApi = USER_GROUP_API }: Connection): ServiceApi {
  return serviceApi;
}

export function hasList(connection: Connection): boolean {
  return apiOf(connection).list !== undefined;
}

/** Whether its service has what not all of them have. */
export function offers(connection: Connection, operation: AskedAlone): boolean {
  const { operations, request } = apiOf(connection);
  return (operation === 'changeId' ? request.newId : operations[operation]) !== undefined;
}

/** The names under which the user sees its documents' fields; without a connection, those of the contract. */
export function namesOf(connection: Connection | undefined): RequestNames {
  return (connection?.serviceApi ?? USER_GROUP_API).request;
}

/** The name of the built-in connection to the local sandbox, which no connection in the settings may use. */
export const SANDBOX_NAME = 'Sandbox';

/** Whether real viewers may be affected: everything but declared Testing connections and the sandbox. */
export function isGuarded(connection: Connection): boolean {
  return connection.kind === 'service' && connection.environment !== 'Testing';
}

/** Requests a minute: 120 unless said otherwise, none for loopback. `undefined` is no limit. */
export function requestsPerMinute(connection: ConnectionConfig, isLoopback: boolean): number | undefined {
  return connection.requestsPerMinute ?? (isLoopback ? undefined : 120);
}
