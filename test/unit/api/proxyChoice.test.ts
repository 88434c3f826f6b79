import assert from 'node:assert/strict';
import { chooseProxy } from '../../../src/api/proxyChoice.ts';
import { parseBaseUrl } from '../../../src/core/baseUrl.ts';
import type { UserGroupsError } from '../../../src/core/errors.ts';
import { networkWith } from '../../support/network.ts';

const SERVICE = parseBaseUrl('https://service.example.com');
type Set = Parameters<typeof networkWith>[0];

describe('The proxy to a service', () => {
  const rows: readonly (readonly [what: string, set: Set, source: string | undefined, host?: string])[] = [
    ['is none when none is set', {}, undefined],
    ['is that of VS Code', { proxy: 'http://one:8080' }, 'http.proxy', 'one:8080'],
    [
      'is that of VS Code before that of the environment',
      { proxy: 'http://one:8080', variables: { HTTPS_PROXY: 'http://two:8080' } },
      'http.proxy',
      'one:8080',
    ],
    [
      'is the one for https before the one for http',
      { variables: { HTTP_PROXY: 'http://one:1', HTTPS_PROXY: 'http://two:2' } },
      'HTTPS_PROXY',
      'two:2',
    ],
    [
      'may stand in a variable of small letters',
      { variables: { https_proxy: 'http://one:1' } },
      'https_proxy',
      'one:1',
    ],
    ['may be that of http', { variables: { http_proxy: 'http://one:1' } }, 'http_proxy', 'one:1'],
    ['may be that of everything', { variables: { ALL_PROXY: 'http://one:1' } }, 'ALL_PROXY', 'one:1'],
    ['may be written without its scheme', { variables: { HTTPS_PROXY: 'one:3128' } }, 'HTTPS_PROXY', 'one:3128'],
    ['may speak TLS', { proxy: 'https://one' }, 'http.proxy', 'one'],
    ['is none for what VS Code excepts', { proxy: 'http://one:8080', noProxy: ['example.com'] }, undefined],
    [
      'is none for what the environment excepts',
      { proxy: 'http://one:8080', variables: { NO_PROXY: 'localhost, example.com' } },
      undefined,
    ],
    [
      'is none for what the environment excepts in small letters',
      { variables: { https_proxy: 'http://one:8080', no_proxy: 'example.com' } },
      undefined,
    ],
    ['may end in a slash', { proxy: 'http://one:8080/' }, 'http.proxy', 'one:8080'],
    [
      'is none when VS Code supports none',
      { proxySupport: false, proxy: 'http://one:8080', variables: { HTTPS_PROXY: 'http://two:8080' } },
      undefined,
    ],
    ['is none when the setting is empty', { proxy: ' ', variables: { HTTPS_PROXY: '' } }, undefined],
  ];
  for (const [what, set, source, host] of rows) {
    it(what, () => {
      const proxy = chooseProxy(networkWith(set), SERVICE);
      assert.deepEqual([proxy?.source, proxy?.host], [source, host]);
    });
  }

  for (const url of ['http://127.0.0.1:3000', 'https://localhost:3000', 'https://[::1]']) {
    it(`is none for this machine: ${url}`, () => {
      assert.equal(chooseProxy(networkWith({ proxy: 'http://one:8080' }), parseBaseUrl(url)), undefined);
    });
  }

  const credentials: readonly (readonly [what: string, set: Set, authorization: string | undefined])[] = [
    ['none', { proxy: 'http://one' }, undefined],
    [
      'those of its address',
      { proxy: 'http://me:pass%20word%2F1@one' },
      `Basic ${Buffer.from('me:pass word/1').toString('base64')}`,
    ],
    [
      'a percent sign that escapes nothing',
      { proxy: 'http://me:100%25%@one' },
      `Basic ${Buffer.from('me:100%25%').toString('base64')}`,
    ],
    ['a name alone', { proxy: 'http://a-long-token@one' }, `Basic ${Buffer.from('a-long-token:').toString('base64')}`],
    [
      'those of VS Code before those of its address',
      { proxy: 'http://me:password@one', proxyAuthorization: 'Bearer abcdef' },
      'Bearer abcdef',
    ],
    [
      'those of VS Code, for a proxy of the environment',
      { variables: { HTTPS_PROXY: 'http://one' }, proxyAuthorization: 'Bearer abcdef' },
      'Bearer abcdef',
    ],
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

  for (const [what, set, happened] of [
    ['no address', { proxy: 'http://me:hunter2@' }, /^"http\.proxy" is not the address of a proxy\.$/],
    [
      'of a kind that is not supported',
      { variables: { ALL_PROXY: 'socks5://me:hunter2@one:1080' } },
      /^"ALL_PROXY" names a proxy of the kind socks5, which is not supported\.$/,
    ],
    [
      'of a kind that ends like one of those',
      { proxy: 'xhttps://me:hunter2@one' },
      /^"http\.proxy" names a proxy of the kind xhttps, which is not supported\.$/,
    ],
    [
      'cut off by a # in its password',
      { proxy: 'http://user:12#hunter2@host' },
      /^"http\.proxy" has a path, a query or a fragment\.$/,
    ],
    [
      'cut off by a ? in its password',
      { proxy: 'user:12?hunter2@host' },
      /^"http\.proxy" has a path, a query or a fragment\.$/,
    ],
    [
      'cut off by a / in its password',
      { proxy: 'http://user:12/hunter2@host' },
      /^"http\.proxy" has a path, a query or a fragment\.$/,
    ],
    [
      'given a header of two lines',
      { proxy: 'http://one', proxyAuthorization: 'hunter2\r\nX: 1' },
      /^"http\.proxyAuthorization" contains a character that can't be sent\.$/,
    ],
  ] as const) {
    it(`is refused when it is ${what}, without a word of its credentials`, () => {
      assert.throws(
        () => chooseProxy(networkWith(set), SERVICE),
        (error: UserGroupsError) =>
          error.kind === 'invalid' && happened.test(error.failure.happened) && !error.message.includes('hunter2'),
      );
    });
  }
});
