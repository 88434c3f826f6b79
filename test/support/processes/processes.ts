// Starts windows as processes, hears what they tell, and kills them.

import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buildSync } from 'esbuild';
import type { ManyTask, ManyReport } from '../many/tasks.ts';
import type { Task, WindowReport } from './tasks.ts';

const CACHE = join(import.meta.dirname, '../../../.cache/compiled');

/** Scripts in this folder and beside it, with what each is sent to do and what it says. */
interface Scripts {
  'window.ts': { readonly task: Task; readonly reported: WindowReport };
  'storeWindow.ts': { readonly task: Task; readonly reported: WindowReport };
  '../many/window.ts': { readonly task: ManyTask; readonly reported: ManyReport };
}

/** As one file of JavaScript, which loads in half the time; made once by each process of tests. */
const bundles = new Map<string, string>();

function bundled(script: string): string {
  const known = bundles.get(script);
  if (known !== undefined) return known;
  const file = join(CACHE, `${script.replaceAll(/\W+/g, '-')}.cjs`);
  const { outputFiles } = buildSync({
    entryPoints: [join(import.meta.dirname, script)],
    bundle: true,
    platform: 'node',
    format: 'cjs',
    mainFields: ['module', 'main'],
    write: false,
  });
  // Others may be loading it.
  const own = `${file}.${process.pid}`;
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(own, outputFiles[0]!.contents);
  renameSync(own, file);
  bundles.set(script, file);
  return file;
}

export class WindowProcess<Script extends keyof Scripts = 'window.ts'> {
  readonly reported: Scripts[Script]['reported'][] = [];
  /** Runs at each line, at once. */
  onShown: (reported: Scripts[Script]['reported'], count: number) => void = () => undefined;
  readonly #child: ChildProcess;
  readonly #ready: Promise<unknown>;
  readonly #over: Promise<unknown[]>;
  readonly #heard: Promise<unknown>;

  /** Begins to load at once. */
  constructor(script: Script) {
    this.#child = fork(bundled(script), {
      execArgv: ['--no-warnings'],
      silent: true,
    });
    this.#ready = once(this.#child, 'message');
    this.#over = once(this.#child, 'exit');
    const lines = createInterface({ input: this.#child.stdout! });
    lines.on('line', (line) => {
      // The last line of a process that is killed may be half a line.
      if (!line.endsWith('}')) return;
      const reported = JSON.parse(line) as Scripts[Script]['reported'];
      this.reported.push(reported);
      this.onShown(reported, this.reported.length);
    });
    this.#child.stderr?.pipe(process.stderr);
    this.#heard = once(lines, 'close');
  }

  /**
   * Resolves when the process has come to its end, of itself or not, and all that it reported has been heard: to the
   * signal that ended it.
   */
  async does(task: Scripts[Script]['task']): Promise<NodeJS.Signals | null> {
    await this.#ready;
    this.#child.send(task);
    const [[, signal]] = await Promise.all([this.#over, this.#heard]);
    return signal as NodeJS.Signals | null;
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  /** Kills it unless it has ended, and resolves when it is gone. */
  async end(): Promise<void> {
    this.kill();
    await this.#over;
  }
}

/** Windows that load while others are still at work: one is always ready. To be called inside a `describe`. */
export function windowProcesses<Script extends keyof Scripts = 'window.ts'>(
  script = 'window.ts' as Script,
): () => WindowProcess<Script> {
  let started: WindowProcess<Script>[] = [];
  let next: WindowProcess<Script>;
  const begin = (): WindowProcess<Script> => {
    const begun = new WindowProcess(script);
    started.push(begun);
    return begun;
  };
  // It belongs to no test, each of which leaves as many processes as it found.
  before(() => {
    next = begin();
  });
  after(async () => {
    await Promise.all(started.map((window) => window.end()));
    started = [];
  });
  return () => {
    const window = next;
    next = begin();
    return window;
  };
}
