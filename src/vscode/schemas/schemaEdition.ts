// One edition of the person's schemas: settings and files as they read at one moment, under addresses of its own.

import * as vscode from 'vscode';
import type { Disposable } from '../../core/emitter.ts';
import { editionUri, type EditionPath } from './schemaUris.ts';

/**
 * VS Code keeps what it has read of an address until it is told otherwise. A change therefore makes a new edition, whose addresses
 * were never read before; references from file to file stay within it, also in a workspace that lies on another machine.
 */
export class SchemaEdition implements Disposable {
  readonly number: number;
  readonly #folders = vscode.workspace.workspaceFolders ?? [];
  readonly #onFileChange: () => void;
  readonly #contents = new Map<string, Promise<Uint8Array>>();
  readonly #watched = new Set<string>();
  readonly #unreadable: string[] = [];
  readonly #subscriptions: Disposable[] = [
    vscode.workspace.onDidSaveTextDocument(({ uri }) => { if (this.#watched.has(uri.toString())) this.#onFileChange(); }),
  ];

  constructor(number: number, onFileChange: () => void) {
    this.number = number;
    this.#onFileChange = onFileChange;
  }

  dispose(): void {
    for (const subscription of this.#subscriptions.splice(0)) subscription.dispose();
  }

  /** Serves a text that lies in no file as if it lay in the first folder. */
  put(file: string, text: string): vscode.Uri {
    const uri = editionUri({ edition: this.number, folder: 0, file });
    this.#contents.set(uri.path, Promise.resolve(bytesOf(text)));
    return uri;
  }

  /** The first folder's file of this path, there or not; `undefined` without a folder, or outside of it. */
  fileNamed(path: string): vscode.Uri | undefined {
    return this.#filesNamed(path).at(0)?.uri;
  }

  /** Where the file of this path is served, of the first folder that has one. */
  async find(path: string): Promise<vscode.Uri | undefined> {
    for (const { folder, file } of this.#filesNamed(path)) {
      const served = { edition: this.number, folder, file };
      if (await this.read(served).then(() => true, () => false)) return editionUri(served);
    }
    return undefined;
  }

  /** The file itself. */
  originOf({ folder, file }: EditionPath): vscode.Uri | undefined {
    const root = this.#folders[folder]?.uri;
    return root === undefined ? undefined : vscode.Uri.joinPath(root, file);
  }

  /** Files that were asked for and are not there, by their paths within their folders. */
  get unreadable(): readonly string[] {
    return this.#unreadable;
  }

  /** The same at each call, whatever became of the file. @throws vscode.FileSystemError */
  read(path: EditionPath): Promise<Uint8Array> {
    const key = editionUri(path).path;
    const content = this.#contents.get(key) ?? this.#readFile(path);
    this.#contents.set(key, content);
    return content;
  }

  async #readFile(path: EditionPath): Promise<Uint8Array> {
    const folder = this.#folders[path.folder];
    const file = this.originOf(path);
    if (folder === undefined || file === undefined) throw vscode.FileSystemError.FileNotFound(editionUri(path));
    this.#watch(folder, path.file, file);
    try {
      return await vscode.workspace.fs.readFile(file);
    } catch (error) {
      this.#unreadable.push(path.file);
      throw error;
    }
  }

  /** Also where there is no file yet. Of a folder that comes or goes VS Code need not tell the files. */
  #watch(folder: vscode.WorkspaceFolder, path: string, file: vscode.Uri): void {
    if (this.#watched.has(file.toString())) return;
    this.#watched.add(file.toString());
    const steps = path.split('/');
    for (const depth of steps.keys()) {
      const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, literalGlob(steps.slice(0, depth + 1).join('/'))));
      for (const event of [watcher.onDidChange, watcher.onDidCreate, watcher.onDidDelete]) this.#subscriptions.push(event(this.#onFileChange));
      this.#subscriptions.push(watcher);
    }
  }

  #filesNamed(path: string): { readonly folder: number; readonly file: string; readonly uri: vscode.Uri }[] {
    return this.#folders.flatMap(({ uri: root }, folder) => {
      const uri = vscode.Uri.joinPath(root, path.replaceAll('\\', '/'));
      const within = root.path.endsWith('/') ? root.path : `${root.path}/`;
      return uri.path.startsWith(within) && uri.path !== within ? [{ folder, file: uri.path.slice(within.length), uri }] : [];
    });
  }
}

/** By its byte order mark VS Code knows the encoding, whatever the person's files are in (`files.encoding`). */
export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(`\uFEFF${text}`);
}

function literalGlob(path: string): string {
  return path.replace(/[*?[\]{}]/g, '[$&]');
}
