// The process's clock for delayed work.

import type { Schedule } from '../core/ports/timer.ts';

export const schedule: Schedule = (milliseconds, work) => {
  const timer = setTimeout(work, milliseconds).unref();
  return {
    dispose: () => {
      clearTimeout(timer);
    },
  };
};
