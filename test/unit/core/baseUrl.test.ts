// Base URLs: what a person may type, where requests then go, and what is refused with the reason.

import assert from 'node:assert/strict';
import { USER_GROUP_API } from '../../../src/contract/serviceApi.ts';
import { parseBaseUrl, requestsUrl } from '../../../src/core/baseUrl.ts';
import type { UserGroupsError } from '../../../src/core/errors.ts';

describe('A base URL', () => {
  const requestUrls: readonly [string, string][] = [
    ['https://dashboards.example.com', 'https://dashboards.example.com/api/user'],
    ['  https://dashboards.example.com/  ', 'https://dashboards.example.com/api/user'],
    ['https://dashboards.example.com/api/user', 'https://dashboards.example.com/api/user'],
    ['https://dashboards.example.com/api/user/', 'https://dashboards.example.com/api/user'],
    ['https://dashboards.example.com/eu//', 'https://dashboards.example.com/eu/api/user'],
    ['https://dashboards.example.com/eu/api/user', 'https://dashboards.example.com/eu/api/user'],
    ['https://dashboards.example.com/api/users', 'https://dashboards.example.com/api/users/api/user'],
    ['HTTPS://Dashboards.Example.com:443', 'https://dashboards.example.com/api/user'],
    ['https://dashboards.example.com:8443', 'https://dashboards.example.com:8443/api/user'],
    ['http://localhost:3000', 'http://localhost:3000/api/user'],
    ['http://127.0.0.1:3000', 'http://127.0.0.1:3000/api/user'],
    ['http://[::1]:3000', 'http://[::1]:3000/api/user'],
    ['https://[2001:db8::1]:8443/eu', 'https://[2001:db8::1]:8443/eu/api/user'],
    ['https://dashboards.example.com/eu/../../../x', 'https://dashboards.example.com/x/api/user'],
    ['https://dashboards.example.com/eu/%2e%2e/%2E./x', 'https://dashboards.example.com/x/api/user'],
    [
      'https://dashboards.example.com//other.example.com/x',
      'https://dashboards.example.com//other.example.com/x/api/user',
    ],
    [
      'https://dashboards.example.com\\\\other.example.com',
      'https://dashboards.example.com//other.example.com/api/user',
    ],
  ];
  for (const [typed, requestUrl] of requestUrls) {
    it(`typed as "${typed}" sends requests to ${requestUrl}`, () => {
      assert.equal(requestsUrl(typed, USER_GROUP_API), requestUrl);
    });
  }

  it('has one normal form, which stays itself', () => {
    const { href } = parseBaseUrl(' https://dashboards.example.com/eu/api/user/ ');
    assert.equal(href, 'https://dashboards.example.com/eu');
    assert.equal(parseBaseUrl(href).href, href);
  });

  it('tells this machine from others', () => {
    const hosts = [
      'http://127.0.0.1:1',
      'http://127.8.9.10',
      'http://[::1]',
      'http://localhost',
      'https://app.localhost',
      'https://localhost.example.com',
      'https://example.com',
    ];
    assert.deepEqual(
      hosts.map((url) => parseBaseUrl(url).isLoopback),
      [true, true, true, true, false, false, false],
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
