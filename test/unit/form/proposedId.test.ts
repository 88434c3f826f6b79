import assert from 'node:assert/strict';
import fc from 'fast-check';
import { proposedId } from '../../../src/form/identity.ts';

describe('The proposed ID', () => {
  for (const [name, id] of [
    ['Acme Europe', 'acme-europe'],
    ['  Größe & Söhne GmbH ', 'grosse-sohne-gmbh'],
    ['Café L’Étoile', 'cafe-letoile'],
    ["O'Neill (EU) #2", 'oneill-eu-2'],
    ['Łódź ﬁnance ²', 'lodz-finance-2'],
    ['日本', undefined],
    ['—', undefined],
    ['', undefined],
  ] as const)
    it(`for "${name}" is ${id ?? 'none'}`, () => {
      assert.equal(proposedId(name), id);
    });

  it('is short words of ASCII for any name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (name) => {
        const id = proposedId(name) ?? 'none';
        assert.match(id, /^[a-z0-9]+(-[a-z0-9]+)*$/);
        assert.ok(id.length <= 60);
      }),
    );
  });
});
