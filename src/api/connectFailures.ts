// Why no connection could be made, in words, by the code that Node, OpenSSL or undici gives.

interface ConnectFailure {
  /** Begins in lower case, after "cannot be reached: ". */
  readonly words: string;
  /** It may have passed a moment later. */
  readonly mayPass?: boolean;
  readonly next?: string;
}

const NETWORK = 'check the base URL and the network, then try again';
const CERTIFICATE = 'check the base URL; the certificate of a private authority goes into the caFile of the connection';

const unknownAuthority = { words: 'its certificate comes from an authority that is not trusted here', next: CERTIFICATE };
const noTls = { words: 'it does not speak TLS as expected', next: 'check the base URL: its scheme and its port' };

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
  CERT_NOT_YET_VALID: { words: 'its certificate is not valid yet', next: 'check the clock of this machine' },
  CERT_REVOKED: { words: 'its certificate was revoked', next: CERTIFICATE },
  ERR_TLS_CERT_ALTNAME_INVALID: { words: 'its certificate is made out to another name', next: CERTIFICATE },
  DEPTH_ZERO_SELF_SIGNED_CERT: { words: 'its certificate is signed by itself alone', next: CERTIFICATE },
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
  EPROTO: noTls,
  ERR_SSL_WRONG_VERSION_NUMBER: noTls,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: noTls,
};

/** Whether trying again a moment later makes sense. */
export function mayPass(code: string | undefined): boolean {
  return find(code).mayPass === true;
}

/** What to say, with the code for whoever looks it up, and what to do. */
export function connectFailure(code: string | undefined): { readonly words: string; readonly next: string } {
  const { words, next = NETWORK } = find(code);
  return { words: code === undefined ? words : `${words} (${code})`, next };
}

function find(code: string | undefined): ConnectFailure {
  return (code !== undefined && Object.hasOwn(FAILURES, code) ? FAILURES[code] : undefined) ?? { words: 'no connection could be made' };
}
