// The product without the editor: the real use cases, store, sealer and client, before a real sandbox that plays the remote service.

import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createUserGroupClient } from '../../src/api/userGroupClient.ts';
import type { Connection, ConnectionConfig } from '../../src/core/connection.ts';
import { Emitter } from '../../src/core/emitter.ts';
import { lazy } from '../../src/core/lazy.ts';
import type { Log, Memory, Secrets, Settings, TokenSealer } from '../../src/core/ports.ts';
import { Redactor } from '../../src/core/redactor.ts';
import type { GroupRef, UserGroupRecord } from '../../src/core/userGroup.ts';
import type { SandboxExchange } from '../../src/sandbox/exchange.ts';
import { sampleBodies } from '../../src/sandbox/sampleGroups.ts';
import { startSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts';
import { createServices, type Services } from '../../src/services/services.ts';
import { openStore, type SqliteStore } from '../../src/store/sqliteStore.ts';
import { createTokenSealer } from '../../src/store/tokenSealer.ts';

/** Noon of 12 May 2025. */
export const MAY_12 = Date.UTC(2025, 4, 12, 12);
export const DAY = 24 * 60 * 60 * 1000;

const REMOTE = 'remote.db';
const nothing = (): void => undefined;

/** The settings file, which a person edits by hand. */
export class FakeSettings implements Settings {
  entries: readonly unknown[] = [];
  timeoutSeconds = 10;
  replacedTokensDays = 90;
  /** The file cannot be written. */
  isBroken = false;
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;

  edit(entries: readonly unknown[]): void {
    this.entries = entries;
    this.#changed.fire();
  }

  connections(): readonly unknown[] {
    return this.entries;
  }

  saveConnections(connections: readonly ConnectionConfig[]): Promise<void> {
    if (this.isBroken) return Promise.reject(new Error('the settings file has errors'));
    this.edit(connections);
    return Promise.resolve();
  }

  requestTimeoutSeconds(): number {
    return this.timeoutSeconds;
  }

  keepReplacedTokensDays(): number {
    return this.replacedTokensDays;
  }

  confirmSend(): 'never' {
    return 'never';
  }

  clipboardClearSeconds(): number {
    return 0;
  }
}

export class FakeSecrets implements Secrets {
  readonly kept = new Map<string, string>();
  isBroken = false;

  get(key: string): Promise<string | undefined> {
    return this.isBroken ? Promise.reject(new Error('locked')) : Promise.resolve(this.kept.get(key));
  }

  store(key: string, value: string): Promise<void> {
    if (this.isBroken) return Promise.reject(new Error('locked'));
    this.kept.set(key, value);
    return Promise.resolve();
  }

  delete(key: string): Promise<void> {
    this.kept.delete(key);
    return Promise.resolve();
  }
}

export interface Product {
  readonly services: Services;
  readonly store: SqliteStore;
  /** The remote service, and the oracle: what it holds is what is true. */
  readonly remote: Sandbox;
  /** What the remote service was asked, in order. */
  readonly requests: SandboxExchange[];
  /** What happens while the next answer of the remote service is on its way. */
  readonly meanwhile: { happens: () => void };
  /** The remote service loses the group. */
  readonly loseOnService: (userGroupId: string) => void;
  readonly settings: FakeSettings;
  readonly secrets: FakeSecrets;
  readonly memory: Map<string, unknown>;
  readonly variables: Map<string, string>;
  readonly clock: { now: number };
  readonly logged: string[];
  /** Sealing fails while this is set. */
  readonly sealing: { failure: Error | undefined };
  /** The connection `staging` to the remote service, as it is at this moment. */
  readonly connection: Connection;
  readonly ref: (userGroupId: string) => GroupRef;
  readonly record: (userGroupId: string) => UserGroupRecord | undefined;
  /** Words for the state of the group in the list; `undefined` when it is not listed. */
  readonly words: (userGroupId: string) => Promise<readonly string[] | undefined>;
  /** Another window on the same machine: the same store, settings, memory and secrets. */
  readonly anotherWindow: () => Product;
  readonly close: () => Promise<void>;
}

export interface ProductOptions {
  /** More fields of the entry for `staging`. */
  readonly entry?: Partial<ConnectionConfig>;
}

/** To be called inside a `describe`: starts products that are closed, and whose files are removed, after the test. */
export function productStarter(): (options?: ProductOptions) => Promise<Product> {
  let closings: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closings.reverse()) await close();
    closings = [];
  });
  return (options) => startProduct(options, (close) => closings.push(close));
}

async function startProduct({ entry }: ProductOptions = {}, onClose: (close: () => Promise<void>) => void): Promise<Product> {
  const folder = mkdtempSync(join(tmpdir(), 'user-groups-product-'));
  onClose(() => rm(folder, { recursive: true }));
  const requests: SandboxExchange[] = [];
  const meanwhile: Product['meanwhile'] = { happens: nothing };
  const remote = await startSandbox({
    databasePath: join(folder, REMOTE),
    onExchange: (exchange) => {
      requests.push(exchange);
      const { happens } = meanwhile;
      meanwhile.happens = nothing;
      happens();
    },
  });
  onClose(() => remote.close());
  const settings = new FakeSettings();
  settings.entries = [{ name: 'staging', baseUrl: remote.baseUrl, environment: 'Testing', ...entry }];
  const product = openWindow({
    folder, requests, meanwhile, remote, settings, onClose,
    secrets: new FakeSecrets(), memory: new Map(), variables: new Map(), clock: { now: MAY_12 },
  });
  await product.services.apiTokens.set(product.connection, remote.apiToken);
  return product;
}

interface Machine extends Pick<Product, 'requests' | 'meanwhile' | 'remote' | 'settings' | 'secrets' | 'memory' | 'variables' | 'clock'> {
  readonly folder: string;
  readonly onClose: (close: () => Promise<void>) => void;
}

function openWindow(machine: Machine): Product {
  const { folder, settings, secrets, variables, clock, onClose } = machine;
  const redactor = new Redactor();
  const logged: string[] = [];
  const sealing: Product['sealing'] = { failure: undefined };
  const store = openStore({ path: join(folder, 'user-groups.db'), now: () => clock.now });
  const log = logTo(logged);
  const services = createServices({
    store,
    sealer: failingWhen(sealing, createTokenSealer({ secrets, keyRing: store.keyRing })),
    client: lazy(() => Promise.resolve(createUserGroupClient({ log, redactor, wait: () => Promise.resolve() }))),
    secrets,
    settings,
    memory: memoryOf(machine.memory),
    log,
    redactor,
    now: () => clock.now,
    environmentVariable: (name) => variables.get(name),
    launchSandbox: () => startSandbox({ databasePath: join(folder, 'sandbox.db') }),
    sampleBodies: () => Promise.resolve(sampleBodies),
  });
  const close = lazy(() => services.close());
  onClose(close);
  const ref = (userGroupId: string): GroupRef => ({ connectionId: services.connections.named('staging').id, userGroupId });
  return {
    ...machine, services, store, logged, sealing, close, ref,
    get connection() { return services.connections.named('staging'); },
    record: (userGroupId) => services.groups.find(ref(userGroupId)),
    words: async (userGroupId) => (await services.groups.page(ref('').connectionId, undefined, 1000))
      .find((group) => group.ref.userGroupId === userGroupId)?.words,
    loseOnService: (userGroupId) => {
      const database = new DatabaseSync(join(folder, REMOTE));
      database.prepare('DELETE FROM user_group WHERE user_group_id = ?').run(JSON.stringify(userGroupId));
      database.close();
    },
    anotherWindow: () => openWindow(machine),
  };
}

function memoryOf(memory: Map<string, unknown>): Memory {
  return {
    get: (key) => memory.get(key),
    set: (key, value) => {
      memory.set(key, value);
      return Promise.resolve();
    },
  };
}

function logTo(logged: string[]): Log {
  const add = (line: string): void => { logged.push(line); };
  return {
    request: ({ operation, userGroupId = '', connection, outcome }) => { add(`${operation} ${userGroupId} on ${connection}: ${outcome}`); },
    info: add,
    warn: add,
    bug: (error) => { add(String(error)); },
  };
}

function failingWhen(sealing: Product['sealing'], sealer: TokenSealer): TokenSealer {
  return {
    seal: (token, ref) => sealing.failure === undefined ? sealer.seal(token, ref) : Promise.reject(sealing.failure),
    unseal: (sealed, ref) => sealer.unseal(sealed, ref),
    readableKeys: (keyIds) => sealer.readableKeys(keyIds),
  };
}

/** A document, formatted as a person would. */
export function documentOf(fields: Readonly<Record<string, unknown>> = {}): string {
  return `${JSON.stringify({ user_group_id: 'acme', name: 'Acme', ...fields }, null, 2)}\n`;
}
