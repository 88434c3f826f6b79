// Makes the connections to one origin, directly or through a proxy's CONNECT. No part of a request leaves yet.

import { lookup as lookUp, type LookupAddress } from 'node:dns';
import { connect, isIP, Socket, type LookupFunction } from 'node:net';
import { buildConnector, Client } from 'undici';
import { firstToConnect } from './happyEyeballs.ts';
import { ProxyFailure } from './proxyFailure.ts';
import { tlsOptions } from './trust.ts';
import type { Proxy } from './proxyChoice.ts';
import type { Route } from './route.ts';

/** Sees a connection while it is being made. */
export interface Witness {
  /** The addresses of the proxy, where one is used. */
  addressesFound(addresses: readonly string[]): void;
  connected(socket: Socket): void;
  tlsBegun(socket: Socket, to: 'proxy' | 'service'): void;
  tunnelMade(): void;
}

/** The value that undici uses for the sockets it makes itself. */
const SOCKET = { noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 };

export class Dialer {
  readonly #proxy: Proxy | undefined;
  readonly #lookup: LookupFunction;
  readonly #tls: buildConnector.connector;

  constructor({ proxy, trust, origin }: Route, lookup?: LookupFunction) {
    this.#proxy = proxy;
    this.#lookup = keepingLocalhost(lookup ?? lookUp);
    this.#tls = buildConnector({
      allowH2: false,
      // The deadline of the request covers connecting, too, and aborts it.
      timeout: 0,
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
    const tunnel =
      this.#proxy &&
      (await this.#tunnel(this.#proxy, `${options.host ?? ''}${options.port === '' ? ':443' : ''}`, signal, witness));
    return this.#connect(options, tunnel, signal, witness, 'service');
  }

  /** @param tunnel to go through; `undefined`: the host is connected to. */
  async #connect(
    options: buildConnector.Options,
    tunnel: Socket | undefined,
    signal: AbortSignal,
    witness: Witness | undefined,
    to: 'proxy' | 'service',
  ): Promise<Socket> {
    const httpSocket = tunnel ?? (await this.#reach(options, signal, witness));
    return options.protocol === 'https:'
      ? secured(this.#tls, { ...options, httpSocket }, signal, (socket) => witness?.tlsBegun(socket, to))
      : httpSocket;
  }

  async #reach(
    { hostname, port, protocol }: buildConnector.Options,
    signal: AbortSignal,
    witness: Witness | undefined,
  ): Promise<Socket> {
    const addresses = await this.#addressesOf(hostname);
    signal.throwIfAborted();
    witness?.addressesFound(addresses.map(({ address }) => address));
    const number = Number(port || (protocol === 'https:' ? 443 : 80));
    const socket = await firstToConnect(addresses, (host) => connect({ ...SOCKET, host, port: number }), signal);
    witness?.connected(socket);
    return socket;
  }

  #addressesOf(hostname: string): Promise<readonly LookupAddress[]> {
    const family = isIP(hostname);
    if (family !== 0) return Promise.resolve([{ address: hostname, family }]);
    return new Promise((resolve, reject) => {
      this.#lookup(hostname, { all: true }, (error, found) => {
        if (error !== null) reject(error);
        else resolve(addressesOf(found));
      });
    });
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
        this.#connect(ofProxy, undefined, signal, witness, 'proxy').then(
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
      // Whoever uses the socket next sees that it ended. An error in between must not go unhandled.
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
        !addressesOf(found).every(({ address }) => /^(127\.|::1$|::ffff:127\.)/i.test(address))
      ) {
        callback(Object.assign(new Error('localhost is another machine'), { code: 'NOT_LOOPBACK' }), []);
      } else callback(error, found, family);
    });
  };
}

function addressesOf(found: string | readonly LookupAddress[]): readonly LookupAddress[] {
  return typeof found === 'string' ? [{ address: found, family: isIP(found) }] : found;
}

type Connect = (options: buildConnector.Options, callback: buildConnector.Callback) => Socket;

function secured(
  tls: buildConnector.connector,
  options: buildConnector.Options,
  signal: AbortSignal,
  seen: (socket: Socket) => void,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    // undici returns the socket that it works on, which its types leave out.
    const socket = (tls as Connect)(options, (error, connected) => {
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
