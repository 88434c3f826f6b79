// How many items of a run are in progress at once.

/** As many as a connection carries requests. */
export const MOST_AT_ONCE = 8;
/**
 * While so many requests are answered, what was answered before is written down, and what comes next is begun: none
 * waits for the disk.
 */
export const MOST_IN_HAND = 2 * MOST_AT_ONCE;
