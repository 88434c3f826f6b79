// Tells which file a database has open, as its path may lead to another one later: another window, or the user, may
// replace the file.

import { statSync } from 'node:fs';
import { fileReplaced } from './storeErrors.ts';

export class OpenFile {
  readonly #path: string;
  readonly #log: string;
  readonly #identity: string;

  /** @param path of the file that was just opened @param log its log, renamed first when both are set aside */
  constructor(path: string, log: string) {
    this.#path = path;
    this.#log = log;
    this.#identity = this.#found();
  }

  /**
   * @throws UserGroupsError `unavailable` when the path or its log leads to another file, or to none: what is written
   * to the open one is read by nobody else
   */
  requireInPlace(): void {
    if (this.#found() !== this.#identity) throw fileReplaced(this.#path);
  }

  /** SQLite keeps the log, under this very name, as long as anybody has the file open. */
  #found(): string {
    return [this.#path, this.#log].map(identityOf).join(', ');
  }
}

/** As numbers that keep all their digits: those of Windows are larger than 2^53. */
function identityOf(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev} ${found.ino}`;
}
