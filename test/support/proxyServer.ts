// A proxy on 127.0.0.1 that connects where it is asked to (CONNECT), asks for credentials, and records what it saw.

import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import net, { type AddressInfo, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Certificate } from './certificate.ts';

export interface ProxyOptions {
  /** `user:password`; without, it asks for none. */
  readonly credentials?: string;
  /** It speaks TLS itself. */
  readonly certificate?: Certificate;
  /** Where each authority really is ("service.test:443"): a port of this machine. Others are refused with 502. */
  readonly to?: Readonly<Record<string, number>>;
  /** Instead of connecting. */
  readonly instead?: (socket: Duplex) => void;
}

export interface ProxyServer {
  readonly host: string;
  readonly port: number;
  /** The authority of each CONNECT that came, and its headers as one text. */
  readonly asked: readonly { readonly authority: string; readonly headers: string }[];
  /** Everything that went through the tunnels from the client's side, as text. */
  readonly carried: () => string;
  /** Requests that are no CONNECT. */
  readonly others: readonly string[];
  /** Connections to the proxy itself. */
  readonly connections: () => number;
  /** Resolves when the proxy has been asked so often. */
  asksReached(count: number): Promise<void>;
  /** Resolves when every connection to the proxy has been closed. */
  allClosed(): Promise<void>;
  /** Ends the tunnels that stand. */
  dropTunnels(): void;
  close(): Promise<void>;
}

export async function startProxy({
  credentials,
  certificate,
  to = {},
  instead,
}: ProxyOptions = {}): Promise<ProxyServer> {
  const asked: { authority: string; headers: string }[] = [];
  const others: string[] = [];
  const carried: Buffer[] = [];
  const sockets = new Set<Socket>();
  const tunnels = new Set<Duplex>();
  let connections = 0;
  const server = certificate === undefined ? http.createServer() : https.createServer(certificate);
  const expected = credentials === undefined ? undefined : `Basic ${Buffer.from(credentials).toString('base64')}`;
  server.on('request', (request, response) => {
    others.push(`${request.method} ${request.url}`);
    response.writeHead(405).end();
  });
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      server.emit('gone');
    });
  });
  server.on('connect', ({ url = '', rawHeaders, headers }: http.IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => undefined);
    asked.push({ authority: url, headers: rawHeaders.join('\n') });
    server.emit('asked');
    const port = to[url];
    if (instead !== undefined) {
      // Its end is seen by whoever reads it.
      socket.on('end', () => socket.end()).resume();
      instead(socket);
    } else if (expected !== undefined && headers['proxy-authorization'] !== expected)
      socket.end('HTTP/1.1 407 Who are you\r\nProxy-Authenticate: Basic realm="company"\r\n\r\n');
    else if (port === undefined) socket.end('HTTP/1.1 502 Not there\r\n\r\n');
    else join(port, socket, head);
  });

  const join = (port: number, socket: Duplex, head: Buffer): void => {
    const there = net.connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connected\r\n\r\n');
      there.write(head);
      there.pipe(socket);
      socket.pipe(there);
    });
    tunnels.add(socket);
    socket.on('data', (chunk: Buffer) => carried.push(chunk));
    there.on('error', () => socket.destroy());
    socket.on('close', () => there.destroy());
    there.on('close', () => socket.destroy());
  };

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    host: `127.0.0.1:${port}`,
    port,
    asked,
    others,
    carried: () => Buffer.concat(carried).toString('latin1'),
    connections: () => connections,
    asksReached: async (count) => {
      while (asked.length < count) await once(server, 'asked');
    },
    allClosed: async () => {
      while (sockets.size > 0) await once(server, 'gone');
    },
    dropTunnels: () => {
      for (const tunnel of tunnels) tunnel.destroy();
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
