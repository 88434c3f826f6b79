// What a person reads of a connection that could not be made, whether it is tried again, and what to do.

import assert from 'node:assert/strict';
import { connectAdvice, connectText, isOfCertificate, mayPass } from '../../../src/api/connectFailures.ts';
import { chooseProxy } from '../../../src/api/proxyChoice.ts';
import { parseBaseUrl } from '../../../src/core/baseUrl.ts';
import { networkWith } from '../../support/network.ts';

const DIRECT = { isLoopback: false, proxy: undefined };
const PROXIED = {
  isLoopback: false,
  proxy: chooseProxy(networkWith({ proxy: 'http://proxy.example:8080' }), parseBaseUrl('https://acme.example')),
};

const NETWORK = 'Check the base URL and the network. If it has a proxy, set http.proxy in VS Code, or HTTPS_PROXY.';
const AUTHORITY = 'Check the base URL, or set caFile of the connection if the authority of the certificate is private.';
const CERTIFICATE = 'Ask the administrator of the service to correct its certificate.';
const TLS = 'Ask the administrator of the service to support TLS 1.2 or later.';
const HANDSHAKE =
  'Check the base URL, or ask the administrator of the service whether it requires a client certificate.';
const SCHEME = 'Check the scheme and the port of the base URL.';

const UNTRUSTED = 'The certificate of "acme.example" comes from an authority that is not trusted here';
const NOT_FOR_SERVICES = 'The authority of the certificate of "acme.example" is not accepted for services here';
const TOO_MANY = 'The certificate of "acme.example" has too many authorities';
const NO_COMMON_TLS = '"acme.example" has no TLS version or cipher in common with this machine';
const NO_TLS = '"acme.example" doesn\'t speak TLS as expected';
const NO_ROUTE = 'The network has no route to "acme.example"';
const CLOSED = '"acme.example" closed the connection while it was being made';

const OF_CERTIFICATES = [
  ['CERT_HAS_EXPIRED', 'The certificate of "acme.example" has expired', CERTIFICATE],
  ['CERT_NOT_YET_VALID', 'The certificate of "acme.example" is not valid yet', 'Check the clock of this machine.'],
  ['CERT_REVOKED', 'The certificate of "acme.example" was revoked', CERTIFICATE],
  [
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'The certificate of "acme.example" is issued for another name',
    'Check the base URL.',
  ],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'The certificate of "acme.example" is self-signed', AUTHORITY],
  ['SELF_SIGNED_CERT_IN_CHAIN', UNTRUSTED, AUTHORITY],
  ['UNABLE_TO_GET_ISSUER_CERT', UNTRUSTED, AUTHORITY],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', UNTRUSTED, AUTHORITY],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', UNTRUSTED, AUTHORITY],
  ['INVALID_PURPOSE', 'The certificate of "acme.example" is not issued for a service', CERTIFICATE],
  ['INVALID_CA', 'The certificate of "acme.example" comes from an authority that may not issue it', CERTIFICATE],
  ['PATH_LENGTH_EXCEEDED', TOO_MANY, CERTIFICATE],
  ['CERT_CHAIN_TOO_LONG', TOO_MANY, CERTIFICATE],
  ['CERT_SIGNATURE_FAILURE', 'The certificate of "acme.example" has an invalid signature', CERTIFICATE],
  ['CERT_UNTRUSTED', NOT_FOR_SERVICES, AUTHORITY],
  ['CERT_REJECTED', NOT_FOR_SERVICES, AUTHORITY],
] as const;

const PASSING = [
  ['ECONNREFUSED', '"acme.example" refuses the connection', NETWORK],
  ['ECONNRESET', CLOSED, NETWORK],
  ['ECONNABORTED', CLOSED, NETWORK],
  ['EPIPE', CLOSED, NETWORK],
  ['UND_ERR_SOCKET', CLOSED, NETWORK],
  ['EHOSTUNREACH', NO_ROUTE, NETWORK],
  ['ENETUNREACH', NO_ROUTE, NETWORK],
  ['EHOSTDOWN', NO_ROUTE, NETWORK],
  ['ENETDOWN', NO_ROUTE, NETWORK],
  ['EADDRNOTAVAIL', NO_ROUTE, NETWORK],
  ['ETIMEDOUT', '"acme.example" doesn\'t respond', NETWORK],
  ['EAI_AGAIN', 'The name server doesn\'t respond for "acme.example"', NETWORK],
] as const;

const FINAL = [
  ...OF_CERTIFICATES,
  ['ENOTFOUND', 'The host "acme.example" is unknown', NETWORK],
  ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', NO_COMMON_TLS, TLS],
  ['ERR_SSL_UNSUPPORTED_PROTOCOL', NO_COMMON_TLS, TLS],
  ['ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', NO_COMMON_TLS, TLS],
  ['ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR', '"acme.example" ended the TLS handshake', HANDSHAKE],
  ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', '"acme.example" ended the TLS handshake', HANDSHAKE],
  [
    'NOT_LOOPBACK',
    '"acme.example" leads to another machine',
    'Use 127.0.0.1 in the base URL, or correct the address of localhost on this machine.',
  ],
  ['EPROTO', NO_TLS, SCHEME],
  ['ERR_SSL_WRONG_VERSION_NUMBER', NO_TLS, SCHEME],
  ['ERR_SSL_PACKET_LENGTH_TOO_LONG', NO_TLS, SCHEME],
  ['EACCES', 'No connection to "acme.example" could be made', NETWORK],
  ['X_ERR_SSL_TLSV1_ALERT_', 'No connection to "acme.example" could be made', NETWORK],
  ['constructor', 'No connection to "acme.example" could be made', NETWORK],
] as const;

describe('a connect failure', () => {
  for (const [code, words, advice] of PASSING) {
    it(`with ${code} is reported in words and tried again`, () => {
      assert.deepEqual(
        [connectText('acme.example', code), mayPass(code), connectAdvice(code, DIRECT)],
        [`${words} (${code}).`, true, advice],
      );
    });
  }

  for (const [code, words, advice] of FINAL) {
    it(`with ${code} is reported in words and final`, () => {
      assert.deepEqual(
        [connectText('acme.example', code), mayPass(code), connectAdvice(code, DIRECT)],
        [`${words} (${code}).`, false, advice],
      );
    });
  }

  it('is one of a certificate, or of something else', () => {
    const codes = [...PASSING, ...FINAL].map(([code]) => code);
    assert.deepEqual(
      codes.filter(isOfCertificate),
      OF_CERTIFICATES.map(([code]) => code),
    );
  });

  for (const [what, code, route, advice] of [
    ['on this machine', 'ECONNREFUSED', { ...DIRECT, isLoopback: true }, 'Check the base URL, then try again.'],
    [
      'through a proxy',
      'ECONNREFUSED',
      PROXIED,
      'Check the base URL and the proxy "proxy.example:8080", then try again.',
    ],
    [
      'of an authority through a proxy',
      'CERT_UNTRUSTED',
      PROXIED,
      'Check the base URL and the proxy "proxy.example:8080", or set caFile of the connection to their private authority.',
    ],
    ['in time', undefined, DIRECT, NETWORK],
  ] as const) {
    it(`advises by the route: ${what}`, () => {
      assert.equal(connectAdvice(code, route), advice);
    });
  }

  for (const [what, subjectaltname, words] of [
    ['none', undefined, 'another name'],
    ['one', 'DNS:a.example', 'a.example'],
    ['five', 'DNS:a, IP Address:10.0.0.1, DNS:c, DNS:d, DNS:e', 'a, 10.0.0.1, c, d, e'],
    ['more', 'DNS:a, DNS:b, DNS:c, DNS:d, DNS:e, DNS:f, URI:DNS:g', 'a, b, c, d, e and 2 more'],
  ] as const) {
    it(`names what the certificate is issued for: ${what}`, () => {
      const code = 'ERR_TLS_CERT_ALTNAME_INVALID';
      assert.equal(
        connectText('acme.example', code, { cert: { subjectaltname } }),
        `The certificate of "acme.example" is issued for ${words} (${code}).`,
      );
      assert.doesNotMatch(connectText('acme.example', 'EPROTO', { cert: { subjectaltname } }), /certificate/);
    });
  }
});
