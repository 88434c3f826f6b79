import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readFieldRanges } from '../../../src/document/fieldRanges.ts';
import { formatSlice } from '../../../src/document/formatSlice.ts';
import { applyEdits } from '../../../src/document/textEdit.ts';
import { writeDocument } from '../../../src/document/writeDocument.ts';
import { documentFields, objectText, tokensOf } from './arbitraryJson.ts';
import { anyLayout, evenLayout, laidOut } from './arbitraryLayout.ts';
import { inDepth } from '../../support/depth.ts';

/** The text with its properties formatted. */
function formatted(text: string): string {
  const { from, to } = readFieldRanges(text).fields.properties!;
  return applyEdits(text, formatSlice(text, from, to));
}

const withProperties = documentFields.filter((all) => all.some(({ field }) => field === 'properties'));

function withoutSpace(text: string): string {
  return text.replace(/[ \t\r\n]/g, '');
}

describe('formatSlice', () => {
  it('formats one value with the indentation of the document, and leaves the rest alone', () => {
    assert.equal(
      formatted(
        '{\n    "name" :"a",\n    "properties":{"list":[1.0e+5,12345678901234567890],\n"e":{ } }  , "mapping":{"40":1}\n}',
      ),
      '{\n    "name" :"a",\n    "properties":{\n        "list": [\n            1.0e+5,\n            12345678901234567890\n        ],\n        "e": {}\n    }  , "mapping":{"40":1}\n}',
    );
  });

  it('indents by tabs where the document does, and ends lines as it does', () => {
    assert.equal(formatted('{\r\n\t"properties": {"a":1}\r\n}'), '{\r\n\t"properties": {\r\n\t\t"a": 1\r\n\t}\r\n}');
  });

  it('indents a value below its key like the key', () => {
    assert.equal(formatted('{\n   "properties":\n  {\n"a":1}\n}'), '{\n   "properties":\n  {\n      "a": 1\n   }\n}');
  });

  it('changes no more white space than it must', () => {
    assert.deepEqual(formatSlice('{\n  "properties": {\n     "a": 1\n  }\n}', 18, 35), [
      { from: 24, to: 25, insert: '' },
    ]);
  });

  it('has nothing to do in a document that was written formatted', () => {
    fc.assert(
      fc.property(objectText, objectText, (mapping, properties) => {
        const text = writeDocument({ userGroupId: 'a', mapping, properties });
        const { from, to } = readFieldRanges(text).fields.properties!;

        assert.deepEqual(formatSlice(text, from, to), []);
      }),
    );
  });

  it('changes white space only, within the value only, in any document', () => {
    fc.assert(
      fc.property(withProperties, fc.array(anyLayout, { minLength: 1, maxLength: 3 }), (fields, layouts) => {
        const text = laidOut(fields, layouts);
        const { from, to } = readFieldRanges(text).fields.properties!;
        const after = formatted(text);

        assert.deepEqual(tokensOf(after), tokensOf(text));
        assert.deepEqual(
          [after.slice(0, from), after.slice(after.length - text.length + to)],
          [text.slice(0, from), text.slice(to)],
        );
      }),
    );
  });

  it('has nothing more to do when it has been done', () => {
    fc.assert(
      fc.property(withProperties, evenLayout, (fields, layout) => {
        const once = formatted(
          laidOut(
            fields.map((field) => (field.field === 'properties' ? field : { ...field, value: '1' })),
            [layout],
          ),
        );

        assert.equal(formatted(once), once);
      }),
    );
  });

  it('changes white space only in what is not JSON at all', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[{}[\]:,"\\ 1a/*\n\r\t]*$/), (text) => {
        assert.equal(withoutSpace(applyEdits(text, formatSlice(text, 0, text.length))), withoutSpace(text));
      }),
      { numRuns: inDepth(2000) },
    );
  });
});
