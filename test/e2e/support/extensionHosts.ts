// The processes in which an editor's extensions run, found among all that its server has started.

import { execFileSync } from 'node:child_process';

/** Process ids of the extension hosts among the descendants of this process. */
export function extensionHostsUnder(ancestor: number | undefined): number[] {
  const processes = execFileSync('ps', ['-A', '-ww', '-o', 'pid=', '-o', 'ppid=', '-o', 'args='], { encoding: 'utf8' })
    .split('\n')
    .flatMap((line) => {
      const [, pid, parent, command = ''] = /^\s*(\d+)\s+(\d+)\s+(\S.*)$/.exec(line) ?? [];
      return [{ pid: Number(pid), parent: Number(parent), command }];
    });
  const under = (parent: number | undefined): typeof processes =>
    processes.filter((process) => process.parent === parent).flatMap((process) => [process, ...under(process.pid)]);
  return under(ancestor)
    .filter(({ command }) => command.includes('--type=extensionHost'))
    .map(({ pid }) => pid);
}
