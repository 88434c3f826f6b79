// Explains why no connection could be made, by the code of Node, OpenSSL or undici.

import * as l10n from '@vscode/l10n';
import { grouped } from '../core/language.ts';
import { foreignText } from '../core/foreignText.ts';
import type { Route } from './route.ts';

const MOST_NAMES = 5;

interface ConnectFailure {
  /** `host` is the service or a proxy; `code` as Node gives it. */
  readonly happened: (host: string, code: string) => string;
  /** It may succeed a moment later. */
  readonly mayPass?: boolean;
  readonly next?: (proxy: string | undefined) => string;
}

/** The remedy is known. */
type Advised = ConnectFailure & { readonly next: NonNullable<ConnectFailure['next']> };

const privateAuthority = (proxy: string | undefined): string =>
  proxy === undefined
    ? l10n.t('Check the base URL, or set caFile of the connection if the authority of the certificate is private.')
    : l10n.t(
        'Check the base URL and the proxy "{0}", or set caFile of the connection to their private authority.',
        proxy,
      );
const correctCertificate = (): string => l10n.t('Ask the administrator of the service to correct its certificate.');

const unknownAuthority: Advised = {
  happened: (host, code) =>
    l10n.t('The certificate of "{0}" comes from an authority that is not trusted here ({1}).', host, code),
  next: privateAuthority,
};
const unfitAuthority: Advised = {
  happened: (host, code) =>
    l10n.t('The certificate of "{0}" comes from an authority that may not issue it ({1}).', host, code),
  next: correctCertificate,
};
const badChain: Advised = {
  happened: (host, code) => l10n.t('The certificate of "{0}" has too many authorities ({1}).', host, code),
  next: correctCertificate,
};
const notAccepted: Advised = {
  happened: (host, code) =>
    l10n.t('The authority of the certificate of "{0}" is not accepted for services here ({1}).', host, code),
  next: privateAuthority,
};
const noCommonTls: Advised = {
  happened: (host, code) => l10n.t('"{0}" has no TLS version or cipher in common with this machine ({1}).', host, code),
  next: () => l10n.t('Ask the administrator of the service to support TLS 1.2 or later.'),
};
const tlsAlert: Advised = {
  happened: (host, code) => l10n.t('"{0}" ended the TLS handshake ({1}).', host, code),
  next: () =>
    l10n.t('Check the base URL, or ask the administrator of the service whether it requires a client certificate.'),
};
const noTls: Advised = {
  happened: (host, code) => l10n.t('"{0}" doesn\'t speak TLS as expected ({1}).', host, code),
  next: () => l10n.t('Check the scheme and the port of the base URL.'),
};
const noRoute: ConnectFailure = {
  happened: (host, code) => l10n.t('The network has no route to "{0}" ({1}).', host, code),
  mayPass: true,
};
const noAnswer: ConnectFailure = {
  happened: (host, code) => l10n.t('"{0}" doesn\'t respond ({1}).', host, code),
  mayPass: true,
};
const closedEarly: ConnectFailure = {
  happened: (host, code) => l10n.t('"{0}" closed the connection while it was being made ({1}).', host, code),
  mayPass: true,
};

const OF_CERTIFICATES: Readonly<Record<string, Advised>> = {
  CERT_HAS_EXPIRED: {
    happened: (host, code) => l10n.t('The certificate of "{0}" has expired ({1}).', host, code),
    next: correctCertificate,
  },
  CERT_NOT_YET_VALID: {
    happened: (host, code) => l10n.t('The certificate of "{0}" is not valid yet ({1}).', host, code),
    next: () => l10n.t('Check the clock of this machine.'),
  },
  CERT_REVOKED: {
    happened: (host, code) => l10n.t('The certificate of "{0}" was revoked ({1}).', host, code),
    next: correctCertificate,
  },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    happened: (host, code) => l10n.t('The certificate of "{0}" is issued for another name ({1}).', host, code),
    next: () => l10n.t('Check the base URL.'),
  },
  DEPTH_ZERO_SELF_SIGNED_CERT: {
    happened: (host, code) => l10n.t('The certificate of "{0}" is self-signed ({1}).', host, code),
    next: privateAuthority,
  },
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
  INVALID_PURPOSE: {
    happened: (host, code) => l10n.t('The certificate of "{0}" is not issued for a service ({1}).', host, code),
    next: correctCertificate,
  },
  INVALID_CA: unfitAuthority,
  PATH_LENGTH_EXCEEDED: badChain,
  CERT_CHAIN_TOO_LONG: badChain,
  CERT_SIGNATURE_FAILURE: {
    happened: (host, code) => l10n.t('The certificate of "{0}" has an invalid signature ({1}).', host, code),
    next: correctCertificate,
  },
  CERT_UNTRUSTED: notAccepted,
  CERT_REJECTED: notAccepted,
};

const FAILURES: Readonly<Record<string, ConnectFailure>> = {
  ...OF_CERTIFICATES,
  ECONNREFUSED: {
    happened: (host, code) => l10n.t('"{0}" refuses the connection ({1}).', host, code),
    mayPass: true,
  },
  ECONNRESET: closedEarly,
  ECONNABORTED: closedEarly,
  EPIPE: closedEarly,
  UND_ERR_SOCKET: closedEarly,
  EHOSTUNREACH: noRoute,
  ENETUNREACH: noRoute,
  EHOSTDOWN: noRoute,
  ENETDOWN: noRoute,
  EADDRNOTAVAIL: noRoute,
  EAI_AGAIN: {
    happened: (host, code) => l10n.t('The name server doesn\'t respond for "{0}" ({1}).', host, code),
    mayPass: true,
  },
  ENOTFOUND: { happened: (host, code) => l10n.t('The host "{0}" is unknown ({1}).', host, code) },
  ETIMEDOUT: noAnswer,
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: noCommonTls,
  ERR_SSL_UNSUPPORTED_PROTOCOL: noCommonTls,
  ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE: noCommonTls,
  NOT_LOOPBACK: {
    happened: (host, code) => l10n.t('"{0}" leads to another machine ({1}).', host, code),
    next: () => l10n.t('Use 127.0.0.1 in the base URL, or correct the address of localhost on this machine.'),
  },
  EPROTO: noTls,
  ERR_SSL_WRONG_VERSION_NUMBER: noTls,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: noTls,
};
const OTHER_FAILURE: ConnectFailure = {
  happened: (host, code) => l10n.t('No connection to "{0}" could be made ({1}).', host, code),
};

/** Whether trying again a moment later makes sense. */
export function mayPass(code: string | undefined): boolean {
  return find(code).mayPass === true;
}

/** What happened. `cause` as Node gives it. */
export function connectText(host: string, code: string, cause?: unknown): string {
  return (
    (code === 'ERR_TLS_CERT_ALTNAME_INVALID' ? otherNamesText(host, code, cause) : undefined) ??
    find(code).happened(host, code)
  );
}

/** No certificate could be trusted. */
export function isOfCertificate(code: string): boolean {
  return Object.hasOwn(OF_CERTIFICATES, code);
}

/** What to do. */
export function connectAdvice(
  code: string | undefined,
  { isLoopback, proxy }: Pick<Route, 'isLoopback' | 'proxy'>,
): string {
  const { next } = find(code);
  if (next !== undefined) return next(proxy?.host);
  if (proxy !== undefined) return l10n.t('Check the base URL and the proxy "{0}", then try again.', proxy.host);
  // Proxies of the operating system and PAC files are not used here, so networks that need them offer no other route.
  return isLoopback
    ? l10n.t('Check the base URL, then try again.')
    : l10n.t('Check the base URL and the network. If it has a proxy, set http.proxy in VS Code, or HTTPS_PROXY.');
}

function find(code = ''): ConnectFailure {
  if (/^ERR_SSL_(TLSV1|TLSV13|SSLV3)_ALERT_/.test(code)) return FAILURES[code] ?? tlsAlert;
  return (Object.hasOwn(FAILURES, code) ? FAILURES[code] : undefined) ?? OTHER_FAILURE;
}

/** With the names that the certificate is issued for, where they are known. */
function otherNamesText(host: string, code: string, cause: unknown): string | undefined {
  const { cert } = (cause ?? {}) as { readonly cert?: { readonly subjectaltname?: string } };
  const names = cert?.subjectaltname?.split(', ').map((name) => name.replace(/^(DNS|IP Address):/, '')) ?? [];
  if (names.length === 0) return undefined;
  const shown = foreignText(names.slice(0, MOST_NAMES).join(', '));
  const more = names.length - MOST_NAMES;
  return more > 0
    ? l10n.t('The certificate of "{0}" is issued for {1} and {2} more ({3}).', host, shown, grouped(more), code)
    : l10n.t('The certificate of "{0}" is issued for {1} ({2}).', host, shown, code);
}
