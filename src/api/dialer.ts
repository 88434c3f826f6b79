// Makes the connections to one origin, directly or through a proxy's CONNECT. No part of a request leaves yet.

import { lookup as lookUp } from 'node:dns';
import { Socket, type LookupFunction } from 'node:net';
import { buildConnector, Client } from 'undici';
import { ProxyFailure } from './proxyFailure.ts';
import { tlsOptions } from './trust.ts';
import type { Proxy } from './proxyChoice.ts';
import type { Route } from './route.ts';

/** Sees a connection while it is being made. */
export interface Witness {
  socketMade(socket: Socket, to: 'proxy' | 'service'): void;
  tunnelMade(): void;
}

export class Dialer {
  readonly #proxy: Proxy | undefined;
  readonly #connect: buildConnector.connector;

  constructor({ proxy, trust, origin }: Route, lookup?: LookupFunction) {
    this.#proxy = proxy;
    this.#connect = buildConnector({
      allowH2: false,
      // The deadline of the request covers connecting, too, and aborts it.
      timeout: 0,
      lookup: keepingLocalhost(lookup ?? lookUp),
      ...(origin.startsWith('https:') && tlsOptions(trust)),
    });
  }

  /** For one client of undici. What is being made is destroyed at the signal. */
  connector(signal: AbortSignal, witness?: Witness): buildConnector.connector {
    return (options, callback) => {
      this.#dial(options, signal, witness).then(
        (socket) => {
          callback(null, socket);
        },
        (error: unknown) => {
          callback(error as Error, null);
        },
      );
    };
  }

  async #dial(options: buildConnector.Options, signal: AbortSignal, witness: Witness | undefined): Promise<Socket> {
    const httpSocket =
      this.#proxy &&
      (await this.#tunnel(this.#proxy, `${options.host ?? ''}${options.port === '' ? ':443' : ''}`, signal, witness));
    return made(this.#connect, { ...options, ...(httpSocket && { httpSocket }) }, signal, (socket) =>
      witness?.socketMade(socket, 'service'),
    );
  }

  /** A connection of the proxy to `authority`. The proxy receives only that and its own credentials. */
  async #tunnel(
    { origin, authorization }: Proxy,
    authority: string,
    signal: AbortSignal,
    witness: Witness | undefined,
  ): Promise<Socket> {
    let isReached = false as boolean;
    const toProxy = new Client(origin, {
      headersTimeout: 0,
      connect: (options, callback) => {
        // Otherwise undici would validate the proxy's certificate for the requested host.
        const ofProxy = { ...options };
        delete ofProxy.servername;
        made(this.#connect, ofProxy, signal, (socket) => witness?.socketMade(socket, 'proxy')).then(
          (socket) => {
            isReached = true;
            callback(null, socket);
          },
          (error: unknown) => {
            callback(ProxyFailure.unreachable(error), null);
          },
        );
      },
    });
    try {
      const { statusCode, headers, socket } = await toProxy.connect({
        path: authority,
        signal,
        headers: { host: authority, ...(authorization !== undefined && { 'proxy-authorization': authorization }) },
      });
      if (!(socket instanceof Socket)) throw new TypeError('a tunnel is a socket');
      // The next user sees its end. An error in between must not go unhandled.
      socket.on('error', () => undefined);
      if (statusCode < 200 || statusCode > 299) {
        socket.destroy();
        throw ProxyFailure.refused(statusCode, headers['proxy-authenticate']);
      }
      witness?.tunnelMade();
      return socket;
    } catch (error) {
      throw error instanceof ProxyFailure
        ? error
        : isReached
          ? ProxyFailure.broken(error)
          : ProxyFailure.unreachable(error);
    } finally {
      // The tunnel is no longer its own.
      void toProxy.destroy();
    }
  }
}

/** Plain http goes to localhost without a proxy: it must fail if a name server points it at another machine. */
function keepingLocalhost(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, options, (error, found, family) => {
      if (
        error === null &&
        hostname === 'localhost' &&
        !addressesOf(found).every((address) => /^(127\.|::1$|::ffff:127\.)/i.test(address))
      ) {
        callback(Object.assign(new Error('localhost is another machine'), { code: 'NOT_LOOPBACK' }), []);
      } else callback(error, found, family);
    });
  };
}

function addressesOf(found: string | readonly { readonly address: string }[]): readonly string[] {
  return typeof found === 'string' ? [found] : found.map(({ address }) => address);
}

type Connect = (options: buildConnector.Options, callback: buildConnector.Callback) => Socket;

function made(
  connect: buildConnector.connector,
  options: buildConnector.Options,
  signal: AbortSignal,
  seen: (socket: Socket) => void,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    // undici returns the socket that it works on, which its types leave out.
    const socket = (connect as Connect)(options, (error, connected) => {
      signal.removeEventListener('abort', giveUp);
      if (error === null) resolve(connected);
      else reject(error);
    });
    const giveUp = (): void => {
      socket.destroy();
    };
    signal.addEventListener('abort', giveUp, { once: true });
    seen(socket);
  });
}
