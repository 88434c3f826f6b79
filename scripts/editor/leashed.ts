// Starts a command on a leash: whatever happens to this process, the command and its children do not outlive it.

import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { join } from 'node:path';

export interface Leashed {
  /**
   * The ID of the process that holds the leash: the command and its children are its descendants. Absent when it could
   * not be started.
   */
  readonly pid: number | undefined;
  /** Both output streams of the command, unless it was given those of this process. */
  readonly output: readonly Readable[];
  /** Its exit code; 1 when a signal ended it. */
  readonly exited: Promise<number>;
  /** Ends the command and its children, and waits until they are gone. */
  end(): Promise<void>;
}

export interface LeashOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** `inherit`: the command writes where this process writes. */
  readonly output: 'pipe' | 'inherit';
}

export function startLeashed(
  command: string,
  args: readonly string[],
  { cwd, env = process.env, output }: LeashOptions,
): Leashed {
  // Detached, so that Ctrl+C reaches the owner alone, who then ends things in its own order.
  const leash = spawn(process.execPath, [join(import.meta.dirname, 'leash.ts'), command, ...args], {
    cwd,
    env,
    detached: process.platform !== 'win32',
    windowsHide: true,
    stdio: ['pipe', output, output],
  });
  const exited = new Promise<number>((resolve, reject) => {
    leash.once('error', reject);
    leash.once('close', (code) => {
      resolve(code ?? 1);
    });
  });
  return {
    pid: leash.pid,
    output: [leash.stdout, leash.stderr].filter((stream) => stream !== null),
    exited,
    end: async () => {
      leash.stdin?.end();
      await exited;
    },
  };
}
