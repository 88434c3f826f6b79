// Runs in the extension host: opens the view of an extension, if there is one, and measures what the host holds and
// does while nothing happens.

import * as vscode from 'vscode';
import { heldMemory } from './memory.ts';
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

const wait = setTimeout;
let fired = 0;

export async function run(): Promise<void> {
  const { command } = takeOrder() as IdleOrder;
  countTimers();
  if (command !== undefined) await vscode.commands.executeCommand(command);
  await pause(SETTLING_MS);
  fired = 0;
  await pause(COUNTED_SECONDS * 1_000);
  const timers = fired / COUNTED_SECONDS;
  const idleness: Idleness = { memory: heldMemory(), timers };
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
