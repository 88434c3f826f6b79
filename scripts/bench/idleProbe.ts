// Runs in the extension host: opens the view of an extension, and measures what it keeps and does while nothing happens.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as vscode from 'vscode';
import { answer, takeOrder } from './probeOrder.ts';

export interface IdleOrder {
  /** Id of the extension that is measured. */
  readonly ours: string;
  /** Shows its view. */
  readonly command: string;
}

export interface Idleness {
  /** Bytes that the process has beyond those before. */
  readonly memory: number;
  /** Bytes of those in JavaScript's own memory. */
  readonly heap: number;
  /** Timers that came due within a second. */
  readonly timers: number;
}

const SETTLING_MS = 10_000;
const COUNTED_SECONDS = 10;

const wait = setTimeout;
let fired = 0;

export async function run(): Promise<void> {
  const { ours, command } = takeOrder() as IdleOrder;
  setFlagsFromString('--expose_gc');
  const collect = runInNewContext('gc') as () => void;
  const memory = async (): Promise<NodeJS.MemoryUsage> => {
    for (let turn = 0; turn < 3; turn += 1) {
      collect();
      await pause(200);
    }
    return process.memoryUsage();
  };
  await pause(SETTLING_MS);
  const before = await memory();
  countTimers();
  await vscode.commands.executeCommand(command);
  if (vscode.extensions.getExtension(ours)?.isActive !== true) throw new Error(`${ours} is not active.`);
  await pause(SETTLING_MS);
  fired = 0;
  await pause(COUNTED_SECONDS * 1_000);
  const timers = fired / COUNTED_SECONDS;
  const after = await memory();
  const idleness: Idleness = { memory: after.rss - before.rss, heap: heapOf(after) - heapOf(before), timers };
  answer(idleness);
}

/** Of all that is loaded from now on. */
function countTimers(): void {
  const counted = (start: (...args: unknown[]) => unknown) => {
    return (work: () => void, ...rest: unknown[]): unknown =>
      start(
        () => {
          fired += 1;
          work();
        },
        ...rest,
      );
  };
  Object.assign(globalThis, {
    setTimeout: counted(setTimeout as never),
    setInterval: counted(setInterval as never),
  });
}

function heapOf({ heapUsed, external }: NodeJS.MemoryUsage): number {
  return heapUsed + external;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    wait(resolve, milliseconds);
  });
}
