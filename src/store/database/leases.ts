// Whether the window that sends something still lives: it says so again and again while it waits.

import { LEASE_MS } from '../../core/ports/journal.ts';

export function leaseFrom(now: number): number {
  return now + LEASE_MS;
}

/**
 * One that ends later than any lease can was given before the clock jumped back: its window, if it lives, will soon
 * give a new one.
 */
export function isAlive(leaseUntil: number, now: number): boolean {
  return now < leaseUntil && leaseUntil <= now + LEASE_MS;
}
