import assert from 'node:assert/strict';
import { STORED_NAMES } from '../../../src/document/idName.ts';
import fc from 'fast-check';
import { hasField, peekDocument, readDocument, requireUserGroupId } from '../../../src/document/userGroupDocument.ts';
import { documentFields, documentText } from './arbitraryJson.ts';
import { inDepth } from '../../support/depth.ts';

function deep(levels: number): string {
  return `{"user_group_id":"a","mapping":${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}}`;
}

describe('readDocument', () => {
  it('gives the strings decoded and the objects as the slices that were typed', () => {
    const text =
      '{ "user_group_id": "ex\\u0061mple_1",\r\n\t"name":"Example 1","mapping":{ "134":386, "40" : 9007199254740993 },"properties":{} }\n';

    assert.deepEqual(readDocument(text), {
      text,
      userGroupId: 'example_1',
      name: 'Example 1',
      mapping: '{ "134":386, "40" : 9007199254740993 }',
      properties: '{}',
    });
  });

  it('reads what was typed in any generated document', () => {
    fc.assert(
      fc.property(documentFields, (fields) => {
        const document = readDocument(documentText(fields));
        const typed = (name: string): string | undefined => fields.find(({ field }) => field === name)?.value;
        const { user_group_id: id, name } = JSON.parse(documentText(fields)) as Record<string, unknown>;
        assert.deepEqual([document.userGroupId, document.name], [id, name]);
        assert.equal(document.mapping, typed('mapping'));
        assert.equal(document.properties, typed('properties'));
      }),
    );
  });

  const refused: [what: string, text: string, message: RegExp][] = [
    ['an empty text', '', /^JSON, character 1: A value is expected\./],
    ['an array', '[1]', /^JSON, character 1: A JSON object is expected\./],
    ['a comment', '{"user_group_id":"a", // no\n}', /^JSON, line 1: Comments are not/],
    ['a comment inside a field', '{"user_group_id":"a",\n"mapping":{/**/}}', /^Mapping, line 1: Comments are not/],
    ['a trailing comma', '{"user_group_id":"a",}', /^JSON, character 22: A name in double quotes/],
    [
      'a trailing comma in an array',
      '{"user_group_id":"a",\n\n"properties":\n{"a":\n\n[1,]}}',
      /^Properties, line 3: A value/,
    ],
    ['a byte order mark', '\uFEFF{"user_group_id":"a"}', /^JSON, character 1: "\\u\{FEFF\}" is not JSON\./],
    ['something after the object', '{"user_group_id":"a"} {}', /^JSON, character 23: Nothing may follow the end\./],
    ['an unclosed object', '{"user_group_id":"a","mapping":{', /: A closing } is missing\./],
    ['single quotes', "{'user_group_id':'a'}", /^JSON, character 2: "'user_group_id'" is not JSON\./],
    ['a number with a leading zero', '{"user_group_id":"a","mapping":{"1":01}}', /^Mapping, line 1: A comma is/],
    ['a raw line break in a string', '{"user_group_id":"a","name":"x\ny"}', /^Name, line 1: The string is not closed/],
    ['a raw tab in a string', '{"user_group_id":"a","name":"x\ty"}', /^Name, line 1: .* a control character/],
    ['a missing user_group_id', '\n{"name":"a"}', /^The document has no ID\. Add the ID/],
    ['a user_group_id that is a number', '{\r\n\r  "user_group_id": 6}', /^JSON, line 3: "user_group_id" must/],
    ['a name that is null', '{"user_group_id":"a","name":null}', /^JSON, character 29: "name" must be a string\./],
    ['a mapping that is an array', '{"user_group_id":"a","mapping":[]}', /^JSON, character 32: "mapping" must/],
    ['properties that are a string', '{"user_group_id":"a","properties":""}', /: "properties" must be an object\./],
    [
      'an unknown field',
      '{"user_group_id":"a","Name":"b"}',
      /^JSON, character 22: The service has no field "Name"\. Put your own values into "properties"\.$/,
    ],
    ['a field named __proto__', '{"user_group_id":"a","__proto__":{}}', /: The service has no field "__proto__"/],
    [
      'a field twice, once escaped',
      '{"user_group_id":"a","name":"b","n\\u0061me":"b"}',
      /^JSON, character 33: Duplicate field/,
    ],
    ['an escaped lone surrogate', '{"user_group_id":"\\ud800"}', /^ID, line 1: It contains half/],
    ['a raw lone surrogate', '{"user_group_id":"a","name":"\uDC00"}', /^JSON, character 30: It contains half/],
    ['nesting beyond the limit', deep(1000), /^JSON, character 5027: It nests more than 1000 levels deep\./],
    ['100,000 open brackets', '['.repeat(100_000), /: It nests more than 1000 levels deep/],
    ['100,000 levels of objects', deep(100_000), /: It nests more than 1000 levels deep/],
  ];
  for (const [what, text, message] of refused) {
    it(`refuses ${what} as invalid, with place and reason`, () => {
      assert.throws(() => readDocument(text, STORED_NAMES), { name: 'invalid', message });
    });
  }

  it('reads nesting up to the limit', () => {
    assert.equal(readDocument(deep(999)).mapping?.length, 5 * 999 + 1 + 999);
  });
});

describe('glanceAtDocument', () => {
  it('shows id, name and whether there is a mapping', () => {
    assert.deepEqual(peekDocument('{"user_group_id":"a","name":"b","mapping":{}}'), {
      userGroupId: 'a',
      name: 'b',
      hasMapping: true,
    });
  });

  it('reads what there is of an unfinished text', () => {
    assert.deepEqual(peekDocument('\uFEFF{"name": "b", /* later */ "user_group_id": "a", "mapping": '), {
      userGroupId: 'a',
      name: 'b',
      hasMapping: false,
    });
  });

  it('knows nothing of a text that holds no object', () => {
    for (const text of ['', '[{"name":"a"}]', '"a"', deep(100_000)]) assert.equal(peekDocument(text), undefined);
  });

  it('never throws', () => {
    const noise = fc
      .array(fc.constantFrom(...'{}[],:"1\\\n\uD800'.split(''), '"name"', '"mapping"', '/*', '//'))
      .map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(noise, (text) => {
        peekDocument(text);
      }),
      { numRuns: inDepth(1000) },
    );
  });
});

describe('hasField', () => {
  it('tells a field that is given, be it empty, from one that is not', () => {
    const fields = { name: '', mapping: undefined };
    assert.deepEqual([hasField(fields, 'name'), hasField(fields, 'mapping')], [true, false]);
  });
});

describe('requireUserGroupId', () => {
  it('refuses none but an empty one', () => {
    assert.throws(
      () => {
        requireUserGroupId('');
      },
      { kind: 'invalid' },
    );
    requireUserGroupId(' ');
  });
});
