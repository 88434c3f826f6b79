// Base URLs: what the user may type, where requests then go, and what is refused with the reason.

import assert from 'node:assert/strict';
import { USER_GROUP_API } from '../../../src/contract/serviceApi.ts';
import { parseBaseUrl, requestsUrl } from '../../../src/core/baseUrl.ts';
import type { UserGroupsError } from '../../../src/core/errors.ts';

describe('A base URL', () => {
  const HOST = 'https://dashboards.example.com';
  for (const [typed, sent] of [
    [HOST, `${HOST}/api/user`],
    [`  ${HOST}/  `, `${HOST}/api/user`],
    [`${HOST}/api/user`, `${HOST}/api/user`],
    [`${HOST}/api/user/`, `${HOST}/api/user`],
    [`${HOST}/eu//`, `${HOST}/eu/api/user`],
    [`${HOST}/eu/api/user`, `${HOST}/eu/api/user`],
    [`${HOST}/api/users`, `${HOST}/api/users/api/user`],
    ['HTTPS://Dashboards.Example.com:443', `${HOST}/api/user`],
    [`${HOST}:8443`, `${HOST}:8443/api/user`],
    ['http://localhost:3000', 'http://localhost:3000/api/user'],
    ['http://[::1]:3000', 'http://[::1]:3000/api/user'],
    ['https://[2001:db8::1]:8443/eu', 'https://[2001:db8::1]:8443/eu/api/user'],
    [`${HOST}/eu/../../../x`, `${HOST}/x/api/user`],
    [`${HOST}/eu/%2e%2e/%2E./x`, `${HOST}/x/api/user`],
    [`${HOST}//other.example.com/x`, `${HOST}//other.example.com/x/api/user`],
    [`${HOST}\\\\other.example.com`, `${HOST}//other.example.com/api/user`],
  ] as const) {
    it(`typed as "${typed}" sends requests to ${sent}`, () => {
      assert.equal(requestsUrl(typed, USER_GROUP_API), sent);
    });
  }

  it('has one normal form, which stays itself', () => {
    const { href } = parseBaseUrl(' https://dashboards.example.com/eu/api/user/ ');
    assert.equal(href, 'https://dashboards.example.com/eu');
    assert.equal(parseBaseUrl(href).href, href);
  });

  it('tells this machine from others', () => {
    const own = ['http://127.0.0.1:1', 'http://127.8.9.10', 'http://[::1]', 'http://localhost'];
    const others = ['https://app.localhost', 'https://localhost.example.com', 'https://example.com'];
    assert.deepEqual(
      [...own, ...others].filter((url) => parseBaseUrl(url).isLoopback),
      own,
    );
  });

  const refused: readonly [string, RegExp][] = [
    ['', /is not a web address/],
    ['dashboards.example.com', /is not a web address/],
    ['ftp://dashboards.example.com', /is not a web address/],
    ['xhttps://dashboards.example.com', /is not a web address/],
    ['javascript:alert(1)', /is not a web address/],
    ['https://me:hunter2@dashboards.example.com', /contains a user name or password/],
    ['https://me@dashboards.example.com', /contains a user name or password/],
    ['https://:hunter2@dashboards.example.com', /contains a user name or password/],
    ['https://dashboards.example.com?tenant=1', /has a query or a fragment/],
    ['https://dashboards.example.com/#/users', /has a query or a fragment/],
    ['http://dashboards.example.com', /Plain http is allowed to this machine only/],
    ['http://127.0.0.1.example.com', /Plain http is allowed to this machine only/],
    ['http://app.localhost', /Plain http is allowed to this machine only/],
    ['http://192.168.0.1', /Plain http is allowed to this machine only/],
  ];
  for (const [typed, reason] of refused) {
    it(`typed as "${typed}" is refused, saying why`, () => {
      assert.throws(
        () => parseBaseUrl(typed),
        (error: UserGroupsError) =>
          error.kind === 'invalid' && reason.test(error.message) && !error.message.includes('hunter2'),
      );
    });
  }
});
