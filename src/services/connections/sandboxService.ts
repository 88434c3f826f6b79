// The local sandbox as a connection: started by the person, started again on first use while it is wanted.

import * as l10n from '@vscode/l10n';
import type { Connection } from '../../core/connection.ts';
import { Emitter, type Disposable } from '../../core/emitter.ts';
import { UserGroupsError } from '../../core/errors.ts';
import type { RunningSandbox } from '../../core/ports/runningSandbox.ts';
import type { Memory } from '../../core/ports/storage.ts';
import type { ConnectionService } from './connectionService.ts';

const WANTED = 'sandboxWanted';

export class SandboxService implements Disposable {
  readonly #connections: ConnectionService;
  readonly #memory: Memory;
  readonly #launch: () => Promise<RunningSandbox>;
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;
  #server: Promise<RunningSandbox> | undefined;

  constructor(connections: ConnectionService, memory: Memory, launch: () => Promise<RunningSandbox>) {
    this.#connections = connections;
    this.#memory = memory;
    this.#launch = launch;
  }

  /** Whether the person wants it: it runs, or will on first use. */
  get isWanted(): boolean {
    return this.#memory.get(WANTED) === true;
  }

  /** @throws UserGroupsError `unavailable` when it cannot start; then it stays as wanted as before. */
  async start(): Promise<Connection> {
    const { baseUrl } = await this.#launched();
    await this.#memory.set(WANTED, true);
    this.#changed.fire();
    return this.#connections.sandboxAt(baseUrl);
  }

  async stop(): Promise<void> {
    await this.#memory.set(WANTED, false);
    await this.#closeServer();
    this.#changed.fire();
  }

  /**
   * The server of this window. @throws UserGroupsError `unavailable` when the person has stopped it or it cannot start.
   */
  async running(): Promise<RunningSandbox> {
    if (!this.isWanted) {
      throw new UserGroupsError(
        'unavailable',
        l10n.t('The local sandbox is stopped.'),
        l10n.t('Run "Start Local Sandbox".'),
      );
    }
    return this.#launched();
  }

  /** Ends this window's server; it stays wanted for the next one. */
  async close(): Promise<void> {
    await this.#closeServer();
    this.dispose();
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #launched(): Promise<RunningSandbox> {
    if (this.#server !== undefined) return this.#server;
    const launching = this.#launchAndAnnounce();
    this.#server = launching;
    // A failed start is tried again at the next use.
    launching.catch(() => {
      if (this.#server === launching) this.#server = undefined;
    });
    return launching;
  }

  async #launchAndAnnounce(): Promise<RunningSandbox> {
    const server = await this.#launch();
    try {
      this.#connections.sandboxAt(server.baseUrl);
      return server;
    } catch (error) {
      await server.close();
      throw error;
    }
  }

  async #closeServer(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    // A failed start has nothing to close and was already reported.
    const running = await server?.catch(() => undefined);
    await running?.close();
  }
}
