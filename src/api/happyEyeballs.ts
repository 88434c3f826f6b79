// Connects to the first address of a host that answers. A slow one goes on while the next one is tried (RFC 8305).

import type { LookupAddress } from 'node:dns';
import type { Socket } from 'node:net';

/** Before the next address is tried beside the ones that have not answered yet. */
export const HEAD_START_MS = 250;

/** They say of a family of addresses that this machine has none of it, and nothing of the host. */
const NO_ROUTE = ['ENETUNREACH', 'EHOSTUNREACH', 'EADDRNOTAVAIL'];

/**
 * Each address has as long as the signal allows. The sockets that lose are destroyed.
 * @param connect begins a connection.
 * @throws the failure that says most of the host, once all addresses have failed; the signal's reason.
 */
export function firstToConnect(
  addresses: readonly LookupAddress[],
  connect: (address: string) => Socket,
  signal: AbortSignal,
): Promise<Socket> {
  const waiting = familiesInTurn(addresses);
  const trying = new Set<Socket>();
  const failures: (Error & { readonly code?: string })[] = [];
  let nextTry: NodeJS.Timeout | undefined;
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const tryNext = (): void => {
    clearTimeout(nextTry);
    const address = waiting.shift();
    if (address === undefined) {
      const ofHost = failures.find(({ code = '' }) => !NO_ROUTE.includes(code)) ?? failures[0];
      if (trying.size === 0) reject(ofHost ?? Object.assign(new Error('no address'), { code: 'ENOTFOUND' }));
      return;
    }
    const socket = connect(address);
    trying.add(socket);
    socket.once('connect', () => {
      trying.delete(socket);
      resolve(socket);
      end();
    });
    socket.once('error', (error) => {
      trying.delete(socket);
      failures.push(error);
      tryNext();
    });
    if (waiting.length > 0) nextTry = setTimeout(tryNext, HEAD_START_MS);
  };
  const end = (): void => {
    clearTimeout(nextTry);
    waiting.length = 0;
    for (const socket of trying) socket.destroy();
    signal.removeEventListener('abort', giveUp);
  };
  const giveUp = (): void => {
    reject(signal.reason as Error);
    end();
  };
  signal.addEventListener('abort', giveUp, { once: true });
  tryNext();
  return promise;
}

/** The resolver's first family first, then in turn: a family without a route costs one head start at most. */
function familiesInTurn(addresses: readonly LookupAddress[]): string[] {
  const isFirst = ({ family }: LookupAddress): boolean => family === addresses[0]?.family;
  const [first, second] = [addresses.filter(isFirst), addresses.filter((address) => !isFirst(address))];
  return addresses
    .flatMap((_, index) => [first[index] ?? [], second[index] ?? []].flat())
    .map(({ address }) => address);
}
