// Waiting for what the window shows, which draws what comes of a key or a click in its own time.

import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';

const LONGEST_MS = 60_000;
/** About a frame. */
const PAUSE_MS = 15;

/** Resolves when what is read is this. Where it does not come to that, the error says what it was last. */
export async function comesToBe<T>(read: () => T | Promise<T>, expected: T): Promise<void> {
  const end = performance.now() + LONGEST_MS;
  let last = await read();
  while (!isDeepStrictEqual(last, expected) && performance.now() < end) {
    await setTimeout(PAUSE_MS);
    last = await read();
  }
  assert.deepEqual(last, expected);
}
