// Nothing outlives its test. What a test leaves behind (a timer, a server, a child process, an open file, a rejection
// that nobody handles) fails that test by name, because it would otherwise disturb whichever test runs next.

import { closeSync, openSync, readdirSync, readlinkSync } from 'node:fs';
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';

/** Milliseconds that a busy machine gets to end what the test has told to end. */
const LIMIT = 5000;

let before = new Map<string, number>();
let openBefore = new Set<string>();
let latest = 'no test';

export const mochaHooks = {
  /** Mocha drops rejections in its parallel mode. Without its listener Node makes each one an uncaught exception. */
  beforeAll(): void {
    process.removeAllListeners('unhandledRejection');
  },
  /** Asynchronous, so that the timer of mocha around it is counted before a test as it is after one. */
  async beforeEach(this: Mocha.Context): Promise<void> {
    latest = `${this.currentTest?.file}: ${this.currentTest?.fullTitle()}`;
    await turn();
    before = resources();
    openBefore = new Set(descriptors());
  },
  async afterEach(): Promise<void> {
    const thrown: unknown[] = [];
    // Mocha would end this hook at an exception, and its process when the hook then ends by itself.
    process.setUncaughtExceptionCaptureCallback((error) => thrown.push(error));
    await turn();
    const end = performance.now() + LIMIT;
    for (let wait = 1; leftBehind().length > 0 && performance.now() < end; wait = Math.min(2 * wait, 64))
      await pause(wait);
    process.setUncaughtExceptionCaptureCallback(null);
    if (thrown.length > 0) throw thrown[0];
    const left = leftBehind();
    if (left.length > 0) throw new Error(`The test leaves behind: ${left.join(', ')}`);
  },
};

process.on('exit', (code) => {
  if (code !== 0) console.error(`A process of the tests ends with exit code ${code}. It ran last: ${latest}`);
});

/** How many there are of each kind that keeps the process alive. */
function resources(): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of process.getActiveResourcesInfo()) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

function leftBehind(): string[] {
  const more = Array.from(resources(), ([name, count]) => [name, count - (before.get(name) ?? 0)] as const);
  return [...more.filter(([, count]) => count > 0).map(([name, count]) => `${count} ${name}`), ...openedFiles()];
}

/**
 * The files that were opened since and are open still; only those are looked up, because each look costs. The temporary
 * folder may be in /dev/shm. A file that was open before is none of them, because SQLite closes one late while another
 * connection of the process has locked it.
 */
function openedFiles(): string[] {
  const [former, later] = [new Set<string>(), new Set<string>()];
  const now = descriptors();
  if (now.every((each) => openBefore.has(each))) return [];
  for (const each of now) (openBefore.has(each) ? former : later).add(targetOf(each));
  return [...later]
    .filter((target) => /^\/(?!proc\/|dev\/(?!shm\/))/.test(target) && !former.has(target))
    .map((target) => `1 ${target}`);
}

/** Only Linux lists them. The one that the listing itself uses is the lowest that is free. */
function descriptors(): string[] {
  if (process.platform !== 'linux') return [];
  const free = openSync('/dev/null', 'r');
  closeSync(free);
  return readdirSync('/proc/self/fd').filter((each) => each !== String(free));
}

/** One that was closed meanwhile has none. */
function targetOf(descriptor: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`);
  } catch {
    return '';
  }
}
