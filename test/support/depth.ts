// How far generated tests go. A usual run plays a chosen part; `npm run test:deep` plays all of it, and what is random
// again and again until its time is up.

/** Set by the deep tier. */
const MINUTES = process.env.DEEP_MINUTES;
/** The tests of random moments, of which two run at once. */
const TIMED_TESTS = 3;
const MILLISECONDS = (Number(MINUTES ?? 0) * 60_000 * 2) / TIMED_TESTS;
const USUAL_TO_DEEP = 20;

export const isDeep = MINUTES !== undefined;

/** Of what is random in a run. TEST_SEED plays one again. */
export const seed = Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 2 ** 32));

/** The number of generated cases, for fast-check's `numRuns`. */
export function inDepth(usual: number): number {
  return isDeep ? usual * USUAL_TO_DEEP : usual;
}

/** Counts from 0, to `usual` or for as long as a deep run has time. */
export function* rounds(usual: number): Generator<number, void> {
  const end = performance.now() + MILLISECONDS;
  for (let round = 0; round < usual || performance.now() < end; round += 1) yield round;
}

/** Milliseconds for mocha's `timeout`: a deep run ends by its own limit. */
export function patience(usual: number): number {
  return isDeep ? 0 : usual;
}
