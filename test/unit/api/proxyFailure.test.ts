// What a person reads of a proxy that failed, and what to do by where it is set.

import assert from 'node:assert/strict';
import { chooseProxy } from '../../../src/api/proxyChoice.ts';
import { ProxyFailure } from '../../../src/api/proxyFailure.ts';
import { parseBaseUrl } from '../../../src/core/baseUrl.ts';
import { networkWith } from '../../support/network.ts';

const SERVICE = parseBaseUrl('https://acme.example');
const OF_VSCODE = chooseProxy(networkWith({ proxy: 'http://proxy:8080' }), SERVICE)!;
const WITH_CREDENTIALS = chooseProxy(networkWith({ proxy: 'http://me:secret@proxy:8080' }), SERVICE)!;
const OF_ENVIRONMENT = chooseProxy(networkWith({ variables: { HTTPS_PROXY: 'http://proxy:8080' } }), SERVICE)!;

const coded = (code: string): Error => Object.assign(new Error(code), { code });
const SETTINGS = 'Check http.proxy in your user settings.';
const ENVIRONMENT = 'Check the environment variable HTTPS_PROXY.';
const TRUST =
  'The certificate authority of the proxy must be trusted by the system, or be in the caFile of the connection.';
const LATER = 'Check the base URL, or try again later.';
const ALLOW = 'Ask the administrator of the proxy to allow this, or add the host to http.noProxy.';
const SET = 'Set http.proxyAuthorization or http.proxy with a user name and password in your user settings.';
const SET_ENVIRONMENT =
  'Set http.proxyAuthorization in your user settings, or HTTPS_PROXY with a user name and password.';

describe('A proxy that', () => {
  for (const [what, failure, proxy, happened, next, mayPass] of [
    [
      'is not reached',
      ProxyFailure.unreachable(coded('ECONNREFUSED')),
      OF_VSCODE,
      '"proxy:8080" refuses the connection (ECONNREFUSED).',
      SETTINGS,
      true,
    ],
    [
      'is not reached, set in the environment',
      ProxyFailure.unreachable(coded('ENOTFOUND')),
      OF_ENVIRONMENT,
      'The host "proxy:8080" is unknown (ENOTFOUND).',
      ENVIRONMENT,
      false,
    ],
    [
      'fails without a code',
      ProxyFailure.unreachable(new TypeError('x')),
      OF_VSCODE,
      'No connection to "proxy:8080" could be made (TypeError).',
      SETTINGS,
      false,
    ],
    [
      'fails without an error',
      ProxyFailure.unreachable('x'),
      OF_VSCODE,
      'No connection to "proxy:8080" could be made (unknown).',
      SETTINGS,
      false,
    ],
    [
      'is not trusted',
      ProxyFailure.unreachable(coded('CERT_HAS_EXPIRED')),
      OF_VSCODE,
      'The certificate of "proxy:8080" has expired (CERT_HAS_EXPIRED).',
      TRUST,
      false,
    ],
    [
      'closes the connection',
      ProxyFailure.broken(coded('ECONNRESET')),
      OF_VSCODE,
      'The proxy proxy:8080 closed the connection to acme.example (ECONNRESET).',
      SETTINGS,
      true,
    ],
    [
      'speaks something else',
      ProxyFailure.broken(coded('HTTPParserError')),
      OF_VSCODE,
      'The proxy proxy:8080 closed the connection to acme.example (HTTPParserError).',
      SETTINGS,
      false,
    ],
    [
      'has no connection',
      ProxyFailure.refused(503, undefined),
      OF_VSCODE,
      'The proxy proxy:8080 has no connection to acme.example (503).',
      LATER,
      true,
    ],
    [
      'refuses',
      ProxyFailure.refused(403, undefined),
      OF_VSCODE,
      'The proxy proxy:8080 refuses to connect to acme.example (403).',
      ALLOW,
      false,
    ],
    [
      'asks for credentials',
      ProxyFailure.refused(407, undefined),
      OF_VSCODE,
      'The proxy proxy:8080 asks for credentials (407).',
      SET,
      false,
    ],
    [
      'asks for some of a kind',
      ProxyFailure.refused(407, [' Basic realm="x"', 'Basic', '?', 'NTLM']),
      OF_ENVIRONMENT,
      'The proxy proxy:8080 asks for credentials (407, Basic, NTLM).',
      SET_ENVIRONMENT,
      false,
    ],
    [
      'rejects credentials',
      ProxyFailure.refused(407, ''),
      WITH_CREDENTIALS,
      'The proxy proxy:8080 rejected the credentials (407).',
      SET,
      false,
    ],
    [
      'rejects those of a kind',
      ProxyFailure.refused(407, 'Basic'),
      WITH_CREDENTIALS,
      'The proxy proxy:8080 rejected the credentials (407, Basic).',
      SET,
      false,
    ],
  ] as const) {
    it(`${what} says so, and what to do`, () => {
      assert.deepEqual([failure.describe(proxy, 'acme.example'), failure.mayPass], [{ happened, next }, mayPass]);
    });
  }
});
