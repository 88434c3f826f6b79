// Flushes SQLite's write-ahead log to the disk beside the event loop, which SQLite itself can only hold up until it is done.

import { closeSync, fdatasync, openSync } from 'node:fs';

import { SQLITE } from './storeErrors.ts';

export class LogFlush {
  readonly #file: number;
  #underWay: Promise<void> = Promise.resolve();

  /**
   * To be made while the database at this path is open in WAL mode, and as long as nobody else may put another in its place. The log holds none of
   * SQLite's locks, so closing it here ends none.
   */
  constructor(path: string) {
    // Windows flushes only what may be written.
    this.#file = openSync(`${path}-wal`, 'r+');
  }

  /** What was committed before is on disk when this resolves. @throws what SQLite throws when a flush of its own fails */
  flush(): Promise<void> {
    const flushed = new Promise<void>((resolve, reject) => {
      fdatasync(this.#file, (cause) => {
        if (cause === null) resolve();
        else reject(Object.assign(new Error('The write-ahead log was not flushed', { cause }), { errcode: SQLITE.ioError }));
      });
    });
    this.#underWay = flushed.catch(() => undefined);
    return flushed;
  }

  /** Ends what is under way first: the number of a closed file may be another file's the next moment. */
  close(): void {
    void this.#underWay.then(() => { closeSync(this.#file); });
  }
}
