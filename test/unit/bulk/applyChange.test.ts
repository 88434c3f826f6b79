// One change of a document's text: what it changes, what it leaves, and when it is not made.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { applyChange } from '../../../src/bulk/changes/applyChange.ts';
import {
  changeFor,
  changeText,
  requireMeaningful,
  type BulkChange,
  type DocumentChange,
} from '../../../src/bulk/changes/documentChange.ts';
import { fieldsToFlaw } from '../../../src/document/jsonFields.ts';
import { readDocument } from '../../../src/document/userGroupDocument.ts';
import { stringText, valueText } from '../document/arbitraryJson.ts';
import { anyLayout, laidOut, type TypedMember } from '../document/arbitraryLayout.ts';

const TEXT =
  '{\n  "user_group_id": "acme",\n  "name": "Acme",\n  "mapping": {\n    "40": "213",\n    "134": 386\n  },\n  "properties": {\n    "region": "EU",\n    "big": 12345678901234567890\n  }\n}\n';

const set = (key: string, value: string): DocumentChange => ({ action: 'set', field: 'properties', key, value });
const map = (key: string, value: string): DocumentChange => ({ action: 'set', field: 'mapping', key, value });
type Field = 'mapping' | 'properties';
const remove = (key: string, of: Field = 'properties'): DocumentChange => ({ action: 'remove', field: of, key });
const rename = (key: string, to: string, of: Field = 'properties'): DocumentChange => ({
  ...{ action: 'rename', field: of, key, to },
});
const copy = (key: string, to: string, of: Field = 'properties'): DocumentChange => ({
  ...{ action: 'copy', field: of, key, to },
});
const field = (key: string, value: string): DocumentChange => ({ action: 'set', field: 'further', key, value });

function textAfter(text: string, change: DocumentChange): string {
  const result = applyChange(text, change);
  assert.ok(result.kind === 'changed', JSON.stringify(result));
  return result.text;
}

function reasonOf(text: string, change: DocumentChange): string {
  const result = applyChange(text, change);
  return result.kind === 'skipped' ? result.reason : result.kind;
}

/** Layouts with at least one member whose key is a plain one, none twice. */
const keys = fc.uniqueArray(fc.constantFrom('region', 'tier', '40', '2', '__proto__', 'a.b', 'constructor', 'ü'), {
  minLength: 1,
  maxLength: 6,
});
const layouts = fc.array(anyLayout, { minLength: 1, maxLength: 3 });
const object = fc
  .tuple(keys, fc.array(valueText.filter(isJson), { minLength: 6, maxLength: 6 }), layouts)
  .map(([names, values, drawn]) => {
    const members: TypedMember[] = names.map((key, index) => ({ key: JSON.stringify(key), value: values[index]! }));
    return { names, members, slice: laidOut(members, drawn) };
  });

function isJson(text: string): boolean {
  return fieldsToFlaw(`{"a":${text}}`).flaw === undefined && !/\\ud8/i.test(text);
}

function around(slice: string): { text: string; before: string; after: string } {
  const before = '{ "$schema":"x",\t"user_group_id" :"\\u0061cme", "mapping": {"40": 1.0e2},\r\n "properties": ';
  const after = ', "name"  :"A\\/b" }\n\n';
  return { text: before + slice + after, before, after };
}

function members(text: string): [string, string][] {
  return fieldsToFlaw(readDocument(text).properties!).fields.map(({ keyText, valueText: value }) => [keyText, value]);
}

describe('A change of a document', () => {
  it('sets a property where it stands, and says the difference', () => {
    assert.deepEqual(applyChange(TEXT, set('region', '"US"')), {
      kind: 'changed',
      text: TEXT.replace('"EU"', '"US"'),
      changes: [{ path: 'properties.region', before: '"EU"', after: '"US"' }],
    });
  });

  it('adds a property as the last, on a line of its own where the others have one', () => {
    assert.equal(
      textAfter(TEXT, set('tier', '12345678901234567891')),
      TEXT.replace('67890\n', '67890,\n    "tier": 12345678901234567891\n'),
    );
  });

  it('adds the properties to a document that has none', () => {
    assert.equal(
      textAfter('{"user_group_id":"a"}', set('tier', '"x"')),
      '{"user_group_id":"a","properties":{"tier":"x"}}',
    );
  });

  it('sets a field that the service has beside those of the contract, where it stands or as the last', () => {
    assert.equal(
      textAfter(TEXT, field('emails', '["a"]')),
      TEXT.replace('67890\n  }\n', '67890\n  },\n  "emails": ["a"]\n'),
    );
    const text = TEXT.replace('"name"', '"emails": [ "b" ],\n  "name"');
    assert.equal(textAfter(text, field('emails', '["a"]')), text.replace('[ "b" ]', '["a"]'));
    assert.deepEqual(applyChange(text, field('emails', '["b"]')), { kind: 'same' });
  });

  it('leaves a document alone that says so already', () => {
    assert.deepEqual(applyChange(TEXT, set('region', '"E\\u0055"')), { kind: 'same' });
    assert.deepEqual(applyChange(TEXT, map('134', '386')), { kind: 'same' });
    assert.deepEqual(applyChange(TEXT, remove('tier')), { kind: 'same' });
    assert.deepEqual(applyChange(TEXT.replace('"big": 1', '"copied": "EU", "big": 1'), copy('region', 'copied')), {
      kind: 'same',
    });
  });

  it('keeps numbers that no number of JavaScript can carry', () => {
    assert.match(textAfter(TEXT, rename('big', 'large')), /"large": 12345678901234567890/);
    assert.match(
      textAfter(TEXT, copy('big', 'large')),
      /"big": 12345678901234567890,\n {4}"large": 12345678901234567890\n/,
    );
  });

  it('maps a schema id in the kind that stands there', () => {
    assert.match(textAfter(TEXT, map('134', '999')), /"134": 999\n/);
    assert.match(textAfter(TEXT, map('40', '007')), /"40": "007",\n/);
    assert.match(textAfter(TEXT, map('50', 'abc')), /"134": 386,\n {4}"50": "abc"\n/);
  });

  it('renames, copies and removes schema ids', () => {
    assert.equal(textAfter(TEXT, rename('40', '41', 'mapping')), TEXT.replace('"40"', '"41"'));
    assert.equal(
      textAfter(TEXT, copy('40', '41', 'mapping')),
      TEXT.replace('"40": "213"', '"40": "213",\n    "41": "213"'),
    );
    assert.equal(textAfter(TEXT, remove('40', 'mapping')), TEXT.replace('"40": "213",\n    ', ''));
  });

  const skipped: [string, string, DocumentChange, string][] = [
    ['onto a name that is there', TEXT, rename('region', 'big'), 'Property "big" already exists.'],
    ['of a name that is missing', TEXT, rename('tier', 'level'), 'There is no property "tier".'],
    ['by a copy of what is missing', TEXT, copy('99', '40', 'mapping'), 'There is no schema ID "99".'],
    ['by a copy over another value', TEXT, copy('40', '134', 'mapping'), 'Schema ID "134" already exists.'],
    [
      'where the name stands twice',
      '{"user_group_id":"a","properties":{"x":1,"\\u0078":2}}',
      set('x', '3'),
      'Property "x" is a duplicate.',
    ],
    [
      'where the new name stands twice',
      '{"user_group_id":"a","properties":{"y":0,"x":1,"x":2}}',
      rename('y', 'x'),
      'Property "x" is a duplicate.',
    ],
    [
      'where a schema id stands twice',
      '{"user_group_id":"a","mapping":{"x":1,"x":2}}',
      remove('x', 'mapping'),
      'Schema ID "x" is a duplicate.',
    ],
    ['onto a schema id that is there', TEXT, rename('40', '134', 'mapping'), 'Schema ID "134" already exists.'],
    ['by a copy over another property', TEXT, copy('region', 'big'), 'Property "big" already exists.'],
    ['of a schema id that is missing', TEXT, rename('41', '42', 'mapping'), 'There is no schema ID "41".'],
    ['by a copy of a missing property', TEXT, copy('tier', 'level'), 'There is no property "tier".'],
    [
      'where there is no mapping to remove from',
      '{"user_group_id":"a"}',
      remove('a', 'mapping'),
      'The document has no mapping.',
    ],
    ['where there are no properties to remove from', '{"user_group_id":"a"}', remove('a'), 'same'],
    ['where there is no mapping', '{"user_group_id":"a"}', map('40', '1'), 'The document has no mapping.'],
    [
      'where there are no properties to rename',
      '{"user_group_id":"a"}',
      rename('a', 'b'),
      'The document has no properties.',
    ],
  ];
  for (const [what, text, change, reason] of skipped) {
    it(`is not made ${what}`, () => {
      assert.equal(reasonOf(text, change), reason);
    });
  }

  it('is not made in a text that is no document, and says where', () => {
    assert.equal(
      reasonOf('{"user_group_id":"a",}', set('a', '1')),
      'JSON, character 22: A name in double quotes is expected.',
    );
    assert.equal(reasonOf('', set('a', '1')), 'JSON, character 1: A value is expected.');
    assert.match(
      reasonOf('{"user_group_id":"a","properties":{"a":1},"properties":{}}', set('a', '2')),
      /Duplicate field "properties"/,
    );
    assert.match(reasonOf('{"user_group_id":"a","properties":[]}', set('a', '2')), /"properties" must be an object\./);
  });

  it('leaves every other member, and all around them, as it was typed', () => {
    const value = valueText.filter(isJson);
    fc.assert(
      fc.property(
        object,
        fc.nat(),
        value,
        fc.constantFrom('set', 'add', 'rename', 'copy', 'remove'),
        ({ names, members: typed, slice }, at, json, action) => {
          const { text, before, after } = around(slice);
          const index = at % names.length;
          const key = names[index]!;
          const change =
            action === 'set'
              ? set(key, json)
              : action === 'add'
                ? set('new', json)
                : action === 'rename'
                  ? rename(key, 'new')
                  : action === 'copy'
                    ? copy(key, 'new')
                    : remove(key);
          const result = applyChange(text, change);
          const now = result.kind === 'changed' ? result.text : text;
          assert.notEqual(result.kind, 'skipped');
          assert.ok(now.startsWith(before) && now.endsWith(after), now);
          const others = (all: [string, string][]): [string, string][] =>
            all.filter(([name]) => name !== JSON.stringify(key) && name !== '"new"');
          assert.deepEqual(
            others(members(now)),
            others(typed.map(({ key: name, value: typedValue }) => [name, typedValue])),
          );
          if (action === 'add' || action === 'rename' || action === 'copy')
            assert.equal(members(now).filter(([name]) => name === '"new"').length, 1);
        },
      ),
    );
  });

  it('gives the text back when it is undone: added and removed, copied and removed, renamed there and back, set there and back', () => {
    fc.assert(
      fc.property(object, fc.nat(), stringText.filter(isJson), ({ names, members: typed, slice }, at, json) => {
        const { text } = around(slice);
        const key = names[at % names.length]!;
        assert.equal(textAfter(textAfter(text, set('new', json)), remove('new')), text);
        assert.equal(textAfter(textAfter(text, copy(key, 'new')), remove('new')), text);
        assert.equal(textAfter(textAfter(text, rename(key, 'new')), rename('new', key)), text);
        const there = applyChange(text, set(key, '"somewhere else entirely"'));
        const back = there.kind === 'changed' ? textAfter(there.text, set(key, typed[at % names.length]!.value)) : text;
        assert.equal(back, text);
      }),
    );
  });
});

describe('What a change means', () => {
  it('is accepted where it means something', () => {
    for (const change of [set('a', '1'), map('40', '007'), rename('a', 'b'), remove('a')]) requireMeaningful(change);
  });

  it('is refused where it could mean nothing for one group of several', () => {
    const change = (...values: string[]): BulkChange => ({
      action: 'setByGroup',
      field: 'properties',
      key: 'tier',
      values: new Map(values.map((value, index) => [`group ${index}`, value])),
    });
    requireMeaningful(change('1', '"gold"'));
    assert.throws(
      () => {
        requireMeaningful(change('1', 'gold'));
      },
      { name: 'invalid' },
    );
  });

  it('is the same for each group, unless it is given by group', () => {
    assert.deepEqual(changeFor(set('tier', '1'), 'acme'), set('tier', '1'));
  });

  it('is a value of its own for each group, and none where none is given', () => {
    const change = {
      action: 'setByGroup',
      field: 'properties',
      key: 'tier',
      values: new Map([['acme', '"gold"']]),
    } as const;
    assert.deepEqual(changeFor(change, 'acme'), set('tier', '"gold"'));
    assert.equal(changeFor(change, 'Acme'), undefined);
  });

  const half = '\ud800';
  const lacks = (what: string): string =>
    `The ${what} is empty or contains half of a surrogate pair. Enter the ${what}.`;
  for (const [change, message] of [
    [remove(''), lacks('name')],
    [remove(half), lacks('name')],
    [rename('a', ''), lacks('name')],
    [rename('a', 'a'), 'Both names are the same. Enter two different ones.'],
    [remove('', 'mapping'), lacks('schema ID')],
    [copy('a', half, 'mapping'), lacks('schema ID')],
    [copy('a', 'a', 'mapping'), 'Both schema IDs are the same. Enter two different ones.'],
    [map('a', ''), lacks('data source ID')],
    [map('a', half), lacks('data source ID')],
    [set('a', '{'), /closing } is missing/],
    [set('a', '1 2'), /Nothing may follow/],
    [set('a', ''), /value is expected/],
  ] as const) {
    it(`is refused with the reason: ${JSON.stringify(change)}`, () => {
      assert.throws(
        () => {
          requireMeaningful(change);
        },
        { kind: 'invalid', message },
      );
    });
  }

  const byGroup = (field: 'mapping' | 'properties'): BulkChange => ({
    action: 'setByGroup',
    field,
    key: 'a',
    values: new Map(),
  });
  for (const [change, text] of [
    [set('region', '"EU"'), 'Set property "region" to "EU"'],
    [rename('40', '4\n1', 'mapping'), 'Change schema ID "40" to "4⏎1"'],
    [map('40', '213'), 'Set schema ID "40" to "213"'],
    [copy('a', 'b'), 'Copy property "a" to "b"'],
    [copy('a', 'b', 'mapping'), 'Copy schema ID "a" to "b"'],
    [rename('a', 'b'), 'Rename property "a" to "b"'],
    [remove('a'), 'Remove property "a"'],
    [remove('a', 'mapping'), 'Remove schema ID "a"'],
    [byGroup('properties'), 'Set property "a" from a file'],
    [byGroup('mapping'), 'Set schema ID "a" from a file'],
  ] as const) {
    it(`is said in words that are harmless: ${text}`, () => {
      assert.equal(changeText(change), text);
    });
  }
});
