// A document as VS Code edits it: it writes over a later text of another size only when that is asked for.

import type * as vscode from 'vscode';

interface Moments {
  readonly beforeWriting?: () => Promise<void>;
  readonly afterWriting?: () => Promise<void>;
}

export class EditedDocument {
  readonly #files: vscode.FileSystemProvider;
  readonly #uri: vscode.Uri;
  #known: vscode.FileStat;

  private constructor(files: vscode.FileSystemProvider, uri: vscode.Uri, known: vscode.FileStat) {
    this.#files = files;
    this.#uri = uri;
    this.#known = known;
  }

  static async open(files: vscode.FileSystemProvider, uri: vscode.Uri): Promise<EditedDocument> {
    const known = await files.stat(uri);
    await files.readFile(uri);
    return new EditedDocument(files, uri, known);
  }

  /** With unsaved changes, as after a restart: what VS Code knew of the file is restored with them. */
  restoredBy(files: vscode.FileSystemProvider): EditedDocument {
    return new EditedDocument(files, this.#uri, this.#known);
  }

  /** @throws as the file system does */
  async save(text: string, how?: 'overwrite', moments: Moments = {}): Promise<'saved' | 'conflict'> {
    const there = await Promise.resolve(this.#files.stat(this.#uri)).catch(() => undefined);
    const isNewer = there !== undefined && this.#known.mtime < there.mtime && this.#known.size !== there.size;
    if (isNewer && how === undefined) {
      await this.#files.readFile(this.#uri);
      return 'conflict';
    }
    await moments.beforeWriting?.();
    await this.#files.writeFile(this.#uri, new TextEncoder().encode(text), { create: true, overwrite: true });
    await moments.afterWriting?.();
    const written = await this.#files.stat(this.#uri);
    // VS Code keeps what it knew of a later time.
    if (written.mtime >= this.#known.mtime) this.#known = written;
    return 'saved';
  }
}
