// Copies tokens, and takes them out of the clipboard again when they are still there.

import * as vscode from 'vscode';
import type { Disposable } from '../core/emitter.ts';
import type { Settings } from '../core/ports.ts';

export class TokenClipboard implements Disposable {
  readonly #settings: Settings;
  #clearing: NodeJS.Timeout | undefined;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** Returns after how many seconds the token leaves the clipboard; 0 is never. */
  async copy(token: string): Promise<number> {
    await vscode.env.clipboard.writeText(token);
    clearTimeout(this.#clearing);
    const seconds = this.#settings.clipboardClearSeconds();
    if (seconds > 0) this.#clearing = setTimeout(() => void clearIfStill(token), seconds * 1_000);
    return seconds;
  }

  dispose(): void {
    clearTimeout(this.#clearing);
  }
}

async function clearIfStill(token: string): Promise<void> {
  if ((await vscode.env.clipboard.readText()) === token) await vscode.env.clipboard.writeText('');
}
