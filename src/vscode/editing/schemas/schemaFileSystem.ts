// The read-only `usergroupschema:` file system, from which VS Code's JSON features read the schemas of documents. It is
// no provider of virtual documents, because those would not start the extension.

import * as vscode from 'vscode';
import { Emitter, type Disposable } from '../../../core/emitter.ts';

/** Without a hyphen, which patterns of schemas do not support. */
const SCHEME = 'usergroupschema';

/** The schema of every document; package.json names it (`contributes.jsonValidation`). */
export const DOCUMENT_SCHEMA = schemaUri('document.json');

export function schemaUri(path: string): vscode.Uri {
  return vscode.Uri.from({ scheme: SCHEME, authority: 'schemas', path: `/${path}` });
}

export interface ServedSchema {
  readonly text: string;
  /** Strictly growing for one address. */
  readonly edition: number;
}

export class SchemaFileSystem implements vscode.FileSystemProvider, Disposable {
  readonly #serve: (uri: vscode.Uri) => Promise<ServedSchema | undefined>;
  readonly #changed = new Emitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event as vscode.Event<vscode.FileChangeEvent[]>;
  readonly createDirectory = denied;
  readonly delete = denied;
  readonly readDirectory = denied;
  readonly rename = denied;
  readonly writeFile = denied;
  readonly #registration = vscode.workspace.registerFileSystemProvider(SCHEME, this, {
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
    const [{ byteLength: size }, mtime] = await this.#read(uri);
    return { type: vscode.FileType.File, ctime: 0, mtime, size, permissions: vscode.FilePermission.Readonly };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return (await this.#read(uri))[0];
  }

  async #read(uri: vscode.Uri): Promise<[content: Uint8Array, mtime: number]> {
    const served = await this.#serve(uri);
    if (served === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    // VS Code detects the encoding by the byte order mark, despite the user's setting (`files.encoding`).
    return [new TextEncoder().encode(`\uFEFF${served.text}`), served.edition];
  }
}

function denied(uri: vscode.Uri): never {
  throw vscode.FileSystemError.NoPermissions(uri);
}
