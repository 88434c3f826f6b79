// Made on first use, once; a making that failed is tried again on the next use.

import type { Lazy } from './ports.ts';

export function lazy<T>(make: () => Promise<T>): Lazy<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
