// Refreshes the lists of services now and then, where the user wants it: in the window that has the focus, so that
// several windows do not ask for the same.

import { hasList, type Connection } from '../../core/connection.ts';
import type { Disposable } from '../../core/emitter.ts';
import type { Log } from '../../core/ports/log.ts';
import type { Schedule } from '../../core/ports/timer.ts';
import type { Settings } from '../../core/ports/userSettings.ts';
import type { ConnectionService } from '../connections/connectionService.ts';
import type { RefreshedList, ServiceList } from './serviceList.ts';

export interface ListTimerDependencies {
  readonly connections: Pick<ConnectionService, 'list'>;
  readonly serviceList: Pick<ServiceList, 'refresh'>;
  readonly settings: Pick<Settings, 'refreshListMinutes' | 'onDidChange'>;
  readonly log: Pick<Log, 'warn'>;
  readonly now: () => number;
  readonly schedule: Schedule;
  /** Whether this window has the focus. */
  readonly isFocused: () => boolean;
  /** Groups joined the list, or some of it was not kept: nobody has asked, and yet is to see it. */
  readonly onAdded: (connection: Connection, refreshed: RefreshedList) => void;
}

const MINUTE_MS = 60_000;

export class ListTimer implements Disposable {
  readonly #dependencies: ListTimerDependencies;
  /** By connection: when it was refreshed last, or seen first. */
  readonly #times = new Map<string, number>();
  #next: Disposable | undefined;
  #isDisposed = false;

  constructor(dependencies: ListTimerDependencies) {
    this.#dependencies = dependencies;
    dependencies.settings.onDidChange(() => {
      this.#plan();
    });
    this.#plan();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#next?.dispose();
  }

  /** Nothing is looked at while the user does not want it. */
  #plan(): void {
    this.#next?.dispose();
    this.#next = undefined;
    const { settings, schedule } = this.#dependencies;
    if (this.#isDisposed || settings.refreshListMinutes() === 0) return;
    this.#next = schedule(MINUTE_MS, () => {
      void this.#look().finally(() => {
        this.#plan();
      });
    });
  }

  async #look(): Promise<void> {
    const { connections, settings, now, isFocused } = this.#dependencies;
    for (const connection of connections.list().filter(canRefresh)) {
      const since = this.#times.get(connection.id) ?? now() - MINUTE_MS;
      this.#times.set(connection.id, since);
      const minutes = settings.refreshListMinutes();
      if (minutes === 0 || !isFocused() || now() - since < minutes * MINUTE_MS) continue;
      this.#times.set(connection.id, now());
      await this.#refresh(connection);
    }
  }

  /** What fails is tried again at the next time, and told in the log alone: nobody has asked for it. */
  async #refresh(connection: Connection): Promise<void> {
    try {
      const refreshed = await this.#dependencies.serviceList.refresh(connection);
      for (const note of [...(refreshed.omitted ?? []), ...(refreshed.notes ?? [])])
        this.#dependencies.log.warn(`By itself: ${note}`);
      if (refreshed.added > 0 || refreshed.notes !== undefined) this.#dependencies.onAdded(connection, refreshed);
    } catch (error) {
      this.#dependencies.log.warn(`By itself: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

function canRefresh(connection: Connection): boolean {
  const { status, locked, mismatch } = connection;
  return status === 'ready' && locked !== 'all' && mismatch === undefined && hasList(connection);
}
