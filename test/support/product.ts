// The product without the editor: the real use cases, store, sealer and client, before a real sandbox that plays the
// remote service.

import { readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createConnectionProbe } from '../../src/api/probe.ts';
import { createUserGroupClient } from '../../src/api/userGroupClient.ts';
import { bugText } from '../../src/core/bugText.ts';
import type { Connection, ConnectionConfig } from '../../src/core/connection.ts';
import { lazy } from '../../src/core/lazy.ts';
import type { Log } from '../../src/core/ports/log.ts';
import type { TokenSealer } from '../../src/core/ports/sealer.ts';
import type { Memory, Secrets } from '../../src/core/ports/storage.ts';
import { Redactor } from '../../src/core/redactor.ts';
import type { GroupRef, UserGroupRecord } from '../../src/core/userGroup.ts';
import type { SandboxExchange } from '../../src/sandbox/exchange.ts';
import { sampleBodies } from '../../src/sandbox/sampleBodies.ts';
import { startSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts';
import { createServices, type Services } from '../../src/services/services.ts';
import { removeFilesBeside } from '../../src/store/database/erasing.ts';
import { largeFiles } from '../../src/store/database/largeFiles.ts';
import { openStore, type SqliteStore } from '../../src/store/sqliteStore.ts';
import { createTokenSealer } from '../../src/store/database/tokenSealer.ts';
import { documentOf } from './documents.ts';
import { FakeSchedule } from './fakeSchedule.ts';
import { FakeSettings } from './fakeSettings.ts';
import { holdPort } from './heldPort.ts';
import { noProxy } from './network.ts';
import { temporaryFolder } from './temporaryFolder.ts';

export { documentOf };

/** Noon of 12 May 2025. */
export const MAY_12 = Date.UTC(2025, 4, 12, 12);
export const DAY = 24 * 60 * 60 * 1000;

const STORE = 'user-groups.db';
const REMOTE = 'remote.db';
/** The store's file as each product finds it: to make its tables anew takes longer than most tests. */
let newFile: Buffer | undefined;
const nothing = (): void => undefined;

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

  keys(): Promise<readonly string[]> {
    return Promise.resolve([...this.kept.keys()]);
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
  /** What happens while the client waits before it tries again. */
  readonly pausing: { happens: () => void };
  /** Nobody listens where the remote service did. */
  readonly stopRemote: () => Promise<void>;
  /** The remote service, which was stopped, listens again where it did. */
  readonly restartRemote: () => Promise<void>;
  /** The remote service loses the group. */
  readonly loseOnService: (userGroupId: string) => void;
  readonly settings: FakeSettings;
  readonly secrets: FakeSecrets;
  readonly memory: Map<string, unknown>;
  readonly workspaceMemory: Map<string, unknown>;
  /** Where the store and its companions lie. */
  readonly folder: string;
  readonly variables: Map<string, string>;
  readonly clock: { now: number };
  /** Lets time pass: what this window runs later runs when its time has come. */
  readonly elapse: (milliseconds: number) => Promise<void>;
  readonly logged: string[];
  /** Knows the secrets that this window has seen. */
  readonly redactor: Redactor;
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
  /** How long another's lock of the store is waited for; as the product does unless given. */
  readonly busyTimeoutMs?: number;
}

/** The remote service is asked as this description says. */
export function describeService({ settings }: Pick<Product, 'settings'>, description: object): void {
  settings.describedApis = { described: description };
  settings.edit([{ ...(settings.entries[0] as object), api: 'described' }]);
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

async function startProduct(
  { entry, busyTimeoutMs }: ProductOptions = {},
  onClose: (close: () => Promise<void>) => void,
): Promise<Product> {
  const folder = temporaryFolder('user-groups-product-');
  onClose(() => rm(folder, { recursive: true }));
  newFile ??= madeNew(folder);
  writeFileSync(join(folder, STORE), newFile);
  const requests: SandboxExchange[] = [];
  const meanwhile: Product['meanwhile'] = { happens: nothing };
  const start = (again: { readonly port?: number; readonly apiToken?: string } = {}): Promise<Sandbox> =>
    startSandbox({
      ...again,
      databasePath: join(folder, REMOTE),
      onExchange: (exchange) => {
        requests.push(exchange);
        const { happens } = meanwhile;
        meanwhile.happens = nothing;
        happens();
      },
    });
  const service = { sandbox: await start() };
  const remote = service.sandbox;
  onClose(() => service.sandbox.close());
  const port = Number(new URL(remote.baseUrl).port);
  let dismiss = (): Promise<void> => Promise.resolve();
  onClose(() => dismiss());
  const settings = new FakeSettings();
  settings.entries = [{ name: 'staging', baseUrl: remote.baseUrl, environment: 'Testing', ...entry }];
  const product = openWindow({
    folder,
    busyTimeoutMs,
    requests,
    meanwhile,
    service,
    settings,
    onClose,
    pausing: { happens: nothing },
    stopRemote: async () => {
      await service.sandbox.close();
      dismiss = await holdPort(port);
    },
    restartRemote: async () => {
      await dismiss();
      service.sandbox = await start({ apiToken: remote.apiToken, port });
    },
    secrets: new FakeSecrets(),
    memory: new Map(),
    workspaceMemory: new Map(),
    variables: new Map(),
    clock: { now: MAY_12 },
  });
  await product.services.apiTokens.set(product.connection, remote.apiToken);
  return product;
}

type OfTheMachine =
  | 'folder'
  | 'requests'
  | 'meanwhile'
  | 'pausing'
  | 'stopRemote'
  | 'restartRemote'
  | 'settings'
  | 'secrets'
  | 'memory'
  | 'workspaceMemory'
  | 'variables'
  | 'clock';

interface Machine extends Pick<Product, OfTheMachine> {
  readonly busyTimeoutMs: number | undefined;
  readonly service: { sandbox: Sandbox };
  readonly onClose: (close: () => Promise<void>) => void;
}

function openWindow(machine: Machine): Product {
  const { folder, settings, secrets, variables, clock, onClose } = machine;
  const redactor = new Redactor();
  const logged: string[] = [];
  const sealing: Product['sealing'] = { failure: undefined };
  const later = new FakeSchedule(clock);
  const store = openStore({
    path: join(folder, STORE),
    now: () => clock.now,
    busyTimeoutMs: machine.busyTimeoutMs,
  });
  const log = logTo(logged);
  // What the client waits on paper has passed for it all the same.
  let waitedMs = 0;
  const wait = (seconds: number): Promise<void> => {
    waitedMs += seconds * 1000;
    return paused(machine.pausing);
  };
  const services = createServices({
    store,
    sealer: failingWhen(sealing, createTokenSealer({ secrets, keyRing: store.keyRing })),
    client: lazy(() =>
      Promise.resolve(
        createUserGroupClient({
          log,
          redactor,
          network: noProxy,
          pace: store.pace,
          wait,
          now: () => Date.now() + waitedMs,
        }),
      ),
    ),
    probe: lazy(() => Promise.resolve(createConnectionProbe({ redactor, network: noProxy, now: () => clock.now }))),
    secrets,
    settings,
    memory: memoryOf(machine.memory),
    log,
    redactor,
    largeFiles,
    now: () => clock.now,
    schedule: later.schedule,
    environmentVariable: (name) => variables.get(name),
    launchSandbox: () => startSandbox({ databasePath: join(folder, 'sandbox.db') }),
    sampleBodies: () => Promise.resolve(sampleBodies),
    workspaceMemory: memoryOf(machine.workspaceMemory),
    removeFiles: () => removeFilesBeside(join(folder, STORE), [join(folder, 'sandbox.db')]),
  });
  const close = lazy(() => services.close());
  onClose(close);
  let connectionId: string | undefined;
  const ref = (userGroupId: string): GroupRef => ({
    connectionId: (connectionId ??= services.connections.named('staging').id),
    userGroupId,
  });
  return {
    ...machine,
    services,
    store,
    logged,
    redactor,
    sealing,
    close,
    ref,
    elapse: (milliseconds) => later.elapse(milliseconds),
    get remote() {
      return machine.service.sandbox;
    },
    get connection() {
      return services.connections.named('staging');
    },
    record: (userGroupId) => services.groups.find(ref(userGroupId)),
    words: async (userGroupId) =>
      (await services.groups.page(ref('').connectionId, undefined, 1000)).find(
        (group) => group.ref.userGroupId === userGroupId,
      )?.words,
    loseOnService: (userGroupId) => {
      const database = new DatabaseSync(join(folder, REMOTE));
      database.prepare('DELETE FROM user_group WHERE user_group_id = ?').run(JSON.stringify(userGroupId));
      database.close();
    },
    anotherWindow: () => openWindow(machine),
  };
}

function madeNew(folder: string): Buffer {
  const path = join(folder, STORE);
  openStore({ path }).close();
  return readFileSync(path);
}

/** On paper only. */
function paused(pausing: Product['pausing']): Promise<void> {
  const { happens } = pausing;
  pausing.happens = nothing;
  happens();
  return Promise.resolve();
}

function memoryOf(memory: Map<string, unknown>): Memory {
  return {
    get: (key) => memory.get(key),
    set: (key, value) => {
      memory.set(key, value);
      return Promise.resolve();
    },
    keys: () => [...memory.keys()],
  };
}

function logTo(logged: string[]): Log {
  const add = (line: string): void => {
    logged.push(line);
  };
  return {
    request: ({ operation, userGroupId = '', connection, outcome }) => {
      add(`${operation} ${userGroupId} on ${connection}: ${outcome}`);
    },
    info: add,
    warn: add,
    bug: (error) => {
      add(bugText(error, (text) => text));
    },
  };
}

function failingWhen(sealing: Product['sealing'], sealer: TokenSealer): TokenSealer {
  return {
    seal: (secret, owner) =>
      sealing.failure === undefined ? sealer.seal(secret, owner) : Promise.reject(sealing.failure),
    unseal: (sealed, owner) => sealer.unseal(sealed, owner),
    fingerprints: (token, keyIds) => sealer.fingerprints(token, keyIds),
    readableKeys: (keyIds) => sealer.readableKeys(keyIds),
    forget: () => {
      sealer.forget();
    },
  };
}
