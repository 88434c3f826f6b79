// Where everything lies that the scripts write: the clone's ignored folders and nowhere else.

import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');
export const cache = join(root, '.cache');
export const logs = join(cache, 'logs');
export const sampleWorkspace = join(root, 'samples/workspace');

const scratch = join(cache, 'tmp');

/** A socket's path has at most 103 characters (macOS; 107 on Linux), and an editor's socket is named by 53 of them. */
const longestForSockets = 50;

/**
 * From here on this process and those it starts keep temporary files in a folder of its own, removed when it exits.
 * What a killed process left behind, the next one removes. Where the clone lies too deep for sockets, the folder is
 * made in the system's temporary one.
 */
export function useScratchFolder(): string {
  mkdirSync(scratch, { recursive: true });
  sweepScratchFolders();
  const prefix = join(scratch, `${process.pid}-`);
  const folder = mkdtempSync(prefix.length + 6 <= longestForSockets ? prefix : join(tmpdir(), 'user-groups-'));
  for (const name of ['TMPDIR', 'TMP', 'TEMP']) process.env[name] = folder;
  process.once('exit', () => {
    removeFolder(folder);
    sweepScratchFolders();
  });
  return folder;
}

export function removeFolder(folder: string): void {
  // An editor that is just ending may still be writing its last line.
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}

/** Removes the scratch folders of processes that are no more. */
function sweepScratchFolders(): void {
  for (const name of readdirSync(scratch)) {
    const [pid] = name.split('-');
    if (!isRunning(Number(pid))) removeFolder(join(scratch, name));
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
