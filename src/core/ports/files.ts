// Files on this machine's disk.

export interface WriteOptions {
  /** An existing file stays, and writing fails with `conflict`; or it is replaced once the new one is complete. */
  readonly existing: 'keep' | 'replace';
  /** For its owner alone. Else it gets the permissions of the file that it replaces, or those of any new file. */
  readonly isPrivate?: boolean;
}

/** Files on this machine's disk, maybe larger than memory. Failures are `UserGroupsError`s of kind `unavailable`. */
export interface LargeFiles {
  /** A file that cannot be written to its end does not exist. A link is never followed: it may be replaced itself. */
  write(path: string, pieces: AsyncIterable<string>, options: WriteOptions): Promise<void>;
  /** From its beginning. */
  read(path: string): AsyncIterable<Uint8Array>;
  /** Where the path leads, with every link in it followed. */
  realPath(path: string): Promise<string>;
}
