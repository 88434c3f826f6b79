// Runs a measurement in a process of its own, so that nothing measured before it counts in.

import { fork } from 'node:child_process';
import { join } from 'node:path';

/** What the file beside this one, started with these arguments, hands back. */
export function alone<T>(file: string, ...args: readonly string[]): Promise<T> {
  const child = fork(join(import.meta.dirname, file), args);
  return new Promise((resolve, reject) => {
    let result: T | undefined;
    child.once('message', (message) => {
      result = message as T;
    });
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0 && result !== undefined) resolve(result);
      else reject(new Error(`${file} ended with exit code ${code} before it had a result.`));
    });
  });
}

/** Called once, at the end of such a file. The result travels as JSON. */
export function handBack(result: unknown): void {
  process.send?.(result, () => {
    process.disconnect();
  });
}
