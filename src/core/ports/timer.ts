// Timers, so that tests can run them at once.

import type { Disposable } from '../emitter.ts';

/** Runs `work` once after so many milliseconds, unless disposed before. Keeps no process alive. */
export type Schedule = (milliseconds: number, work: () => void) => Disposable;
