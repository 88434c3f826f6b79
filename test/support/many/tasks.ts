// What a window at work on many groups is asked to do, as a process of its own, and what it reports while it does it.

import type { RunState } from '../../../src/core/runs.ts';
import type { Machine } from '../processes/tasks.ts';

/** Begins the run or goes on with it until it has ended; then what failed is repeated, once. */
export interface WorkTask extends Machine {
  readonly action: 'work';
  readonly run: number;
  /** The command, for rotations. */
  readonly deliver?: readonly string[] | undefined;
}

export interface ExportTask extends Machine {
  readonly action: 'export';
  readonly list: string;
  /** Goes no further than this, and waits to be killed there. */
  readonly untilLine: number;
}

export type ManyTask = WorkTask | ExportTask;

export type ManyReport =
  /** Whenever another tenth of the items has an outcome. `heap`: bytes, without garbage. */
  | { readonly at: 'going'; readonly done: number; readonly heap: number }
  | { readonly at: 'delivering'; readonly userGroupId: string }
  | { readonly at: 'left'; readonly state: RunState; readonly because?: string | undefined }
  | { readonly at: 'exporting'; readonly lines: number }
  /** `mostMemory`: bytes that the process ever had. */
  | { readonly at: 'end'; readonly mostMemory: number };
