// Copies SQLite's write-ahead log into the database in a thread of its own: SQLite itself does it within a commit, and
// holds up the event loop until the disk has flushed both.

import { Worker } from 'node:worker_threads';

/** Rows changed between checkpoints, those that triggers change included: about as many as pages SQLite waits for. */
const ROWS_BETWEEN = 2_000;

export class Checkpoints {
  readonly #path: string;
  #worker: Worker | undefined;
  #rows = 0;
  #hasEnded: () => void = () => undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /**
   * After so many more rows were changed. Resolves when the checkpoint has ended that was due, if one was: the next
   * transaction begins the log anew, if nobody wrote meanwhile. One that fails is made up for by a later one, or by
   * SQLite itself.
   */
  async after(changedRows: number): Promise<void> {
    this.#rows += changedRows;
    if (this.#rows < ROWS_BETWEEN) return;
    this.#rows = 0;
    try {
      this.#worker ??= this.#started();
    } catch {
      // Where no thread can be had, SQLite does it.
      return;
    }
    const worker = this.#worker;
    await new Promise<void>((resolve) => {
      this.#hasEnded = resolve;
      // What waits for the thread keeps the process alive, the thread alone does not.
      worker.ref();
      worker.postMessage(undefined);
    });
    worker.unref();
  }

  close(): void {
    void this.#worker?.terminate();
  }

  #started(): Worker {
    // Of its own text: it is the same thread's work wherever this module is bundled.
    const worker = new Worker(`(${checkpointWhenAsked.toString()})()`, {
      eval: true,
      workerData: this.#path,
      env: {},
      execArgv: [],
      stderr: true,
    });
    worker
      .on('message', () => {
        this.#hasEnded();
      })
      .on('error', () => undefined)
      .on('exit', () => {
        this.#worker = undefined;
        this.#hasEnded();
      });
    return worker;
  }
}

/** Runs in the thread, and knows nothing but what it is given. */
function checkpointWhenAsked(): void {
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
  const { existsSync } = process.getBuiltinModule('node:fs');
  const thread = process.getBuiltinModule('node:worker_threads');
  const path = thread.workerData as string;
  const checkpoint = (): void => {
    // Opening would make it anew.
    if (!existsSync(path)) return;
    const database = new DatabaseSync(path);
    try {
      // Waits for nobody, and nobody waits for it.
      database.exec('PRAGMA wal_checkpoint(PASSIVE)');
    } finally {
      database.close();
    }
  };
  thread.parentPort?.on('message', () => {
    try {
      checkpoint();
    } catch {
      // The next one copies what this one has left.
    }
    thread.parentPort?.postMessage(undefined);
  });
}
