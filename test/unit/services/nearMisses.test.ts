// "Did you mean": what counts as a slip of the keyboard.

import assert from 'node:assert/strict';
import { nearMisses } from '../../../src/services/nearMisses.ts';
import { productStarter } from '../../support/product.ts';

const CASES: [string, string, string[], string[]][] = [
  ['two letters that changed places', 'acme-crop', ['acme-corp', 'beta'], ['acme-corp']],
  ['a letter left out', 'acm-corp', ['acme-corp'], ['acme-corp']],
  ['letter case and another letter', 'ACME-CORQ', ['acme-corp'], ['acme-corp']],
  ['three letters: another id', 'acme-xyz', ['acme-abc'], []],
  ['one letter of a short id', 'abc', ['abd', 'xbc', 'xyc'], ['abd', 'xbc']],
  ['two letters of a short id: another id', 'abc', ['xyz', 'axy'], []],
  ['several, the nearest first, three at most', 'group-100', ['group-222', 'group-10', 'group-101', 'group-111', 'group-1'], ['group-10', 'group-101', 'group-111']],
];

describe('A near miss', () => {
  for (const [words, typed, known, expected] of CASES) {
    it(`is ${words}`, () => {
      assert.deepEqual(nearMisses(typed, known), expected);
    });
  }

  const start = productStarter();

  it('is found among the groups of its own connection', async () => {
    const product = await start();
    const at = product.clock.now;
    for (const userGroupId of ['acme-corp', 'something else', 'ac\u0000me-corp']) product.store.saveDraft({ connectionId: product.connection.id, userGroupId }, '{}', at);
    assert.deepEqual(product.services.groups.nearMisses({ connectionId: product.connection.id, userGroupId: 'acme-crop' }), ['acme-corp']);
    assert.deepEqual(product.services.groups.nearMisses({ connectionId: 'another', userGroupId: 'acme-crop' }), []);
  });
});
