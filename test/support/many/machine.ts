// The machine of whoever works on many groups: windows open on its files one after another, and some of them are
// killed.

import assert from 'node:assert/strict';
import { LEASE_MS } from '../../../src/core/ports/journal.ts';
import type { Operation } from '../../../src/contract/operations.ts';
import type { SandboxExchange } from '../../../src/sandbox/exchange.ts';
import { problemsOf } from '../databaseIn.ts';
import type { WindowProcess } from '../processes/processes.ts';
import { openWindow, type WindowOnFiles } from '../windowOnFiles.ts';
import type { ManyService } from './service.ts';
import type { ExportTask, ManyReport, WorkTask } from './tasks.ts';

type Window = WindowProcess<'../many/window.ts'>;
type OfTheMachine = 'folder' | 'baseUrl' | 'ahead';
export type Action = Omit<WorkTask, OfTheMachine> | Omit<ExportTask, OfTheMachine>;
/** Kills the window at some moment; answers how to watch no more. */
export type Kill = (window: Window, service: ManyService) => () => void;

export class ManyMachine {
  readonly folder: string;
  /** Windows that were killed so far. */
  kills = 0;
  readonly #service: ManyService;
  readonly #nextWindow: () => Window;
  /**
   * How far its clock is ahead: of a window that was killed nothing is heard for as long as it takes to be taken for
   * gone.
   */
  #ahead = 0;

  constructor(folder: string, service: ManyService, nextWindow: () => Window) {
    this.folder = folder;
    this.#service = service;
    this.#nextWindow = nextWindow;
  }

  /** In a window of this process. */
  async inWindow<T>(work: (window: WindowOnFiles) => Promise<T> | T): Promise<T> {
    const window = openWindow({
      folder: this.folder,
      baseUrl: this.#service.sandbox.baseUrl,
      now: () => Date.now() + this.#ahead,
    });
    try {
      return await work(window);
    } finally {
      await window.services.close();
    }
  }

  /** A window that is killed while it does this. */
  async killed(action: Action, kill: Kill): Promise<void> {
    const window = this.#nextWindow();
    const watchNoMore = kill(window, this.#service);
    const signal = await window.does(this.#here(action));
    watchNoMore();
    assert.equal(signal, 'SIGKILL');
    this.kills += 1;
    this.#ahead += LEASE_MS + 1;
    assert.deepEqual(problemsOf(this.folder), []);
  }

  /** A window that is not killed; answers what it reported. */
  async done(action: Action): Promise<readonly ManyReport[]> {
    const window = this.#nextWindow();
    await window.does(this.#here(action));
    assert.equal(window.reported.at(-1)?.at, 'end', `told last: ${JSON.stringify(window.reported.at(-1))}`);
    return window.reported;
  }

  #here<T extends Action>(action: T): T & Pick<WorkTask, OfTheMachine> {
    return { ...action, folder: this.folder, baseUrl: this.#service.sandbox.baseUrl, ahead: this.#ahead };
  }
}

/** When the service has processed so many requests like this one, and before the answer to the last leaves. */
export function atRequest(
  operation: Operation,
  count: number,
  isLike: (exchange: SandboxExchange) => boolean = () => true,
): Kill {
  return (window, service) => {
    const isNow = counted(count);
    service.onAsked = (exchange) => {
      if (exchange.operation === operation && isLike(exchange) && isNow()) window.kill();
    };
    return () => {
      service.onAsked = () => undefined;
    };
  };
}

/** When the window has reported this so many times. */
export function atReport(at: ManyReport['at'], count: number): Kill {
  return (window) => {
    const isNow = counted(count);
    window.onShown = (reported) => {
      if (reported.at === at && isNow()) window.kill();
    };
    return () => undefined;
  };
}

function counted(count: number): () => boolean {
  let left = Math.ceil(count);
  return () => (left -= 1) === 0;
}
