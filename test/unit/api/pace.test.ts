// What waits for its turn on a connection, and what has left already.

import assert from 'node:assert/strict';
import { NoAnswer } from '../../../src/api/httpExchange.ts';
import { Pace } from '../../../src/api/pace.ts';

/** As many as a connection carries have left; they end when they are asked to. */
async function fullOf(
  pace: Pace,
  untilLeft: AbortSignal,
): Promise<{ readonly ended: Promise<readonly string[]>; readonly end: () => void }> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const full = Promise.withResolvers<undefined>();
  let left = 0;
  const ended = Promise.all(
    Array.from({ length: 8 }, () =>
      pace.run(
        () => {
          left += 1;
          if (left === 8) full.resolve(undefined);
          return promise;
        },
        { untilLeft },
      ),
    ),
  );
  await full.promise;
  return {
    ended,
    end: () => {
      resolve('answered');
    },
  };
}

describe('What is given up while it has not left', () => {
  it('is what waits for its turn, and nothing that is under way', async () => {
    const pace = new Pace(undefined, undefined);
    const noMore = new AbortController();
    const { ended, end } = await fullOf(pace, noMore.signal);
    let hasLeft = false;
    const waiting = pace.run(
      () => {
        hasLeft = true;
        return Promise.resolve('answered');
      },
      { untilLeft: noMore.signal, signal: new AbortController().signal },
    );
    noMore.abort();
    await assert.rejects(
      waiting,
      (error) => error instanceof NoAnswer && error.facts.why === 'cancelled' && !error.facts.hasLeft,
    );
    end();
    assert.deepEqual(
      await ended,
      Array.from({ length: 8 }, () => 'answered'),
    );
    assert.equal(hasLeft, false);
  });

  it('is not what nobody gave up', async () => {
    const pace = new Pace(undefined, undefined);
    const noMore = new AbortController();
    const { ended, end } = await fullOf(pace, noMore.signal);
    const waiting = pace.run(() => Promise.resolve('answered'), {});
    noMore.abort();
    end();
    assert.equal(await waiting, 'answered');
    await ended;
  });
});
