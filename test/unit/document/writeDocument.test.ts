import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readDocument } from '../../../src/document/userGroupDocument.ts';
import { emptyDocument, writeDocument } from '../../../src/document/writeDocument.ts';
import { objectText, tokensOf } from './arbitraryJson.ts';

describe('writeDocument', () => {
  it('indents by two spaces, ends with a newline, and keeps what was typed', () => {
    const mapping = '{"134":\r\n386,\t"40":9007199254740993,"40":1.0}';
    const text = writeDocument({
      userGroupId: 'a "b"',
      name: 'Ä\n',
      mapping,
      properties: '{ "list": [1, {} ], "e": { } }',
    });
    assert.equal(
      text,
      String.raw`{
  "user_group_id": "a \"b\"",
  "name": "Ä\n",
  "mapping": {
    "134": 386,
    "40": 9007199254740993,
    "40": 1.0
  },
  "properties": {
    "list": [
      1,
      {}
    ],
    "e": {}
  }
}
`,
    );
  });

  it('is read back with the same values', () => {
    const given = fc.record({
      userGroupId: fc.string({ unit: 'binary' }),
      name: fc.string({ unit: 'binary' }),
      mapping: objectText,
      properties: objectText,
    });
    fc.assert(
      fc.property(given, (fields) => {
        const { userGroupId, name, mapping, properties } = readDocument(writeDocument(fields));
        assert.deepEqual({ userGroupId, name }, { userGroupId: fields.userGroupId, name: fields.name });
        assert.deepEqual(tokensOf(mapping!), tokensOf(fields.mapping));
        assert.deepEqual(tokensOf(properties!), tokensOf(fields.properties));
      }),
    );
  });

  it('formats an object the same with white space and without', () => {
    fc.assert(
      fc.property(objectText, (typed) => {
        const dense = JSON.stringify(JSON.parse(typed));
        const written = writeDocument({ userGroupId: 'a', mapping: dense });
        assert.equal(written, writeDocument({ userGroupId: 'a', mapping: ` ${dense}` }));
        assert.deepEqual(tokensOf(readDocument(written).mapping!), tokensOf(dense));
      }),
    );
  });

  for (const mapping of ['[]', '{} , "name": {}', '{"a":1,}', 'null', '']) {
    it(`refuses the mapping ${JSON.stringify(mapping)}`, () => {
      assert.throws(() => writeDocument({ userGroupId: 'a', mapping }), {
        name: 'invalid',
        message: /^Mapping, line 1: /,
      });
    });
  }

  it('writes nothing so deep that it could not be read again', () => {
    const nested = (levels: number): string => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels);

    assert.ok(readDocument(writeDocument({ userGroupId: 'a', properties: nested(999) })));
    assert.throws(() => writeDocument({ userGroupId: 'a', properties: nested(1000) }), { name: 'invalid' });
  });
});

describe('emptyDocument', () => {
  it('shows every field of the contract, and can be read', () => {
    const text = emptyDocument();

    assert.equal(text, '{\n  "user_group_id": "",\n  "name": "",\n  "mapping": {},\n  "properties": {}\n}\n');
    assert.equal(readDocument(text).userGroupId, '');
  });
});
