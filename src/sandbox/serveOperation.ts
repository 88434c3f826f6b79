// What the sandbox is asked for, each from a request to an answer, in the terms of the API that it is asked by.

import { refused, type Answer } from './answer.ts';
import type { GroupRow, GroupStore, SentFields } from './groupStore.ts';
import { joinedJson, jsonFields, type JsonTexts } from './jsonTexts.ts';
import { checkedFields, requiredField } from './receivedBody.ts';
import { CUSTOMERS, type SandboxApi, type ServedOperation } from './sandboxApis.ts';

/** An admitted request: its API, operation and query. */
export interface Routed {
  readonly api: SandboxApi;
  readonly operation: ServedOperation;
  readonly query: URLSearchParams;
}

const TOKEN_FIELDS = { current_token: 'string' } as const;
const LARGEST_PAGE = 100;

/** @throws Refusal when the body is not the operation's, or names no group that it could be done to. */
export function perform({ api, operation, query }: Routed, store: GroupStore, body: Buffer): Answer {
  switch (operation) {
    case 'getOrCreate':
      return getOrCreate(api, store, body);
    case 'update':
      return update(api, store, body);
    case 'rotate':
      return rotate(api, store, body);
    case 'delete':
      return remove(store, body);
    case 'list':
      return list(api, store, query);
    case 'listAll':
      return { status: 200, envelope: { customers: listed(api, store, store.all()) } };
  }
}

function getOrCreate(api: SandboxApi, store: GroupStore, body: Buffer): Answer {
  const sent = groupFields(api, body);
  // To a group that exists, nothing of it is applied.
  if (store.get(sent.userGroupId) === undefined) requireParent(store, sent);
  const outcome = store.getOrCreate(sent);
  if (outcome === undefined) throw refused(507, 'The sandbox is full.');
  const { row, isNew } = outcome;
  return {
    status: 200,
    envelope: { success: '1', [api.isNew]: String(isNew) },
    userGroup: api === CUSTOMERS ? customer(store, row) : { ...identity(row), ...properties(row) },
  };
}

function update(api: SandboxApi, store: GroupStore, body: Buffer): Answer {
  const sent = groupFields(api, body, api === CUSTOMERS ? { new_provided_id: 'string' } : {});
  requireParent(store, sent);
  const row = store.update(sent);
  if (row === 'taken') throw refused(400, 'There is another customer with this new_provided_id.');
  if (row === undefined) throw refused(404, `There is no ${named(api)} with this ${api.id}.`);
  return {
    status: 200,
    envelope: { success: '1' },
    userGroup:
      api === CUSTOMERS ? customer(store, row) : { ...identity(row), ...properties(row), ...environmentTag(row) },
  };
}

function rotate(api: SandboxApi, store: GroupStore, body: Buffer): Answer {
  const row = store.rotate(currentToken(body));
  if (row === undefined) throw noSuchToken(api);
  return {
    status: 200,
    envelope: { success: '1' },
    userGroup: api === CUSTOMERS ? customer(store, row) : { ...identity(row), ...environmentTag(row) },
  };
}

function remove(store: GroupStore, body: Buffer): Answer {
  const outcome = store.remove(currentToken(body));
  if (outcome === 'hasChildren') throw refused(400, 'The customer has children.');
  if (outcome === undefined) throw noSuchToken(CUSTOMERS);
  return { status: 200, envelope: { success: '1' } };
}

/** Behind the last page there is an empty one. */
function list(api: SandboxApi, store: GroupStore, query: URLSearchParams): Answer {
  const size = Math.min(count(query, 'pageSize', LARGEST_PAGE), LARGEST_PAGE);
  const all = store.all();
  const from = (count(query, 'page', 1) - 1) * size;
  const customers = listed(api, store, all.slice(from, from + size));
  return { status: 200, envelope: { total_count: String(all.length), results: joinedJson({ customers }) } };
}

function listed(api: SandboxApi, store: GroupStore, rows: readonly GroupRow[]): string {
  return `[${rows.map((row) => joinedJson({ ...customer(store, row), [api.isNew]: 'false' })).join(',')}]`;
}

function count(query: URLSearchParams, name: string, usual: number): number {
  const value = Number(query.get(name) ?? usual);
  if (!Number.isInteger(value) || value < 1) throw refused(400, `The parameter ${name} must be an integer above 0.`);
  return value;
}

function currentToken(body: Buffer): string {
  return requiredField(checkedFields(body, TOKEN_FIELDS), 'current_token');
}

function noSuchToken(api: SandboxApi): Error {
  return refused(404, `There is no ${named(api)} with this current_token.`);
}

function groupFields(api: SandboxApi, body: Buffer, further: Readonly<Record<string, 'string'>> = {}): SentFields {
  const fields = checkedFields(body, { [api.id]: 'string', ...api.fields, ...further });
  const userGroupId = requiredField(fields, api.id);
  const newId = fields.get('new_provided_id');
  for (const [name, text] of [
    [api.id, userGroupId],
    ['new_provided_id', newId],
  ])
    if (text === '""') throw refused(400, `The field ${name} is empty.`);
  return { ...Object.fromEntries(fields), userGroupId, newId };
}

function requireParent(store: GroupStore, { parent_provided_id: parent }: SentFields): void {
  if (parent !== undefined && parent !== '""' && store.get(parent) === undefined)
    throw refused(400, 'There is no customer with this parent_provided_id.');
}

/** "The name of the user group as given in the request body": none when none was ever given. */
function identity(row: GroupRow): JsonTexts {
  return {
    team_id: String(row.team_id),
    token: row.token,
    ...(row.name !== null && { name: row.name }),
    provided_id: row.user_group_id,
  };
}

/** "Present if it was given in the request body." */
function properties(row: GroupRow): JsonTexts {
  return row.properties === null ? {} : { properties: row.properties };
}

function environmentTag(row: GroupRow): JsonTexts {
  return { api_environment_tag: JSON.stringify(row.environment) };
}

/** With what its parent adds. What was never given is absent, but for the mapping. */
function customer(store: GroupStore, row: GroupRow): JsonTexts {
  const parent = row.parent_provided_id === null ? undefined : store.get(row.parent_provided_id);
  const { name, mapping, properties: own, ...further } = sentIn(row);
  return {
    token: row.token,
    provided_id: row.user_group_id,
    ...(name !== undefined && { name }),
    parent_schema_datasource_mapping: mapping ?? 'null',
    computed_parent_schema_datasource_mapping: joined(parent?.mapping, mapping),
    ...(own !== undefined && { properties: own }),
    computed_properties: joined(parent?.properties, own),
    access_group: row.environment === 'Customer' ? '"Production"' : '"Development"',
    ...further,
  };
}

function sentIn(row: GroupRow): Partial<Record<string, string>> & JsonTexts {
  return Object.fromEntries(
    Object.keys(CUSTOMERS.fields).flatMap((field): [string, string][] => {
      const text = row[field as keyof GroupRow];
      return typeof text === 'string' ? [[field, text]] : [];
    }),
  );
}

function joined(...texts: readonly (string | null | undefined)[]): string {
  return joinedJson(Object.fromEntries(texts.flatMap((text) => jsonFields(text ?? '{}'))));
}

function named({ object }: SandboxApi): string {
  return object.replace('_', ' ');
}
