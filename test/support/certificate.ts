// Certificates for local TLS servers, made when they are needed.

import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';

export interface Certificate {
  readonly key: string;
  /** With those that it needs to be followed to its authority, but for that. */
  readonly cert: string;
}

export interface CertificateOptions {
  /** Milliseconds since 1970. */
  readonly from?: number;
  readonly until?: number;
  readonly ip?: readonly number[];
  readonly dns?: readonly string[];
  readonly name?: string;
}

/** A private authority, which issues certificates for servers. */
export interface Authority {
  readonly cert: string;
  issue(options?: CertificateOptions): Certificate;
}

const ECDSA_WITH_SHA256 = sequence(objectId('2a8648ce3d040302'));

/** Signed by itself. */
export function selfSignedCertificate(options: CertificateOptions = {}): Certificate {
  const keys = newKeys();
  return { key: pemOfKey(keys), cert: certificate({ ...options, keys, isAuthority: true }) };
}

export function privateAuthority(name = 'A private authority'): Authority {
  const keys = newKeys();
  return {
    cert: certificate({ name, keys, isAuthority: true }),
    issue: (options = {}) => {
      const own = newKeys();
      return {
        key: pemOfKey(own),
        cert: certificate({ ...options, keys: own, isAuthority: false, issuer: { name, key: keys.privateKey } }),
      };
    },
  };
}

interface Keys {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

interface ToCertify extends CertificateOptions {
  readonly keys: Keys;
  readonly isAuthority: boolean;
  /** Itself unless given. */
  readonly issuer?: { readonly name: string; readonly key: KeyObject };
}

let serialNumber = 0;

function certificate({
  from = Date.now() - 60_000,
  until = Date.now() + 3_600_000,
  ip = [127, 0, 0, 1],
  dns = [],
  name = 'A local service',
  keys,
  isAuthority,
  issuer,
}: ToCertify): string {
  const alternativeNames = sequence(
    ...dns.map((host) => element(0x82, Buffer.from(host))),
    ...(dns.length === 0 ? [element(0x87, Buffer.from(ip))] : []),
  );
  serialNumber += 1;
  const toBeSigned = sequence(
    element(0xa0, element(0x02, Buffer.from([2]))),
    element(0x02, Buffer.from([0x01, serialNumber >> 8, serialNumber & 0xff])),
    ECDSA_WITH_SHA256,
    commonName(issuer?.name ?? name),
    sequence(time(from), time(until)),
    commonName(name),
    keys.publicKey.export({ type: 'spki', format: 'der' }),
    element(
      0xa3,
      sequence(
        sequence(objectId('551d11'), element(0x04, alternativeNames)),
        sequence(
          objectId('551d13'),
          element(0x04, isAuthority ? sequence(element(0x01, Buffer.from([0xff]))) : sequence()),
        ),
      ),
    ),
  );
  const signature = element(
    0x03,
    Buffer.concat([Buffer.from([0]), sign('sha256', toBeSigned, issuer?.key ?? keys.privateKey)]),
  );
  const der = sequence(toBeSigned, ECDSA_WITH_SHA256, signature);
  return `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replace(/.{64}(?=.)/g, '$&\n')}\n-----END CERTIFICATE-----\n`;
}

function newKeys(): Keys {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' });
}

function pemOfKey({ privateKey }: Keys): string {
  return privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
}

function commonName(name: string): Buffer {
  return sequence(element(0x31, sequence(objectId('550403'), element(0x0c, Buffer.from(name)))));
}

/** DER: tag, length, content. */
function element(tag: number, content: Uint8Array): Buffer {
  const { length } = content;
  const lengthBytes = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...lengthBytes]), content]);
}

function sequence(...parts: readonly Uint8Array[]): Buffer {
  return element(0x30, Buffer.concat(parts));
}

function objectId(hex: string): Buffer {
  return element(0x06, Buffer.from(hex, 'hex'));
}

function time(at: number): Buffer {
  return element(0x18, Buffer.from(new Date(at).toISOString().replace(/[-:T]|\.\d+/g, '')));
}
