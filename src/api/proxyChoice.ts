// Chooses the proxy of requests to a service: what is set, its exceptions, its credentials.

import { BlockList, isIP } from 'node:net';
import * as l10n from '@vscode/l10n';
import type { BaseUrl } from '../core/baseUrl.ts';
import { UserGroupsError } from '../core/errors.ts';
import { foreignText } from '../core/foreignText.ts';
import type { Network } from '../core/ports/network.ts';

export interface Proxy {
  /** Scheme, host and port alone. */
  readonly origin: string;
  /** For sentences. */
  readonly host: string;
  /** The setting or variable that names it. */
  readonly source: string;
  /** For its `Proxy-Authorization`. */
  readonly authorization: string | undefined;
  /** Secrets to redact everywhere. */
  readonly secrets: readonly string[];
}

/** Services outside loopback are always https. VS Code's own order. */
const VARIABLES = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy'];

/**
 * `undefined`: none. What is set in VS Code wins over the environment; the exceptions of both count.
 * @throws UserGroupsError `invalid` when the one to use is no proxy that can be used.
 */
export function chooseProxy(
  network: Network,
  { origin, isLoopback }: Pick<BaseUrl, 'origin' | 'isLoopback'>,
): Proxy | undefined {
  if (!network.proxySupport || isLoopback) return undefined;
  const named = [
    ['http.proxy', network.proxy] as const,
    ...VARIABLES.map((name) => [name, network.variable(name)] as const),
  ];
  const [source, typed] =
    named.map(([name, value]) => [name, value?.trim() ?? ''] as const).find(([, value]) => value !== '') ?? [];
  if (source === undefined || typed === undefined || isReachedDirectly(new URL(origin), exceptions(network)))
    return undefined;
  return readProxy(source, typed, network.proxyAuthorization);
}

function exceptions({ noProxy, variable }: Network): readonly string[] {
  return [...noProxy, ...['NO_PROXY', 'no_proxy'].flatMap((name) => variable(name)?.split(/[\s,]+/) ?? [])];
}

/** Quotes only the host of what was typed: the rest may hold a password. */
function readProxy(source: string, typed: string, given: string | undefined): Proxy {
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(typed) ? typed : `http://${typed}`);
  if (url === null || url.hostname === '')
    throw new UserGroupsError(
      'invalid',
      l10n.t('"{0}" is not the address of a proxy.', source),
      l10n.t('Write {0} like http://proxy.example.com:8080.', source),
    );
  if (!/^https?:$/.test(url.protocol)) {
    throw new UserGroupsError(
      'invalid',
      l10n.t(
        '"{0}" names a proxy of the kind {1}, which is not supported.',
        source,
        foreignText(url.protocol.slice(0, -1), 20),
      ),
      l10n.t('Name an http or https proxy in {0}.', source),
    );
  }
  // A password with one of these signs ends the address before its host.
  if (url.pathname !== '/' || /[?#]/.test(typed)) {
    throw new UserGroupsError(
      'invalid',
      l10n.t('"{0}" has a path, a query or a fragment.', source),
      l10n.t(
        'Write {0} like http://proxy.example.com:8080, with %2F for / in a user name or password, %3F for ? and %23 for #.',
        source,
      ),
    );
  }
  const user = decoded(url.username);
  const password = decoded(url.password);
  const hasUser = user !== '' || password !== '';
  const basic = Buffer.from(`${user}:${password}`).toString('base64');
  const authorization = given ?? (hasUser ? `Basic ${basic}` : undefined);
  if (authorization !== undefined && !/^[\x20-\x7e]+$/.test(authorization)) {
    throw new UserGroupsError(
      'invalid',
      l10n.t('"http.proxyAuthorization" contains a character that can\'t be sent.'),
      l10n.t('Correct http.proxyAuthorization.'),
    );
  }
  return {
    origin: url.origin,
    host: url.host,
    source,
    authorization,
    secrets: [
      ...(hasUser ? [password === '' ? user : password, password === '' ? url.username : url.password, basic] : []),
      ...secretsOf(given),
    ],
  };
}

/** The header's value, what follows its scheme, and what that says when it is base64. */
function secretsOf(authorization: string | undefined): string[] {
  if (authorization === undefined) return [];
  const credentials = authorization.trim().replace(/^\S+\s+/, '');
  const said = Buffer.from(credentials, 'base64').toString();
  const isBasic = /^basic\s/i.test(authorization.trim()) && said.includes(':');
  return [authorization, credentials, ...(isBasic ? [said, said.slice(said.indexOf(':') + 1)] : [])];
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // A percent sign that escapes nothing is literal.
    return part;
  }
}

/**
 * Entries: a name (with all below it, whether it begins with a dot, `*.` or neither), an address, a range of them
 * (`10.0.0.0/8`), any of these but ranges with a port; or `*` for everything.
 */
export function isReachedDirectly(url: URL, entries: readonly string[]): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const port = url.port === '' ? '443' : url.port;
  return entries
    .map((entry) => entry.trim().toLowerCase())
    .some((entry) => {
      if (entry === '' || entry === '*') return entry === '*';
      const { name, port: only } = parts(entry);
      return (only === undefined || only === port) && (isIP(host) === 0 ? isBelow(host, name) : isInRange(host, name));
    });
}

/** An IPv6 address has colons of its own: with a port it needs brackets. */
function parts(entry: string): { readonly name: string; readonly port: string | undefined } {
  const [, bracketed, plain, port] = /^(?:\[([^\]]*)\]|([^:]*))(?::(\d+))?$/.exec(entry) ?? [];
  return { name: bracketed ?? plain ?? entry, port };
}

function isBelow(host: string, name: string): boolean {
  const bare = name.replace(/^\*?\./, '').replace(/\.$/, '');
  return bare !== '' && (host === bare || host.endsWith(`.${bare}`));
}

function isInRange(address: string, range: string): boolean {
  const [first = '', bits] = range.split('/');
  const family = familyOf(first);
  if (family === undefined) return false;
  const list = new BlockList();
  if (bits === undefined) {
    list.addAddress(first, family);
  } else {
    const prefix = Number(bits);
    if (!/^\d+$/.test(bits) || prefix > (family === 'ipv4' ? 32 : 128)) return false;
    list.addSubnet(first, prefix, family);
  }
  return list.check(address, familyOf(address));
}

function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  switch (isIP(address)) {
    case 4:
      return 'ipv4';
    case 6:
      return 'ipv6';
    default:
      return undefined;
  }
}
