// Clauses: what the compiler lets begin a sentence, and how it begins there.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { capitalized, withoutStop, type Clause } from '../../../src/core/clause.ts';

describe('A clause', () => {
  it('begins with a capital where it stands alone', () => {
    assert.equal(capitalized('the service refused "acme" (401)'), 'The service refused "acme" (401)');
  });

  it('keeps the spelling of what it quotes first', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (id) => {
        assert.equal(capitalized(`"${id}" has no draft`), `"${id}" has no draft`);
      }),
    );
  });

  it('cannot begin with text from elsewhere that is not quoted: the compiler refuses it', () => {
    // @ts-expect-error: an id would change its first letter
    const unquoted = (id: string): Clause => `${id} has no draft`;
    const quoted = (id: string): Clause => `"${id}" has no draft`;
    assert.deepEqual([unquoted('acme'), quoted('acme')], ['acme has no draft', '"acme" has no draft']);
  });

  it('loses its full stop where it goes on', () => {
    assert.equal(withoutStop('There is no connection "a.b".'), 'There is no connection "a.b"');
  });
});
