// Shares one pace for a connection over all windows: each request waits for its turn in the store.

import * as l10n from '@vscode/l10n';
import PQueue from 'p-queue';
import { UserGroupsError } from '../core/errors.ts';
import { paceRule, type PaceRule } from '../core/paceRule.ts';
import type { RequestOptions } from '../core/ports/client.ts';
import type { PaceStore } from '../core/ports/paceStore.ts';
import { LONGEST_WAIT_SECONDS } from './retry.ts';

/** Checks again after this many milliseconds: another window may have shortened the wait. */
const LOOK_AGAIN_MS = 5_000;
/** What is shown to the user. */
const WORTH_SHOWING_MS = 1_000;

export interface SharedPaceDependencies {
  readonly store: PaceStore;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Rejects when cancelled. */
  readonly wait: (seconds: number, signal: AbortSignal | undefined) => Promise<void>;
}

export class SharedPace {
  readonly #dependencies: SharedPaceDependencies;
  readonly #connectionId: string;
  readonly #rule: PaceRule | undefined;
  /** First come, first served, but no single request waits behind one of a bulk operation. */
  readonly #lines = { single: new PQueue({ concurrency: 1 }), bulk: new PQueue({ concurrency: 1 }) };

  constructor(dependencies: SharedPaceDependencies, connectionId: string, requestsPerMinute: number | undefined) {
    this.#dependencies = dependencies;
    this.#connectionId = connectionId;
    this.#rule = paceRule(requestsPerMinute);
  }

  /** @throws UserGroupsError see `Pace.run`; anything else when cancelled. */
  async turn(options: RequestOptions): Promise<void> {
    const line = this.#lines[options.isBulk === true ? 'bulk' : 'single'];
    const isFirst = line.pending === 0;
    if (isFirst && this.#reserve(options).waitMs === 0) return;
    await line.add(() => this.#wait(options), { signal: options.signal });
  }

  holdBack(seconds: number): void {
    this.#holdUntil(this.#dependencies.now() + seconds * 1000);
  }

  /** The user does not wait for as long as the service asks. */
  readonly endHold = (): void => {
    this.#holdUntil(0);
  };

  /** The answer that asked for it, or the next try, matters more than the failure to record it. */
  #holdUntil(until: number): void {
    try {
      this.#dependencies.store.holdBack(this.#connectionId, until);
    } catch {
      return;
    }
  }

  async #wait(options: RequestOptions): Promise<void> {
    let isNotified = false;
    for (let turn = this.#reserve(options); turn.waitMs > 0; turn = this.#reserve(options)) {
      const seconds = turn.waitMs / 1000;
      if (turn.isHeldBack && seconds > LONGEST_WAIT_SECONDS) throw heldBack(Math.ceil(seconds), this.endHold);
      if (!isNotified && turn.waitMs > WORTH_SHOWING_MS) {
        options.onWaiting?.(Math.ceil(seconds), turn.isHeldBack ? 'service' : 'connection');
        isNotified = true;
      }
      await this.#dependencies.wait(Math.min(turn.waitMs, LOOK_AGAIN_MS) / 1000, options.signal);
    }
  }

  #reserve({ isBulk = false }: RequestOptions): ReturnType<PaceStore['reserveTurn']> {
    const { store, now } = this.#dependencies;
    return store.reserveTurn(this.#connectionId, this.#rule, now(), isBulk);
  }
}

function heldBack(seconds: number, endHold: () => void): UserGroupsError {
  return new UserGroupsError(
    'rateLimited',
    l10n.t('The service asks to wait.'),
    l10n.t('Try again in {0} s.', seconds),
    { endHold },
  );
}
