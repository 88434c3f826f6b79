import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readFieldRanges } from '../../../src/document/fieldRanges.ts';
import { documentFields, documentText } from './arbitraryJson.ts';
import { anyLayout, laidOut } from './arbitraryLayout.ts';
import { inDepth } from '../../support/depth.ts';

/** The slices of the fields that can be read. */
function slicesOf(text: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(readFieldRanges(text).fields).map(([name, { from, to }]) => [name, text.slice(from, to)]),
  );
}

describe('readFieldRanges', () => {
  it('says where each key begins, where its value stands, and of what type it is', () => {
    const text = '{ "name" : "a\\"b",\r\n\t"mapping":{"40": 1}, "properties": null, "other": 1 }';

    assert.deepEqual(readFieldRanges(text), {
      fields: {
        name: { keyFrom: 2, from: 11, to: 17, type: 'string' },
        mapping: { keyFrom: 21, from: 31, to: 40, type: 'object' },
        properties: { keyFrom: 42, from: 56, to: 60, type: 'null' },
        other: { keyFrom: 62, from: 71, to: 72, type: 'number' },
      },
    });
  });

  it('finds the fields of every generated document, however it is laid out', () => {
    fc.assert(
      fc.property(documentFields, fc.array(anyLayout, { minLength: 1, maxLength: 3 }), (fields, layouts) => {
        const wanted = fields.map(({ field, value }) => [field, value]);

        assert.deepEqual(slicesOf(laidOut(fields, layouts)), Object.fromEntries(wanted));
        assert.deepEqual(Object.keys(readFieldRanges(laidOut(fields, layouts))), ['fields']);
      }),
    );
  });

  it('finds the fields before an error, says where it is and why', () => {
    const text = '{"user_group_id": "a", "name": "b" "mapping": {}, "properties": {}}';

    assert.deepEqual(slicesOf(text), { user_group_id: '"a"', name: '"b"' });
    assert.deepEqual(readFieldRanges(text).errorAt, text.indexOf('"mapping"'));
    assert.deepEqual(readFieldRanges(text).errorReason, 'A comma is expected.');
  });

  it('leaves out the field that holds the error', () => {
    for (const mapping of ['{"40": }', '{"40": 1,}', '{"40": "1}', '{40: 1}', '// none', '{"40": 01}', 'tru', '1.']) {
      const text = `{"name": "b", "mapping": ${mapping}, "properties": {}}`;

      assert.deepEqual(slicesOf(text), { name: '"b"' }, text);
      assert.ok(readFieldRanges(text).errorAt! > text.indexOf('"mapping"'), text);
    }
  });

  it('leaves out a value that the error touches', () => {
    assert.deepEqual(slicesOf('{"user_group_id": "a", "name": "b"c"}'), { user_group_id: '"a"' });
    assert.deepEqual(slicesOf('{"user_group_id": "a", "name": 1abc}'), { user_group_id: '"a"' });
  });

  it('leaves out an object that the text ends in, and keeps a string that it ends with', () => {
    assert.deepEqual(slicesOf('{"name": "b", "mapping": {"40": {}'), { name: '"b"' });
    assert.deepEqual(slicesOf('{"name": "b", "mapping": {"40": [{}]'), { name: '"b"' });
    assert.deepEqual(slicesOf('{"user_group_id": "a", "name": "b"'), { user_group_id: '"a"', name: '"b"' });
    assert.deepEqual(slicesOf('{"name": "b", "mapping": {}\n'), { name: '"b"', mapping: '{}' });
  });

  it('keeps all fields when something follows the document', () => {
    assert.deepEqual(slicesOf('{"name": "b"} x'), { name: '"b"' });
    assert.equal(readFieldRanges('{"name": "b"} x').errorReason, '"x" is not JSON.');
    assert.equal(readFieldRanges('{"name": "b"} {}').errorReason, 'Nothing may follow the end.');
  });

  it('says what a form cannot show: no object, a field that stands twice', () => {
    assert.deepEqual(readFieldRanges('[1]'), { fields: {}, trouble: 'The document must be a JSON object.' });
    assert.deepEqual(readFieldRanges('{"name": "a", "mapping": {}, "n\\u0061me": "b"}'), {
      fields: { mapping: { keyFrom: 14, from: 25, to: 27, type: 'object' } },
      trouble: 'Duplicate field "name".',
    });
  });

  it('finds in a document that is cut off the same fields, as far as they are whole', () => {
    fc.assert(
      fc.property(documentFields, fc.double({ min: 0, max: 1, noNaN: true }), (fields, share) => {
        const text = documentText(fields);
        const cut = text.slice(0, Math.floor(share * text.length));
        const whole = Object.entries(readFieldRanges(text).fields).filter(([, { to }]) => to < cut.length);
        const found = Object.entries(readFieldRanges(cut).fields);

        assert.deepEqual(
          found.filter(([, { to }]) => to < cut.length),
          whole,
        );
        assert.ok(found.every(([, range]) => range.to <= cut.length));
      }),
    );
  });

  it('finds an error exactly where there is one', () => {
    fc.assert(
      fc.property(
        documentFields,
        fc.nat(),
        fc.nat({ max: 3 }),
        fc.constantFrom('', '"', '{', '}', ',', '1', '\\', '\t'),
        (fields, place, length, put) => {
          const text = documentText(fields, ' ');
          const at = place % text.length;
          const changed = text.slice(0, at) + put + text.slice(at + length);

          assert.equal(readFieldRanges(changed).errorAt === undefined, isJson(changed), changed);
        },
      ),
      { numRuns: inDepth(1000) },
    );
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
