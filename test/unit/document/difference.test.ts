import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import {
  changesIn,
  difference,
  differenceBeside,
  differenceFromAnswer,
  formatChanges,
  sameJson,
  type Change,
} from '../../../src/document/difference.ts';
import { readDocument, type GroupFields } from '../../../src/document/userGroupDocument.ts';
import { documentFields, documentText } from './arbitraryJson.ts';
import { inDepth } from '../../support/depth.ts';

function lines(before: GroupFields | undefined, after: GroupFields): string[] {
  return formatChanges(difference(before, after));
}

/** Another spelling of a value: keys in reverse, white space, every character of every string an escape. */
function respelt(value: unknown): string {
  const escaped = (text: string): string =>
    `"${text.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)}"`;
  const spelt = {
    string: () => escaped(value as string),
    array: () => `[ ${(value as unknown[]).map(respelt).join(' ,\r\n')} ]`,
    object: () =>
      `{ ${Object.entries(value as object)
        .reverse()
        .map(([key, item]) => `${escaped(key)}\t: ${respelt(item)}`)
        .join(' , ')} }`,
    other: () => JSON.stringify(value),
  };
  const kind =
    typeof value === 'string'
      ? 'string'
      : Array.isArray(value)
        ? 'array'
        : Object(value) === value
          ? 'object'
          : 'other';
  return spelt[kind]();
}

describe('difference', () => {
  it('tells changes, additions and removals apart, each by its path', () => {
    assert.deepEqual(
      lines(
        { userGroupId: 'a', name: 'Old', mapping: '{"1":"386"}', properties: '{"region":"EU","list":[1,{"x":true}]}' },
        { userGroupId: 'a', mapping: '{"1":"386","40":"213"}', properties: '{"list":[1,{"x":null},2],"region":"US"}' },
      ),
      [
        'name: removed',
        'mapping.40: added "213"',
        'properties.region: "EU" → "US"',
        'properties.list[1].x: true → null',
        'properties.list[2]: added 2',
      ],
    );
  });

  it('shows every field of a document that is compared with nothing', () => {
    assert.deepEqual(lines(undefined, { userGroupId: 'a', name: '', mapping: '{ "1" : 2 }' }), [
      'user_group_id: added "a"',
      'name: added ""',
      'mapping: added {"1":2}',
    ]);
  });

  it('sees numbers as they are written', () => {
    assert.deepEqual(
      lines({ mapping: '{"a":9007199254740992,"b":1.0,"c":1e2}' }, { mapping: '{"a":9007199254740993,"b":1,"c":1e2}' }),
      ['mapping.a: 9007199254740992 → 9007199254740993', 'mapping.b: 1.0 → 1'],
    );
  });

  it('compares duplicate keys by their occurrence', () => {
    assert.deepEqual(lines({ mapping: '{"1":"a","1":"b"}' }, { mapping: '{"1":"a"}' }), ['mapping.1 (2): removed']);
    assert.deepEqual(lines({ mapping: '{"1":"a","1":"b"}' }, { mapping: '{"1":"b","1":"a"}' }), [
      'mapping.1: "a" → "b"',
      'mapping.1 (2): "b" → "a"',
    ]);
  });

  it('writes keys that are no plain words in quotes, so that paths are unambiguous', () => {
    assert.deepEqual(
      difference({ properties: '{}' }, { properties: '{"a.b":1,"":2,"a (2)":3,"__proto__":4,"größe":5}' }).map(
        ({ path }) => path,
      ),
      ['properties."a.b"', 'properties.""', 'properties."a (2)"', 'properties.__proto__', 'properties.größe'],
    );
  });

  it('shows where long texts part', () => {
    const [change] = difference({ name: `${'x'.repeat(5000)} old one` }, { name: `${'x'.repeat(5000)} new one` });

    assert.deepEqual(change, { path: 'name', before: '…xxxxxxxxx old one"', after: '…xxxxxxxxx new one"' });
  });

  it('does not show half a character where long texts part', () => {
    const [change] = difference(
      { name: `${'x'.repeat(60)}😀${'y'.repeat(9)}1` },
      { name: `${'x'.repeat(60)}😀${'y'.repeat(9)}2` },
    );

    assert.deepEqual(change, { path: 'name', before: '…\uFFFDyyyyyyyyy1"', after: '…\uFFFDyyyyyyyyy2"' });
  });

  it('finds none between a document and itself', () => {
    fc.assert(
      fc.property(documentFields, (fields) => {
        assert.deepEqual(
          difference(readDocument(documentText(fields, '')), readDocument(documentText(fields.toReversed()))),
          [],
        );
      }),
    );
  });
});

describe('sameJson', () => {
  it('holds for any other spelling of the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        assert.ok(sameJson(JSON.stringify(value), respelt(value)));
      }),
    );
  });

  it('holds exactly for equal values', () => {
    const small = fc
      .jsonValue({ maxDepth: 2, stringUnit: fc.constantFrom('a', 'b') })
      .map((value) => JSON.stringify(value));
    fc.assert(
      fc.property(small, small, (a, b) => {
        assert.equal(sameJson(a, b), isDeepStrictEqual(JSON.parse(a), JSON.parse(b)));
      }),
      { numRuns: inDepth(1000) },
    );
  });

  it('compares what is not JSON as text', () => {
    const deep = '['.repeat(100_000);
    assert.ok(sameJson(deep, deep));
    assert.ok(!sameJson('{"a":1,}', '{"a":1}'));
    assert.ok(!sameJson('nul', 'null'));
  });
});

describe('differenceFromAnswer', () => {
  const document = { userGroupId: 'a', name: 'Mine', mapping: '{"1":2}', properties: '{"id":9007199254740993}' };

  it('says where the answer differs from the document', () => {
    const answer = { teamId: '3', name: 'Theirs', providedId: 'other', properties: '{"id":9007199254740992}' };

    assert.deepEqual(formatChanges(differenceFromAnswer(document, answer)), [
      'name: "Mine" → "Theirs"',
      'properties.id: 9007199254740993 → 9007199254740992',
    ]);
  });

  it('reports properties that are answered as null', () => {
    assert.deepEqual(differenceFromAnswer({ properties: '{}' }, { properties: null }), [
      { path: 'properties', before: '{}', after: 'null' },
    ]);
  });
});

describe('formatChanges', () => {
  const many: Change[] = [1, 2, 3, 4, 5].map((number) => ({ path: `mapping.${number}`, after: '1' }));

  it('cuts to a number of lines and says how many more there are', () => {
    assert.deepEqual(formatChanges(many, 2), ['mapping.1: added 1', 'mapping.2: added 1', 'and 3 more']);
    assert.equal(formatChanges(many, 5).length, 5);
    assert.deepEqual(formatChanges([]), []);
  });

  it('makes foreign keys and values harmless', () => {
    const [line] = lines({ properties: '{}' }, { properties: '{"[k](command:x)":"[v](command:y)\u202E"}' });

    assert.doesNotMatch(line!, /\]\(|\u202E/);
    assert.match(line!, /\\u\{202E\}/);
  });
});

describe('The changes in some fields', () => {
  it('are those of the field itself and of all that is in it', () => {
    const paths = ['name', 'properties', 'properties.a', 'properties[0].a', 'properties."odd key"', 'mapping.name'];
    const changes = paths.map((path): Change => ({ path }));
    assert.deepEqual(
      changesIn(['properties'], changes).map(({ path }) => path),
      paths.slice(1, 5),
    );
    assert.deepEqual(changesIn(['name', 'mapping'], changes), [{ path: 'name' }, { path: 'mapping.name' }]);
  });
});

describe('differenceBeside', () => {
  it('says what the answer has in fields that are not known, each entry by itself', () => {
    const answer = {
      name: 'Theirs',
      mapping: '{"40":"213"}',
      properties: '[1]',
      further: { emails: '["a","b"]', is_demo_group: 'true', access_group: '"Production"', limit: '5' },
    };
    assert.deepEqual(formatChanges(differenceBeside({ name: 'Mine', further: { limit: '4' } }, answer)), [
      'mapping.40: added "213"',
      'properties[0]: added 1',
      'emails[0]: added "a"',
      'emails[1]: added "b"',
      'is_demo_group: false → true',
      'access_group: "" → "Production"',
    ]);
    assert.deepEqual(differenceBeside({}, { further: { limit: '5' } }), [
      { path: 'limit', before: 'null', after: '5' },
    ]);
  });
});
