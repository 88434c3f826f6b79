// Copies tokens, and takes them out of the clipboard again when they are still there, after a restart as well.

import * as vscode from 'vscode';
import type { Disposable } from '../core/emitter.ts';
import type { Memory, Settings } from '../core/ports.ts';

/** What is remembered of a copied token: enough to know it again, not enough to know it. */
interface Copied {
  readonly digest: string;
  /** Milliseconds since 1970. */
  readonly leavesAt: number;
}

const COPIED = 'copiedToken';

export class TokenClipboard implements Disposable {
  readonly #settings: Settings;
  readonly #memory: Memory;
  #clearing: NodeJS.Timeout | undefined;

  constructor(settings: Settings, memory: Memory) {
    this.#settings = settings;
    this.#memory = memory;
  }

  /** Returns after how many seconds the token leaves the clipboard; 0 is never. */
  async copy(token: string): Promise<number> {
    await vscode.env.clipboard.writeText(token);
    const seconds = this.#settings.clipboardClearSeconds();
    const copied: Copied | undefined = seconds > 0 ? { digest: await digestOf(token), leavesAt: Date.now() + seconds * 1_000 } : undefined;
    await this.#memory.set(COPIED, copied);
    this.#clearWhenDue(copied);
    return seconds;
  }

  /** A window that was closed before the time had come left its token there. */
  resume(): void {
    this.#clearWhenDue(this.#memory.get(COPIED) as Copied | undefined);
  }

  /** Takes a copied token out at once, if it is still there. */
  async clear(): Promise<void> {
    clearTimeout(this.#clearing);
    const copied = this.#memory.get(COPIED) as Copied | undefined;
    if (copied !== undefined) await this.#clear(copied);
  }

  dispose(): void {
    clearTimeout(this.#clearing);
  }

  #clearWhenDue(copied: Copied | undefined): void {
    clearTimeout(this.#clearing);
    if (copied === undefined) return;
    this.#clearing = setTimeout(() => void this.#clear(copied), Math.max(0, copied.leavesAt - Date.now()));
  }

  async #clear({ digest }: Copied): Promise<void> {
    if ((await digestOf(await vscode.env.clipboard.readText())) === digest) await vscode.env.clipboard.writeText('');
    await this.#memory.set(COPIED, undefined);
  }
}

async function digestOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return new Uint8Array(digest).reduce((hex, byte) => hex + byte.toString(16).padStart(2, '0'), '');
}
