import assert from 'node:assert/strict';
import { connectAdvice, connectText, mayPass } from '../../../src/api/connectFailures.ts';

describe('a connect failure', () => {
  for (const [code, words, passes] of [
    ['ENOTFOUND', 'its name is not known (ENOTFOUND)', false],
    ['EAI_AGAIN', 'the name server does not answer (EAI_AGAIN)', true],
    ['UND_ERR_CONNECT_TIMEOUT', 'it does not answer (UND_ERR_CONNECT_TIMEOUT)', false],
    [
      'SELF_SIGNED_CERT_IN_CHAIN',
      'its certificate comes from an authority that is not trusted here (SELF_SIGNED_CERT_IN_CHAIN)',
      false,
    ],
    ['INVALID_PURPOSE', 'its certificate is not made for a service (INVALID_PURPOSE)', false],
    ['INVALID_CA', 'its certificate comes from an authority that may not issue it (INVALID_CA)', false],
    [
      'CERT_SIGNATURE_FAILURE',
      'its certificate has a signature that is not that of its authority (CERT_SIGNATURE_FAILURE)',
      false,
    ],
    [
      'CERT_UNTRUSTED',
      'its certificate comes from an authority that is not accepted for services here (CERT_UNTRUSTED)',
      false,
    ],
    [
      'CERT_REJECTED',
      'its certificate comes from an authority that is not accepted for services here (CERT_REJECTED)',
      false,
    ],
    [
      'PATH_LENGTH_EXCEEDED',
      'its certificate comes through more authorities than are allowed (PATH_LENGTH_EXCEEDED)',
      false,
    ],
    [
      'CERT_CHAIN_TOO_LONG',
      'its certificate comes through more authorities than are allowed (CERT_CHAIN_TOO_LONG)',
      false,
    ],
    [
      'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION',
      'it has no version of TLS, or no cipher, in common with this machine (ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION)',
      false,
    ],
    [
      'ERR_SSL_UNSUPPORTED_PROTOCOL',
      'it has no version of TLS, or no cipher, in common with this machine (ERR_SSL_UNSUPPORTED_PROTOCOL)',
      false,
    ],
    [
      'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE',
      'it has no version of TLS, or no cipher, in common with this machine (ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE)',
      false,
    ],
    ['ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR', 'it ended the TLS handshake (ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR)', false],
    [
      'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
      'it ended the TLS handshake (ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED)',
      false,
    ],
    ['EACCES', 'no connection could be made (EACCES)', false],
    ['constructor', 'no connection could be made (constructor)', false],
    [undefined, 'no connection could be made', false],
  ] as const) {
    it(`with ${String(code)} is reported in words and ${passes ? 'tried again' : 'final'}`, () => {
      assert.deepEqual([connectText(code), mayPass(code)], [words, passes]);
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
