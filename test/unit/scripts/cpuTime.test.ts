import assert from 'node:assert/strict';
import { ProcessTimes, type Stat } from '../../../scripts/editor/cpuTime.ts';

const ROOT = 10;
const stat = (pid: number, parent: number, own: number, ended = 0, startTime = 1): Stat => ({
  pid,
  startTime,
  parent,
  own,
  ended,
});

describe('The processor time of a command', () => {
  for (const [whose, seconds, ...looks] of [
    ['its own, and that of children that it has waited for', 7, [stat(ROOT, 1, 2, 5)]],
    ['that of children that run', 6, [stat(12, 11, 3), stat(ROOT, 1, 1), stat(11, ROOT, 2), stat(9, 1, 100)]],
    [
      'that of a page whose browser has ended before it',
      9,
      [stat(ROOT, 1, 1), stat(11, ROOT, 2), stat(12, 11, 3)],
      [stat(ROOT, 1, 1, 2), stat(12, 1, 6)],
      [stat(ROOT, 1, 1, 2)],
    ],
    ['what a child took after it was last seen', 6, [stat(ROOT, 1, 1), stat(11, ROOT, 2)], [stat(ROOT, 1, 1, 5)]],
    [
      'not that of another process with the number of one that has ended',
      3,
      [stat(ROOT, 1, 1), stat(11, ROOT, 2)],
      [stat(ROOT, 1, 1, 2), stat(11, 1, 50, 0, 2)],
    ],
  ] as const)
    it(`has ${whose}`, () => {
      const times = new ProcessTimes(ROOT);
      for (const running of looks) times.see(running);
      assert.equal(times.seconds(), seconds);
    });
});
