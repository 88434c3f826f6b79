// What the service answered since a document was sent, taken over into its text.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { mergeAnswered, type Merged } from '../../../src/bulk/changes/mergeAnswered.ts';
import { sameJson } from '../../../src/document/difference.ts';
import { readDocument } from '../../../src/document/userGroupDocument.ts';

const TEXT =
  '{\n  "user_group_id": "acme",\n  "name": "Acme",\n  "mapping": {"40": 1.0e2},\n  "properties": {\n    "region": "EU",\n    "limit": 1.0,\n    "list": [1, {"b": 2,  "a": 1}]\n  }\n}\n';

function merged(text: string, answer: Parameters<typeof mergeAnswered>[1]): Merged {
  return mergeAnswered(readDocument(text), answer);
}

function textOf(result: Merged): string {
  assert.ok(result.kind === 'merged', JSON.stringify(result));
  return result.text;
}

describe('What was answered, merged into a document', () => {
  it('is nothing where the service answered the same, or did not answer a field', () => {
    for (const answer of [
      {},
      { name: 'Acme' },
      { properties: '{"list":[1,{"a":1,"b":2}],"limit":1.0,"region":"\\u0045U"}' },
    ]) {
      assert.deepEqual(merged(TEXT, answer), { kind: 'same' });
    }
  });

  it('takes over what was changed, added and removed elsewhere, each by itself, and leaves the rest as typed', () => {
    const result = merged(TEXT, {
      name: 'Acme Ltd',
      properties: '{"limit":1,"list":[1,{"a":1,"b":2}],"tier":12345678901234567890}',
    });
    assert.equal(
      textOf(result),
      TEXT.replace('"Acme"', '"Acme Ltd"')
        .replace('\n    "region": "EU",', '')
        .replace('  "a": 1}]', '  "a": 1}],\n    "tier": 12345678901234567890'),
    );
    assert.deepEqual(result.kind === 'merged' && result.changes.map(({ path }) => path), [
      'name',
      'properties.region',
      'properties.tier',
    ]);
  });

  it('keeps the spelling of a number that is the same', () => {
    assert.deepEqual(merged(TEXT, { properties: '{"region":"EU","limit":1,"list":[1.0,{"a":1,"b":2}]}' }), {
      kind: 'same',
    });
  });

  for (const [number, isCompared] of [
    ['123456789012345', true],
    ['1234567890123456', false],
    ['1.23456789012345', true],
    ['1.234567890123456', false],
    ['1.5e10', true],
    ['123456789012345e10', true],
    ['1e99', true],
    ['1e100', false],
    ['1E-100', false],
  ] as const) {
    it(`${isCompared ? 'compares' : 'does not compare'} ${number} with another number`, () => {
      const text = `{"user_group_id":"a","properties":{"id":${number}}}`;
      const { kind } = merged(text, { properties: '{"id":7}' });
      assert.equal(kind, isCompared ? 'merged' : 'skipped');
    });
  }

  it('is not made where a long number differs: the service may have rounded it, or somebody changed it', () => {
    const text = '{"user_group_id":"a","properties":{"id":12345678901234567890,"s":"12345678901234567890"}}';
    assert.deepEqual(merged(text, { properties: '{"id":12345678901234567000,"s":"12345678901234567890"}' }), {
      kind: 'skipped',
      reason: '"properties.id" has a number that is too long to compare. The service may have rounded it.',
    });
    assert.equal(
      textOf(merged(text, { properties: '{"id":12345678901234567890,"s":"1"}' })),
      text.replace('"12345678901234567890"', '"1"'),
    );
  });

  it('takes over what has changed within an object', () => {
    const text = '{"user_group_id":"a","properties":{"o":{"a":1,"b":2}}}';
    assert.equal(
      textOf(merged(text, { properties: '{"o":{"b":2,"a":3}}' })),
      text.replace('{"a":1,"b":2}', '{"b":2,"a":3}'),
    );
  });

  it('adds a name or properties that the document leaves out', () => {
    assert.equal(
      textOf(merged('{"user_group_id":"a"}', { name: 'A', properties: '{"x":1}' })),
      '{"user_group_id":"a","name":"A","properties":{"x":1}}',
    );
  });

  it('takes over a mapping entry by entry, in the style of its document', () => {
    assert.equal(
      textOf(merged('{"user_group_id":"a","mapping":{"40": "1", "41": 2}}', { mapping: '{"41":2.0,"42":"3"}' })),
      '{"user_group_id":"a","mapping":{"41": 2, "42": "3"}}',
    );
  });

  it('is not made where nobody could say what is meant', () => {
    assert.match(JSON.stringify(merged(TEXT, { properties: null })), /has no \\"properties\\" for this group/);
    assert.deepEqual(merged('{"user_group_id":"a","properties":{}}', { properties: null }), { kind: 'same' });
    assert.deepEqual(merged('{"user_group_id":"a"}', { properties: null }), { kind: 'same' });
    assert.match(
      JSON.stringify(merged('{"user_group_id":"a"}', { properties: '"x"' })),
      /value for \\"properties\\" that is not an object/,
    );
    assert.match(
      JSON.stringify(merged('{"user_group_id":"a","properties":{"x":1}}', { properties: '{"x":1,"x":2}' })),
      /duplicate key in \\"properties\\"/,
    );
    assert.match(
      JSON.stringify(merged(TEXT, { properties: '[1]' })),
      /value for \\"properties\\" that is not an object/,
    );
    assert.match(
      JSON.stringify(merged('{"user_group_id":"a","properties":{"x":1,"x":2}}', { properties: '{"x":1}' })),
      /duplicate key in \\"properties\\"/,
    );
  });

  it('says afterwards what the service answered', () => {
    const value = fc.oneof(
      fc.constantFrom('1', '2.5', '"a"', 'null', '[1,2]', '{"a":{"b":[]}}'),
      fc.string().map((text) => JSON.stringify(text.toWellFormed())),
    );
    const properties = fc
      .dictionary(fc.constantFrom('a', 'b', '__proto__', '40', 'c.d'), value, { noNullPrototype: true })
      .map(
        (all) =>
          `{ ${Object.entries(all)
            .map(([key, json]) => `${JSON.stringify(key)}: ${json}`)
            .join(', ')} }`,
      );
    fc.assert(
      fc.property(properties, properties, (present, answered) => {
        const text = `{"user_group_id":"a",\n"properties":${present} }`;
        const result = merged(text, { properties: answered });
        assert.notEqual(result.kind, 'skipped');
        const now = readDocument(result.kind === 'merged' ? result.text : text);
        assert.ok(sameJson(now.properties!, answered), `${present} with ${answered} became ${now.text}`);
      }),
    );
  });
});
