import assert from 'node:assert/strict';
import { RecentlyUsed } from '../../../../src/store/database/recentlyUsed.ts';

describe('What was made recently', () => {
  const MOST = 20;

  it('is made once, and kept as long as no twenty others were used since', () => {
    const kept = new RecentlyUsed<string>(MOST);
    const made: string[] = [];
    const use = (key: string): string =>
      kept.get(key, () => {
        made.push(key);
        return `made for ${key}`;
      });
    const keys = Array.from({ length: MOST }, (_, index) => `key ${index}`);
    keys.forEach(use);
    assert.equal(use('key 0'), 'made for key 0');
    use('one more');
    assert.deepEqual(made, [...keys, 'one more']);
    ['key 0', 'key 2', 'key 1'].forEach(use);
    assert.deepEqual(made.slice(MOST), ['one more', 'key 1']);
  });
});
