// One address for all editors of a run, one after another: the browser keeps what it has loaded and compiled for it.

import { connect, createServer, type Socket } from 'node:net';
import { once } from 'node:events';
import { pipeline } from 'node:stream';

export interface OneAddress {
  /** Without a slash at the end. */
  readonly url: string;
  /** From now on the address is that of this server. What was connected to another one is ended. */
  leadTo(serverUrl: string): void;
}

/** Stays open until the process ends, and does not keep it from ending. */
export async function openAddress(): Promise<OneAddress> {
  let port: number | undefined;
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.once('close', () => sockets.delete(socket));
  };
  const endAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const listener = createServer((socket) => {
    keep(socket);
    if (port === undefined) return void socket.destroy();
    const server = keep(connect(port, '127.0.0.1'));
    // Either side may end at any time; then both do.
    pipeline(socket, server, () => undefined);
    pipeline(server, socket, () => undefined);
  });
  listener.listen(0, '127.0.0.1').unref();
  await once(listener, 'listening');
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new Error('There is no port to listen on.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    leadTo: (serverUrl) => {
      endAll();
      port = Number(new URL(serverUrl).port);
    },
  };
}
