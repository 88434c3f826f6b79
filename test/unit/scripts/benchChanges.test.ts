import assert from 'node:assert/strict';
import { changesBetween } from '../../../scripts/bench/changes.ts';
import { compared, limited, milliseconds, type Row } from '../../../scripts/bench/row.ts';

const machine = 'two cores';

function changes(before: Row, now: Row): string[] {
  return changesBetween({ machine, rows: [before] }, { machine, rows: [now] });
}

const opening = (...ours: number[]): Row => compared('open', ours, [100, 100, 100, 100], milliseconds, 2);
const block = (value: number): Row => limited('block', value, milliseconds, 50);

describe('What has changed between two runs of the bench', () => {
  for (const [words, before, now, expected] of [
    ['nothing while the middle halves meet', opening(100, 110, 120, 130), opening(80, 90, 105, 115), []],
    [
      'a ratio whose middle halves lie apart',
      opening(200, 210, 220, 230),
      opening(100, 110, 120, 130),
      ['open: 2.20x → 1.20x'],
    ],
    ['nothing within a tenth of what was taken once', block(10), block(11.9), []],
    ['more than that', block(10), block(12.5), ['block: 10 ms → 13 ms']],
    ['less than that', block(12.5), block(10), ['block: 13 ms → 10 ms']],
  ] as const)
    it(`is ${words}`, () => {
      assert.deepEqual(changes(before, now), expected);
    });

  it('is told of a row that is new, and of another machine', () => {
    assert.deepEqual(
      changesBetween(
        { machine: 'two cores', rows: [opening(100, 100, 100, 100)] },
        { machine: 'four cores', rows: [block(10)] },
      ),
      ['The machine: two cores → four cores', 'block: new, 10 ms'],
    );
  });

  it('is told apart where rows go on with different ones', () => {
    const rows = (first: number, second: number): Row[] => [
      block(1),
      limited('… longest', first, milliseconds, 50),
      opening(100, 100, 100, 100),
      limited('… longest', second, milliseconds, 50),
    ];
    assert.deepEqual(changesBetween({ machine, rows: rows(10, 10) }, { machine, rows: rows(10, 20) }), [
      'open … longest: 10 ms → 20 ms',
    ]);
  });
});
