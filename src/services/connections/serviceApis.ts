// The service descriptions of the setting `userGroups.apis`, which the user types by hand: each is checked before
// anything is sent according to it.

import * as l10n from '@vscode/l10n';
import { ANSWER_FIELDS, EDITABLE_FIELDS } from '../../contract/fields.ts';
import { CUSTOMER_API } from '../../contract/customerApi.ts';
import { FURTHER_OPERATIONS, type FurtherOperation, type Operation } from '../../contract/operations.ts';
import { FURTHER_TYPES } from '../../contract/furtherFields.ts';
import {
  USER_GROUP_API,
  type Endpoint,
  type ListEndpoint,
  type RequestNames,
  type ServiceApi,
} from '../../contract/serviceApi.ts';
import { foreignText } from '../../core/foreignText.ts';
import { isObject, type JsonObject } from '../../core/isObject.ts';
import { aFlag, objectOf, oneOf, recordOf, within, type Check, type FieldProblem } from './fieldChecks.ts';

/** A usable description, or why it cannot be used: a sentence that names the place. */
export type FoundApi =
  | { readonly api: ServiceApi; readonly problem?: undefined }
  /** `problemIn`: the setting to correct. Absent: `userGroups.connections`. */
  | { readonly problem: string; readonly problemIn?: string };

const APIS_SETTING = 'userGroups.apis';
const BUILT_IN: readonly ServiceApi[] = [USER_GROUP_API, CUSTOMER_API];

/**
 * A built-in description, or one of the setting. What that leaves out is as in the contract's own.
 * @param apis the setting's value, of any shape
 * @param setting what it is called in sentences
 */
export function findApi(name: string, apis: unknown, setting = APIS_SETTING): FoundApi {
  const typed = isObject(apis) && Object.hasOwn(apis, name) ? apis : undefined;
  const problem = typed && apiProblem(name, typed, setting);
  if (problem !== undefined) return { problem: problem.reason, problemIn: APIS_SETTING };
  const builtIn = BUILT_IN.find((api) => api.name === name);
  if (builtIn !== undefined) return { api: builtIn };
  return typed === undefined
    ? { problem: l10n.t('"api" is "{0}", which "{1}" doesn\'t have.', foreignText(name, 60), setting) }
    : { api: described(name, typed[name] as TypedApi) };
}

/** Why a typed description cannot be used, and where that is among all of them. */
export function apiProblem(name: string, apis: JsonObject, setting = APIS_SETTING): FieldProblem | undefined {
  const place = `${setting}.${foreignText(name, 60)}`;
  if (BUILT_IN.some((api) => api.name === name))
    return { reason: l10n.t('"{0}" is built in. Choose another name.', place), path: [name], isName: true };
  const problem = within(name, isDescription(apis[name], place));
  if (problem !== undefined) return problem;
  const [one, other] = sameParts(described(name, apis[name] as TypedApi)) ?? [];
  return one === undefined || other === undefined
    ? undefined
    : {
        reason: l10n.t('"{0}" is the same as "{1}".', `${place}.${one}`, `${place}.${other}`),
        path: [name, ...one.split('.')],
      };
}

/** Of the descriptions that there are, be they usable or not. */
export function apiNames(apis: unknown): string[] {
  return [...new Set([...BUILT_IN.map(({ name }) => name), ...(isObject(apis) ? Object.keys(apis) : [])])];
}

/** What documents have by the descriptions of these connections, as they are typed. */
export function documentNames(connections: readonly unknown[], apis: unknown): RequestNames[] {
  return connections.flatMap((entry) => {
    const found = isObject(entry) && typeof entry.api === 'string' ? findApi(entry.api, apis) : undefined;
    return found !== undefined && 'api' in found ? [found.api.request] : [];
  });
}

type Partially<T> = { readonly [K in keyof T]?: T[K] extends object ? Partially<T[K]> : T[K] };
type TypedApi = Partially<Omit<ServiceApi, 'name' | 'list' | 'operations'>> &
  Pick<ServiceApi, 'list'> & {
    readonly operations?: Partially<Record<Operation, Endpoint>> & Pick<ServiceApi['operations'], FurtherOperation>;
  };

function described(
  name: string,
  { authentication, operations, list, request, response, updatesOnlyGiven }: TypedApi,
): ServiceApi {
  const { operations: usual, ...rest } = USER_GROUP_API;
  return {
    name,
    updatesOnlyGiven: updatesOnlyGiven ?? rest.updatesOnlyGiven,
    authentication: { ...rest.authentication, ...authentication },
    operations: {
      ...usual,
      ...operations,
      getOrCreate: { ...usual.getOrCreate, ...operations?.getOrCreate },
      update: { ...usual.update, ...operations?.update },
      rotate: { ...usual.rotate, ...operations?.rotate },
    },
    ...(list !== undefined && { list }),
    request: { ...rest.request, ...request },
    response: { ...rest.response, ...response },
  };
}

/** Two parts that are the same, by their places. A rotation or a deletion must never be mistaken for another. */
function sameParts({ operations, list, request, response }: ServiceApi): readonly [string, string] | undefined {
  const further = Object.entries(request.fields ?? {});
  const parts = [
    ['request.id', `>${request.id}`] as const,
    ...(request.newId === undefined ? [] : [['request.newId', `>${request.newId}`] as const]),
    ...further.map(([name]) => [`request.fields.${name}`, `>${name}`] as const),
    ['response.id', `<${response.id}`] as const,
    ...(response.mapping === undefined ? [] : [['response.mapping', `<${response.mapping}`] as const]),
    ...Object.entries(response.computed ?? {}).map(
      ([field, name]) => [`response.computed.${field}`, `<${name}`] as const,
    ),
    ...further.flatMap(([name, field]) =>
      field.response === undefined ? [] : [[`request.fields.${name}.response`, `<${field.response}`] as const],
    ),
    ...Object.entries(operations).flatMap(([name, endpoint]): [string, string][] =>
      endpoint === undefined ? [] : [[`operations.${name}`, `${endpoint.method} ${endpoint.path}`]],
    ),
    ...partsOfList(list),
    ['response.object', response.object] as const,
    ['response.isNew', response.isNew] as const,
  ];
  for (const [index, [place, value]] of parts.entries()) {
    const before = parts.slice(0, index).find(([, other]) => other === value);
    if (before !== undefined) return [place, before[0]];
  }
  return undefined;
}

const METHOD_OF_LISTS = 'GET';

/** What must differ, each with a value that is like no other's but where both mean the same. */
function partsOfList({ path, groups, total, page, pageSize }: Partial<ListEndpoint> = {}): [string, string][] {
  const parts = [
    ['list.path', path && `${METHOD_OF_LISTS} ${path}`],
    ['list.groups', groups && `.${groups}`],
    ['list.total', total && `.${total}`],
    ['list.page', page && `?${page}`],
    ['list.pageSize', pageSize && `?${pageSize}`],
  ] as const;
  return parts.flatMap(([place, value]): [string, string][] => (value === undefined ? [] : [[place, value]]));
}

/**
 * A header for credentials by its name, so none that routes, frames or is logged as a matter of course. Letters, digits
 * and hyphens alone: it stands in a shell's double quotes, too.
 */
const HEADER = /^(?!content-|proxy-|sec-)(?=.*(?:auth|key|secret|token))[a-z][a-z0-9-]{0,63}$/i;
const SCHEME = /^(?:[A-Za-z][A-Za-z0-9-]{0,63})?$/;

const isHeader: Check = (value, place) =>
  typeof value === 'string' && HEADER.test(value)
    ? undefined
    : l10n.t('"{0}" must be a header for credentials such as "X-Api-Key".', place);

const isScheme: Check = (value, place) =>
  typeof value === 'string' && SCHEME.test(value)
    ? undefined
    : l10n.t('"{0}" must be empty, or a letter, then letters, digits or hyphens.', place);

/** What a URL, or a server that decodes it, would read otherwise could lead elsewhere. */
const isPath: Check = (value, place) => {
  const path = typeof value === 'string' ? value : '';
  const url = URL.parse(`https://a.example/b${path}`);
  return /^\/[^/]/.test(path) &&
    path.length <= 500 &&
    !path.includes('%') &&
    url?.href === `https://a.example/b${path}` &&
    url.pathname === `/b${path}`
    ? undefined
    : l10n.t('"{0}" must be a plain path such as "/api/user".', place);
};

/** Neither what the service says of the whole, nor what every object of JavaScript has. */
const isName: Check = (value, place) => {
  if (typeof value !== 'string' || !NAME.test(value) || value in {}) return notAName(place);
  return TAKEN.has(value) ? alreadyUsed(place, value) : undefined;
};
const NAME = /^[A-Za-z]\w{0,63}$/;
const notAName = (place: string): string =>
  l10n.t('"{0}" must be a letter, then letters, digits or underscores.', place);
const alreadyUsed = (place: string, value: string): string =>
  l10n.t('"{0}" can\'t be "{1}", which is another field.', place, value);
const TAKEN = new Set<string>(['success', 'token', ...ANSWER_FIELDS.filter((field) => field !== 'provided_id')]);
/** A mapping may be called so. */
const isMappingName: Check = (value, place) => (value === 'mapping' ? undefined : isName(value, place));

/** Neither what a document may have beside its ID, nor what a rotation sends. */
const isRequestName: Check = (value, place) => {
  if (typeof value !== 'string' || !NAME.test(value) || value in {}) return notAName(place);
  return TAKEN_IN_REQUESTS.has(value) ? alreadyUsed(place, value) : undefined;
};
const TAKEN_IN_REQUESTS = new Set<string>(['token', 'current_token', ...EDITABLE_FIELDS]);

/** Nor the ID under the name that every document may have, nor what an argument object names the connection by. */
const isFurtherName: Check = (value, place) =>
  value === USER_GROUP_API.request.id || value === 'connection'
    ? alreadyUsed(place, value)
    : isRequestName(value, place);

const isFurtherField = whole(objectOf({ type: oneOf(...FURTHER_TYPES), response: isName }), 'type');

const isEndpoint = objectOf({ method: oneOf('GET', 'POST', 'PUT', 'PATCH'), path: isPath });
/** What is repeated on the way, as a GET may be, would replace the token twice. */
const isRotation = objectOf({ method: oneOf('POST', 'PUT', 'PATCH'), path: isPath });

const isFurther = whole(objectOf({ method: oneOf('DELETE', 'POST', 'PUT', 'PATCH'), path: isPath }), 'method', 'path');

/** With each of these. */
function whole(check: Check, ...required: readonly string[]): Check {
  return (value, place) => {
    const problem = check(value, place);
    if (problem !== undefined) return problem;
    const missing = required.find((field) => (value as Record<string, unknown>)[field] === undefined);
    return missing && l10n.t('"{0}" is missing.', `${place}.${missing}`);
  };
}

/** Of an array in an answer, and what it is inside of. */
const isPlace: Check = (value, place) =>
  typeof value === 'string' && PLACE.test(value)
    ? undefined
    : l10n.t('"{0}" must be a name such as "groups", or names with dots such as "results.groups".', place);
const PLACE = /^[A-Za-z]\w{0,63}(?:\.[A-Za-z]\w{0,63}){0,3}$/;

const isParameter: Check = (value, place) =>
  typeof value === 'string' && NAME.test(value) ? undefined : notAName(place);

const isList = whole(
  objectOf({ path: isPath, groups: isPlace, total: isPlace, page: isParameter, pageSize: isParameter }),
  'path',
  'groups',
);

const isDescription = objectOf({
  authentication: objectOf({ header: isHeader, scheme: isScheme }),
  operations: objectOf({
    getOrCreate: isEndpoint,
    update: isEndpoint,
    rotate: isRotation,
    ...Object.fromEntries(FURTHER_OPERATIONS.map((operation) => [operation, isFurther])),
  }),
  list: isList,
  request: objectOf({ id: isRequestName, newId: isFurtherName, fields: recordOf(isFurtherName, isFurtherField) }),
  response: objectOf({
    object: isName,
    id: isName,
    mapping: isMappingName,
    computed: objectOf({ mapping: isName, properties: isName }),
    isNew: isName,
  }),
  updatesOnlyGiven: aFlag,
});
