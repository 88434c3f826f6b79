// A server on 127.0.0.1 that plays a script, request by request, and records each request as its bytes came.

import { once, EventEmitter } from 'node:events';
import net from 'node:net';
import tls from 'node:tls';
import type { AddressInfo, Socket } from 'node:net';

export interface ReceivedRequest {
  /** Request line and header lines. */
  readonly head: readonly string[];
  readonly body: Buffer;
  /** Which connection it came on, from 1. */
  readonly connection: number;
}

/** What the server does with one request. */
export type Reply = (socket: Socket, server: AnsweringServer) => void;

/** A whole HTTP answer. Without a `content-length` of its own it gets the right one. */
export function answers(
  status: number,
  body: string | Uint8Array = '',
  headers: Readonly<Record<string, string>> = {},
): Reply {
  const bytes = Buffer.from(body as string);
  const fields = { 'content-type': 'application/json', 'content-length': String(bytes.byteLength), ...headers };
  const lines = Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  return (socket) => socket.write(Buffer.concat([Buffer.from(`HTTP/1.1 ${status} Said\r\n${lines}\r\n`), bytes]));
}

/** The contract's answer, `user_group` and envelope changed as wished. */
export function succeeds(userGroup: object = {}, envelope: object = {}): Reply {
  return answers(200, success(userGroup, envelope));
}

export function success(userGroup: object = {}, envelope: object = {}): string {
  return JSON.stringify({
    success: 1,
    ...envelope,
    user_group: { team_id: 3, token: 'group-token-1', name: 'Acme', provided_id: 'acme', ...userGroup },
  });
}

/** These bytes as they are. */
export function writes(bytes: string): Reply {
  return (socket) => socket.write(bytes);
}

/** These bytes, then the connection's end. */
export function writesAndEnds(bytes: string): Reply {
  return (socket) => socket.end(bytes);
}

export const resets: Reply = (socket) => socket.resetAndDestroy();
export const staysSilent: Reply = () => undefined;

export class AnsweringServer {
  readonly requests: ReceivedRequest[] = [];
  connections = 0;
  readonly #script: Reply[];
  readonly #events = new EventEmitter();
  readonly #sockets = new Set<Socket>();
  readonly #server: net.Server;
  readonly #scheme: string;

  /** The last reply is played for every further request. */
  constructor(script: readonly Reply[], certificate?: { readonly key: string; readonly cert: string }) {
    this.#script = [...script];
    this.#scheme = certificate === undefined ? 'http' : 'https';
    const accept = (socket: Socket): void => this.#accept(socket);
    this.#server = certificate === undefined ? net.createServer(accept) : tls.createServer(certificate, accept);
  }

  async start(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  get baseUrl(): string {
    return `${this.#scheme}://${this.host}`;
  }

  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Resolves when this many requests have come. */
  async received(count: number): Promise<void> {
    while (this.requests.length < count) await once(this.#events, 'request');
  }

  /** Resolves when this many connections have been made. */
  async connected(count: number): Promise<void> {
    while (this.connections < count) await once(this.#events, 'connection');
  }

  /** Resolves when every connection so far has been closed by both sides. */
  async allClosed(): Promise<void> {
    while (this.#sockets.size > 0) await once(this.#events, 'close');
  }

  /** From now on this is played on every new connection, before any request. */
  greet(reply: Reply): void {
    this.#server.on('connection', (socket: Socket) => reply(socket, this));
  }

  /** From now on connections are refused; those that stand go on. */
  stopListening(): void {
    this.#server.close();
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #accept(socket: Socket): void {
    this.#sockets.add(socket);
    const connection = ++this.connections;
    this.#events.emit('connection');
    let pending = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.#sockets.delete(socket);
      this.#events.emit('close');
    });
    socket.on('data', (chunk) => {
      pending = Buffer.concat([pending, chunk]);
      const headEnd = pending.indexOf('\r\n\r\n');
      const head = pending.subarray(0, Math.max(headEnd, 0)).toString('latin1').split('\r\n');
      const length = Number(/content-length: (\d+)/i.exec(head.join('\n'))?.[1] ?? 0);
      if (headEnd < 0 || pending.length < headEnd + 4 + length) return;
      this.requests.push({ head, body: pending.subarray(headEnd + 4), connection });
      pending = Buffer.alloc(0);
      const reply = this.#script.length > 1 ? this.#script.shift()! : this.#script[0]!;
      reply(socket, this);
      this.#events.emit('request');
    });
  }
}
