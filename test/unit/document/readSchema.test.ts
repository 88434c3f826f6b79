import assert from 'node:assert/strict';
import fc from 'fast-check';
import { placeOfReference, readSchema } from '../../../src/document/readSchema.ts';

describe('The text of a schema', () => {
  it('is an object, true or false, with comments where somebody likes them', () => {
    assert.deepEqual(readSchema('// ours\n{ "type": "object" /* of course */ }'), { schema: { type: 'object' } });
    assert.deepEqual(
      ['true', 'false'].map((text) => readSchema(text)),
      [{ schema: true }, { schema: false }],
    );
  });

  it('is refused at the place where it ceases to be JSON', () => {
    const text = '{ "type": object }';
    const read = readSchema(text);

    assert.ok('fault' in read);
    assert.equal(text.slice(read.fault.offset, read.fault.offset + read.fault.length), 'object');
    assert.equal(read.fault.isSyntax, true);
  });

  it('is refused as a whole when it is another kind of value', () => {
    for (const text of ['[]', 'null', '"x"', '5']) {
      assert.deepEqual(readSchema(text), {
        fault: {
          offset: 0,
          length: text.length,
          reason: 'A JSON schema is an object, true or false.',
          isSyntax: false,
        },
      });
    }
  });

  it('is refused when it is empty or deeper than can be read', () => {
    for (const text of ['', '['.repeat(200_000)]) assert.ok('fault' in readSchema(text));
  });

  it('is never a reason to throw', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        readSchema(text);
        placeOfReference(text, text);
      }),
    );
  });
});

describe('The place of a reference that VS Code complains of', () => {
  const text =
    '{"title": "$ref", "a": {"$ref": "./shared/ids.json#/orders"}, "b": {"$ref": "#/$defs/sources"}, "c": {"$ref": "other.json"}}';
  const placed = (complaint: string): string => {
    const { offset, length } = placeOfReference(text, complaint);
    return text.slice(offset, offset + length);
  };

  it('is that of the pointer or the file that the complaint names', () => {
    assert.equal(placed("Problems loading reference '/orders': Unable to load schema"), '"./shared/ids.json#/orders"');
    assert.equal(placed("$ref '/$defs/sources' in 'x' can not be resolved."), '"#/$defs/sources"');
    assert.equal(placed("Unable to load schema from 'schemas/other.json'"), '"other.json"');
  });

  it('is the beginning of the text when it names none', () => {
    assert.equal(placed('Draft-03 schemas are not supported.'), '{');
    assert.deepEqual(placeOfReference('', 'x'), { offset: 0, length: 1 });
  });
});
