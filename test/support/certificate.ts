// Certificates for local TLS servers, made when they are needed.

import { generateKeyPairSync, sign } from 'node:crypto';

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

const ECDSA_WITH_SHA256 = sequence(objectId('2a8648ce3d040302'));

/** Signed by itself, for these addresses, valid between these dates (milliseconds since 1970). */
export function selfSignedCertificate({ from = Date.now() - 60_000, until = Date.now() + 3_600_000, ip = [127, 0, 0, 1] } = {}): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(element(0x31, sequence(objectId('550403'), element(0x0c, Buffer.from('A local service')))));
  const alternativeNames = sequence(element(0x87, Buffer.from(ip)));
  const isAuthority = sequence(element(0x01, Buffer.from([0xff])));
  const toBeSigned = sequence(
    element(0xa0, element(0x02, Buffer.from([2]))),
    element(0x02, Buffer.from([1])),
    ECDSA_WITH_SHA256,
    name,
    sequence(time(from), time(until)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    element(0xa3, sequence(
      sequence(objectId('551d11'), element(0x04, alternativeNames)),
      sequence(objectId('551d13'), element(0x04, isAuthority)),
    )),
  );
  const signature = element(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', toBeSigned, privateKey)]));
  const der = sequence(toBeSigned, ECDSA_WITH_SHA256, signature);
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    cert: `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  };
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
