// Files on this machine's disk.

export interface WriteOptions {
  /** An existing file stays, and writing fails with `conflict`; or it is replaced once the new one is complete. */
  readonly existing: 'keep' | 'replace';
  /** What is replaced, as it was read: once it has changed, writing fails with `conflict`. */
  readonly replaced?: FileSnapshot | undefined;
  /** For its owner alone. Else it gets the permissions of the file that it replaces, or those of any new file. */
  readonly isPrivate?: boolean;
  /**
   * It holds a secret: what is written on the way is out of sight for Git and for other people, also where it is left
   * behind by a crash, until the next one is written to the same folder. One at a time is, and its owner stays.
   */
  readonly isSecret?: boolean;
  /** Called once everything is written, right before it counts. Where it rejects, the file is as it was. */
  readonly lastCheck?: () => Promise<void>;
}

/** A file as it was read. */
export interface FileSnapshot {
  readonly bytes: Uint8Array;
  /** Stays equal as long as nobody has written to the file or replaced it. */
  readonly state: string;
}

/** Files on this machine's disk, maybe larger than memory. Failures are `UserGroupsError`s of kind `unavailable`. */
export interface LargeFiles {
  /** A file that is not complete does not exist. A link is never followed: it may be replaced itself. */
  write(path: string, pieces: AsyncIterable<string>, options: WriteOptions): Promise<void>;
  /** From its beginning. */
  read(path: string): AsyncIterable<Uint8Array>;
  /**
   * A small file in one piece, `undefined` where there is none. No link is followed at its end.
   * @throws UserGroupsError `conflict` for anything but a plain file with one name and at most this many bytes
   */
  snapshot(path: string, longest: number): Promise<FileSnapshot | undefined>;
  /** Where the path leads, with every link in it followed. */
  realPath(path: string): Promise<string>;
}
