// Parses the base URL of a connection, and says where its requests go.

import * as l10n from '@vscode/l10n';
import type { ServiceApi } from '../contract/serviceApi.ts';
import { UserGroupsError } from './errors.ts';
import { trimTrailing } from './trimming.ts';

export interface BaseUrl {
  /** Normal form: no trailing slash, no `/api/user`, no query or fragment. */
  readonly href: string;
  readonly origin: string;
  readonly host: string;
  readonly isLoopback: boolean;
}

/**
 * Accepts what the user types or pastes: removes surrounding spaces, a trailing slash and a pasted `/api/user`.
 * @throws UserGroupsError `invalid` when it is no URL, holds a user name or password, a query or a fragment, or is not
 * https outside loopback.
 */
export function parseBaseUrl(typed: string): BaseUrl {
  const url = URL.parse(typed.trim());
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new UserGroupsError(
      'invalid',
      l10n.t('The base URL is not a web address.'),
      l10n.t('Write it like https://dashboards.example.com.'),
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw new UserGroupsError(
      'invalid',
      l10n.t('The base URL contains a user name or password.'),
      l10n.t('Remove it. Set the API token separately.'),
    );
  }
  if (url.search !== '' || url.hash !== '') {
    throw new UserGroupsError(
      'invalid',
      l10n.t('The base URL has a query or a fragment.'),
      l10n.t('Keep only what comes before ? and #.'),
    );
  }
  const isLoopback = isLoopbackHost(url.hostname);
  if (url.protocol === 'http:' && !isLoopback) {
    throw new UserGroupsError(
      'invalid',
      l10n.t('Plain http is allowed to this machine only.'),
      l10n.t('Use https to encrypt tokens.'),
    );
  }
  const path = trimTrailing(trimTrailing(url.pathname, '/').replace(/\/api\/user$/, ''), '/');
  const href = url.origin + path;
  return { href, origin: url.origin, host: url.host, isLoopback };
}

/**
 * The URL of a connection's requests; where operations have different ones, what these begin with.
 * @throws UserGroupsError `invalid` as `parseBaseUrl`
 */
export function requestsUrl(baseUrl: string, { operations }: ServiceApi): string {
  const [path = '', ...others] = new Set(Object.values(operations).flatMap((endpoint) => endpoint?.path ?? []));
  return parseBaseUrl(baseUrl).href + (others.length === 0 ? path : '');
}

/** 127.0.0.0/8, ::1 and localhost itself. The name server decides where names below localhost lead. */
function isLoopbackHost(hostname: string): boolean {
  return hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname) || hostname === 'localhost';
}
