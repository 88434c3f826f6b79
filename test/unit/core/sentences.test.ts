// Clauses that stand beside each other.

import assert from 'node:assert/strict';
import { useLanguage } from '../../../src/core/language.ts';
import { sentences } from '../../../src/core/sentences.ts';

describe('Parts of a line', () => {
  it('each end with one full stop before the next, and empty ones leave nothing behind', () => {
    assert.equal(
      sentences(['name: "a" → "b"', '', 'Said once.', 'Said twice.', 'The last']),
      'name: "a" → "b". Said once. Said twice. The last',
    );
    assert.equal(sentences(['', '']), '');
  });

  it('stand as their language joins them', () => {
    try {
      useLanguage('de', {});
      assert.equal(
        sentences(['Wählen Sie „Klären…“', 'Es war „acme.“', 'Ende']),
        'Wählen Sie „Klären…“ Es war „acme.“ Ende',
      );
      useLanguage('ja', {});
      assert.equal(
        sentences(['保存しました。', '送信済み', '「終了。」', '次']),
        '保存しました。送信済み。「終了。」次',
      );
    } finally {
      useLanguage('en', undefined);
    }
  });
});
