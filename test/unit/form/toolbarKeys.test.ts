// Where the keys of a toolbar or a menu lead.

import assert from 'node:assert/strict';
import { focusTarget } from '../../../src/form/toolbarKeys.ts';

describe('The keys of a toolbar', () => {
  for (const [key, from, to] of [
    ['ArrowRight', 0, 1],
    ['ArrowRight', 2, 0],
    ['ArrowLeft', 0, 2],
    ['ArrowLeft', -1, 2],
    ['Home', 2, 0],
    ['End', 0, 2],
    ['ArrowDown', 0, undefined],
    ['Tab', 0, undefined],
  ] as const)
    it(`lead by ${key} from ${from} of three to ${to}`, () => {
      assert.equal(focusTarget(key, from, 3), to);
    });

  it('are up and down in a menu, from none of it, too', () => {
    assert.equal(focusTarget('ArrowDown', -1, 3, ['ArrowUp', 'ArrowDown']), 0);
    assert.equal(focusTarget('ArrowUp', 0, 3, ['ArrowUp', 'ArrowDown']), 2);
  });
});
