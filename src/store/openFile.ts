// Which file a database has open, told apart from whatever its path leads to later: another window, or a person, may put another one there.

import { statSync } from 'node:fs';

import { fileReplaced } from './storeErrors.ts';

export class OpenFile {
  readonly #path: string;
  readonly #identity: string | undefined;

  /** Of the file that was just opened at this path. */
  constructor(path: string) {
    this.#path = path;
    this.#identity = identityOf(path);
  }

  /** @throws UserGroupsError `unavailable` when the path leads to another file, or to none: what is written to the open one is read by nobody else */
  requireInPlace(): void {
    if (identityOf(this.#path) !== this.#identity) throw fileReplaced(this.#path);
  }
}

/** As numbers that keep all their digits: those of Windows are larger than 2^53. */
function identityOf(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev} ${found.ino}`;
}
