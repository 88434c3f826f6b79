// The text of an input when the document says otherwise: the cursor stays at the characters where it was.

import assert from 'node:assert/strict';
import { showText } from '../../../src/form/shownText.ts';

describe('The text of an input', () => {
  afterEach(() => {
    document.body.replaceChildren();
  });

  /** `|` on either side of what is selected, or once for a cursor. */
  function changed(before: string, after: string): string {
    const input = document.createElement('input');
    document.body.append(input);
    input.value = before.replaceAll('|', '');
    input.focus();
    input.setSelectionRange(before.indexOf('|'), before.lastIndexOf('|') - (before.split('|').length - 2));
    showText(input, after);
    const { value, selectionStart, selectionEnd } = input;
    const [start, end] = [selectionStart ?? 0, selectionEnd ?? 0];
    const selected = start === end ? '|' : `|${value.slice(start, end)}|`;
    return value.slice(0, start) + selected + value.slice(end);
  }

  for (const [what, before, after, expected] of [
    ['before the cursor', 'Acme|', 'The Acme', 'The Acme|'],
    ['behind the cursor', 'A|cme', 'Acme Ltd', 'A|cme Ltd'],
    ['at the cursor', 'Acme| Ltd', 'Acme Europe Ltd', 'Acme| Europe Ltd'],
    ['around the cursor', 'Acme Eur|ope Ltd', 'Acme Ltd', 'Acme |Ltd'],
    ['before a selection', 'A|cm|e', 'The Acme', 'The A|cm|e'],
    ['within a selection', 'A|cm|e', 'Acxme', 'A|cxm|e'],
    ['nowhere', 'A|cm|e', 'Acme', 'A|cm|e'],
  ] as const)
    it(`changes ${what}`, () => {
      assert.equal(changed(before, after), expected);
    });
});
