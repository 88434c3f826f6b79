// Runs in the extension host: opens the view of an extension, if there is one, and measures what the host keeps and does
// while nothing happens.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as vscode from 'vscode';
import { answer, takeOrder } from './probeOrder.ts';

export interface IdleOrder {
  /** Shows the view. */
  readonly command?: string;
}

export interface Idleness {
  /** Bytes that JavaScript holds: those of the process rise and fall by twenty megabytes from start to start. */
  readonly memory: number;
  /** Timers that came due within a second. */
  readonly timers: number;
}

const SETTLING_MS = 5_000;
const COUNTED_SECONDS = 10;
const COLLECTIONS = 5;

const wait = setTimeout;
let fired = 0;

export async function run(): Promise<void> {
  const { command } = takeOrder() as IdleOrder;
  setFlagsFromString('--expose_gc');
  const collect = runInNewContext('gc') as () => void;
  countTimers();
  if (command !== undefined) await vscode.commands.executeCommand(command);
  await pause(SETTLING_MS);
  fired = 0;
  await pause(COUNTED_SECONDS * 1_000);
  const timers = fired / COUNTED_SECONDS;
  for (let time = 0; time < COLLECTIONS; time += 1) {
    collect();
    await pause(500);
  }
  const { heapUsed, external } = process.memoryUsage();
  const idleness: Idleness = { memory: heapUsed + external, timers };
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

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    wait(resolve, milliseconds);
  });
}
