import assert from 'node:assert/strict';
import fc from 'fast-check';
import { CUSTOMER_API } from '../../../src/contract/customerApi.ts';
import { STORED_NAMES } from '../../../src/document/idName.ts';
import { fieldsFromArgument, jsonFromArgument } from '../../../src/document/jsonFromArgument.ts';
import { objectText } from './arbitraryJson.ts';

const circular: { self?: unknown } = {};
circular.self = [circular];

const faithful = fc.oneof(
  fc.string(),
  fc.boolean(),
  fc.constant(null),
  fc.maxSafeInteger(),
  fc.double({ min: -1e9, max: 1e9, noNaN: true }).map((number) => number + 0),
);

describe('fieldsFromArgument', () => {
  it('takes the fields that are given, but for the id', () => {
    const argument = { user_group_id: 'acme', name: 'Acme', mapping: { 40: '213' }, properties: undefined, other: 1 };
    assert.deepEqual(fieldsFromArgument(argument, STORED_NAMES), { name: 'Acme', mapping: '{"40":"213"}' });
  });

  it('takes what else the service has, in its type', () => {
    const { request } = CUSTOMER_API;
    const argument = { name: 'Acme', emails: ['a'], is_demo_group: false, access_group: undefined };
    assert.deepEqual(fieldsFromArgument(argument, request), {
      name: 'Acme',
      further: { emails: '["a"]', is_demo_group: 'false' },
    });
    for (const [given, message] of [
      [{ emails: 'a' }, '"emails" must be a list of strings.'],
      [{ emails: [1] }, '"emails" must be a list of strings.'],
      [{ is_demo_group: 1 }, '"is_demo_group" must be true or false.'],
      [{ access_group: [] }, '"access_group" must be a string.'],
      [{ access_group: new Date() }, '"access_group" must be a string.'],
      [{ access_group: 1n }, '"access_group" must be a string.'],
      [{ emails: { toJSON: () => ['a'] } }, '"emails" must be a list of strings.'],
      [{ emails: () => ['a'] }, '"emails" must be a list of strings.'],
    ] as const)
      assert.throws(() => fieldsFromArgument(given, request), { name: 'invalid', message });
  });
});

describe('jsonFromArgument', () => {
  it('takes JSON text as it is', () => {
    fc.assert(
      fc.property(objectText, (text) => {
        assert.equal(jsonFromArgument(text, 'mapping'), text);
      }),
    );
  });

  it('takes an object as JSON.stringify writes it', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.oneof(faithful, fc.array(faithful), fc.dictionary(fc.string(), faithful))),
        (object) => {
          assert.equal(jsonFromArgument(object, 'properties'), JSON.stringify(object));
        },
      ),
    );
  });

  it('takes an object as deep as a document can hold it, and no deeper', () => {
    const nested = (levels: number): unknown => JSON.parse('{"a":'.repeat(levels) + '1' + '}'.repeat(levels));

    assert.equal(jsonFromArgument(nested(999), 'mapping').length, 6 * 999 + 1);
    assert.throws(() => jsonFromArgument(nested(1000), 'mapping'), { name: 'invalid' });
  });

  const unfaithful: [what: string, value: unknown, message: RegExp][] = [
    ['an integer beyond 2^53', { a: [{ b: 9007199254740992 }] }, /^"mapping" contains an integer beyond 2\^53/],
    ['a negative integer beyond 2^53', { a: -9007199254740994 }, /contains an integer beyond 2\^53/],
    ['a huge number', { a: 1e300 }, /contains an integer beyond 2\^53/],
    ['NaN', { a: NaN }, /contains a number that JSON doesn't allow/],
    ['Infinity', { a: -Infinity }, /contains a number that JSON doesn't allow/],
    ['-0', { a: -0 }, /contains -0/],
    ['a function', { a: () => 1 }, /contains a value of type function/],
    ['undefined', { a: undefined }, /contains a value of type undefined/],
    ['a hole in an array', { a: new Array(1) }, /contains a value of type undefined/],
    ['a bigint', { a: 1n }, /contains a value of type bigint/],
    ['a symbol', { a: Symbol('a') }, /contains a value of type symbol/],
    ['a Map', { a: new Map([['b', 1]]) }, /contains an object that is not plain data/],
    ['a Date', { a: new Date(0) }, /contains an object that is not plain data/],
    ['a toJSON of its own', { a: 1, toJSON: () => 2 }, /contains a value of type function/],
    ['a cycle', circular, /nests more than 1000 levels deep, or contains itself/],
    ['an array', [1], /is neither an object nor JSON text/],
    ['null', null, /is neither an object nor JSON text/],
    ['a number', 5, /is neither an object nor JSON text/],
  ];
  for (const [what, value, message] of unfaithful) {
    it(`refuses ${what}, and names the text form`, () => {
      assert.throws(() => jsonFromArgument(value, 'mapping'), { name: 'invalid', message });
      assert.throws(() => jsonFromArgument(value, 'mapping'), {
        message: /Give mapping as JSON text, which is sent as written\.$/,
      });
    });
  }

  for (const text of ['[]', '"a"', '{"a":1,}', '{} {}', '\uFEFF{}', '', '{"a":"\uD800"}', '['.repeat(100_000)]) {
    it(`refuses the text ${JSON.stringify(text.slice(0, 20))}`, () => {
      assert.throws(() => jsonFromArgument(text, 'properties'), {
        name: 'invalid',
        message: /^Properties, line 1: \S/,
      });
    });
  }
});
