// JSON text in which the user sees every character.

import assert from 'node:assert/strict';
import { visibleJson } from '../../../src/document/visibleJson.ts';

describe('A visible JSON text', () => {
  it('means the same, and has an escape for each character that is not drawn', () => {
    const value = { 'a\u202Eb': ['\u200B', '\u{E0041}', 'é 🗼'] };
    const seen = visibleJson(JSON.stringify(value, undefined, 2));
    assert.deepEqual(JSON.parse(seen), value);
    assert.equal(seen, '{\n  "a\\u202eb": [\n    "\\u200b",\n    "\\udb40\\udc41",\n    "é 🗼"\n  ]\n}');
  });
});
