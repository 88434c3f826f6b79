import assert from 'node:assert/strict';
import { connectAdvice, connectText, mayPass } from '../../../src/api/connectFailures.ts';

describe('a connect failure', () => {
  for (const [code, words, passes] of [
    ['ENOTFOUND', 'The host "acme.example" is unknown (ENOTFOUND).', false],
    ['EAI_AGAIN', 'The name server doesn\'t respond for "acme.example" (EAI_AGAIN).', true],
    ['UND_ERR_CONNECT_TIMEOUT', '"acme.example" doesn\'t respond (UND_ERR_CONNECT_TIMEOUT).', false],
    [
      'SELF_SIGNED_CERT_IN_CHAIN',
      'The certificate of "acme.example" comes from an authority that is not trusted here (SELF_SIGNED_CERT_IN_CHAIN).',
      false,
    ],
    ['INVALID_PURPOSE', 'The certificate of "acme.example" is not issued for a service (INVALID_PURPOSE).', false],
    [
      'INVALID_CA',
      'The certificate of "acme.example" comes from an authority that may not issue it (INVALID_CA).',
      false,
    ],
    [
      'CERT_SIGNATURE_FAILURE',
      'The certificate of "acme.example" has an invalid signature (CERT_SIGNATURE_FAILURE).',
      false,
    ],
    [
      'CERT_UNTRUSTED',
      'The authority of the certificate of "acme.example" is not accepted for services here (CERT_UNTRUSTED).',
      false,
    ],
    [
      'CERT_REJECTED',
      'The authority of the certificate of "acme.example" is not accepted for services here (CERT_REJECTED).',
      false,
    ],
    [
      'PATH_LENGTH_EXCEEDED',
      'The certificate of "acme.example" has too many authorities (PATH_LENGTH_EXCEEDED).',
      false,
    ],
    ['CERT_CHAIN_TOO_LONG', 'The certificate of "acme.example" has too many authorities (CERT_CHAIN_TOO_LONG).', false],
    [
      'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION',
      '"acme.example" has no TLS version or cipher in common with this machine (ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION).',
      false,
    ],
    [
      'ERR_SSL_UNSUPPORTED_PROTOCOL',
      '"acme.example" has no TLS version or cipher in common with this machine (ERR_SSL_UNSUPPORTED_PROTOCOL).',
      false,
    ],
    [
      'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE',
      '"acme.example" has no TLS version or cipher in common with this machine (ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE).',
      false,
    ],
    [
      'ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR',
      '"acme.example" ended the TLS handshake (ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR).',
      false,
    ],
    [
      'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
      '"acme.example" ended the TLS handshake (ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED).',
      false,
    ],
    ['EACCES', 'No connection to "acme.example" could be made (EACCES).', false],
    ['constructor', 'No connection to "acme.example" could be made (constructor).', false],
  ] as const) {
    it(`with ${code} is reported in words and ${passes ? 'tried again' : 'final'}`, () => {
      assert.deepEqual([connectText('acme.example', code), mayPass(code)], [words, passes]);
    });
  }

  for (const code of [
    'INVALID_PURPOSE',
    'CERT_REJECTED',
    'CERT_CHAIN_TOO_LONG',
    'ERR_SSL_UNSUPPORTED_PROTOCOL',
    'ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR',
  ]) {
    it(`with ${code} is not blamed on a missing proxy`, () => {
      assert.doesNotMatch(connectAdvice(code, { isLoopback: false, proxy: undefined }), /http\.proxy/);
    });
  }
});
