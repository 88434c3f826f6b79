// Pages of a list that wait for the tokens of later ones.

import assert from 'node:assert/strict';
import { HeldPages, type FreshPage } from '../../../../src/services/sending/listedPages.ts';

const pageOf = (groups: number, { token = 't', name = '' } = {}): FreshPage => ({
  groups: Array.from({ length: groups }, (_, index) => ({ userGroup: { providedId: `g${index}`, name }, token })),
  total: undefined,
});

describe('Pages of a list that wait', () => {
  for (const [what, pages, due] of [
    ['all wait as long as their tokens are known', [4_000, 5_000], []],
    ['the oldest are due where more wait', [4_000, 5_000, 2_000], [4_000]],
    ['as many are due as are too many', [1_000, 1_000, 9_500], [1_000, 1_000]],
    ['one that has too many is due', [10_001], [10_001]],
  ] as const)
    it(`${what}: ${pages.join(', ')}`, async () => {
      const held = new HeldPages();
      for (const groups of pages) await held.add(pageOf(groups));
      const sizes = (isLast: boolean): number[] => [...held.release(isLast)].map(({ groups }) => groups.length);
      assert.deepEqual([sizes(false), sizes(true), sizes(true)], [due, pages.slice(due.length), []]);
    });

  it('are fewer where their groups are large', async () => {
    const held = new HeldPages();
    const name = 'n'.repeat(1_000_000);
    for (let page = 0; page < 3; page += 1) await held.add(pageOf(40, { name }));
    assert.equal([...held.release(false)].length, 1);
  });

  it('name the other groups that have a token', async () => {
    const held = new HeldPages();
    await held.add(pageOf(2, { token: 'one' }));
    assert.deepEqual(
      ['g0', 'g1', 'g2'].map((id) => held.othersWith('one', id)),
      [['g1'], ['g0'], ['g0', 'g1']],
    );
    assert.deepEqual(held.othersWith('two', 'g0'), []);
  });
});
