// Talks to a sandbox without the product's client: one request, every header in the test's hands.

import { request, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';

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

/** Rejects when the connection ends before the answer does. */
export function ask(
  sandbox: Sandbox,
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
    const asked = request({ hostname, port, path, method, headers: given, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('error', reject);
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const bytes = Buffer.concat(chunks);
        resolve({ status: response.statusCode, headers: response.headers, bytes, text: bytes.toString() });
      });
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

/** Everything the sandbox sends on one connection that stays open for more, until the sandbox ends it. */
export function untilClosed(sandbox: Sandbox, method: string, body: string): Promise<string> {
  const { hostname, port, host } = new URL(sandbox.baseUrl);
  const head = [
    `${method} /api/user HTTP/1.1`,
    `Host: ${host}`,
    `Authorization: Token ${sandbox.apiToken}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(`${head.join('\r\n')}\r\n\r\n${body}`));
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk.toString();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(received));
  });
}

/** A get-or-create or update body. */
export function groupBody(
  fields: {
    readonly user_group_id?: string;
    readonly name?: string;
    readonly mapping?: object;
    readonly properties?: object;
  } = {},
): string {
  return JSON.stringify({ user_group_id: 'acme', name: 'Acme', ...fields });
}
