// VS Code's addresses and file system as far as unit tests need them: of this machine's disk, links reported as VS Code
// reports them.

import { lstat, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { posix } from 'node:path';
import type * as vscode from 'vscode';
import { Emitter } from '../../../src/core/emitter.ts';

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

  static FileNotADirectory(what: Uri): FileSystemError {
    return new FileSystemError(`${what.path} is no folder`, 'FileNotADirectory');
  }

  static NoPermissions(what: Uri | string): FileSystemError {
    return new FileSystemError(typeof what === 'string' ? what : `${what.path} is read-only`, 'NoPermissions');
  }
}

export class RelativePattern {
  readonly pattern: string;

  constructor(_folder: object, pattern: string) {
    this.pattern = pattern;
  }
}

/** Of what one pattern names: the test's to fire, as VS Code does when a file changes, comes or goes. */
class FakeFileWatcher {
  readonly pattern: string;
  readonly changed = new Emitter<object | undefined>();
  readonly created = new Emitter<object | undefined>();
  readonly deleted = new Emitter<object | undefined>();
  readonly onDidChange = this.changed.event;
  readonly onDidCreate = this.created.event;
  readonly onDidDelete = this.deleted.event;

  constructor(pattern: string | RelativePattern) {
    this.pattern = typeof pattern === 'string' ? pattern : pattern.pattern;
    fileWatchers.add(this);
  }

  dispose(): void {
    fileWatchers.delete(this);
  }
}

/** Those that are not disposed of. */
export const fileWatchers = new Set<FakeFileWatcher>();

interface UriParts {
  readonly scheme: string;
  readonly authority?: string;
  readonly path: string;
}

export class Uri {
  readonly scheme: string;
  readonly authority: string;
  readonly path: string;

  private constructor({ scheme, authority = '', path }: UriParts) {
    this.scheme = scheme;
    this.authority = authority;
    this.path = path;
  }

  static file(path: string): Uri {
    return new Uri({ scheme: 'file', path });
  }

  static parse(text: string): Uri {
    const { protocol, host, pathname } = new URL(text);
    return new Uri({ scheme: protocol.slice(0, -1), authority: host, path: decodeURIComponent(pathname) });
  }

  static from(parts: UriParts): Uri {
    return new Uri(parts);
  }

  static joinPath(uri: Uri, ...parts: readonly string[]): Uri {
    return uri.with({ path: posix.join(uri.path, ...parts) });
  }

  get fsPath(): string {
    return this.path;
  }

  with({ scheme = this.scheme, path = this.path }: Partial<UriParts>): Uri {
    return new Uri({ scheme, authority: this.authority, path });
  }

  toString(): string {
    const slashes = this.scheme === 'file' || this.authority !== '' ? '//' : '';
    return `${this.scheme}:${slashes}${this.authority}${this.path.split('/').map(encodeURIComponent).join('/')}`;
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
  readFile: (uri: Uri): Promise<Uint8Array> => {
    const [provider] = fileSystemProviders.get(uri.scheme) ?? [];
    return provider === undefined
      ? orTheirError(readFile(uri.fsPath))
      : ((provider as vscode.FileSystemProvider).readFile(uri as never) as Promise<Uint8Array>);
  },
  createDirectory: ({ fsPath }: Uri) => orTheirError(mkdir(fsPath, { recursive: true })),
  writeFile: ({ fsPath }: Uri, bytes: Uint8Array) => orTheirError(writeFile(fsPath, bytes)),
  /** As of Git's versions. */
  isWritableFileSystem: (scheme: string) => scheme !== 'git',
  ...ofProviders,
};

/** What provides the files of each scheme, and with which options. */
export const fileSystemProviders = new Map<string, readonly [provider: object, options: object]>();
/** The test's to fire, as VS Code does when folders of the workspace come or go. */
export const foldersChanged = new Emitter<undefined>();

export interface FileWorkspace {
  readonly createFileSystemWatcher: (pattern: string | RelativePattern) => FakeFileWatcher;
  readonly decode: (bytes: Uint8Array) => Promise<string>;
  readonly fs: typeof fs;
  readonly onDidChangeWorkspaceFolders: typeof foldersChanged.event;
  readonly registerFileSystemProvider: (
    scheme: string,
    provider: object,
    options: object,
  ) => { readonly dispose: () => void };
  /** The test's to set. */
  workspaceFolders: readonly { readonly uri: Uri }[] | undefined;
  getWorkspaceFolder: (uri: Uri) => { readonly uri: Uri } | undefined;
  /** The test's to set. */
  findFiles: (include: string, exclude: string, most: number) => Promise<readonly Uri[]>;
}

export const fileWorkspace: FileWorkspace = {
  createFileSystemWatcher: (pattern) => new FakeFileWatcher(pattern),
  decode: (bytes) => Promise.resolve(new TextDecoder().decode(bytes)),
  fs,
  onDidChangeWorkspaceFolders: foldersChanged.event,
  registerFileSystemProvider: (scheme, ...given) => {
    fileSystemProviders.set(scheme, given);
    return { dispose: () => void fileSystemProviders.delete(scheme) };
  },
  workspaceFolders: undefined,
  findFiles: () => Promise.resolve([]),
  getWorkspaceFolder(this: FileWorkspace, { path }) {
    return this.workspaceFolders?.find(({ uri }) => `${path}/`.startsWith(`${uri.path}/`));
  },
};

/** An address, typed as VS Code's own. */
export const uriFrom = (parts: UriParts): vscode.Uri => Uri.from(parts) as unknown as vscode.Uri;
export const fileUri = (path: string): vscode.Uri => uriFrom({ scheme: 'file', path });
