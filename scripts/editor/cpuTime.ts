// The processor time of a command, its children included: these machines are shared, so that time alone says little.
// Linux adds the time of a process to that of its parent, unless the parent has died before, as a browser does before
// its pages. What such processes take is seen by looking at all of them again and again.

import { appendFileSync, readdirSync, readFileSync } from 'node:fs';

/** The variable that names a file, to which each command adds a line with the seconds that it took. */
export const CPU_FILE = 'TEST_CPU_FILE';

/** Set for all that a counted command starts: it is counted with that command. */
export const IS_COUNTED = 'TEST_CPU_IS_COUNTED';

/** Of Linux: a tick is the hundredth part of a second. */
const TICKS = 100;
const LOOK_EVERY_MS = 500;

export interface Stat {
  readonly pid: number;
  /** When it started: a number is used again for another process. */
  readonly startTime: number;
  readonly parent: number;
  /** User and system time of the process itself, in seconds. */
  readonly own: number;
  /** Processor time of its children that have ended, and of theirs. */
  readonly ended: number;
}

export interface CpuTime {
  /** To be called before what is running is ended. */
  readonly look: () => void;
  /** To be called when the command has ended. */
  readonly write: () => void;
}

/** To be called before the command is started. It counts nothing where the system is not Linux. */
export function countCpuTime(): CpuTime {
  const { [CPU_FILE]: file, [IS_COUNTED]: isCounted } = process.env;
  if (file === undefined || isCounted !== undefined || process.platform !== 'linux')
    return { look: () => undefined, write: () => undefined };
  process.env[IS_COUNTED] = '1';
  const times = new ProcessTimes(process.pid);
  const look = (): void => {
    times.see(runningProcesses());
  };
  look();
  setInterval(look, LOOK_EVERY_MS).unref();
  return {
    look,
    write: () => {
      look();
      appendFileSync(file, `${times.seconds()}\n`);
    },
  };
}

/** A process and all below it, those included whose parent has ended. */
export class ProcessTimes {
  readonly #root: number;
  readonly #seen = new Map<string, Stat & { readonly parentKey: string | undefined }>();

  constructor(root: number) {
    this.#root = root;
  }

  /** @param running all processes of the machine. */
  see(running: readonly Stat[]): void {
    const keys = new Map(running.map((stat) => [stat.pid, keyOf(stat)]));
    const left = new Set(running);
    for (let isNew = true; isNew;) {
      isNew = false;
      for (const stat of left) {
        const key = keyOf(stat);
        const parentKey = this.#seen.get(key)?.parentKey ?? keys.get(stat.parent);
        if (stat.pid !== this.#root && !this.#seen.has(key) && !this.#seen.has(parentKey ?? '')) continue;
        this.#seen.set(key, { ...stat, parentKey });
        left.delete(stat);
        isNew = true;
      }
    }
  }

  /** What each took when it was last seen, and what its children took after that, or without being seen at all. */
  seconds(): number {
    const ofChildren = new Map<string | undefined, number>();
    for (const { parentKey, own, ended } of this.#seen.values())
      ofChildren.set(parentKey, (ofChildren.get(parentKey) ?? 0) + own + ended);
    return Array.from(
      this.#seen,
      ([key, { own, ended }]) => own + Math.max(0, ended - (ofChildren.get(key) ?? 0)),
    ).reduce((sum, each) => sum + each, 0);
  }
}

function keyOf({ pid, startTime }: Stat): string {
  return `${pid} ${startTime}`;
}

function runningProcesses(): Stat[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0)
    .flatMap((pid) => {
      try {
        return [statOf(pid)];
      } catch {
        // It has ended since.
        return [];
      }
    });
}

function statOf(pid: number): Stat {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name of the program stands in parentheses and may have blanks. Behind it, the parent is the second field;
  // `utime`, `stime`, `cutime` and `cstime` begin with the twelfth, and the time of the start is the twentieth.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [utime = 0, stime = 0, cutime = 0, cstime = 0] = fields.slice(11, 15).map((ticks) => ticks / TICKS);
  return {
    pid,
    startTime: fields[19] ?? 0,
    parent: fields[1] ?? 0,
    own: utime + stime,
    ended: cutime + cstime,
  };
}
