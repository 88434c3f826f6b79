// What is reported of a connection that could not be made, whether it is tried again, and what to do.

import assert from 'node:assert/strict';
import { connectAdvice, connectText, isOfCertificate, mayPass } from '../../../src/api/connectFailures.ts';
import { chooseProxy } from '../../../src/api/proxyChoice.ts';
import { ProxyFailure } from '../../../src/api/proxyFailure.ts';
import { parseBaseUrl } from '../../../src/core/baseUrl.ts';
import { assertApproved } from '../../support/approved.ts';
import { networkWith } from '../../support/network.ts';

const SERVICE = parseBaseUrl('https://acme.example');
const OF_VSCODE = chooseProxy(networkWith({ proxy: 'http://proxy:8080' }), SERVICE)!;
const WITH_CREDENTIALS = chooseProxy(networkWith({ proxy: 'http://me:secret@proxy:8080' }), SERVICE)!;
const OF_ENVIRONMENT = chooseProxy(networkWith({ variables: { HTTPS_PROXY: 'http://proxy:8080' } }), SERVICE)!;
const DIRECT = { isLoopback: false, proxy: undefined };

const OF_CERTIFICATES = `CERT_HAS_EXPIRED CERT_NOT_YET_VALID CERT_REVOKED ERR_TLS_CERT_ALTNAME_INVALID
  DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_GET_ISSUER_CERT UNABLE_TO_GET_ISSUER_CERT_LOCALLY
  UNABLE_TO_VERIFY_LEAF_SIGNATURE INVALID_PURPOSE INVALID_CA PATH_LENGTH_EXCEEDED CERT_CHAIN_TOO_LONG
  CERT_SIGNATURE_FAILURE CERT_UNTRUSTED CERT_REJECTED`.split(/\s+/);
const PASSING = `ECONNREFUSED ECONNRESET ECONNABORTED EPIPE UND_ERR_SOCKET EHOSTUNREACH ENETUNREACH EHOSTDOWN ENETDOWN
  EADDRNOTAVAIL ETIMEDOUT EAI_AGAIN`.split(/\s+/);
const OTHERS = `ENOTFOUND ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION ERR_SSL_UNSUPPORTED_PROTOCOL
  ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED
  NOT_LOOPBACK EPROTO ERR_SSL_WRONG_VERSION_NUMBER ERR_SSL_PACKET_LENGTH_TOO_LONG EACCES X_ERR_SSL_TLSV1_ALERT_
  constructor`.split(/\s+/);

describe('a connect failure', () => {
  const codes = [...PASSING, ...OF_CERTIFICATES, ...OTHERS];

  it('is reported in words by its code, with advice by the route', () => {
    const through = { isLoopback: false, proxy: OF_VSCODE };
    assertApproved('api/connectFailures', [
      ...codes.map((code) => [code, [connectText('acme.example', code), connectAdvice(code, DIRECT)]] as const),
      ['ECONNREFUSED on this machine', connectAdvice('ECONNREFUSED', { ...DIRECT, isLoopback: true })],
      ['ECONNREFUSED through a proxy', connectAdvice('ECONNREFUSED', through)],
      ['CERT_UNTRUSTED through a proxy', connectAdvice('CERT_UNTRUSTED', through)],
      ['too late', connectAdvice(undefined, DIRECT)],
    ]);
  });

  it('may pass, or be one of a certificate', () => {
    assert.deepEqual([codes.filter(mayPass), codes.filter(isOfCertificate)], [PASSING, OF_CERTIFICATES]);
  });

  for (const [subjectaltname, words] of [
    [undefined, 'another name'],
    ['DNS:a.example', 'a.example'],
    ['DNS:a, IP Address:10.0.0.1, DNS:c, DNS:d, DNS:e', 'a, 10.0.0.1, c, d, e'],
    ['DNS:a, DNS:b, DNS:c, DNS:d, DNS:e, DNS:f, URI:DNS:g', 'a, b, c, d, e and 2 more'],
  ] as const) {
    it(`names what the certificate is issued for: ${words}`, () => {
      const code = 'ERR_TLS_CERT_ALTNAME_INVALID';
      assert.equal(
        connectText('acme.example', code, { cert: { subjectaltname } }),
        `The certificate of "acme.example" is issued for ${words} (${code}).`,
      );
      assert.doesNotMatch(connectText('acme.example', 'EPROTO', { cert: { subjectaltname } }), /certificate/);
    });
  }
});

describe('A proxy that fails', () => {
  const coded = (code: string): Error => Object.assign(new Error(code), { code });
  const rows = [
    ['it is not reached', ProxyFailure.unreachable(coded('ECONNREFUSED')), OF_VSCODE],
    ['it is not reached, set in the environment', ProxyFailure.unreachable(coded('ENOTFOUND')), OF_ENVIRONMENT],
    ['it fails without a code', ProxyFailure.unreachable(new TypeError('x')), OF_VSCODE],
    ['it fails without an error', ProxyFailure.unreachable('x'), OF_VSCODE],
    ['it is not trusted', ProxyFailure.unreachable(coded('CERT_HAS_EXPIRED')), OF_VSCODE],
    ['it closes the connection', ProxyFailure.broken(coded('ECONNRESET')), OF_VSCODE],
    ['it speaks something else', ProxyFailure.broken(coded('HTTPParserError')), OF_VSCODE],
    ['it has no connection', ProxyFailure.refused(503, undefined), OF_VSCODE],
    ['it refuses', ProxyFailure.refused(403, undefined), OF_VSCODE],
    ['it asks for credentials', ProxyFailure.refused(407, undefined), OF_VSCODE],
    [
      'it asks for some of a kind',
      ProxyFailure.refused(407, [' Basic realm="x"', 'Basic', '?', 'NTLM']),
      OF_ENVIRONMENT,
    ],
    ['it rejects credentials', ProxyFailure.refused(407, ''), WITH_CREDENTIALS],
    ['it rejects those of a kind', ProxyFailure.refused(407, 'Basic'), WITH_CREDENTIALS],
  ] as const;

  it('is reported with what to do, and tried again where that may help', () => {
    assertApproved(
      'api/proxyFailures',
      rows.map(([situation, failure, proxy]) => {
        const { happened, next } = failure.describe(proxy, 'acme.example');
        return [situation, [happened, next, ...(failure.mayPass ? ['(may pass)'] : [])]];
      }),
    );
  });
});
