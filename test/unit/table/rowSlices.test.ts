// The rows that the page of a table holds: what it asks for, and what it shows meanwhile.

import assert from 'node:assert/strict';
import type { SliceQuestion, TableSlice } from '../../../src/protocol/tableProtocol.ts';
import { RowSlices, SLICE_ROWS } from '../../../src/table/rowSlices.ts';

/** A page at the beginning of a table, whose host answers when it is asked to. */
function opened() {
  const asked: {
    readonly question: SliceQuestion;
    readonly resolve: (slice: TableSlice) => void;
    readonly reject: (failure: unknown) => void;
  }[] = [];
  const failures: unknown[] = [];
  let viewport = { first: 0, end: 30 };
  const slices: RowSlices = new RowSlices({
    ask: (question) =>
      new Promise((resolve, reject) => {
        asked.push({ question, resolve, reject });
      }),
    onChange: () => {
      slices.look(viewport);
    },
    onFailure: (failure) => {
      failures.push(failure);
    },
  });
  const settled = (): Promise<void> =>
    new Promise((resolve) => {
      setImmediate(resolve);
    });
  return {
    slices,
    failures,
    questions: () => asked.map(({ question }) => question),
    look: (first: number, end = first + 30) => {
      viewport = { first, end };
      slices.look(viewport);
    },
    /** Answers what was asked last, from a table of so many rows, each named by its number. */
    answer: async (total: number, words = 'row') => {
      const { question, resolve } = asked.at(-1)!;
      const rows = Array.from(
        { length: Math.max(0, Math.min(question.limit, total - question.offset)) },
        (_, index) => ({ key: `${question.offset + index}`, cells: [{ text: `${words} ${question.offset + index}` }] }),
      );
      resolve({ rows, total });
      await settled();
    },
    /** What was asked first fails. */
    fail: async (failure: unknown) => {
      asked[0]!.reject(failure);
      await settled();
    },
    textAt: (index: number) => slices.row(index)?.cells[0]?.text,
  };
}

describe('The rows in the page of a table', () => {
  it('are read where they come into sight, once, one slice after another', async () => {
    const page = opened();
    page.look(0);
    await page.answer(100_000);
    page.look(10);
    assert.equal(page.questions().length, 1);
    page.look(5_080);
    page.look(5_085);
    await page.answer(100_000);
    await page.answer(100_000);
    assert.deepEqual(
      page.questions(),
      [0, 5_000, 5_100].map((offset) => ({ offset, limit: SLICE_ROWS })),
    );
    assert.deepEqual(
      [page.slices.total, page.textAt(0), page.textAt(5_114), page.textAt(6_000)],
      [100_000, 'row 0', 'row 5114', undefined],
    );
  });

  it('are never all in the page, and those in sight always are', async () => {
    const page = opened();
    for (let first = 0; first < 100_000; first += SLICE_ROWS) {
      page.look(first);
      await page.answer(100_000);
      assert.equal(page.textAt(first), `row ${first}`);
    }
    const held = Array.from({ length: 100_000 }, (_, index) => index).filter(
      (index) => page.slices.row(index) !== undefined,
    );
    assert.equal(held.length, 20 * SLICE_ROWS);
  });

  it('are asked for again after each change, and stay in sight until the new ones are there', async () => {
    const page = opened();
    page.look(0);
    page.slices.changed(1);
    await page.answer(500, 'waiting');
    assert.deepEqual([page.questions().length, page.textAt(3)], [2, 'waiting 3']);
    await page.answer(500, 'new');
    assert.deepEqual([page.questions().length, page.textAt(3)], [2, 'new 3']);
  });

  it('are those of the last question, whatever comes late', async () => {
    const page = opened();
    page.look(0);
    await page.answer(500);
    page.slices.ask({ text: 'a' });
    page.look(0);
    page.slices.ask({ text: 'ac', filter: 'failed' });
    await page.answer(400, 'late');
    assert.deepEqual([page.slices.isAnswered, page.textAt(0)], [false, 'row 0']);
    await page.answer(7, 'found');
    assert.deepEqual(
      [page.slices.isAnswered, page.slices.total, page.textAt(0), page.textAt(200)],
      [true, 7, 'found 0', undefined],
    );
    assert.deepEqual(page.questions().at(-1), { text: 'ac', filter: 'failed', offset: 0, limit: SLICE_ROWS });
  });

  it("of another question are asked for at once, and a failure of the former is nobody's", async () => {
    const page = opened();
    page.look(0);
    page.slices.ask({ text: 'a' });
    page.look(0);
    page.look(0);
    await page.fail('trouble');
    assert.deepEqual([page.questions().map(({ text }) => text), page.failures], [[undefined, 'a'], []]);
    await page.answer(3, 'found');
    assert.deepEqual([page.questions().length, page.textAt(0)], [2, 'found 0']);
  });

  describe('of two slices', () => {
    async function twoSlices() {
      const page = opened();
      page.look(0);
      await page.answer(1_000);
      page.look(500);
      await page.answer(1_000);
      return page;
    }

    it('are never those of a former question beside those of the last one', async () => {
      const page = await twoSlices();
      page.slices.ask({ filter: 'failed' });
      page.look(0);
      await page.answer(1_000, 'failed');
      assert.equal(page.textAt(500), undefined);
      page.look(500);
      await page.answer(1_000, 'failed');
      assert.equal(page.textAt(500), 'failed 500');
    });

    it('are found by their keys, and go when the table becomes shorter', async () => {
      const page = await twoSlices();
      assert.deepEqual(
        ['7', '550', '300'].map((key) => page.slices.indexOf(key)),
        [7, 550, undefined],
      );
      page.slices.changed(1);
      page.look(0);
      await page.answer(500);
      assert.deepEqual([page.slices.total, page.textAt(500)], [500, undefined]);
    });
  });

  it('that could not be read are reported once, and asked for again only when something has changed', async () => {
    const page = opened();
    page.look(0);
    await page.fail('trouble');
    page.look(0);
    assert.deepEqual([page.failures, page.questions().length], [['trouble'], 1]);
    page.slices.changed(1);
    page.look(0);
    await page.answer(10);
    assert.equal(page.textAt(0), 'row 0');
  });
});
