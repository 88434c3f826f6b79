// The connections: the settings' entries joined with what the store knows of each.

import * as l10n from '@vscode/l10n';
import { parseBaseUrl } from '../../core/baseUrl.ts';
import type { Connection, ConnectionConfig } from '../../core/connection.ts';
import { SANDBOX_NAME } from '../../core/connection.ts';
import { Emitter, type Disposable } from '../../core/emitter.ts';
import { UserGroupsError, whileDoing } from '../../core/errors.ts';
import { quotedId } from '../../core/foreignText.ts';
import { grouped, isOne } from '../../core/language.ts';
import { yieldToEventLoop } from '../../core/workSlices.ts';
import { requireNoneOpen } from '../../core/openRotations.ts';
import type { ConnectionRow } from '../../core/ports/connectionStore.ts';
import type { Settings } from '../../core/ports/userSettings.ts';
import type { Store } from '../../core/ports/store.ts';
import type { Schedule } from '../../core/ports/timer.ts';
import { nameProblem, readConnectionEntry, sameName, type ConnectionEntry } from './connectionEntry.ts';
import { isNamed, joinConnections, serviceRow } from './joinConnections.ts';
import { apiNames, findApi } from './serviceApis.ts';

/** The person's answer when a connection's origin changed. */
export type MovedAnswer = 'sameServiceMoved' | 'anotherService';

/** Milliseconds until storing a new connection is tried again. */
const TRY_AGAIN_MS = 3_000;

export class ConnectionService implements Disposable {
  readonly #settings: Settings;
  readonly #store: Store;
  readonly #changed = new Emitter<void>();
  readonly #schedule: Schedule;
  readonly #subscription: Disposable;
  /** Why a new entry of the settings has no row. */
  #notKept: UserGroupsError | undefined;
  #nextTry: Disposable | undefined;
  readonly onDidChange = this.#changed.event;

  constructor(settings: Settings, store: Store, schedule: Schedule) {
    this.#settings = settings;
    this.#store = store;
    this.#schedule = schedule;
    this.#subscription = settings.onDidChange(() => {
      this.#announce();
    });
    this.keepNew();
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#nextTry?.dispose();
    this.#changed.dispose();
  }

  /**
   * Adds a row for each entry that is certainly new, so that groups can belong to it. Where that fails, the list says
   * why, and it is tried again.
   */
  keepNew(): void {
    try {
      for (const connection of this.list()) if (connection.notKept !== undefined) this.#newRow(connection);
      this.#notKept = undefined;
    } catch (error) {
      if (!(error instanceof UserGroupsError)) throw error;
      this.#notKept = error;
      this.#nextTry?.dispose();
      this.#nextTry = this.#schedule(TRY_AGAIN_MS, () => {
        this.keepNew();
        if (this.#notKept === undefined) this.#changed.fire();
      });
    }
  }

  /** Settings or rows have changed. */
  #announce(): void {
    this.keepNew();
    this.#changed.fire();
  }

  /** All connections: Testing ones first, then guarded ones, then those only in the store. */
  list(): Connection[] {
    return joinConnections(this.#entries(), this.#store.connections.all(), this.#notKept);
  }

  /** That of a row in the store, such as a group's; `undefined` when it is gone. */
  withId(id: string): Connection | undefined {
    return this.list().find((candidate) => candidate.id === id);
  }

  /** @throws UserGroupsError `notFound` */
  named(name: string): Connection {
    const connection = this.list().find((candidate) => sameName(candidate.name, name));
    if (connection !== undefined) return connection;
    throw new UserGroupsError(
      'notFound',
      l10n.t('There is no connection named {0}.', quotedId(name)),
      sameName(name, SANDBOX_NAME)
        ? l10n.t('Start the local sandbox first.')
        : l10n.t('Add it with "Add Connection…", or correct the name.'),
    );
  }

  /**
   * Why a new connection, or the one named `renamed`, cannot have this name, or `undefined`. A name only in the store
   * is free for a new connection, which gets its groups back, but not for another one that has its own.
   */
  nameProblem(name: string, renamed?: string): string | undefined {
    const inSettings = this.#entries().map(({ config }) => config.name);
    if (renamed === undefined) return nameProblem(name, inSettings);
    const used = [...inSettings, ...this.#store.connections.all().map((row) => row.name)];
    return nameProblem(
      name,
      used.filter((other) => !sameName(other, renamed)),
    );
  }

  /** @throws UserGroupsError `invalid` */
  async add(config: ConnectionConfig): Promise<Connection> {
    const checked = this.#checked(config);
    const known = serviceRow(this.#store.connections.all(), checked.name);
    // The row first: a name in the store is never asked about ("renamed, or new?").
    const row = known ?? this.#newRow(checked);
    await this.#save([...this.#rawEntries(), checked], () => {
      if (known === undefined) this.#store.connections.remove(row.id);
    });
    return this.named(checked.name);
  }

  /**
   * Changes the connection's entry in the settings; other fields stay. A new name is carried over to the store; a new
   * origin awaits the person's answer, as when the settings are edited by hand.
   * @throws UserGroupsError `invalid`
   */
  async edit(name: string, change: Pick<ConnectionConfig, 'name' | 'baseUrl' | 'environment'>): Promise<Connection> {
    const connection = this.named(name);
    const entries = this.#rawEntries();
    const index = this.#indexOf(connection);
    const checked = this.#checked({ ...entries[index], ...change }, connection.name);
    const rename = (to: string): void => {
      if (connection.id !== '' && checked.name !== connection.name)
        this.#store.connections.change(connection.id, { name: to });
    };
    rename(checked.name);
    await this.#save(entries.with(index, checked), () => {
      rename(connection.name);
    });
    return this.named(checked.name);
  }

  /**
   * Changes `api` in the connection's entry in the settings, and nothing else there.
   * @param asked the connection as the user was asked about it
   * @param other the same connection with the new API
   * @throws UserGroupsError `conflict` when the connection, or the description of the API, has changed since; `invalid`
   */
  async setApi(asked: Connection, other: Connection): Promise<Connection> {
    const present = this.named(asked.name);
    const { api } = other;
    const isSame =
      api !== undefined && JSON.stringify([present, this.withApi(present, api)]) === JSON.stringify([asked, other]);
    if (!isSame)
      throw new UserGroupsError(
        'conflict',
        l10n.t('The connection {0} was changed meanwhile.', quotedId(asked.name)),
        l10n.t('Check it, then try again.'),
      );
    const entries = this.#rawEntries();
    const index = this.#indexOf(present);
    const changed = entries.map((entry, at) => (at === index ? { ...entry, api } : entry));
    await this.#save(changed, () => undefined);
    return this.named(asked.name);
  }

  /** Whether the settings describe any service. */
  describesApis(): boolean {
    return this.apiNames().length > apiNames(undefined).length;
  }

  /** The names that `api` of a connection may have: those built in, then those of the settings. */
  apiNames(): string[] {
    return apiNames(this.#settings.apis());
  }

  /**
   * The connection as it would be with this API. Nothing is changed. @throws UserGroupsError `invalid` where its
   * description is missing or has a mistake
   */
  withApi(connection: Connection, api: string): Connection {
    const found = findApi(api, this.#settings.apis());
    if ('api' in found) return { ...connection, api, serviceApi: found.api };
    throw toCorrect(found.problem);
  }

  /**
   * Requires that nothing irrecoverable would be lost. @throws UserGroupsError `conflict` while a rotation is in
   * progress or open
   */
  async requireRemovable(connection: Connection): Promise<void> {
    await whileRemoving(connection, () => {
      this.#requireNoneOpen(connection);
    });
  }

  /**
   * Removes the connection from settings and store with all its data, in batches. A window that closes meanwhile leaves
   * a connection outside the settings with the remaining groups. Nothing happens on the service.
   * @param onLeft called now and then with the number of remaining groups
   * @throws UserGroupsError `invalid`; `conflict` while a rotation is in progress or open
   */
  async remove(connection: Connection, onLeft?: (groups: number) => void): Promise<void> {
    await this.takeOut(connection, () => this.#removeKept(connection, onLeft));
  }

  /**
   * Removes the connection from the settings while `work` removes its data. When that fails, the entry is restored.
   * @param work receives the entry as it was in the settings, if any
   * @throws UserGroupsError `invalid`; `conflict` while a rotation is in progress or open
   */
  async takeOut(
    connection: Connection,
    work: (entry: ConnectionConfig | undefined) => Promise<void> | void,
  ): Promise<void> {
    await whileRemoving(connection, async () => {
      this.#requireNoneOpen(connection);
      const entries = this.#rawEntries();
      const index =
        connection.kind === 'service' && connection.status !== 'notInSettings' ? this.#indexOf(connection) : undefined;
      if (index !== undefined) await this.#settings.saveConnections(entries.toSpliced(index, 1));
      try {
        await work(index === undefined ? undefined : entries[index]);
      } catch (error) {
        if (index !== undefined)
          await this.#settings.saveConnections(
            this.#rawEntries().toSpliced(index, 0, ...entries.slice(index, index + 1)),
          );
        throw error;
      } finally {
        this.#announce();
      }
    });
  }

  /** Restores a connection's entry in the settings, if there was one. `begin` and `undo` do the same in the store. */
  async putBack(
    entry: ConnectionConfig | undefined,
    { begin, undo }: { readonly begin: () => void; readonly undo: () => void },
  ): Promise<void> {
    // The row first: a name in the store is never asked about.
    begin();
    if (entry === undefined) this.#announce();
    else await this.#save([...this.#rawEntries(), entry], undo);
  }

  /** Answers `moved`: the groups move along, or stay with the old address under a name that says so. */
  answerMoved(connection: Connection, answer: MovedAnswer): void {
    const { origin, host } = parseBaseUrl(connection.recordedBaseUrl ?? connection.baseUrl);
    if (answer === 'anotherService') {
      this.#store.connections.change(connection.id, { name: this.#freeName(`${connection.name} (${host})`) });
      this.#leaveTokenAt(origin, this.#newRow(connection).id);
    } else {
      this.#leaveTokenAt(origin, connection.id);
      this.#store.connections.change(connection.id, { baseUrl: connection.baseUrl });
    }
    this.#announce();
  }

  /** A token in a variable never moves along: the present one belongs to the old origin. */
  #leaveTokenAt(origin: string, id: string): void {
    if (this.#store.apiTokens.find(id) === undefined)
      this.#store.apiTokens.begin(id, { origin, fingerprint: undefined });
  }

  /** Answers `renamedOrNew`: the row of `renamedFrom` gets the new name, or the connection gets its own row. */
  answerRenamed(connection: Connection, renamedFrom: string | undefined): void {
    if (renamedFrom === undefined) this.#newRow(connection);
    else this.#store.connections.change(renamedFrom, { name: connection.name });
    this.#announce();
  }

  /** The row of the built-in sandbox, with its current address. */
  sandboxAt(baseUrl: string): Connection {
    const row = this.#store.connections.all().find(({ kind }) => kind === 'sandbox');
    if (row === undefined) this.#store.connections.add({ kind: 'sandbox', name: SANDBOX_NAME, baseUrl });
    else if (row.baseUrl !== baseUrl) this.#store.connections.change(row.id, { baseUrl });
    this.#announce();
    return this.named(SANDBOX_NAME);
  }

  async #removeKept({ id, name }: Connection, onLeft: ((groups: number) => void) | undefined): Promise<void> {
    const before = this.#store.groups.groupCount(id);
    let left = before;
    const held = this.#store.changes.hold();
    try {
      for (let hasMore = true; hasMore;) {
        await yieldToEventLoop();
        hasMore = this.#store.connections.clear(id);
        left = this.#store.groups.groupCount(id);
        onLeft?.(left);
      }
      this.#store.connections.remove(id);
    } catch (error) {
      throw withRemoved(error, name, before - left);
    } finally {
      held.dispose();
    }
  }

  #requireNoneOpen({ id }: Connection): void {
    requireNoneOpen(this.#store.journal.openRotations().filter(({ connectionId }) => connectionId === id));
  }

  /** Another window may add the row for the same settings at this moment. */
  #newRow({ name, baseUrl }: ConnectionConfig): ConnectionRow {
    try {
      return this.#store.connections.add({ kind: 'service', name, baseUrl });
    } catch (error) {
      const row = serviceRow(this.#store.connections.all(), name);
      if (row === undefined) throw error;
      return row;
    }
  }

  #entries(): ConnectionEntry[] {
    const used: string[] = [];
    const apis = this.#settings.apis();
    return this.#rawEntries().map((raw) => {
      const entry = readConnectionEntry(raw, used, apis);
      used.push(entry.config.name);
      return entry;
    });
  }

  #rawEntries(): readonly ConnectionConfig[] {
    return this.#settings.connections() as readonly ConnectionConfig[];
  }

  /** Where the settings hold it. @throws UserGroupsError `invalid` when its name is ambiguous. */
  #indexOf({ name }: Connection): number {
    const [index, ...others] = this.#rawEntries().flatMap((raw, at) => (isNamed(raw, name) ? [at] : []));
    if (index !== undefined && others.length === 0) return index;
    throw new UserGroupsError(
      'invalid',
      index === undefined
        ? l10n.t('The settings have no connection named {0}.', quotedId(name))
        : l10n.t('The settings have more than one connection named {0}.', quotedId(name)),
      l10n.t('Correct userGroups.connections in the settings file.'),
    );
  }

  /** When the settings cannot be saved, the change in the store is undone. */
  async #save(entries: readonly ConnectionConfig[], undo: () => void): Promise<void> {
    try {
      await this.#settings.saveConnections(entries);
    } catch (error) {
      undo();
      throw error;
    }
    this.#announce();
  }

  #checked(config: ConnectionConfig, renamed?: string): ConnectionConfig {
    const entry = readConnectionEntry(config, [], this.#settings.apis());
    const problem = this.nameProblem(config.name, renamed) ?? entry.problem;
    if (problem === undefined) return withoutAbsent(entry.config);
    throw toCorrect(problem);
  }

  #freeName(wanted: string): string {
    const used = this.list().map(({ name }) => name);
    const candidates = [wanted, ...used.map((_, index) => `${wanted} ${index + 2}`)];
    return candidates.find((name) => !used.some((other) => sameName(other, name))) ?? wanted;
  }
}

/** What was done before the failure stays done. */
function withRemoved(error: unknown, name: string, groups: number): unknown {
  if (groups <= 0 || !(error instanceof UserGroupsError)) return error;
  const { kind, happened, next } = error.failure;
  return new UserGroupsError(kind, happened, next, {
    doing: isOne(groups)
      ? l10n.t('Removing the connection {0} stopped after 1 group.', quotedId(name))
      : l10n.t('Removing the connection {0} stopped after {1} groups.', quotedId(name), grouped(groups)),
    cause: error,
  });
}

function toCorrect(problem: string): UserGroupsError {
  return new UserGroupsError('invalid', problem, l10n.t('Correct it, then try again.'));
}

function whileRemoving(connection: Connection, work: () => Promise<void> | void): Promise<void> {
  const doing = l10n.t("Couldn't remove the connection {0}.", quotedId(connection.name));
  return whileDoing(doing, { connection: connection.name }, async () => {
    await work();
  });
}

/** Settings files show only what was chosen: JSON leaves out what is `undefined`. */
function withoutAbsent(config: ConnectionConfig): ConnectionConfig {
  return JSON.parse(JSON.stringify(config)) as ConnectionConfig;
}
