// Connections: which are guarded, how fast they may be asked, and how a sentence names them.

import assert from 'node:assert/strict';
import { isGuarded, requestsPerMinute, type Connection } from '../../../src/core/connection.ts';
import { environmentText, guardedMark, mismatchText } from '../../../src/core/environmentText.ts';
import { markedGroup } from '../../../src/core/groupText.ts';
import { TESTING } from '../../support/connections.ts';

describe('A connection', () => {
  for (const [words, given, text, mark] of [
    ['declared for customers', { environment: 'Customer' }, 'PRODUCTION', ' (PRODUCTION)'],
    ['declared for testing', {}, 'Testing', ''],
    [
      'not declared',
      { environment: undefined },
      'undeclared, guarded like production',
      ' (undeclared, guarded like production)',
    ],
    ['of the sandbox', { kind: 'sandbox', environment: undefined }, 'local', ''],
  ] as const) {
    it(`${words} is shown as "${text}", and ${mark === '' ? 'neither guarded nor marked' : 'guarded and marked'}`, () => {
      const one: Connection = { ...TESTING, ...given };
      assert.deepEqual([environmentText(one), guardedMark(one), isGuarded(one)], [text, mark, mark !== '']);
      assert.equal(markedGroup('acme ', one), `"acme␠" on staging${mark}`);
    });
  }

  it('is asked at most 120 times a minute, unless it says otherwise or is on this machine', () => {
    assert.equal(requestsPerMinute(TESTING, false), 120);
    assert.equal(requestsPerMinute(TESTING, true), undefined);
    assert.equal(requestsPerMinute({ ...TESTING, requestsPerMinute: 30 }, true), 30);
  });

  for (const [about, other] of [
    ['team', 'responses are of another team'],
    ['environment', 'responses are of another environment'],
    ['recreated', 'a known group was recreated'],
  ] as const)
    it(`says why its API token is unverified: ${about}`, () => {
      assert.equal(mismatchText({ about, reason: 'acme' }), `API token unverified: ${other}.`);
    });
});
