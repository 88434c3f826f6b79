// Resolves the route to a service by the current settings: its proxy, if any, and its trusted authorities.

import type { LookupFunction } from 'node:net';
import type { BaseUrl } from '../core/baseUrl.ts';
import type { Network, NetworkSettings } from '../core/ports/network.ts';
import type { Redactor } from '../core/redactor.ts';
import { readAuthorities } from './certificateAuthorities.ts';
import { chooseProxy, type Proxy } from './proxyChoice.ts';
import type { Trust } from './trust.ts';

export interface Route {
  readonly origin: string;
  /** For sentences. */
  readonly host: string;
  readonly isLoopback: boolean;
  readonly proxy: Proxy | undefined;
  readonly trust: Trust;
}

export interface RouteDependencies {
  readonly network: NetworkSettings;
  readonly redactor: Redactor;
  /** Resolves names to addresses; the machine's own unless given. */
  readonly lookup?: LookupFunction | undefined;
}

/** @throws UserGroupsError `invalid` when the `caFile` or the proxy cannot be used. */
export async function resolveRoute(
  { network, redactor }: RouteDependencies,
  base: BaseUrl,
  caFile: string | undefined,
): Promise<Route> {
  const settings = network.current();
  const proxy = chooseProxy(settings, base);
  for (const secret of proxy?.secrets ?? []) redactor.add(secret);
  const { origin, host, isLoopback } = base;
  const authorities = caFile === undefined ? undefined : await readAuthorities(caFile);
  return {
    origin,
    host,
    isLoopback,
    proxy,
    trust: { authorities, system: settings.systemCertificates, verify: isVerified(settings, proxy) },
  };
}

/** Always without a proxy: settings of proxies do not apply to the services themselves. */
function isVerified({ proxyStrictSSL }: Network, proxy: Proxy | undefined): boolean {
  return proxy === undefined || proxyStrictSSL;
}
