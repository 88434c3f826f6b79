// Keys that mean the same everywhere in the page: undo and redo, which are the document's, and sending.

import type { Ask } from '../webview/hostChannel.ts';
import type { SyncedDocument } from './syncedDocument.ts';

export interface PageActions {
  readonly undo: () => void;
  readonly redo: () => void;
  readonly send: () => void;
}

/**
 * Taken before the editors and VS Code see them: VS Code listens on the window too and would undo a second time.
 * Everything else, Ctrl/Cmd+S above all, goes its way.
 */
export function takePageKeys(target: Window, { undo, redo, send }: PageActions): void {
  const actions = { undo, redo, send };
  target.addEventListener(
    'keydown',
    (event) => {
      const action = actionOfKey(event);
      if (action === undefined) {
        if (selectsAllOfInput(event)) event.stopImmediatePropagation();
        return;
      }
      consume(event);
      // Held down, a key undoes again and again, but sends once.
      if (action !== 'send' || !event.repeat) actions[action]();
    },
    { capture: true },
  );
  // The browser's own undo, from VS Code's Edit menu.
  target.addEventListener(
    'beforeinput',
    (event) => {
      if (event.inputType !== 'historyUndo' && event.inputType !== 'historyRedo') return;
      consume(event);
      actions[event.inputType === 'historyUndo' ? 'undo' : 'redo']();
    },
    { capture: true },
  );
}

function actionOfKey({
  key,
  shiftKey,
  ctrlKey,
  metaKey,
  altKey,
  isComposing,
}: KeyboardEvent): keyof PageActions | undefined {
  if (!(ctrlKey || metaKey) || altKey || isComposing) return undefined;
  switch (key.toLowerCase()) {
    case 'z':
      return shiftKey ? 'redo' : 'undo';
    case 'y':
      return shiftKey ? undefined : 'redo';
    case 'enter':
      return shiftKey ? undefined : 'send';
    default:
      return undefined;
  }
}

/** The browser does it. VS Code, which would do it once more somewhat later, would select what has been typed since. */
function selectsAllOfInput({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'a' && target instanceof HTMLInputElement;
}

function consume(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Undo and redo belong to the document: they are asked of the host, and the focus goes where something changed. */
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
