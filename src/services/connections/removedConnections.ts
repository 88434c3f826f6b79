// Removed connections: kept for a week with all their data, restored on request, erased afterwards.

import * as l10n from '@vscode/l10n';
import type { Connection, ConnectionConfig } from '../../core/connection.ts';
import type { Disposable } from '../../core/emitter.ts';
import { UserGroupsError, whileDoing } from '../../core/errors.ts';
import type { RemovedConnection } from '../../core/ports/connectionStore.ts';
import type { Log } from '../../core/ports/log.ts';
import type { Store } from '../../core/ports/store.ts';
import type { Schedule } from '../../core/ports/timer.ts';
import { quotedId } from '../../core/foreignText.ts';
import { yieldToEventLoop } from '../../core/workSlices.ts';
import type { ApiTokens } from './apiTokens.ts';
import type { ConnectionService } from './connectionService.ts';

/** How often their time limits are checked, in milliseconds. */
const LOOK_MS = 60 * 60 * 1000;

interface Dependencies {
  readonly store: Pick<Store, 'changes' | 'connections'>;
  readonly connections: ConnectionService;
  readonly apiTokens: ApiTokens;
  readonly log: Log;
  readonly now: () => number;
  readonly schedule: Schedule;
}

export class RemovedConnections implements Disposable {
  readonly #dependencies: Dependencies;
  #next: Disposable | undefined;
  #isDisposed = false;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    void this.#look();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#next?.dispose();
  }

  /** Those that can be restored, the last removed first. */
  list(): RemovedConnection[] {
    return this.#dependencies.store.connections.removed();
  }

  /** Where the API token of each of these is. */
  tokenPlaces(): Pick<Connection, 'id' | 'apiTokenEnv'>[] {
    return this.list().map((removed) => ({ id: removed.id, apiTokenEnv: entryOf(removed, removed.name)?.apiTokenEnv }));
  }

  /**
   * Removes the connection from the settings and hides it with all its data.
   * @throws UserGroupsError `invalid`; `conflict` while a rotation is in progress or open
   */
  async remove(connection: Connection): Promise<void> {
    const { store, connections, now } = this.#dependencies;
    await connections.takeOut(connection, (entry) => {
      store.connections.keepRemoved(connection.id, {
        removedAt: now(),
        ...(entry !== undefined && { entry: JSON.stringify(entry) }),
      });
    });
  }

  /** Why it cannot get this name again, or `undefined`. */
  nameProblem({ kind }: RemovedConnection, name: string): string | undefined {
    return kind === 'sandbox' ? undefined : this.#dependencies.connections.nameProblem(name, '');
  }

  /**
   * Restores it as it was, or with another name. Its API token comes back with it: it is bound to the origin it was set
   * for.
   * @throws UserGroupsError `conflict` when the name is in use or it was erased meanwhile; `unavailable` when the
   * settings cannot be saved
   */
  async restore(removed: RemovedConnection, name = removed.name): Promise<Connection> {
    return whileDoing(l10n.t("Couldn't restore the connection {0}.", quotedId(removed.name)), undefined, async () => {
      const problem = this.nameProblem(removed, name);
      if (problem !== undefined) throw new UserGroupsError('conflict', problem, l10n.t('Choose another name for it.'));
      const { store, connections } = this.#dependencies;
      await connections.putBack(entryOf(removed, name), {
        begin: () => {
          store.connections.restore(removed.id, name);
        },
        undo: () => {
          store.connections.keepRemoved(removed.id, removed);
        },
      });
      return connections.named(name);
    });
  }

  /** Erases what can no longer be restored. Never throws: what fails is tried again later. */
  async #look(): Promise<void> {
    await this.#trying(async () => {
      for (const id of this.#dependencies.store.connections.toErase()) await this.#trying(() => this.#erase(id));
    });
    if (!this.#isDisposed)
      this.#next = this.#dependencies.schedule(LOOK_MS, () => {
        void this.#look();
      });
  }

  async #trying(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!this.#isDisposed)
        this.#dependencies.log.warn(`What belonged to a removed connection could not be erased: ${String(error)}`);
    }
  }

  /** The secret first: the rows record that it still has to be erased. */
  async #erase(id: string): Promise<void> {
    const { store, apiTokens } = this.#dependencies;
    await apiTokens.delete({ id });
    const held = store.changes.hold();
    try {
      do await yieldToEventLoop();
      while (!this.#isDisposed && store.connections.clear(id));
      if (!this.#isDisposed) store.connections.remove(id);
    } finally {
      held.dispose();
    }
  }
}

/** Its entry in the settings. `undefined`: it had none. */
function entryOf({ entry, name: former }: RemovedConnection, name: string): ConnectionConfig | undefined {
  if (entry === undefined) return undefined;
  const config = JSON.parse(entry) as ConnectionConfig;
  return name === former ? config : { ...config, name };
}
