// Undo and redo, which belong to the document: asked of the host, and the focus put where something changed.

import type { Ask } from '../webview/hostChannel.ts';
import type { SyncedDocument } from './syncedDocument.ts';

export class TextHistory {
  readonly #synced: SyncedDocument;
  readonly #ask: Ask;
  readonly #goTo: (offset: number) => void;
  /** One after another: keys come faster than answers. */
  #last: Promise<void> = Promise.resolve();
  /** The place of the last change from elsewhere. */
  #changed: { readonly to: number } | undefined;

  constructor(synced: SyncedDocument, ask: Ask, goTo: (offset: number) => void) {
    this.#synced = synced;
    this.#ask = ask;
    this.#goTo = goTo;
    synced.onDidChange(({ changes, isRemote }) => {
      if (isRemote)
        changes.iterChangedRanges((_from, _to, _fromNow, to) => {
          this.#changed = { to };
        });
    });
  }

  go(way: 'undo' | 'redo'): Promise<void> {
    this.#last = this.#last
      .catch(() => undefined)
      .then(async () => {
        await this.#synced.settled();
        this.#changed = undefined;
        // What it changed is reported before it is answered.
        await this.#ask(way);
        this.#show();
      });
    return this.#last;
  }

  #show(): void {
    if (this.#changed !== undefined) this.#goTo(this.#changed.to);
  }
}
