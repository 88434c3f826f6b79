// The id and name of a copy: everything else stays as it was typed.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { fieldsStrictly } from '../../../src/document/jsonFields.ts';
import { withText } from '../../../src/document/fieldEdits.ts';
import { documentFields } from './arbitraryJson.ts';
import { anyLayout, laidOut } from './arbitraryLayout.ts';

describe('withText', () => {
  it('leaves key order, numbers, escapes and layout as they were typed', () => {
    const text = '{"mapping": {"40" : 1e2, "39":9007199254740993 },\n\t"name":"Caf\\u00e9",  "user_group_id":"acme"}';
    assert.equal(withText(text, 'user_group_id', ''), text.replace('"acme"', '""'));
    assert.equal(withText(text, 'name', 'Café copy'), text.replace('\\u00e9', '\\u00e9 copy'));
  });

  it('changes no other field of any document', () => {
    fc.assert(
      fc.property(documentFields, anyLayout, fc.string(), (fields, layout, value) => {
        const text = laidOut(fields, [layout]);
        const others = (of: string): string[] =>
          fieldsStrictly(of)
            .filter(({ key }) => key !== 'user_group_id')
            .map(({ keyText, valueText }) => keyText + valueText);
        const after = withText(text, 'user_group_id', value);
        assert.deepEqual(others(after), others(text));
        assert.equal(fieldsStrictly(after).find(({ key }) => key === 'user_group_id')?.literal, value);
      }),
    );
  });

  it('keeps a flaw behind the field, and refuses a text in which the field cannot be told', () => {
    assert.equal(withText('{"user_group_id": "a", "name": ', 'user_group_id', ''), '{"user_group_id": "", "name": ');
    for (const text of ['{"name": "A" "user_group_id": "a"}', '{"user_group_id": "a", "user_group_id": "b"}', '[]'])
      assert.throws(() => withText(text, 'user_group_id', ''), { kind: 'invalid' }, text);
  });
});
