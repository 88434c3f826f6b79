// What a person reads of a connection's environment.

import assert from 'node:assert/strict';
import type { Connection } from '../../../src/core/connection.ts';
import { environmentText, guardedMark } from '../../../src/core/environmentText.ts';

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
