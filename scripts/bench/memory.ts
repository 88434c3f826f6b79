// How much memory this process takes.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collectGarbage: (() => void) | undefined;

/** That it ever had, in bytes: what it has at a moment falls and rises by itself. */
export function mostMemory(): number {
  return process.resourceUsage().maxRSS * 1_024;
}

/** What JavaScript holds on to at this moment, in bytes: what is garbage is collected first, which takes its time. */
export function heldMemory(): number {
  setFlagsFromString('--expose_gc');
  collectGarbage ??= runInNewContext('gc') as () => void;
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
