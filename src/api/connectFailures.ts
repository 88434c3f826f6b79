// Explains why no connection could be made, by the code of Node, OpenSSL or undici.

import { foreignText } from '../core/foreignText.ts';
import type { Route } from './route.ts';

const MOST_NAMES = 5;

interface ConnectFailure {
  /** Begins in lower case, after "cannot be reached: ". */
  readonly words: string;
  /** It may succeed a moment later. */
  readonly mayPass?: boolean;
  readonly next?: string;
}

/** The remedy is known. */
type Advised = ConnectFailure & { readonly next: string };

const NETWORK = 'Check the base URL and the network, then try again.';
const CERTIFICATE =
  'Check the base URL. The certificate of a private authority goes into the caFile of the connection.';

const unknownAuthority: Advised = {
  words: 'its certificate comes from an authority that is not trusted here',
  next: CERTIFICATE,
};
const unfitAuthority: Advised = {
  words: 'its certificate comes from an authority that may not issue it',
  next: 'Ask whoever runs the service to correct its certificate.',
};
const badChain: Advised = {
  words: 'its certificate comes through more authorities than are allowed',
  next: unfitAuthority.next,
};
const notAccepted: Advised = {
  words: 'its certificate comes from an authority that is not accepted for services here',
  next: CERTIFICATE,
};
const noCommonTls: Advised = {
  words: 'it speaks no version of TLS, or no cipher, that is spoken here',
  next: 'Ask whoever runs the service: it must speak TLS 1.2 or later.',
};
const tlsAlert: Advised = {
  words: 'it broke off while TLS was being agreed upon',
  next: 'Check the base URL. Else ask whoever runs the service, which may want a certificate of the client.',
};
const noTls: Advised = {
  words: 'it does not speak TLS as expected',
  next: 'Check the base URL: its scheme and its port.',
};

const FAILURES: Readonly<Record<string, ConnectFailure>> = {
  ECONNREFUSED: { words: 'it refuses the connection', mayPass: true },
  ECONNRESET: { words: 'it closed the connection while it was being made', mayPass: true },
  EHOSTUNREACH: { words: 'the network has no way to it', mayPass: true },
  ENETUNREACH: { words: 'the network has no way to it', mayPass: true },
  EAI_AGAIN: { words: 'the name server does not answer', mayPass: true },
  ENOTFOUND: { words: 'its name is not known' },
  ETIMEDOUT: { words: 'it does not answer' },
  UND_ERR_CONNECT_TIMEOUT: { words: 'it does not answer' },
  CERT_HAS_EXPIRED: { words: 'its certificate has expired', next: CERTIFICATE },
  CERT_NOT_YET_VALID: { words: 'its certificate is not valid yet', next: 'Check the clock of this machine.' },
  CERT_REVOKED: { words: 'its certificate was revoked', next: CERTIFICATE },
  ERR_TLS_CERT_ALTNAME_INVALID: { words: 'its certificate is made out to another name', next: CERTIFICATE },
  DEPTH_ZERO_SELF_SIGNED_CERT: { words: 'its certificate is signed by itself alone', next: CERTIFICATE },
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
  INVALID_PURPOSE: { words: 'its certificate is not made for a service', next: unfitAuthority.next },
  INVALID_CA: unfitAuthority,
  PATH_LENGTH_EXCEEDED: badChain,
  CERT_CHAIN_TOO_LONG: badChain,
  CERT_SIGNATURE_FAILURE: {
    words: 'its certificate has a signature that is not that of its authority',
    next: CERTIFICATE,
  },
  CERT_UNTRUSTED: notAccepted,
  CERT_REJECTED: notAccepted,
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: noCommonTls,
  ERR_SSL_UNSUPPORTED_PROTOCOL: noCommonTls,
  ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE: noCommonTls,
  NOT_LOOPBACK: {
    words: 'its name leads to another machine',
    next: 'Write 127.0.0.1 in the base URL, or correct what this machine takes localhost for.',
  },
  EPROTO: noTls,
  ERR_SSL_WRONG_VERSION_NUMBER: noTls,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: noTls,
};

/** Whether trying again a moment later makes sense. */
export function mayPass(code: string | undefined): boolean {
  return find(code).mayPass === true;
}

/** What happened, with the code for reference. `cause` as Node gives it. */
export function connectText(code: string | undefined, cause?: unknown): string {
  const words = code === 'ERR_TLS_CERT_ALTNAME_INVALID' ? otherNames(cause) : find(code).words;
  return code === undefined ? words : `${words} (${code})`;
}

/** Why no certificate could be trusted; `undefined` when it was not for that. */
export function certificateText(code: string | undefined): string | undefined {
  const { words } = find(code);
  return words.startsWith('its certificate') ? words : undefined;
}

/** What to do. */
export function connectAdvice(
  code: string | undefined,
  { isLoopback, proxy }: Pick<Route, 'isLoopback' | 'proxy'>,
): string {
  const { next } = find(code);
  if (next !== undefined) return next;
  // Proxies of the operating system and PAC files are not used here, so networks that need them offer no other route.
  return isLoopback || proxy !== undefined
    ? NETWORK
    : `${NETWORK} If your network has a proxy, name it in http.proxy in your user settings.`;
}

function find(code: string | undefined): ConnectFailure {
  if (code !== undefined && /^ERR_SSL_(TLSV1|TLSV13|SSLV3)_ALERT_/.test(code)) return FAILURES[code] ?? tlsAlert;
  return (
    (code !== undefined && Object.hasOwn(FAILURES, code) ? FAILURES[code] : undefined) ?? {
      words: 'no connection could be made',
    }
  );
}

/** The names that the certificate is made out to, where they are known. */
function otherNames(cause: unknown): string {
  const { cert, host } = (cause ?? {}) as {
    readonly cert?: { readonly subjectaltname?: string };
    readonly host?: string;
  };
  const names = cert?.subjectaltname?.split(', ').map((name) => name.replace(/^(DNS|IP Address):/, '')) ?? [];
  if (names.length === 0) return find('ERR_TLS_CERT_ALTNAME_INVALID').words;
  const shown = [
    ...names.slice(0, MOST_NAMES),
    ...(names.length > MOST_NAMES ? [`${names.length - MOST_NAMES} more`] : []),
  ].join(', ');
  return `its certificate is made out to ${foreignText(shown)}, not to ${foreignText(host ?? '')}`;
}
