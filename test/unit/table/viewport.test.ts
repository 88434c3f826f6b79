// Which rows of a table are drawn.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { ROW_HEIGHT, rowsInSight, scrolledTo } from '../../../src/table/viewport.ts';

describe('The rows that are drawn', () => {
  it('are all that can be seen, and few more, however many there are and wherever one has scrolled to', () => {
    fc.assert(
      fc.property(fc.nat(100_000), fc.nat(3_000_000), fc.nat(2_000), (rows, scrollTop, height) => {
        const { first, end } = rowsInSight(scrollTop, height, rows);
        assert.ok(first >= 0 && first <= end && end <= rows);
        assert.ok(end - first <= height / ROW_HEIGHT + 20);
        const seen = {
          first: Math.floor(scrollTop / ROW_HEIGHT),
          end: Math.min(rows, Math.ceil((scrollTop + height) / ROW_HEIGHT)),
        };
        assert.ok(seen.first >= rows || (first <= seen.first && end >= seen.end));
      }),
    );
  });

  it('are scrolled no further than a row needs to be whole in sight', () => {
    assert.deepEqual(
      [
        scrolledTo(5, 0, 10 * ROW_HEIGHT),
        scrolledTo(10, 0, 10 * ROW_HEIGHT),
        scrolledTo(3, 5 * ROW_HEIGHT, 10 * ROW_HEIGHT),
      ],
      [0, ROW_HEIGHT, 3 * ROW_HEIGHT],
    );
  });

  it('are as high as the style sheet says', () => {
    assert.match(
      readFileSync(join(import.meta.dirname, '../../../media/table.css'), 'utf8'),
      new RegExp(`--row: ${ROW_HEIGHT}px;`),
    );
  });
});
