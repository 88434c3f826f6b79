// Asks a sandbox without the product's client: one request, in which the test decides each header.

import { request, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../../src/sandbox/sandbox.ts';

export interface Reply {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
}

export interface Changes {
  readonly path?: string;
  /** Replaces a header, or leaves it out when undefined. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

/** A new sandbox in memory for each test of the suite around the call. */
export function testSandbox(options: Partial<SandboxOptions> = {}): () => Sandbox {
  let sandbox: Sandbox;
  beforeEach(async () => {
    sandbox = await startSandbox({ databasePath: ':memory:', ...options });
  });
  afterEach(() => sandbox.close());
  return () => sandbox;
}

/** Rejects when the connection ends before the answer does. */
export function ask(
  sandbox: Pick<Sandbox, 'baseUrl' | 'apiToken'>,
  method: string,
  body: string | Buffer,
  { path = '/api/user', headers = {} }: Changes = {},
): Promise<Reply> {
  const all: Record<string, string | undefined> = {
    authorization: `Token ${sandbox.apiToken}`,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    ...headers,
  };
  const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(sandbox.baseUrl);
    request({ hostname, port, path, method, headers: given, agent: false }, (response) => {
      const { statusCode: status, headers: answered } = response;
      buffer(response).then((bytes) => resolve({ status, headers: answered, bytes, text: bytes.toString() }), reject);
    })
      .on('error', reject)
      .end(body);
  });
}

/** Everything the sandbox sends on one connection that stays open for more, until the sandbox ends it. */
export function untilClosed({ baseUrl, apiToken }: Sandbox, method: string, body: string): Promise<string> {
  const { hostname, port, host } = new URL(baseUrl);
  const head = `${method} /api/user HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Token ${apiToken}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}`;
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(`${head}\r\n\r\n${body}`));
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk.toString();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(received));
  });
}

/** The body of a get-or-create or update. */
export function groupBody(fields: object = {}): string {
  return JSON.stringify({ user_group_id: 'acme', name: 'Acme', ...fields });
}
