// What a person reads of a connection's environment.

import assert from 'node:assert/strict';
import type { Connection } from '../../../src/core/connection.ts';
import { environmentText, guardedMark, mismatchText } from '../../../src/core/environmentText.ts';
import { markedGroup } from '../../../src/core/groupText.ts';

const connection: Connection = {
  id: '1',
  kind: 'service',
  name: 'staging',
  baseUrl: 'https://dashboards.example.com',
  status: 'ready',
};

describe('The environment of a connection', () => {
  for (const [words, given, text, mark] of [
    ['declared for customers', { environment: 'Customer' }, 'PRODUCTION', ' (PRODUCTION)'],
    ['declared for testing', { environment: 'Testing' }, 'Testing', ''],
    ['not declared', {}, 'undeclared, guarded like production', ' (undeclared, guarded like production)'],
    ['of the sandbox', { kind: 'sandbox', environment: 'Testing' }, 'local', ''],
  ] as const) {
    it(`${words}, is shown as "${text}", and ${mark === '' ? 'not marked' : 'marked in passing'}`, () => {
      const one = { ...connection, ...given };
      assert.deepEqual([environmentText(one), guardedMark(one)], [text, mark]);
    });
  }
});

describe('An API token that is unverified', () => {
  for (const [about, text] of [
    ['team', 'API token unverified: responses are of another team.'],
    ['environment', 'API token unverified: responses are of another environment.'],
    ['recreated', 'API token unverified: a known group was recreated.'],
  ] as const) {
    it(`says why: ${about}`, () => {
      assert.equal(mismatchText({ about, reason: 'acme' }), text);
    });
  }
});

describe('A group in a sentence', () => {
  it('is named with its connection, marked where that is guarded', () => {
    assert.deepEqual(
      [connection, { ...connection, environment: 'Testing' as const }].map((one) => markedGroup('acme ', one)),
      ['"acme␠" on staging (undeclared, guarded like production)', '"acme␠" on staging'],
    );
  });
});
