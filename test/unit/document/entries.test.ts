import assert from 'node:assert/strict';
import { entryText, jsonOfField, mappingEntries, propertyEntries } from '../../../src/document/entries.ts';

describe('the entries of a document', () => {
  it('stand in the order of the text, duplicates included', () => {
    assert.deepEqual(
      mappingEntries('{"user_group_id":"a","mapping":{"134":386,"40": 9007199254740993,"\\u0034\\u0030":"x"}}'),
      [
        { key: '134', value: '386' },
        { key: '40', value: '9007199254740993' },
        { key: '40', value: '"x"' },
      ],
    );
  });

  it('show nested values on one line, cut', () => {
    const [list, long] = propertyEntries(
      `{"properties":{"list":[ 1,\n { "a b" : null } ],"long":"${'x'.repeat(200)}"}}`,
    );

    assert.deepEqual(list, { key: 'list', value: '[1,{"a b":null}]' });
    assert.equal(long?.value, `"${'x'.repeat(78)}…`);
  });

  it('are those that can be read of an unfinished text', () => {
    assert.deepEqual(mappingEntries('{"mapping": {"1": "a", "2":'), [{ key: '1', value: '"a"' }]);
  });

  it('are those of the last mapping when there are several', () => {
    assert.deepEqual(mappingEntries('{"mapping":{"1":1},"mapping":{"2":2}}'), [{ key: '2', value: '2' }]);
  });

  it('are cut into whole characters', () => {
    const [entry] = mappingEntries(`{"mapping":{"1":"${'x'.repeat(77)}😀😀"}}`);

    assert.equal(entry?.value.isWellFormed(), true);
  });

  it('are none where there is no object to read', () => {
    for (const text of [
      '',
      'x',
      '[]',
      '{}',
      '{"mapping":[{"a":1}]}',
      '{"mapping":"{}"}',
      '{"properties":{"a":1}}',
      '['.repeat(100_000),
    ]) {
      assert.deepEqual(mappingEntries(text), [], text.slice(0, 40));
    }
  });

  it('can be copied whole: a string as what it says, anything else as it is written', () => {
    const text = `{"mapping":{"40":"a\\"${'x'.repeat(200)}","41": 9007199254740993,"42":{ "a":1 }}}`;
    assert.deepEqual(
      [0, 1, 2, 3].map((index) => entryText(text, 'mapping', index)),
      [`a"${'x'.repeat(200)}`, '9007199254740993', '{ "a":1 }', undefined],
    );
    assert.equal(jsonOfField('{"mapping":{"40": 1}}', 'mapping'), '{"40": 1}');
    assert.equal(jsonOfField(text, 'properties'), '');
  });
});
