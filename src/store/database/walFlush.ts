// Flushes SQLite's write-ahead log to the disk beside the event loop, which SQLite itself can only hold up until it is
// done.

import { closeSync, fdatasync, openSync } from 'node:fs';

import { SQLITE } from './storeErrors.ts';

export class WalFlush {
  readonly #file: number;
  #underWay = 0;
  #isClosed = false;

  /**
   * To be made while the database of this file is open in WAL mode, and as long as nobody else may put another in its
   * place. The log holds none of SQLite's locks, so closing it here ends none.
   * @throws what the file system throws, where it cannot be written
   */
  constructor(file: string) {
    // Windows flushes only what may be written.
    this.#file = openSync(`${file}-wal`, 'r+');
  }

  /**
   * What was committed before is on disk when this resolves. @throws what SQLite throws when a flush of its own fails
   */
  flush(): Promise<void> {
    this.#underWay += 1;
    return new Promise((resolve, reject) => {
      fdatasync(this.#file, (cause) => {
        this.#underWay -= 1;
        if (this.#isClosed) this.#closeIdle();
        if (cause === null) resolve();
        else
          reject(
            Object.assign(new Error('The write-ahead log was not flushed', { cause }), { errcode: SQLITE.ioError }),
          );
      });
    });
  }

  /** What is in progress ends first: the number of a closed file may be another file's the next moment. */
  close(): void {
    this.#isClosed = true;
    this.#closeIdle();
  }

  #closeIdle(): void {
    if (this.#underWay === 0) closeSync(this.#file);
  }
}
