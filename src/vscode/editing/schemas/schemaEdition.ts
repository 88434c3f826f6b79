// One edition of the person's schemas: settings and files as read at one moment, under addresses of its own.

import * as vscode from 'vscode';
import type { Disposable } from '../../../core/emitter.ts';
import type { LargeFiles } from '../../../core/ports/files.ts';
import { strayReference, type StrayReference } from '../../../document/schemaReferences.ts';
import { isWithin, realUri } from '../documents/workspaceFiles.ts';
import type { Unserved } from '../../../document/schemaTexts.ts';
import { editionUri, SCHEMA_SCHEME, type EditionPath } from './schemaUris.ts';

/** A schema's text, where it is served, and where the person finds it. */
export interface SchemaSource {
  readonly place: EditionPath;
  readonly own: vscode.Uri;
  readonly text: string;
}

/**
 * VS Code keeps what it has read from an address until it is notified. A change therefore makes a new edition, whose
 * addresses were never read before; references between files stay within it, also in a workspace on another machine.
 */
export class SchemaEdition implements Disposable {
  readonly number: number;
  readonly #folders = vscode.workspace.workspaceFolders ?? [];
  readonly #onFileChange: () => void;
  readonly #realPath: LargeFiles['realPath'];
  readonly #sources = new Map<string, Promise<string>>();
  readonly #watched = new Set<string>();
  readonly #unserved = new Map<string, Unserved>();
  readonly #subscriptions: Disposable[] = [
    vscode.workspace.onDidSaveTextDocument(({ uri }) => {
      if (this.#watched.has(uri.toString())) this.#onFileChange();
    }),
  ];

  constructor(number: number, realPath: LargeFiles['realPath'], onFileChange: () => void) {
    this.number = number;
    this.#realPath = realPath;
    this.#onFileChange = onFileChange;
  }

  dispose(): void {
    for (const subscription of this.#subscriptions.splice(0)) subscription.dispose();
  }

  /** Serves a text without a file as if it were in the first folder. */
  put(file: string, text: string): SchemaSource {
    const place = { edition: this.number, folder: 0, file };
    const own = editionUri(place);
    this.#sources.set(own.path, Promise.resolve(text));
    return { place, own, text };
  }

  /** The first folder's file of this path, there or not; `undefined` without a folder, or outside of it. */
  fileNamed(path: string): vscode.Uri | undefined {
    return this.#filesNamed(path).at(0)?.uri;
  }

  /** The file of this path, of the first folder that has one. */
  async find(path: string): Promise<SchemaSource | undefined> {
    for (const { folder, file, uri } of this.#filesNamed(path)) {
      const place = { edition: this.number, folder, file };
      const text = await this.#source(place).catch(() => undefined);
      if (text !== undefined) return { place, own: uri, text };
    }
    return undefined;
  }

  /** Of the file that the setting names, in the first folder where it is not just missing. */
  whyUnserved(path: string): Unserved | undefined {
    return this.#filesNamed(path)
      .map(({ file }) => this.#unserved.get(file))
      .find((why) => why !== undefined);
  }

  /** Files that were requested and are not served, by their paths within their folders, and why. */
  get unserved(): ReadonlyMap<string, Unserved> {
    return this.#unserved;
  }

  /** The served text: nothing that refers elsewhere, which VS Code would fetch. @throws vscode.FileSystemError */
  async read(path: EditionPath): Promise<string> {
    const text = await this.#source(path);
    const stray = strayIn(text, path);
    return stray === undefined ? text : this.#refuse(path, stray);
  }

  /** The file's own text: the same at each call, even if the file changes. @throws vscode.FileSystemError */
  #source(path: EditionPath): Promise<string> {
    const key = editionUri(path).path;
    const source = this.#sources.get(key) ?? this.#readFile(path);
    this.#sources.set(key, source);
    return source;
  }

  async #readFile(path: EditionPath): Promise<string> {
    const folder = this.#folders[path.folder];
    const file = folder && vscode.Uri.joinPath(folder.uri, path.file);
    if (folder === undefined || file === undefined || !isWithin(folder.uri, file)) return this.#refuse(path, 'outside');
    this.#watch(folder, path.file, file);
    if (!(await this.#isInside(folder.uri, file))) return this.#refuse(path, 'outside');
    try {
      return await vscode.workspace.decode(await vscode.workspace.fs.readFile(file), { uri: file });
    } catch {
      return this.#refuse(path, 'missing');
    }
  }

  /** A link may lead anywhere. The target of a missing file stays undisclosed. */
  async #isInside(folder: vscode.Uri, file: vscode.Uri): Promise<boolean> {
    if (file.scheme !== 'file') return true;
    const [root, real] = await Promise.all([folder, file].map((uri) => realUri(this.#realPath, uri)));
    return root === undefined || real === undefined || isWithin(root, real);
  }

  #refuse(path: EditionPath, why: Unserved): never {
    this.#unserved.set(path.file, why);
    throw vscode.FileSystemError.FileNotFound(editionUri(path));
  }

  /** Also where there is no file yet. VS Code may not report the files of a folder that comes or goes. */
  #watch(folder: vscode.WorkspaceFolder, path: string, file: vscode.Uri): void {
    if (this.#watched.has(file.toString())) return;
    this.#watched.add(file.toString());
    const steps = path.split('/');
    for (const depth of steps.keys()) {
      const watcher = vscode.workspace.createFileSystemWatcher(
        new vscode.RelativePattern(folder, literalGlob(steps.slice(0, depth + 1).join('/'))),
      );
      for (const event of [watcher.onDidChange, watcher.onDidCreate, watcher.onDidDelete])
        this.#subscriptions.push(event(this.#onFileChange));
      this.#subscriptions.push(watcher);
    }
  }

  #filesNamed(path: string): { readonly folder: number; readonly file: string; readonly uri: vscode.Uri }[] {
    return this.#folders.flatMap(({ uri: root }, folder) => {
      const uri = vscode.Uri.joinPath(root, path.replaceAll('\\', '/'));
      const within = root.path.endsWith('/') ? root.path : `${root.path}/`;
      if (!isWithin(root, uri) || uri.path.length <= within.length) return [];
      return [{ folder, file: uri.path.slice(within.length), uri }];
    });
  }
}

export function strayIn(text: string, { file }: Pick<EditionPath, 'file'>): StrayReference | undefined {
  return strayReference(text, { file, scheme: SCHEMA_SCHEME });
}

/** VS Code detects the encoding by the byte order mark, despite the person's setting (`files.encoding`). */
export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(`\uFEFF${text}`);
}

function literalGlob(path: string): string {
  return path.replace(/[*?[\]{}]/g, '[$&]');
}
