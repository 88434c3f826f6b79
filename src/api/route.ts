// Resolves the route to a service by the current settings: its proxy, if any, and its trusted authorities.

import type { LookupFunction } from 'node:net';
import { X509Certificate } from 'node:crypto';
import { promises as files } from 'node:fs';
import * as l10n from '@vscode/l10n';
import type { BaseUrl } from '../core/baseUrl.ts';
import type { Network, NetworkSettings } from '../core/ports/network.ts';
import type { Redactor } from '../core/redactor.ts';
import { chooseProxy, type Proxy } from './proxyChoice.ts';
import type { Trust } from './trust.ts';
import { UserGroupsError } from '../core/errors.ts';
import { foreignText } from '../core/foreignText.ts';

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

/**
 * The authorities that the file holds, in PEM. Read for every call, so that a file that was corrected counts at once.
 * @throws UserGroupsError `invalid` when the file cannot be read or holds no certificate.
 */
async function readAuthorities(caFile: string): Promise<string> {
  const pem = await files.readFile(caFile, 'utf8').catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw invalid(l10n.t('The file of certificate authorities "{1}" can\'t be read ({0}).', code, foreignText(caFile)));
  });
  // Node skips damaged certificates silently, so the authority would be missing without an error.
  if (!(pem.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? []).some(isCertificate)) {
    throw invalid(
      l10n.t('The file of certificate authorities "{0}" contains no certificate in PEM form.', foreignText(caFile)),
    );
  }
  return pem;
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}

function invalid(happened: string): UserGroupsError {
  return new UserGroupsError('invalid', happened, l10n.t('Correct caFile of the connection in the settings.'));
}
