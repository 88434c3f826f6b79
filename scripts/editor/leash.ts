// Runs a command that ends with its owner: when the owner lets go of stdin or dies, all that the command started ends
// too.

import { spawn, spawnSync } from 'node:child_process';
import { countCpuTime } from './cpuTime.ts';

const graceMilliseconds = 5_000;
const isWindows = process.platform === 'win32';
const [command = '', ...args] = process.argv.slice(2);

const cpuTime = countCpuTime();
// A process group of its own, so that its children can be ended with it.
const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], detached: !isWindows });

child.once('error', (error) => {
  console.error(error.message);
  process.exit(127);
});
child.once('exit', (code) => {
  cpuTime.look();
  endGroup('SIGKILL');
  cpuTime.write();
  process.exit(code ?? 1);
});

process.stdin.resume().once('close', dismiss);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, dismiss);

function dismiss(): void {
  cpuTime.look();
  endGroup('SIGTERM');
  setTimeout(endGroup, graceMilliseconds, 'SIGKILL');
}

function endGroup(signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  if (isWindows) {
    spawnSync('taskkill', ['/pid', String(child.pid), '/T', '/F'], { stdio: 'ignore' });
    return;
  }
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The group is empty already.
  }
}
