import assert from 'node:assert/strict';
import { chooseProxy, isReachedDirectly } from '../../../src/api/proxyChoice.ts';
import { parseBaseUrl } from '../../../src/core/baseUrl.ts';
import type { UserGroupsError } from '../../../src/core/errors.ts';
import { networkWith } from '../../support/network.ts';

const SERVICE = parseBaseUrl('https://service.example.com');
type Set = Parameters<typeof networkWith>[0];

describe('The proxy to a service', () => {
  const ONE = 'http://one:8080';
  const rows: readonly (readonly [what: string, set: Set, chosen?: string])[] = [
    ['is none when none is set', {}],
    ['is that of VS Code', { proxy: ONE }, 'http.proxy one:8080'],
    [
      'is that of VS Code before another',
      { proxy: ONE, variables: { HTTPS_PROXY: 'http://two' } },
      'http.proxy one:8080',
    ],
    ['is the one for https', { variables: { HTTP_PROXY: ONE, HTTPS_PROXY: 'http://two:2' } }, 'HTTPS_PROXY two:2'],
    ['may stand in small letters', { variables: { https_proxy: ONE } }, 'https_proxy one:8080'],
    ['may be that of http', { variables: { http_proxy: ONE } }, 'http_proxy one:8080'],
    ['may be that of everything', { variables: { ALL_PROXY: ONE } }, 'ALL_PROXY one:8080'],
    ['may be written without its scheme', { variables: { HTTPS_PROXY: 'one:3128' } }, 'HTTPS_PROXY one:3128'],
    ['may speak TLS', { proxy: 'https://one' }, 'http.proxy one'],
    ['may end in a slash', { proxy: 'http://one:8080/' }, 'http.proxy one:8080'],
    ['is none for an exception of VS Code', { proxy: ONE, noProxy: ['example.com'] }],
    ['is none for an exception of a variable', { proxy: ONE, variables: { NO_PROXY: 'localhost, example.com' } }],
    ['is none for one in small letters', { variables: { https_proxy: ONE, no_proxy: 'example.com' } }],
    ['is none without support', { proxySupport: false, proxy: ONE, variables: { HTTPS_PROXY: 'http://two:8080' } }],
    ['is none when the setting is empty', { proxy: ' ', variables: { HTTPS_PROXY: '' } }],
  ];
  for (const [what, set, chosen] of rows) {
    it(what, () => {
      const proxy = chooseProxy(networkWith(set), SERVICE);
      assert.equal(proxy && `${proxy.source} ${proxy.host}`, chosen);
    });
  }

  it('is none for this machine', () => {
    for (const url of ['http://127.0.0.1:3000', 'https://localhost:3000', 'https://[::1]'])
      assert.equal(chooseProxy(networkWith({ proxy: ONE }), parseBaseUrl(url)), undefined);
  });

  const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;
  const bearer = { proxyAuthorization: 'Bearer abcdef' };
  const credentials: readonly (readonly [what: string, set: Set, authorization: string | undefined])[] = [
    ['none', { proxy: 'http://one' }, undefined],
    ['those of its address', { proxy: 'http://me:pass%20word%2F1@one' }, basic('me:pass word/1')],
    ['a percent sign that escapes nothing', { proxy: 'http://me:100%25%@one' }, basic('me:100%25%')],
    ['a name alone', { proxy: 'http://a-long-token@one' }, basic('a-long-token:')],
    ['those of VS Code before those of its address', { proxy: 'http://me:password@one', ...bearer }, 'Bearer abcdef'],
    ['those of VS Code', { variables: { HTTPS_PROXY: 'http://one' }, ...bearer }, 'Bearer abcdef'],
  ];
  for (const [what, set, authorization] of credentials) {
    it(`is given ${what}`, () => {
      const proxy = chooseProxy(networkWith(set), SERVICE);
      assert.deepEqual([proxy?.authorization, proxy?.host, proxy?.origin], [authorization, 'one', 'http://one']);
    });
  }

  const encoded = (text: string): string => Buffer.from(text).toString('base64');
  for (const [what, set, secrets] of [
    ['none', { proxy: 'http://one' }, []],
    [
      'a password, as it is and as it is sent',
      { proxy: 'http://me:pass%20word@one' },
      ['pass word', 'pass%20word', encoded('me:pass word')],
    ],
    [
      'a password without a name',
      { proxy: 'http://:pass%20word@one' },
      ['pass word', 'pass%20word', encoded(':pass word')],
    ],
    [
      'a name alone, which may be a token',
      { proxy: 'http://a%20token@one' },
      ['a token', 'a%20token', encoded('a token:')],
    ],
    [
      'a header of another scheme',
      { proxy: 'http://one', proxyAuthorization: 'Bearer abc:def' },
      ['Bearer abc:def', 'abc:def'],
    ],
    [
      'a header of name and password, read',
      { proxy: 'http://one', proxyAuthorization: ` Basic  ${encoded('me:pass:word')}` },
      [` Basic  ${encoded('me:pass:word')}`, encoded('me:pass:word'), 'me:pass:word', 'pass:word'],
    ],
    [
      'a header of something else in base64',
      { proxy: 'http://one', proxyAuthorization: `basic ${encoded('password')}` },
      [`basic ${encoded('password')}`, encoded('password')],
    ],
  ] as const satisfies readonly (readonly [string, Set, readonly string[]])[]) {
    it(`has as secrets ${what}`, () => {
      assert.deepEqual(chooseProxy(networkWith(set), SERVICE)?.secrets, secrets);
    });
  }

  const tail = 'has a path, a query or a fragment.';
  for (const [what, set, happened] of [
    ['no address', { proxy: 'http://me:hunter2@' }, '"http.proxy" is not the address of a proxy.'],
    [
      'of a kind that is not supported',
      { variables: { ALL_PROXY: 'socks5://me:hunter2@one:1080' } },
      '"ALL_PROXY" names a proxy of the kind socks5, which is not supported.',
    ],
    [
      'of a kind that ends like one of those',
      { proxy: 'xhttps://me:hunter2@one' },
      '"http.proxy" names a proxy of the kind xhttps, which is not supported.',
    ],
    ['cut off by a # in its password', { proxy: 'http://user:12#hunter2@host' }, `"http.proxy" ${tail}`],
    ['cut off by a ? in its password', { proxy: 'user:12?hunter2@host' }, `"http.proxy" ${tail}`],
    ['cut off by a / in its password', { proxy: 'http://user:12/hunter2@host' }, `"http.proxy" ${tail}`],
    [
      'given a header of two lines',
      { proxy: 'http://one', proxyAuthorization: 'hunter2\r\nX: 1' },
      '"http.proxyAuthorization" contains a character that can\'t be sent.',
    ],
  ] as const) {
    it(`is refused when it is ${what}, without a word of its credentials`, () => {
      assert.throws(
        () => chooseProxy(networkWith(set), SERVICE),
        (error: UserGroupsError) =>
          error.kind === 'invalid' && error.failure.happened === happened && !error.message.includes('hunter2'),
      );
    });
  }
});

describe('A host is reached without a proxy', () => {
  const rows: readonly (readonly [url: string, isDirect: boolean, ...exceptions: string[]])[] = [
    [
      'https://a.example.com',
      true,
      'a.example.com',
      'A.Example.COM',
      'example.com',
      '.example.com',
      '*.example.com',
      '*',
      'example.com.',
      'other.com,example.com',
      'a.example.com:443',
    ],
    ['https://a.example.com.', true, 'example.com'],
    ['https://aexample.com', false, 'example.com'],
    ['https://a.example.com', false, 'b.example.com', '', '.', 'a.example.com:8443'],
    ['https://example.com', false, 'a.example.com'],
    ['https://a.example.com:8443', true, 'a.example.com:8443'],
    ['https://10.1.2.3', true, '10.0.0.0/8', '10.1.2.3', '10.1.2.3/32', ' 10.1.2.3 , x'],
    ['https://11.1.2.3', false, '10.0.0.0/8'],
    ['https://10.1.2.3', false, '10.0.0.0/99', '10.0.0.0/', '10.1.2.3/33', 'example.com', '2.3'],
    ['https://[2001:db8::1]', true, '2001:db8:0::1', '2001:db8::/32', '2001:db8::1/128'],
    ['https://[2001:db8::1]:8443', true, '[2001:db8::1]:8443'],
    ['https://[2001:db8::1]', false, '2001:db8::1/129', '10.0.0.0/8'],
  ];
  for (const [url, isDirect, ...exceptions] of rows)
    it(`${isDirect ? 'when' : 'not when'} it is ${url} and the exceptions are "${exceptions.join('", or "')}"`, () => {
      for (const entries of exceptions)
        assert.equal(isReachedDirectly(new URL(url), entries.split(',')), isDirect, entries);
    });
});
