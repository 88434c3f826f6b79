// Copies tokens, and takes them out of the clipboard again when they are still there, after a restart as well.

import * as vscode from 'vscode';
import type { Disposable } from '../core/emitter.ts';
import type { Lazy, Memory, Settings, TokenSealer } from '../core/ports.ts';
import type { SealedToken } from '../core/userGroup.ts';

/** What is remembered of a copied token: with the key, enough to know it again; without, nothing that a guess could be compared with. */
interface Copied extends Pick<SealedToken, 'keyId' | 'fingerprint'> {
  /** Milliseconds since 1970. */
  readonly leavesAt: number;
}

const COPIED = 'copiedToken';

export class TokenClipboard implements Disposable {
  readonly #settings: Settings;
  readonly #memory: Memory;
  readonly #sealer: Lazy<Pick<TokenSealer, 'seal' | 'fingerprints'>>;
  /** Copied by this window, which needs no key to know it again. */
  #copiedHere: string | undefined;
  #clearing: NodeJS.Timeout | undefined;

  constructor(settings: Settings, memory: Memory, sealer: Lazy<Pick<TokenSealer, 'seal' | 'fingerprints'>>) {
    this.#settings = settings;
    this.#memory = memory;
    this.#sealer = sealer;
  }

  /** Returns after how many seconds the token leaves the clipboard; 0 is never. */
  async copy(token: string): Promise<number> {
    await vscode.env.clipboard.writeText(token);
    const seconds = this.#settings.clipboardClearSeconds();
    const leavesAt = Date.now() + seconds * 1_000;
    this.#copiedHere = seconds > 0 ? token : undefined;
    this.#clearWhenDue(seconds > 0 ? leavesAt : undefined);
    await this.#memory.set(COPIED, seconds > 0 ? await this.#remembered(token, leavesAt) : undefined);
    return seconds;
  }

  /** A window that was closed before the time had come left its token there. */
  resume(): void {
    const copied = this.#memory.get(COPIED);
    if (isCopied(copied)) this.#clearWhenDue(copied.leavesAt);
    // The digest of an earlier version, which has no key.
    else if (copied !== undefined) void this.#memory.set(COPIED, undefined);
  }

  /** Takes a copied token out at once, if it is still there. */
  async clear(): Promise<void> {
    clearTimeout(this.#clearing);
    const copied = this.#memory.get(COPIED);
    if (this.#copiedHere === undefined && copied === undefined) return;
    if (await this.#isCopied(await vscode.env.clipboard.readText(), copied)) await vscode.env.clipboard.writeText('');
    this.#copiedHere = undefined;
    await this.#memory.set(COPIED, undefined);
  }

  dispose(): void {
    clearTimeout(this.#clearing);
  }

  #clearWhenDue(leavesAt: number | undefined): void {
    clearTimeout(this.#clearing);
    if (leavesAt === undefined) return;
    this.#clearing = setTimeout(() => void this.clear(), Math.max(0, leavesAt - Date.now()));
  }

  /** Where no key can be had, the next window does not know it again. */
  async #remembered(token: string, leavesAt: number): Promise<Copied | undefined> {
    try {
      const { keyId, fingerprint } = await (await this.#sealer()).seal(token, { connectionId: '' });
      return { keyId, fingerprint, leavesAt };
    } catch {
      return undefined;
    }
  }

  async #isCopied(text: string, copied: unknown): Promise<boolean> {
    if (text === this.#copiedHere) return true;
    if (!isCopied(copied)) return false;
    try {
      const [found] = await (await this.#sealer()).fingerprints(text, [copied.keyId]);
      return found?.fingerprint === copied.fingerprint;
    } catch {
      return false;
    }
  }
}

function isCopied(value: unknown): value is Copied {
  const { keyId, fingerprint, leavesAt } = (value ?? {}) as Partial<Record<keyof Copied, unknown>>;
  return typeof keyId === 'string' && typeof fingerprint === 'string' && typeof leavesAt === 'number';
}
