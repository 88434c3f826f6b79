// The read-only `usergroupschema:` file system, from which VS Code's JSON features read the schemas of documents.

import * as vscode from 'vscode';
import { Emitter, type Disposable } from '../../../core/emitter.ts';
import { DOCUMENT_SCHEMA, SCHEMA_SCHEME } from './schemaUris.ts';

export interface ServedSchema {
  readonly content: Uint8Array;
  /** Strictly growing for one address. */
  readonly mtime: number;
}

export class SchemaFileSystem implements vscode.FileSystemProvider, Disposable {
  readonly #serve: (uri: vscode.Uri) => Promise<ServedSchema | undefined>;
  readonly #changed = new Emitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event as vscode.Event<vscode.FileChangeEvent[]>;
  readonly #registration = vscode.workspace.registerFileSystemProvider(SCHEMA_SCHEME, this, {
    isCaseSensitive: true,
    isReadonly: true,
  });

  constructor(serve: (uri: vscode.Uri) => Promise<ServedSchema | undefined>) {
    this.#serve = serve;
  }

  dispose(): void {
    this.#registration.dispose();
    this.#changed.dispose();
  }

  announceChange(): void {
    this.#changed.fire([{ type: vscode.FileChangeType.Changed, uri: DOCUMENT_SCHEMA }]);
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { content, mtime } = await this.#required(uri);
    return {
      type: vscode.FileType.File,
      ctime: 0,
      mtime,
      size: content.byteLength,
      permissions: vscode.FilePermission.Readonly,
    };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return (await this.#required(uri)).content;
  }

  readDirectory(uri: vscode.Uri): never {
    throw vscode.FileSystemError.FileNotADirectory(uri);
  }

  createDirectory(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  writeFile(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  async #required(uri: vscode.Uri): Promise<ServedSchema> {
    const served = await this.#serve(uri);
    if (served === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    return served;
  }
}
