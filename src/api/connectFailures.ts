// Explains why no connection could be made, by the code of Node, OpenSSL or undici.

import * as l10n from '@vscode/l10n';
import { foreignText } from '../core/foreignText.ts';
import { sentences } from '../core/sentences.ts';
import type { Route } from './route.ts';

const MOST_NAMES = 5;

interface ConnectFailure {
  /** Begins in lower case, after "cannot be reached: ". */
  readonly words: () => string;
  /** It may succeed a moment later. */
  readonly mayPass?: boolean;
  readonly next?: () => string;
}

/** The remedy is known. */
type Advised = ConnectFailure & { readonly next: () => string };

const network = (): string => l10n.t('Check the base URL and the network, then try again.');
const certificate = (): string =>
  l10n.t('Check the base URL. If the authority of the certificate is private, set caFile of the connection.');

const unknownAuthority: Advised = {
  words: () => l10n.t('its certificate comes from an authority that is not trusted here'),
  next: certificate,
};
const unfitAuthority: Advised = {
  words: () => l10n.t('its certificate comes from an authority that may not issue it'),
  next: () => l10n.t('Ask whoever runs the service to correct its certificate.'),
};
const badChain: Advised = {
  words: () => l10n.t('its certificate comes through more authorities than are allowed'),
  next: unfitAuthority.next,
};
const notAccepted: Advised = {
  words: () => l10n.t('its certificate comes from an authority that is not accepted for services here'),
  next: certificate,
};
const noCommonTls: Advised = {
  words: () => l10n.t('it has no version of TLS, or no cipher, in common with this machine'),
  next: () => l10n.t('Ask whoever runs the service: it must support TLS 1.2 or later.'),
};
const tlsAlert: Advised = {
  words: () => l10n.t('it ended the TLS handshake'),
  next: () => l10n.t('Check the base URL. The service may require a client certificate: ask whoever runs it.'),
};
const noTls: Advised = {
  words: () => l10n.t('it does not speak TLS as expected'),
  next: () => l10n.t('Check the base URL: its scheme and its port.'),
};
const noRoute: ConnectFailure = { words: () => l10n.t('the network has no route to it'), mayPass: true };
const noAnswer: ConnectFailure = { words: () => l10n.t('it does not answer') };

const OF_CERTIFICATES: Readonly<Record<string, Advised>> = {
  CERT_HAS_EXPIRED: { words: () => l10n.t('its certificate has expired'), next: certificate },
  CERT_NOT_YET_VALID: {
    words: () => l10n.t('its certificate is not valid yet'),
    next: () => l10n.t('Check the clock of this machine.'),
  },
  CERT_REVOKED: { words: () => l10n.t('its certificate was revoked'), next: certificate },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    words: () => l10n.t('its certificate is made out to another name'),
    next: certificate,
  },
  DEPTH_ZERO_SELF_SIGNED_CERT: { words: () => l10n.t('its certificate is self-signed'), next: certificate },
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
  INVALID_PURPOSE: { words: () => l10n.t('its certificate is not made for a service'), next: unfitAuthority.next },
  INVALID_CA: unfitAuthority,
  PATH_LENGTH_EXCEEDED: badChain,
  CERT_CHAIN_TOO_LONG: badChain,
  CERT_SIGNATURE_FAILURE: {
    words: () => l10n.t('its certificate has a signature that is not that of its authority'),
    next: certificate,
  },
  CERT_UNTRUSTED: notAccepted,
  CERT_REJECTED: notAccepted,
};

const FAILURES: Readonly<Record<string, ConnectFailure>> = {
  ...OF_CERTIFICATES,
  ECONNREFUSED: { words: () => l10n.t('it refuses the connection'), mayPass: true },
  ECONNRESET: { words: () => l10n.t('it closed the connection while it was being made'), mayPass: true },
  EHOSTUNREACH: noRoute,
  ENETUNREACH: noRoute,
  EAI_AGAIN: { words: () => l10n.t('the name server does not answer'), mayPass: true },
  ENOTFOUND: { words: () => l10n.t('its name is not known') },
  ETIMEDOUT: noAnswer,
  UND_ERR_CONNECT_TIMEOUT: noAnswer,
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: noCommonTls,
  ERR_SSL_UNSUPPORTED_PROTOCOL: noCommonTls,
  ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE: noCommonTls,
  NOT_LOOPBACK: {
    words: () => l10n.t('its name leads to another machine'),
    next: () => l10n.t('Write 127.0.0.1 in the base URL, or correct what localhost means on this machine.'),
  },
  EPROTO: noTls,
  ERR_SSL_WRONG_VERSION_NUMBER: noTls,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: noTls,
};
const OTHER_FAILURE: ConnectFailure = { words: () => l10n.t('no connection could be made') };

/** Whether trying again a moment later makes sense. */
export function mayPass(code: string | undefined): boolean {
  return find(code).mayPass === true;
}

/** What happened, with the code for reference. `cause` as Node gives it. */
export function connectText(code: string | undefined, cause?: unknown): string {
  const words = code === 'ERR_TLS_CERT_ALTNAME_INVALID' ? otherNames(cause) : find(code).words();
  return code === undefined ? words : `${words} (${code})`;
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
  if (next !== undefined) return next();
  // Proxies of the operating system and PAC files are not used here, so networks that need them offer no other route.
  return isLoopback || proxy !== undefined
    ? network()
    : sentences([network(), l10n.t('If your network has a proxy, set http.proxy in your user settings.')]);
}

function find(code: string | undefined): ConnectFailure {
  if (code !== undefined && /^ERR_SSL_(TLSV1|TLSV13|SSLV3)_ALERT_/.test(code)) return FAILURES[code] ?? tlsAlert;
  return (code !== undefined && Object.hasOwn(FAILURES, code) ? FAILURES[code] : undefined) ?? OTHER_FAILURE;
}

/** The names that the certificate is made out to, where they are known. */
function otherNames(cause: unknown): string {
  const { cert, host } = (cause ?? {}) as {
    readonly cert?: { readonly subjectaltname?: string };
    readonly host?: string;
  };
  const names = cert?.subjectaltname?.split(', ').map((name) => name.replace(/^(DNS|IP Address):/, '')) ?? [];
  if (names.length === 0) return find('ERR_TLS_CERT_ALTNAME_INVALID').words();
  const shown = foreignText(names.slice(0, MOST_NAMES).join(', '));
  const [more, to] = [names.length - MOST_NAMES, foreignText(host ?? '')];
  return more > 0
    ? l10n.t('its certificate is made out to {0} and {1} more, not to {2}', shown, more, to)
    : l10n.t('its certificate is made out to {0}, not to {1}', shown, to);
}
