// Services of the family whose API differs. Each stands before a sandbox, translates requests to the contract, and has
// its own data for the rest.

import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { OPERATION_NAMES } from '../../src/contract/operations.ts';
import type { ServiceApi } from '../../src/contract/serviceApi.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';

export interface OtherService {
  readonly baseUrl: string;
  /** "POST /find-tenant", in order, whether answered or refused. */
  readonly asked: string[];
  /** What the next lists are answered with, in order, in place of what there is. */
  readonly nextLists: { readonly status: number; readonly body: string }[];
  readonly close: () => Promise<void>;
}

interface Facts extends Omit<ServiceApi, 'name' | 'list' | 'updatesOnlyGiven'> {
  readonly list: NonNullable<ServiceApi['list']>;
  readonly response: Readonly<Record<'object' | 'id' | 'mapping' | 'isNew', string>>;
}

/** A third one, made up: another header, flat paths and other names. A user writes it so into `userGroups.apis`. */
export const OTHER_API = {
  authentication: { header: 'X-Tenant-Key', scheme: '' },
  operations: {
    getOrCreate: { method: 'POST', path: '/find-tenant/' },
    update: { method: 'PATCH', path: '/tenant/' },
    rotate: { method: 'PUT', path: '/tenant/token/' },
  },
  request: { id: 'tenant_key' },
  response: { object: 'tenant', id: 'key', mapping: 'sources', isNew: 'added' },
  updatesOnlyGiven: true,
  list: { path: '/tenants/', groups: 'tenants' },
} as const;

/** The present one, by its public facts. */
export const CUSTOMER_FACTS: Facts = {
  authentication: { header: 'Explo-Authorization', scheme: 'Token' },
  operations: {
    getOrCreate: { method: 'POST', path: '/api/create_customer/' },
    update: { method: 'POST', path: '/api/update_customer/' },
    rotate: { method: 'POST', path: '/api/refresh_customer_token/' },
  },
  request: { id: 'provided_id' },
  response: {
    object: 'customer',
    id: 'provided_id',
    mapping: 'parent_schema_datasource_mapping',
    isNew: 'new_customer',
  },
  list: {
    path: '/v2/api/customers/',
    groups: 'results.customers',
    total: 'total_count',
    page: 'page',
    pageSize: 'pageSize',
  },
};

/** By the contract. */
const METHODS = { getOrCreate: 'GET', update: 'PUT', rotate: 'POST' } as const;

/** @param remote asked for each request: a sandbox may start later than this */
export async function startOtherService(remote: () => Sandbox, facts: Facts = OTHER_API): Promise<OtherService> {
  const asked: string[] = [];
  const nextLists: Answer[] = [];
  const server = http.createServer((request, response) => {
    const line = `${request.method ?? ''} ${request.url ?? ''}`;
    asked.push(line);
    void answer(request, facts, remote(), nextLists).then(
      ({ status, body }) => response.writeHead(status, { 'content-type': 'application/json' }).end(body),
      // The sandbox behind it has hung up.
      () => response.destroy(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    nextLists,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

interface Answer {
  readonly status: number;
  readonly body: string;
}

async function answer(request: IncomingMessage, facts: Facts, remote: Sandbox, nextLists: Answer[]): Promise<Answer> {
  const body = await text(request);
  const { authentication, operations, request: names } = facts;
  const operation = OPERATION_NAMES.find((name) => {
    const { method, path } = operations[name];
    return request.method === method && request.url === path;
  });
  const credentials = String(request.headers[authentication.header.toLowerCase()]);
  const before = authentication.scheme === '' ? '' : `${authentication.scheme} `;
  const list = request.method === 'GET' ? listIn(facts, remote, request.url ?? '') : undefined;
  const isAsked = operation !== undefined || list !== undefined;
  if (
    !isAsked ||
    request.headers.authorization !== undefined ||
    !credentials.startsWith(before) ||
    body.includes('"user_group_id":')
  )
    return { status: 404, body: '{"success":0}' };
  if (operation === undefined)
    return credentials === `${before}${remote.apiToken}`
      ? (nextLists.shift() ?? { status: 200, body: list ?? '' })
      : { status: 401, body: '{"success":0}' };
  const asked = body.replace(new RegExp(`"${names.id}"(?=\\s*:)`), '"user_group_id"');
  return inItsNames(
    facts,
    remote,
    await askSandbox(remote, METHODS[operation], credentials.slice(before.length), asked),
  );
}

/** All groups of the sandbox, or a page of them; a service of pages never gives more than three at once. */
function listIn({ list, response }: Facts, remote: Sandbox, url: string): string | undefined {
  const all = remote.groups().map(({ userGroupId, teamId, environment, token, name, mapping, properties }) => {
    const members: [string, string | undefined][] = [
      ['team_id', String(teamId)],
      ['token', JSON.stringify(token)],
      [response.id, JSON.stringify(userGroupId)],
      ['name', name === undefined ? undefined : JSON.stringify(name)],
      ['properties', properties],
      [response.mapping, mapping ?? 'null'],
      [response.isNew, 'false'],
      // The other kind has none.
      ['api_environment_tag', list.page === undefined ? JSON.stringify(environment) : undefined],
    ];
    return objectText(members);
  });
  const { pathname, searchParams } = new URL(url, 'http://127.0.0.1');
  if (list.page === undefined)
    return pathname === '/tenants/' ? `{"success":1,"tenants":[${all.join(',')}]}` : undefined;
  if (pathname !== '/v2/api/customers/') return undefined;
  const size = Math.min(Number(searchParams.get('pageSize')), 3);
  const from = (Number(searchParams.get('page')) - 1) * size;
  return `{"total_count":${all.length},"results":{"customers":[${all.slice(from, from + size).join(',')}]}}`;
}

function objectText(members: readonly (readonly [string, string | undefined])[]): string {
  return `{${members.flatMap(([name, text]) => (text === undefined ? [] : [`"${name}":${text}`])).join(',')}}`;
}

/** With any method a body, which fetch() refuses. */
async function askSandbox(remote: Sandbox, method: string, apiToken: string, body: string): Promise<Answer> {
  const request = http.request(`${remote.baseUrl}/api/user`, {
    method,
    headers: {
      authorization: `Token ${apiToken}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    },
  });
  request.end(body);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return { status: response.statusCode ?? 500, body: await text(response) };
}

/** With the mapping, which a sandbox never answers. */
function inItsNames({ response }: Facts, remote: Sandbox, { status, body }: Answer): Answer {
  const names: Readonly<Record<string, string>> = {
    user_group: response.object,
    provided_id: response.id,
    new_user_group: response.isNew,
  };
  const [, id] = /"provided_id":("(?:[^"\\]|\\.)*")/.exec(body) ?? [];
  const mapping = id === undefined ? undefined : remote.group(JSON.parse(id) as string)?.mapping;
  const renamed = body.replaceAll(
    /"(user_group|provided_id|new_user_group)":/g,
    (_, name: string) => `"${names[name] ?? name}":`,
  );
  return {
    status,
    body: renamed.replace(
      `"${response.object}":{`,
      `"${response.object}":{"${response.mapping}":${mapping ?? 'null'},`,
    ),
  };
}
