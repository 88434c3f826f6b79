// Loaded into a process before anything else (`--import`): refuses every destination but this machine, and writes each
// attempt down.

import { appendFileSync } from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { isIP } from 'node:net';
import { isThisMachine, isUnresolvable } from './destinations.ts';

const require = createRequire(import.meta.url);
const net = require('node:net') as {
  Socket: { prototype: { connect: (...args: unknown[]) => unknown; destroy: (error: Error) => unknown } };
};
const dns = require('node:dns') as Record<string, unknown> & { promises: Record<string, unknown> };
const dgram = require('node:dgram') as {
  Socket: { prototype: Record<'send' | 'connect', (...args: unknown[]) => unknown> };
};

const file = process.env.TEST_OUTSIDE_FILE;

/** Which process of an editor this is; the extension host is the one that matters. */
const role = process.env.VSCODE_ESM_ENTRYPOINT ?? process.argv[1] ?? 'node';

function refused(host: string, how: string): Error {
  // Reserved for tests (RFC 6761): such a name leads nowhere, with or without this.
  if (isUnresolvable(host))
    return Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), {
      code: 'ENOTFOUND',
      syscall: 'getaddrinfo',
      hostname: host,
    });
  const { stack = '' } = new Error(how);
  if (file !== undefined)
    appendFileSync(file, `${JSON.stringify({ host, how, role, stack: stack.split('\n').slice(2, 14) })}\n`);
  return Object.assign(new Error(`connect ECONNREFUSED ${host}: tests reach this machine only`), {
    code: 'ECONNREFUSED',
    syscall: 'connect',
  });
}

const { connect } = net.Socket.prototype;
net.Socket.prototype.connect = function connectHere(this: typeof net.Socket.prototype, ...args: unknown[]) {
  const host = hostOf(args);
  const asked = isIP(host.replace(/^\[|\]$/g, '')) === 0 ? ownLookup(args) : undefined;
  // Names that a test resolves by itself count by what they are resolved to.
  if (asked !== undefined) return connect.apply(this, asked);
  if (isThisMachine(host)) return connect.apply(this, args);
  const error = refused(host, 'connect');
  process.nextTick(() => {
    this.destroy(error);
  });
  return this;
};

const resolvers = [dns, dns.promises].map(
  ({ Resolver }) => (Resolver as { prototype: Record<string, unknown> }).prototype,
);
for (const where of [dns, dns.promises, ...resolvers]) {
  for (const name of Object.getOwnPropertyNames(where).filter((key) => /^(lookup|resolve|reverse)/.test(key))) {
    const original = where[name];
    if (typeof original !== 'function') continue;
    where[name] = function ask(this: unknown, ...args: unknown[]): unknown {
      const host = String(args[0]);
      if (isThisMachine(host)) return Reflect.apply(original, this, args) as unknown;
      const error = refused(host, `dns.${name}`);
      const callback = args.at(-1);
      if (typeof callback !== 'function') return Promise.reject(error);
      process.nextTick(callback, error);
      return undefined;
    };
  }
}

for (const name of ['send', 'connect'] as const) {
  const original = dgram.Socket.prototype[name];
  dgram.Socket.prototype[name] = function sendHere(...args: unknown[]): unknown {
    const host = args.slice(1).find((arg) => typeof arg === 'string');
    if (host !== undefined && !isThisMachine(host)) throw refused(host, `udp ${name}`);
    return original.apply(this, args);
  };
}

syncBuiltinESMExports();

/** So that a test can tell: an editor wraps the functions above once more. */
Object.assign(globalThis, { [Symbol.for('reaches this machine only')]: true });

type Lookup = (
  host: string,
  options: object,
  callback: (error: Error | null, address: unknown, family?: number) => void,
) => void;

/** The same arguments with their own lookup held to this machine; `undefined` where they have none. */
function ownLookup([first, ...others]: readonly unknown[]): unknown[] | undefined {
  if (Array.isArray(first)) {
    // Changed in its place: it is marked as what `net` made of the arguments.
    const asked = ownLookup(first as readonly unknown[]);
    return asked && [Object.assign(first as unknown[], asked), ...others];
  }
  const { lookup } = (typeof first === 'object' && first !== null ? first : {}) as { lookup?: Lookup };
  if (lookup === undefined) return undefined;
  const here: Lookup = (host, options, callback) => {
    lookup(host, options, (error, address, family) => {
      const addresses = Array.isArray(address)
        ? (address as { address: string }[]).map((each) => each.address)
        : [address].filter((each) => typeof each === 'string');
      const outside = addresses.find((each) => !isThisMachine(each));
      callback(outside === undefined ? error : refused(outside, 'connect'), address, family);
    });
  };
  return [Object.assign({}, first, { lookup: here }), ...others] as unknown[];
}

/**
 * As `net` reads its arguments: options, a path, or a port and a host; normalized already when they come from within.
 */
function hostOf([first, second]: readonly unknown[]): string {
  if (Array.isArray(first)) return hostOf(first);
  if (typeof first === 'object' && first !== null) {
    const { path, host } = first as { path?: string | null; host?: string | null };
    return path === undefined || path === null ? (host ?? 'localhost') : 'localhost';
  }
  return typeof second === 'string' && !Number.isNaN(Number(first)) ? second : 'localhost';
}
