import assert from 'node:assert/strict';
import fc from 'fast-check';
import { mappingPlace, propertyNamePlace } from '../../../src/document/entryPlace.ts';
import { documentFields, documentText } from './arbitraryJson.ts';

/** The place of `|` in a text, as the words that would be replaced and what is known of it. */
function placeOf(marked: string): unknown {
  const offset = marked.indexOf('|');
  const text = marked.replace('|', '');
  const place = mappingPlace(text, offset);
  if (place === undefined) return undefined;
  const { from, to, ...rest } = place;
  return { replaces: text.slice(from, to), ...rest };
}

describe('A place in the mapping', () => {
  const emptyKey = { kind: 'key', replaces: '', hasValue: false, needsComma: false };

  it('is that of a key between the braces and after a comma', () => {
    assert.deepEqual(placeOf('{"mapping": {|}}'), emptyKey);
    assert.deepEqual(placeOf('{"mapping": {"40": "213", | }}'), emptyKey);
    assert.deepEqual(placeOf('{"mapping": {"40": {"x": []}, | }}'), emptyKey);
  });

  it('is found behind very many objects and lists, though not within so many', () => {
    assert.deepEqual(placeOf(`{"x": [${'{}, [], '.repeat(2000)}0], "mapping": {|}}`), emptyKey);
    for (const nested of ['{"a":', '['])
      assert.equal(placeOf(`{"x": ${nested.repeat(100_000)} "mapping": {|}`), undefined);
  });

  it('is that of a key within and at both ends of one', () => {
    const expected = { kind: 'key', replaces: '"40"', hasValue: true, needsComma: false };
    for (const marked of ['|"40"', '"4|0"', '"40"|'])
      assert.deepEqual(placeOf(`{"mapping": {${marked}: "213"}}`), expected, marked);
  });

  it('is that of a key that is not finished', () => {
    assert.deepEqual(placeOf('{"mapping": {"4|'), { ...emptyKey, replaces: '"4' });
    assert.deepEqual(placeOf('{"mapping": {4|}}'), { ...emptyKey, replaces: '4' });
    assert.deepEqual(placeOf('{"mapping": {"40|"}}'), { ...emptyKey, replaces: '"40"' });
  });

  it('needs a comma where another entry follows', () => {
    assert.deepEqual(placeOf('{"mapping": {|"40": "213"}}'), { ...emptyKey, replaces: '"40"', hasValue: true });
    assert.deepEqual(placeOf('{"mapping": {| "40": "213"}}'), { ...emptyKey, needsComma: true });
    const value = { kind: 'value', schemaId: '40', replaces: '', needsComma: true };
    assert.deepEqual(placeOf('{"mapping": {"40": |\n"41": "1"}}'), value);
  });

  it('is that of a value after the colon, within a value and at both its ends', () => {
    const value = { kind: 'value', schemaId: '40', needsComma: false };
    for (const marked of ['|', ' | ', '\n|\n'])
      assert.deepEqual(placeOf(`{"mapping": {"40":${marked}}}`), { ...value, replaces: '' }, marked);
    for (const marked of ['|"213"', '"2|13"', '"213"|'])
      assert.deepEqual(placeOf(`{"mapping": {"40": ${marked}, "41": 1}}`), { ...value, replaces: '"213"' }, marked);
    assert.deepEqual(placeOf('{"mapping": {"40": 21|3}}'), { ...value, replaces: '213' });
  });

  it('is none where no key and no value can stand', () => {
    for (const marked of [
      '|',
      '{|}',
      '{"mapping"|: {}}',
      '{"mapping": |{}}',
      '{"mapping": {}|}',
      '{"mapping": {"40": "213" |}}',
      '{"mapping": {"40" | "213"}}',
      '{"mapping": {"40": {|}}}',
      '{"mapping": {"40": [|]}}',
      '{"mapping": {"40": {"x": |}}}',
      '{"mapping": {"40": {"x": 1} |}}',
      '{"mapping": [|]}',
      '{"mapping": "|"}',
      '{"properties": {"mapping": {|}}}',
      '{"x": {"mapping": 1}, |}',
      '[{"mapping": {|}}]',
    ])
      assert.equal(placeOf(marked), undefined, marked);
  });

  it('never throws, and lies around the offset', () => {
    const cut = fc.tuple(documentFields, fc.nat(), fc.nat()).map(([fields, length, offset]) => {
      const text = documentText(fields);
      const shown = text.slice(0, length % (text.length + 1));
      return [shown, offset % (shown.length + 1)] as const;
    });
    fc.assert(
      fc.property(cut, ([text, offset]) => {
        const place = mappingPlace(text, offset);
        assert.ok(place === undefined || (place.from <= offset && offset <= place.to));
      }),
    );
  });
});

describe('A place of a name in the properties', () => {
  const nameAt = (marked: string): unknown => {
    const text = marked.replace('|', '');
    return propertyNamePlace(text, marked.indexOf('|'));
  };

  it('is at each of its own keys', () => {
    const text = '{"properties": {|}}';
    const at = text.indexOf('|');
    const key = { kind: 'key', hasValue: false, needsComma: false };
    assert.deepEqual(nameAt(text), { ...key, from: at, to: at });
    assert.deepEqual(nameAt('{"properties": {"a": 1, "re|"}}'), { ...key, from: 24, to: 28 });
  });

  it('is none in a value, in an object within, and in the mapping', () => {
    for (const marked of [
      '{"properties": {"a": |}}',
      '{"properties": {"a": {|}}}',
      '{"mapping": {|}}',
      '{|"properties": {}}',
    ])
      assert.equal(nameAt(marked), undefined, marked);
  });
});
