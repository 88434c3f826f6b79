// Closes sendings of windows that are gone as unknown, at the next start or in a window that outlives them.

import { Emitter, type Disposable } from '../../core/emitter.ts';
import type { AbandonedSending } from '../../core/ports/journal.ts';
import type { Log } from '../../core/ports/log.ts';
import type { Store } from '../../core/ports/store.ts';
import type { Schedule } from '../../core/ports/timer.ts';

/** When looking has failed, in milliseconds. */
const AGAIN_MS = 60_000;

interface Dependencies {
  readonly store: Pick<Store, 'changes' | 'journal'>;
  readonly log: Log;
  readonly now: () => number;
  readonly schedule: Schedule;
}

export class OrphanedSends implements Disposable {
  readonly #dependencies: Dependencies;
  readonly #subscription: Disposable;
  readonly #found = new Emitter<readonly AbandonedSending[]>();
  #next: { readonly at: number; readonly timer: Disposable } | undefined;
  #atStart: readonly AbandonedSending[] = [];

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    this.#subscription = dependencies.store.changes.onDidChange(() => {
      this.#trying(() => {
        this.#lookLater();
      });
    });
    this.#found.event((found) => {
      this.#atStart = [...this.#atStart, ...found];
    });
    this.#look();
  }

  /** Also reports those found before anybody subscribed. */
  onDidFind(listener: (found: readonly AbandonedSending[]) => void): Disposable {
    if (this.#atStart.length > 0) listener(this.#atStart);
    return this.#found.event(listener);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#next?.timer.dispose();
    this.#found.dispose();
  }

  #look(): void {
    this.#next = undefined;
    this.#trying(() => {
      const found = this.#dependencies.store.journal.closeAbandoned();
      if (found.length > 0) this.#found.fire(found);
      this.#lookLater();
    });
  }

  /** A failure here must not affect the change that it was notified of, which is on disk. */
  #trying(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#dependencies.log.warn(`What windows left unfinished could not be looked for: ${String(error)}`);
      this.#next ??= {
        at: Number.POSITIVE_INFINITY,
        timer: this.#dependencies.schedule(AGAIN_MS, () => {
          this.#look();
        }),
      };
    }
  }

  /** Only while something is being sent: otherwise there is nothing to find. */
  #lookLater(): void {
    const at = this.#dependencies.store.journal.nextAbandonedAt();
    if (at === undefined || (this.#next !== undefined && this.#next.at <= at)) return;
    this.#next?.timer.dispose();
    const timer = this.#dependencies.schedule(Math.max(0, at - this.#dependencies.now()), () => {
      this.#look();
    });
    this.#next = { at, timer };
  }
}
