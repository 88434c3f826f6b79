// What a document has from the preset of its folder.

import assert from 'node:assert/strict';
import { readPreset, withoutInherited, withPreset } from '../../../src/document/preset.ts';

const PRESET = readPreset(
  '{ "mapping": { "50": 12345678901234567890 }, "properties": { "tier": "gold", "region": "EU" } }',
);
const merged = (text: string): string => withPreset(text, PRESET).text;

describe('A preset', () => {
  const texts: readonly (readonly [what: string, text: string, expected: string])[] = [
    [
      'is merged under what the document says, behind it',
      '{ "user_group_id": "a", "mapping": { "40": "1" }, "properties": { "region": "US" } }',
      '{ "user_group_id": "a", "mapping": { "40": "1", "50": 12345678901234567890 }, "properties": { "region": "US", "tier": "gold" } }',
    ],
    [
      'fills what is empty',
      '{ "user_group_id": "a", "mapping": {}, "properties": {} }',
      '{ "user_group_id": "a", "mapping": { "50": 12345678901234567890 }, "properties": { "tier": "gold", "region": "EU" } }',
    ],
    [
      'adds what is missing',
      '{ "user_group_id": "a" }',
      '{ "user_group_id": "a", "mapping": { "50": 12345678901234567890 }, "properties": { "tier": "gold", "region": "EU" } }',
    ],
    [
      'is written as its neighbours are',
      '{\n  "user_group_id": "a",\n  "mapping": {\n    "50": "1"\n  },\n  "properties": {\n    "x": 1\n  }\n}\n',
      '{\n  "user_group_id": "a",\n  "mapping": {\n    "50": "1"\n  },\n  "properties": {\n    "x": 1,\n    "tier": "gold",\n    "region": "EU"\n  }\n}\n',
    ],
    [
      'adds nothing to a field that is there twice',
      '{ "user_group_id": "a", "mapping": { "50": 1 }, "properties": {}, "properties": {} }',
      '{ "user_group_id": "a", "mapping": { "50": 1 }, "properties": {}, "properties": {} }',
    ],
    ['adds nothing to a text that is no document', '{ "user_group_id": "a", }', '{ "user_group_id": "a", }'],
    ['adds nothing to another type', '{ "mapping": 1, "properties": [] }', '{ "mapping": 1, "properties": [] }'],
  ];
  for (const [what, text, expected] of texts) {
    it(what, () => {
      assert.equal(merged(text), expected);
    });
  }

  it('says what a document has from it, and where places of both are', () => {
    const text = '{ "user_group_id": "a", "mapping": {}, "properties": { "region": "US" }, "name": "A" }';
    const { text: whole, inherited, ownOffset } = withPreset(text, PRESET);
    assert.deepEqual(
      inherited.map(({ field, key, valueText }) => [field, key, valueText]),
      [
        ['mapping', '50', '12345678901234567890'],
        ['properties', 'tier', '"gold"'],
      ],
    );
    for (const part of ['"user_group_id"', '"properties"', '"region"', '"name"', ' }'])
      assert.equal(ownOffset(whole.lastIndexOf(part)), text.lastIndexOf(part), part);
    assert.equal(ownOffset(whole.indexOf('1234')), text.indexOf('{}'));
    assert.equal(ownOffset(whole.indexOf('"tier"')), text.indexOf('"US"') + 4);
    assert.deepEqual(
      ['"tier"', '"region"', '"name"'].map((part) => withPreset(text, PRESET).isInherited(whole.indexOf(part))),
      [true, false, false],
    );
    assert.equal(withPreset(text, undefined).text, text);
  });

  it('is taken out of a document where that says the same, and nothing else is', () => {
    const text =
      '{\n  "user_group_id": "a",\n  "mapping": { "50": 12345678901234567890, "40": "1" },\n  "properties": { "tier": "silver", "region": "EU" }\n}';
    const own = withoutInherited(text, PRESET);
    assert.equal(
      own,
      '{\n  "user_group_id": "a",\n  "mapping": { "40": "1" },\n  "properties": { "tier": "silver" }\n}',
    );
    assert.deepEqual(JSON.parse(merged(own)), JSON.parse(text));
    const whole = merged('{ "user_group_id": "a", "mapping": {}, "properties": {} }');
    assert.deepEqual(JSON.parse(withoutInherited(whole, PRESET)), { user_group_id: 'a', mapping: {}, properties: {} });
    for (const other of ['{', '{ "user_group_id": "a" }', '{ "properties": { "tier": "gold", "tier": "gold" } }'])
      assert.equal(withoutInherited(other, PRESET), other);
  });

  it('is taken out whichever of its members a document has, and in whichever order', () => {
    const members = { x: 'a', y: 'b', z: 'c' };
    const preset = readPreset(JSON.stringify({ properties: members }));
    const orders = ['x y z', 'own x y', 'x own y', 'x y own', 'own x own2 z'].map((keys) => keys.split(' '));
    for (const keys of orders) {
      const properties = Object.fromEntries(keys.map((key) => [key, key in members ? members[key as 'x'] : 'mine']));
      const own = withoutInherited(JSON.stringify({ user_group_id: 'a', properties }, undefined, 2), preset);
      const left = Object.fromEntries(Object.entries(properties).filter(([key]) => key.startsWith('own')));
      assert.deepEqual(JSON.parse(own), { user_group_id: 'a', properties: left }, keys.join());
    }
  });

  const refused: readonly (readonly [text: string, said: RegExp])[] = [
    ['[]', /A JSON object is expected\./],
    ['{ "mapping": {}, }', /name in double quotes/],
    ['{ "name": "a" }', /A preset has no field "name"\. Use "mapping" and "properties"\.$/],
    ['{ "mapping": [] }', /"mapping" must be an object\./],
    ['{ "properties": { "a": 1, "a": 2 } }', /Duplicate key "a", first in line 1, column 19\./],
  ];
  for (const [text, said] of refused) {
    it(`is refused as ${text}`, () => {
      assert.throws(() => readPreset(text), { kind: 'invalid', message: said });
    });
  }
});
