// Foreign text: harmless wherever it is shown, and everything in it visible.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { foreignText, quotedId, visibleId } from '../../../src/core/foreignText.ts';

/** Texts made of what is dangerous, invisible or cut in the middle. */
const UNITS = [
  '](',
  '$(',
  'a',
  '[',
  ']',
  '(',
  ')',
  '$',
  ' ',
  '\u200B',
  '\u202E',
  '\n',
  '\0',
  '\uD83D',
  '\uDE00',
  '🗼',
  'é',
];
const anyText = fc.string({ unit: fc.constantFrom(...UNITS), maxLength: 60 });

describe('Foreign text', () => {
  const rows: readonly [string, string, string][] = [
    [
      'breaks a link, so that a notification shows it as text',
      '[Undo](command:workbench.action.reloadWindow)',
      '[Undo]\u200B(command:workbench.action.reloadWindow)',
    ],
    ['breaks a codicon', '$(trash) acme', '$\u200B(trash) acme'],
    ['shows a line break', 'a\nb', 'a⏎b'],
    ['shows a tab, which is not a space', 'a\tb', 'a⇥b'],
    ['spells out control characters', 'a\u0000b\u001Bc\u007Fd\u0085e', 'a\\u{0000}b\\u{001B}c\\u{007F}d\\u{0085}e'],
    ['spells out what turns the direction of reading', 'user\u202Etxt.exe\u2066', 'user\\u{202E}txt.exe\\u{2066}'],
    ['spells out what is not drawn', 'a\u200Bb\u00ADc\uFEFFd\u3164e', 'a\\u{200B}b\\u{00AD}c\\u{FEFF}d\\u{3164}e'],
    ['spells out invisible tags beyond the basic plane', 'a\u{E0041}b', 'a\\u{E0041}b'],
    ['spells out separators of lines and paragraphs', 'a\u2028b\u2029c', 'a\\u{2028}b\\u{2029}c'],
    ['replaces half of a surrogate pair', 'a\uD83Db', 'a\uFFFDb'],
    [
      'leaves letters, punctuation and emoji as they are',
      'Café 東京 🗼 ❤️ 50% [a] (b) $c',
      'Café 東京 🗼 ❤️ 50% [a] (b) $c',
    ],
    ['leaves a key with a digit as it is', '1\uFE0F\u20E3', '1\uFE0F\u20E3'],
    ['spells out what would make an emoji where nothing becomes one', 'acme\uFE0F', 'acme\\u{FE0F}'],
    ['spells out a character that is drawn as nothing', 'ac\u2800me\u{1D159}', 'ac\\u{2800}me\\u{1D159}'],
  ];
  for (const [title, text, shown] of rows) {
    it(title, () => {
      assert.equal(foreignText(text), shown);
    });
  }

  it('is cut with an ellipsis where it is too long, and not where it just fits', () => {
    assert.equal(foreignText('abcdef', 6), 'abcdef');
    assert.equal(foreignText('abcdefg', 6), 'abcde…');
  });

  it('is cut by what is seen of it: a spelled-out character is as long as its spelling', () => {
    assert.equal(foreignText('\u0000'.repeat(100), 12), '\\u{0000}\\u{…');
  });

  it('stays the same when it goes through again, as a part of a sentence does', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 40 }), (text, maxLength) => {
        const once = foreignText(text, maxLength);
        assert.equal(foreignText(once, maxLength), once);
      }),
    );
  });

  it('never holds a link or a codicon, nor more characters than allowed beside the breaks', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 40 }), (text, maxLength) => {
        const shown = foreignText(text, maxLength);
        assert.doesNotMatch(shown, /\]\(|\$\(|[\p{Cc}\p{Surrogate}]/u);
        assert.ok(shown.replaceAll('\u200B', '').length <= maxLength);
      }),
    );
  });
});

describe('A visible id', () => {
  it('shows the spaces at its edges, and only those', () => {
    assert.equal(visibleId('  a b\u00A0'), '␠␠a b␠');
  });

  it('shows that it is empty', () => {
    assert.equal(visibleId(''), '(empty)');
  });

  it('tells ids apart that differ by a tab, a line break or a character that is not drawn', () => {
    const ids = ['a b', 'a\tb', 'a\nb', 'a\u200Bb', 'ab', 'ab '];
    assert.equal(new Set(ids.map((id) => visibleId(id))).size, ids.length);
  });

  it('in quotation marks is not ended by its own', () => {
    assert.equal(quotedId('acme" on staging? By "ops'), String.raw`"acme\" on staging? By \"ops"`);
  });
});
