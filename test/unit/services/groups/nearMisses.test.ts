// "Did you mean": what counts as a slip of the keyboard.

import assert from 'node:assert/strict';
import { nearMisses } from '../../../../src/services/groups/nearMisses.ts';
import { productStarter } from '../../../support/product.ts';

const CASES: [string, string, string[], string[]][] = [
  ['two letters that changed places', 'acme-crop', ['acme-corp', 'beta'], ['acme-corp']],
  ['two letters of a short id that changed places', 'acem', ['acme', 'acne', 'amec'], ['acme']],
  ['two pairs of letters that changed places', 'caem-corp', ['acme-corp'], ['acme-corp']],
  ['three pairs: another id', 'caem-crop', ['acme-corp'], []],
  ['letters that changed places, and one left out', 'acm-crop', ['acme-corp'], ['acme-corp']],
  ['a letter left out', 'acm-corp', ['acme-corp'], ['acme-corp']],
  ['letter case and another letter', 'ACME-CORQ', ['acme-corp'], ['acme-corp']],
  ['three letters: another id', 'acme-xyz', ['acme-abc'], []],
  ['one letter of a short id', 'abc', ['abd', 'xbc', 'xyc'], ['abd', 'xbc']],
  ['two letters of a short id: another id', 'abc', ['xyz', 'axy'], []],
  [
    'several, the nearest first, three at most',
    'alpha-one',
    ['alpha-ape', 'alpha-on', 'alpha-ones', 'alpha-eon', 'alpha-tune'],
    ['alpha-on', 'alpha-ones', 'alpha-ape'],
  ],
  ['the next number of a series: another id', '104', ['101', '102', '103', '1040', '14'], []],
  ['the next number of a series of names: another id', 'customer-104', ['customer-101', 'customer-14'], []],
  ['digits that changed places', 'customer-1204', ['customer-1024', 'customer-1205'], ['customer-1024']],
  [
    'a series that was mistyped, by its nearest number',
    'custmer-102',
    ['customer-101', 'customer-102', 'customer-103'],
    ['customer-102'],
  ],
  ['two other digits of a series: another id', 'customer-1256', ['customer-1234'], []],
  ['a number left out', 'customer-', ['customer-1'], ['customer-1']],
  ['three letters more in front: another id', 'acme-corp', ['an-acme-corp'], []],
  ['two letters for one: another id', 'a', ['bc'], []],
  ['two letters that moved where others stood: another id', 'ab-acme-cd', ['be-acme-df'], []],
  ['letter case of a number of a series', 'CUSTOMER-102', ['customer-102', 'customer-103'], ['customer-102']],
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
    for (const userGroupId of ['acme-corp', 'something else', 'ac\u0000me-corp'])
      product.store.groups.saveDraft({ connectionId: product.connection.id, userGroupId }, '{}', at);
    assert.deepEqual(
      product.services.groups.nearMisses({ connectionId: product.connection.id, userGroupId: 'acme-crop' }),
      ['acme-corp', 'ac\u0000me-corp'],
    );
    assert.deepEqual(product.services.groups.nearMisses({ connectionId: 'another', userGroupId: 'acme-crop' }), []);
  });
});
