// Where something stands in a document is told as the form tells it: counted in its field.

import assert from 'node:assert/strict';
import { positionText } from '../../../src/document/fieldRanges.ts';

const DOCUMENT = '{\r\n  "user_group_id": "acme",\n  "mapping": {\n    "40": "213",\n    "41": 1\n  },\n  "x": 1\n}';

describe('A position in a document', () => {
  for (const [what, line, character, text] of [
    ['in a field', 4, 4, 'Mapping, line 3'],
    ['at the name of a field', 2, 4, 'Mapping, line 1'],
    ['behind a field', 5, 3, 'Mapping, line 4'],
    ['in a field of one line', 1, 20, 'ID, line 1'],
    ['in no field that the form has', 6, 2, 'JSON, line 7'],
    ['at the beginning', 0, 0, 'JSON, line 1'],
  ] as const)
    it(`${what} is told as ${text}`, () => {
      assert.equal(positionText(DOCUMENT, { line, character }), text);
    });

  it('of a single line is told by its character', () => {
    assert.equal(positionText('{"x":1}', { line: 0, character: 4 }), 'JSON, character 5');
  });
});
