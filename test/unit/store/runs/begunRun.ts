// Runs for tests, begun by a window of their own.

import type { NewRun } from '../../../../src/core/ports/runStore.ts';
import type { NewRunItem } from '../../../../src/core/runs.ts';
import type { OpenedStore } from '../storeFixture.ts';

export const BASE_URL = 'https://dashboards.example.com';
export const WINDOW = 'a window';

export const OTHER = 'another window';

/** One that its window still fills. */
export function begunRun({ store, clock, connectionId }: OpenedStore, options: Partial<NewRun> = {}): number {
  const run = { kind: 'update', connectionId, baseUrl: BASE_URL, at: clock.now, stopAtFirstFailure: false } as const;
  return store.runs.begin({ ...run, ...options }, WINDOW);
}

/** Of ids, or of items as they are. It waits for its first window. */
export function waitingRun(
  opened: OpenedStore,
  items: readonly (string | NewRunItem)[],
  options: Partial<NewRun> = {},
): number {
  const { runs } = opened.store;
  const run = begunRun(opened, options);
  runs.addItems(
    run,
    items.map((item) => (typeof item === 'string' ? { userGroupId: item, text: '{}' } : item)),
  );
  runs.isFilled(run);
  return run;
}

/** One that a window works on. */
export function leasedRun(...begun: Parameters<typeof waitingRun>): number {
  const run = waitingRun(...begun);
  begun[0].store.runs.lease(run, WINDOW);
  return run;
}
