// The processor time of a command, its children included: these machines are shared, so that time alone says little.
// Linux adds the time of a process to that of its parent, unless the parent has died before: an editor that is ended
// leaves such processes. What they took is looked up before.

import { appendFileSync, readdirSync, readFileSync } from 'node:fs';

/** The variable that names a file with a line for each leash: the seconds that no leash around it counts. */
export const CPU_FILE = 'TEST_CPU_FILE';

/** Set for all that a leash starts, which counts it. */
export const IS_COUNTED = 'TEST_CPU_IS_COUNTED';

/** Of Linux: a tick is the hundredth part of a second. */
const TICKS = 100;

interface CpuTime {
  /** To be called before the command is told to end. */
  lookAtDescendants(): void;
  /** To be called when the command has ended. */
  write(): void;
}

/** To be called before the command is started. It counts nothing where the system is not Linux. */
export function countCpuTime(): CpuTime {
  const { [CPU_FILE]: file, [IS_COUNTED]: isCounted } = process.env;
  if (file === undefined || process.platform !== 'linux')
    return { lookAtDescendants: () => undefined, write: () => undefined };
  process.env[IS_COUNTED] = '1';
  let atLook = 0;
  return {
    lookAtDescendants: () => {
      atLook = secondsBelow(process.pid);
    },
    write: () => {
      const { seconds } = statOf('self');
      appendFileSync(file, `${isCounted === undefined ? Math.max(seconds, atLook) : Math.max(0, atLook - seconds)}\n`);
    },
  };
}

interface Stat {
  readonly parent: number;
  /** User and system time of the process, and of its children that have ended. */
  readonly seconds: number;
}

function secondsBelow(ancestor: number): number {
  const stats = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((pid) => {
        try {
          return [[Number(pid), statOf(pid)]];
        } catch {
          // It has ended since.
          return [];
        }
      }),
  );
  const isBelow = (pid: number): boolean => {
    const parent = stats.get(pid)?.parent;
    return parent !== undefined && (parent === ancestor || isBelow(parent));
  };
  return Array.from(stats, ([pid, { seconds }]) => (isBelow(pid) ? seconds : 0)).reduce((sum, each) => sum + each, 0);
}

function statOf(pid: string): Stat {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name of the program stands in parentheses and may have blanks. Behind it, the parent is the second field, and
  // `utime`, `stime`, `cutime` and `cstime` begin with the twelfth.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return {
    parent: Number(fields[1]),
    seconds: fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS,
  };
}
