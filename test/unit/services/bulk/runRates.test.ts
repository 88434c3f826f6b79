// The rate of a run: of the last half a minute, and nothing where too little is known.

import assert from 'node:assert/strict';
import { RunRates } from '../../../../src/services/bulk/runRates.ts';

/** Each look at run 1: what is done, at which second, and the rate that is said then. */
function rates(...looks: readonly (readonly [done: number, seconds: number])[]): (number | undefined)[] {
  const measured = new RunRates();
  return looks.map(([done, seconds]) => measured.perMinute(1, done, seconds * 1000));
}

describe('The rate of a run', () => {
  it('is unknown until a second has passed', () => {
    assert.deepEqual(rates([5, 0], [9, 0.999], [10, 1]), [undefined, undefined, 300]);
  });

  it('is that of the last half a minute', () => {
    assert.deepEqual(rates([0, 0], [10, 15], [40, 30], [50, 30.5]), [undefined, 40, 80, (40 / 15.5) * 60]);
  });

  it('begins anew where fewer are done than before, or the clock was set back', () => {
    assert.deepEqual(rates([8, 10], [2, 20], [4, 22]), [undefined, undefined, 60]);
    assert.deepEqual(rates([8, 10], [9, 5], [10, 7]), [undefined, undefined, 30]);
  });

  it('is that of each run alone, and is forgotten with it', () => {
    const measured = new RunRates();
    measured.perMinute(1, 0, 0);
    measured.perMinute(2, 0, 0);
    measured.forget(1);
    assert.deepEqual(
      [1, 2].map((id) => measured.perMinute(id, 10, 10_000)),
      [undefined, 60],
    );
  });
});
