// How short a cell says what changes.

import assert from 'node:assert/strict';
import { changeParts } from '../../../../src/vscode/table/changeParts.ts';

describe('A difference in a cell', () => {
  it('names a property by its own name, unless a field of the group has that name', () => {
    const all = [
      { path: 'properties.plan', before: '"basic"', after: '"pro"' },
      { path: 'properties."odd.key".list[0]', after: '1' },
      { path: 'properties.name', before: '"Acme"' },
      { path: 'properties.mapping.40', after: '2' },
      { path: 'mapping.40', before: '213', after: '214' },
      { path: 'name', before: '"Acme"', after: '"Acme Europe"' },
    ];
    assert.deepEqual(
      changeParts(all).map(({ kind, text }) => `${kind} ${text}`),
      [
        'changed plan: "basic" → "pro"',
        'added "odd.key".list[0]: 1',
        'removed properties.name: "Acme"',
        'added properties.mapping.40: 2',
        'changed mapping.40: 213 → 214',
        'changed name: "Acme" → "Acme Europe"',
      ],
    );
  });

  it('says how many more there are', () => {
    const many = Array.from({ length: 14 }, (_, index) => ({ path: `properties.p${index}`, after: '1' }));
    assert.deepEqual(changeParts(many).slice(11), [
      { kind: 'added', text: 'p11: 1' },
      { kind: 'more', text: 'and 2 more' },
    ]);
    assert.equal(changeParts(many.slice(0, 12)).length, 12);
  });
});
