// How many items of a run are in progress at once.

/** As many as a connection carries requests at once. */
export const MOST_AT_ONCE = 8;
/**
 * While so many requests run, earlier answers are written and the next items start, so that none waits for the disk.
 */
export const MOST_IN_HAND = 2 * MOST_AT_ONCE;
