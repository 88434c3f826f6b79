// Copies tokens, and clears them from the clipboard later if they are still there, even after a restart.

import * as vscode from 'vscode';
import type { Disposable } from '../../core/emitter.ts';
import type { Lazy } from '../../core/lazy.ts';
import type { TokenSealer } from '../../core/ports/sealer.ts';
import type { Settings } from '../../core/ports/userSettings.ts';
import type { Memory } from '../../core/ports/storage.ts';
import type { SealedToken } from '../../core/userGroup.ts';

/**
 * The record of a copied token: with the key, enough to recognize it; without, nothing that a guess could be compared
 * with.
 */
interface Copied extends Pick<SealedToken, 'keyId' | 'fingerprint'> {
  /** Milliseconds since 1970. */
  readonly leavesAt: number;
}

const COPIED = 'copiedToken';

/** A token that this window clears: copied here, recognized without a key, or found at the start. */
interface Due {
  readonly token?: string;
  record?: Copied | undefined;
}

export class TokenClipboard implements Disposable {
  readonly #settings: Settings;
  readonly #memory: Memory;
  readonly #sealer: Lazy<Pick<TokenSealer, 'seal' | 'fingerprints'>>;
  #due: Due | undefined;
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
    const due: Due | undefined = seconds > 0 ? { token } : undefined;
    this.#clearWhenDue(due, leavesAt);
    const record = due && (await this.#remembered(token, leavesAt));
    // Another copy may have been made meanwhile, and that one is recorded.
    if (this.#due !== due) return seconds;
    if (due !== undefined) due.record = record;
    await this.#memory.set(COPIED, record);
    return seconds;
  }

  /** A window closed before that time left its token in the clipboard. */
  resume(): void {
    const record = this.#memory.get(COPIED);
    if (isCopied(record)) this.#clearWhenDue({ record }, record.leavesAt);
  }

  /** Clears a copied token at once, if it is still there, whichever window copied it. */
  async clear(): Promise<void> {
    await this.#clearDue();
    const record = this.#memory.get(COPIED);
    if (isCopied(record)) await this.#takeOut({ record });
    if (record !== undefined) await this.#memory.set(COPIED, undefined);
  }

  dispose(): void {
    clearTimeout(this.#clearing);
  }

  #clearWhenDue(due: Due | undefined, leavesAt: number): void {
    clearTimeout(this.#clearing);
    this.#due = due;
    if (due === undefined) return;
    this.#clearing = setTimeout(() => void this.#clearDue(), Math.max(0, leavesAt - Date.now()));
  }

  /** Only the one this window clears: another window may have copied another token since. */
  async #clearDue(): Promise<void> {
    clearTimeout(this.#clearing);
    const due = this.#due;
    this.#due = undefined;
    if (due === undefined || !(await this.#takeOut(due))) return;
    const record = this.#memory.get(COPIED);
    if (isCopied(record) && record.fingerprint === due.record?.fingerprint) await this.#memory.set(COPIED, undefined);
  }

  /** Answers whether it is known to be gone: where the key is missing, the next window tries again. */
  async #takeOut({ token, record }: Due): Promise<boolean> {
    const text = await vscode.env.clipboard.readText();
    const isThere = text === token || (record === undefined ? false : await this.#isCopied(text, record));
    if (isThere === true) await vscode.env.clipboard.writeText('');
    return isThere !== undefined;
  }

  /** Where no key is available, the next window cannot recognize it. */
  async #remembered(token: string, leavesAt: number): Promise<Copied | undefined> {
    try {
      const { keyId, fingerprint } = await (await this.#sealer()).seal(token, { connectionId: '' });
      return { keyId, fingerprint, leavesAt };
    } catch {
      return undefined;
    }
  }

  /** `undefined` where the key is missing. */
  async #isCopied(text: string, { keyId, fingerprint }: Copied): Promise<boolean | undefined> {
    try {
      const [found] = await (await this.#sealer()).fingerprints(text, [keyId]);
      return found === undefined ? undefined : found.fingerprint === fingerprint;
    } catch {
      return undefined;
    }
  }
}

function isCopied(value: unknown): value is Copied {
  const { keyId, fingerprint, leavesAt } = (value ?? {}) as Partial<Record<keyof Copied, unknown>>;
  return typeof keyId === 'string' && typeof fingerprint === 'string' && typeof leavesAt === 'number';
}
