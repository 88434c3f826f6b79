// Clauses that stand beside each other.

import assert from 'node:assert/strict';
import { sentences } from '../../../src/core/sentences.ts';

describe('Parts of a line', () => {
  it('each end with one full stop before the next, and empty ones leave nothing behind', () => {
    assert.equal(
      sentences(['name: "a" → "b"', '', 'Said once.', 'Said twice.', 'The last']),
      'name: "a" → "b". Said once. Said twice. The last',
    );
    assert.equal(sentences(['', '']), '');
  });
});
