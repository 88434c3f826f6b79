import assert from 'node:assert/strict';
import { isReachedDirectly } from '../../../src/api/proxyChoice.ts';

describe('A host is reached without a proxy', () => {
  const rows: readonly (readonly [url: string, entries: string, isDirect: boolean])[] = [
    ['https://a.example.com', 'a.example.com', true],
    ['https://a.example.com', 'A.Example.COM', true],
    ['https://a.example.com', 'example.com', true],
    ['https://a.example.com', '.example.com', true],
    ['https://a.example.com', '*.example.com', true],
    ['https://a.example.com', '*', true],
    ['https://a.example.com.', 'example.com', true],
    ['https://a.example.com', 'example.com.', true],
    ['https://a.example.com', 'other.com,example.com', true],
    ['https://aexample.com', 'example.com', false],
    ['https://a.example.com', 'b.example.com', false],
    ['https://example.com', 'a.example.com', false],
    ['https://a.example.com', '', false],
    ['https://a.example.com', '.', false],
    ['https://a.example.com', 'a.example.com:443', true],
    ['https://a.example.com', 'a.example.com:8443', false],
    ['https://a.example.com:8443', 'a.example.com:8443', true],
    ['https://10.1.2.3', '10.0.0.0/8', true],
    ['https://11.1.2.3', '10.0.0.0/8', false],
    ['https://10.1.2.3', '10.0.0.0/99', false],
    ['https://10.1.2.3', '10.0.0.0/', false],
    ['https://10.1.2.3', '10.1.2.3', true],
    ['https://10.1.2.3', '10.1.2.3/32', true],
    ['https://10.1.2.3', '10.1.2.3/33', false],
    ['https://10.1.2.3', 'example.com', false],
    ['https://10.1.2.3', ' 10.1.2.3 , x', true],
    ['https://10.1.2.3', '2.3', false],
    ['https://[2001:db8::1]', '2001:db8:0::1', true],
    ['https://[2001:db8::1]:8443', '[2001:db8::1]:8443', true],
    ['https://[2001:db8::1]', '2001:db8::/32', true],
    ['https://[2001:db8::1]', '2001:db8::1/128', true],
    ['https://[2001:db8::1]', '2001:db8::1/129', false],
    ['https://[2001:db8::1]', '10.0.0.0/8', false],
  ];
  for (const [url, entries, isDirect] of rows) {
    it(`${isDirect ? 'when' : 'not when'} it is ${url} and the exceptions are "${entries}"`, () => {
      assert.equal(isReachedDirectly(new URL(url), entries.split(',')), isDirect);
    });
  }
});
