// The connection of each workspace file: chosen by the user, remembered for this workspace.

import type * as vscode from 'vscode';
import { isGuarded, type Connection } from '../../../core/connection.ts';
import { Emitter, type Disposable } from '../../../core/emitter.ts';
import type { Lazy } from '../../../core/lazy.ts';
import type { Memory } from '../../../core/ports/storage.ts';
import type { Services } from '../../../services/services.ts';

export class FileConnections implements Disposable {
  readonly #memory: Memory;
  readonly #services: Lazy<Services>;
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;

  /** `memory` is the workspace's own storage, outside its folders: no file of a repository can choose. */
  constructor(memory: Memory, services: Lazy<Services>) {
    this.#memory = memory;
    this.#services = services;
  }

  /** The one chosen, or the only one there is unless it is guarded. */
  async of(file: vscode.Uri): Promise<Connection | undefined> {
    const ready = (await this.#services()).connections.list().filter(({ status }) => status === 'ready');
    const chosen = this.#memory.get(keyOf(file));
    const [only, ...others] = ready;
    return (
      ready.find(({ id }) => id === chosen) ??
      (only !== undefined && others.length === 0 && !isGuarded(only) ? only : undefined)
    );
  }

  /** The id of the one that the user has chosen for the file, even if it is gone. */
  chosenFor(file: vscode.Uri): string | undefined {
    const chosen = this.#memory.get(keyOf(file));
    return typeof chosen === 'string' ? chosen : undefined;
  }

  async choose(file: vscode.Uri, connection: Connection): Promise<void> {
    await this.#memory.set(keyOf(file), connection.id);
    this.#changed.fire();
  }

  /** Files and folders that were renamed or moved keep their connections, or that they have none. */
  async follow(renamed: readonly { readonly oldUri: vscode.Uri; readonly newUri: vscode.Uri }[]): Promise<void> {
    const moved = renamed.flatMap(({ oldUri, newUri }) =>
      this.#keysOf(oldUri).map(
        (key) => [keyOf(newUri) + key.slice(keyOf(oldUri).length), this.#memory.get(key)] as const,
      ),
    );
    const left = renamed.flatMap(({ oldUri, newUri }) => [...this.#keysOf(oldUri), ...this.#keysOf(newUri)]);
    // All at once: the form of a file opens again as soon as it has been renamed.
    const kept = [...left.map((key) => [key, undefined] as const), ...moved].map(([key, chosen]) =>
      this.#memory.set(key, chosen),
    );
    this.#changed.fire();
    await Promise.all(kept);
  }

  /** The keys of the file itself, or of all files below the folder. */
  #keysOf(place: vscode.Uri): string[] {
    const key = keyOf(place);
    return this.#memory.keys().filter((each) => each === key || each.startsWith(`${key}/`));
  }

  dispose(): void {
    this.#changed.dispose();
  }
}

function keyOf(file: vscode.Uri): string {
  return `connectionOf ${file.toString()}`;
}
