// A third service of the family, made up: another header, flat paths and other names. It stands before a sandbox, asks
// it by the contract, and knows nothing of the contract itself.

import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';

export interface OtherService {
  readonly baseUrl: string;
  /** "POST /find-tenant", in order, whether answered or refused. */
  readonly asked: string[];
  readonly close: () => Promise<void>;
}

/** What a person writes for it into `userGroups.apis`. */
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
} as const;

const METHODS: Readonly<Record<string, string>> = {
  'POST /find-tenant/': 'GET',
  'PATCH /tenant/': 'PUT',
  'PUT /tenant/token/': 'POST',
};

/** @param remote asked for each request: a sandbox may start later than this */
export async function startOtherService(remote: () => Sandbox): Promise<OtherService> {
  const asked: string[] = [];
  const server = http.createServer((request, response) => {
    const line = `${request.method ?? ''} ${request.url ?? ''}`;
    asked.push(line);
    void answer(request, METHODS[line], remote()).then(({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
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

async function answer(request: IncomingMessage, method: string | undefined, remote: Sandbox): Promise<Answer> {
  const body = await text(request);
  const { 'x-tenant-key': key, authorization } = request.headers;
  if (method === undefined || authorization !== undefined || body.includes('"user_group_id":'))
    return { status: 404, body: '{"success":0}' };
  return asTenant(
    remote,
    await askSandbox(remote, method, String(key), body.replace(/"tenant_key"(?=\s*:)/, '"user_group_id"')),
  );
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
function asTenant(remote: Sandbox, { status, body }: Answer): Answer {
  const names: Readonly<Record<string, string>> = {
    user_group: 'tenant',
    provided_id: 'key',
    new_user_group: 'added',
  };
  const renamed = body.replaceAll(
    /"(user_group|provided_id|new_user_group)":/g,
    (_, name: string) => `"${names[name] ?? name}":`,
  );
  const [, id] = /"key":("(?:[^"\\]|\\.)*")/.exec(renamed) ?? [];
  const mapping = id === undefined ? undefined : remote.group(JSON.parse(id) as string)?.mapping;
  return { status, body: renamed.replace('"tenant":{', `"tenant":{"sources":${mapping ?? 'null'},`) };
}
