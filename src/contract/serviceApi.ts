// How a service of this family is asked, and how it names what it answers: data. Begin with USER_GROUP_API, the
// contract's own (interface document, "Endpoints", "Authentication" and "Common response envelope").

import type { ObjectField } from './fields.ts';
import type { FurtherField } from './furtherFields.ts';
import type { FurtherOperation, Operation } from './operations.ts';

export interface ServiceApi {
  /** As `api` of a connection names it. */
  readonly name: string;
  readonly authentication: {
    readonly header: string;
    /** Before the API token; empty where the token stands alone. */
    readonly scheme: string;
  };
  /** A further one is asked with the group's token, and answers "success" alone. Absent: the service lacks it. */
  readonly operations: Readonly<Record<Operation, Endpoint>> &
    Readonly<Partial<Record<FurtherOperation, Endpoint<'DELETE'> | undefined>>>;
  /** Absent: the service has no list. */
  readonly list?: ListEndpoint | undefined;
  /** Names of a request's fields. */
  readonly request: RequestNames;
  /** Names of an answer's fields. */
  readonly response: ResponseNames;
  /** Whether the service keeps the fields that an update omits. */
  readonly updatesOnlyGiven: boolean;
}

export interface Endpoint<Further extends string = never> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | Further;
  /** Under the base URL; begins with a slash. */
  readonly path: string;
}

/** Asked by GET, without a body. The answer holds every token that the API token may see. */
export interface ListEndpoint {
  /** As that of an operation. */
  readonly path: string;
  /** The array of user groups in the answer; names of what it is inside of go before, with dots. */
  readonly groups: string;
  /** How many groups there are in all, likewise. Absent: not answered. */
  readonly total?: string | undefined;
  /** Parameter of the query: which page, counted from 1. Absent: all groups come in one answer. */
  readonly page?: string | undefined;
  /** Parameter of the query: how many groups a page may have. */
  readonly pageSize?: string | undefined;
}

export interface RequestNames {
  /** The user group's ID, in a document as in the request that sends it. */
  readonly id: string;
  /** In an update: the ID that the group has from then on. Absent: an ID can't be changed. */
  readonly newId?: string | undefined;
  /** What else a document may have beside the fields of the contract, by its name. Absent: nothing. */
  readonly fields?: Readonly<Record<string, FurtherField>> | undefined;
}

export interface ResponseNames {
  /** The user group: an object. */
  readonly object: string;
  /** Its ID, within the object. */
  readonly id: string;
  /** Its mapping, within the object: JSON or null. Absent: it is never answered. */
  readonly mapping?: string | undefined;
  /** Beside the object: whether get-or-create has created it. */
  readonly isNew: string;
  /** Mapping and properties with what a parent adds, likewise. Never sent. */
  readonly computed?: Readonly<Partial<Record<ObjectField, string>>> | undefined;
}

export const USER_GROUP_API: ServiceApi = {
  name: 'user-group',
  authentication: { header: 'Authorization', scheme: 'Token' },
  operations: {
    getOrCreate: { method: 'GET', path: '/api/user' },
    update: { method: 'PUT', path: '/api/user' },
    rotate: { method: 'POST', path: '/api/user' },
  },
  request: { id: 'user_group_id' },
  response: { object: 'user_group', id: 'provided_id', isNew: 'new_user_group' },
  // Not shown in the interface document, so each update has all fields.
  updatesOnlyGiven: false,
};

/** The value of the header, or a variable in place of the API token. */
export function credentials({ authentication: { scheme } }: ServiceApi, apiToken: string): string {
  return scheme === '' ? apiToken : `${scheme} ${apiToken}`;
}

/** The fields of an answer, around those of the user group. */
export function envelopeOf({ isNew, object }: ResponseNames, operation: Operation): string[] {
  return ['success', ...(operation === 'getOrCreate' ? [isNew] : []), object];
}
