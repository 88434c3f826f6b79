// VS Code's addresses and file system as far as unit tests need them: of this machine's disk, links reported as VS Code
// reports them.

import { lstat, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { posix } from 'node:path';
import type * as vscode from 'vscode';

export const FileChangeType = { Changed: 1, Created: 2, Deleted: 3 };
export const FilePermission = { Readonly: 1 };
export const FileType = { Unknown: 0, File: 1, Directory: 2, SymbolicLink: 64 };

export class FileSystemError extends Error {
  readonly code: string;

  constructor(message: string, code = 'Unknown') {
    super(message);
    this.code = code;
  }

  static FileNotFound(what: Uri | string): FileSystemError {
    return new FileSystemError(typeof what === 'string' ? what : `${what.path} is not there`, 'FileNotFound');
  }

  static NoPermissions(message: string): FileSystemError {
    return new FileSystemError(message, 'NoPermissions');
  }
}

export class RelativePattern {
  readonly pattern: string;

  constructor(_folder: object, pattern: string) {
    this.pattern = pattern;
  }
}

export class Uri {
  readonly scheme: string;
  readonly path: string;

  private constructor(scheme: string, path: string) {
    this.scheme = scheme;
    this.path = path;
  }

  static file(path: string): Uri {
    return new Uri('file', path);
  }

  static parse(text: string): Uri {
    const { protocol, pathname } = new URL(text);
    return new Uri(protocol.slice(0, -1), decodeURIComponent(pathname));
  }

  static from({ scheme, path }: { readonly scheme: string; readonly path: string }): Uri {
    return new Uri(scheme, path);
  }

  static joinPath({ scheme, path }: Uri, ...parts: readonly string[]): Uri {
    return new Uri(scheme, posix.join(path, ...parts));
  }

  get fsPath(): string {
    return this.path;
  }

  with({ path }: { readonly path: string }): Uri {
    return new Uri(this.scheme, path);
  }

  toString(): string {
    const authority = this.scheme === 'file' ? '//' : '';
    return `${this.scheme}:${authority}${this.path.split('/').map(encodeURIComponent).join('/')}`;
  }
}

/** Of a link: that it is one, and what it leads to, if that is there. */
async function typeOf(path: string): Promise<number> {
  const [own, end] = [await lstat(path), await stat(path).catch(() => undefined)];
  const type =
    end?.isFile() === true ? FileType.File : end?.isDirectory() === true ? FileType.Directory : FileType.Unknown;
  return own.isSymbolicLink() ? type | FileType.SymbolicLink : type;
}

function orTheirError<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new FileSystemError(message, code === 'ENOENT' ? 'FileNotFound' : String(code));
  });
}

/** Of documents with a file system of their own: the test's to set. */
const ofProviders: {
  delete: (uri: Uri) => Promise<void>;
  rename: (from: Uri, to: Uri) => Promise<void>;
} = {
  delete: () => Promise.reject(new Error('No test deletes this.')),
  rename: () => Promise.reject(new Error('No test renames this.')),
};

const fs = {
  stat: ({ fsPath }: Uri) =>
    orTheirError(Promise.all([typeOf(fsPath), lstat(fsPath)]).then(([type, { size }]) => ({ type, size }))),
  readDirectory: ({ fsPath }: Uri) =>
    orTheirError(
      readdir(fsPath).then((names) =>
        Promise.all(names.map(async (name) => [name, await typeOf(posix.join(fsPath, name))] as const)),
      ),
    ),
  readFile: ({ fsPath }: Uri) => orTheirError(readFile(fsPath)),
  writeFile: ({ fsPath }: Uri, bytes: Uint8Array) => orTheirError(writeFile(fsPath, bytes)),
  ...ofProviders,
};

type Subscribe = () => { readonly dispose: () => void };

export interface FileWorkspace {
  readonly createFileSystemWatcher: () => Readonly<Record<'onDidChange' | 'onDidCreate' | 'onDidDelete', Subscribe>> & {
    readonly dispose: () => void;
  };
  readonly decode: (bytes: Uint8Array) => Promise<string>;
  readonly fs: typeof fs;
  /** The test's to set. */
  workspaceFolders: readonly { readonly uri: Uri }[] | undefined;
  getWorkspaceFolder: (uri: Uri) => { readonly uri: Uri } | undefined;
}

const noListener = (): { readonly dispose: () => void } => ({ dispose: () => undefined });

export const fileWorkspace: FileWorkspace = {
  createFileSystemWatcher: () => ({
    onDidChange: noListener,
    onDidCreate: noListener,
    onDidDelete: noListener,
    dispose: () => undefined,
  }),
  decode: (bytes) => Promise.resolve(new TextDecoder().decode(bytes)),
  fs,
  workspaceFolders: undefined,
  getWorkspaceFolder(this: FileWorkspace, { path }) {
    return this.workspaceFolders?.find(({ uri }) => `${path}/`.startsWith(`${uri.path}/`));
  },
};

/** A file's address, typed as VS Code's own. */
export const fileUri = (path: string): vscode.Uri => Uri.file(path) as unknown as vscode.Uri;
