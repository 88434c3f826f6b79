// A window whose files and secrets lie in a folder, so that other processes are other windows on the same machine.

import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createUserGroupClient } from '../../src/api/userGroupClient.ts';
import type { Connection } from '../../src/core/connection.ts';
import { lazy } from '../../src/core/lazy.ts';
import type { Log } from '../../src/core/ports/log.ts';
import type { Memory, Secrets } from '../../src/core/ports/storage.ts';
import type { Schedule } from '../../src/core/ports/timer.ts';
import { Redactor } from '../../src/core/redactor.ts';
import type { GroupRef } from '../../src/core/userGroup.ts';
import { createServices, type Services } from '../../src/services/services.ts';
import { schedule as realSchedule } from '../../src/services/schedule.ts';
import { largeFiles } from '../../src/store/database/largeFiles.ts';
import { openStore, type SqliteStore } from '../../src/store/sqliteStore.ts';
import { createTokenSealer } from '../../src/store/database/tokenSealer.ts';
import { databaseIn } from './databaseIn.ts';
import { FakeSettings } from './fakeSettings.ts';
import { noProxy } from './network.ts';

export interface WindowOptions {
  readonly folder: string;
  readonly baseUrl: string;
  /** Name of the service description. */
  readonly api?: string | undefined;
  readonly now: () => number;
  readonly schedule?: Schedule;
  readonly onRequest?: Log['request'];
  /** `userGroups.apis`. */
  readonly describedApis?: object;
  /** Between its tries a call waits on paper only, and this happens. */
  readonly onPause?: () => void;
  /** What stands between the services and the store. */
  readonly through?: (store: SqliteStore) => SqliteStore;
}

export interface WindowOnFiles {
  readonly services: Services;
  readonly store: SqliteStore;
  readonly connection: Connection;
  readonly ref: (userGroupId: string) => GroupRef;
  /** Words for the state of the group in the list; `undefined` when it is not listed. */
  readonly words: (userGroupId: string) => Promise<readonly string[] | undefined>;
}

const nothing = (): void => undefined;
const noMemory: Memory = { get: nothing, set: () => Promise.resolve(), keys: () => [] };

export function openWindow({
  folder,
  baseUrl,
  api,
  now,
  onRequest,
  onPause,
  describedApis = {},
  schedule = realSchedule,
  through = (store) => store,
}: WindowOptions): WindowOnFiles {
  const redactor = new Redactor();
  const secrets = secretsOf(folder);
  const settings = new FakeSettings();
  settings.entries = [{ name: 'staging', baseUrl, environment: 'Testing', ...(api !== undefined && { api }) }];
  settings.describedApis = describedApis;
  const log: Log = { request: onRequest ?? nothing, info: nothing, warn: nothing, bug: nothing };
  const store = through(openStore({ path: databaseIn(folder), now }));
  let waitedMs = 0;
  const wait = (seconds: number): Promise<void> => {
    waitedMs += seconds * 1000;
    return Promise.resolve(onPause?.());
  };
  const services = createServices({
    store,
    secrets,
    settings,
    log,
    redactor,
    now,
    schedule,
    sealer: createTokenSealer({ secrets, keyRing: store.keyRing }),
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
    probe: () => Promise.reject(new Error('Nothing is checked here.')),
    memory: noMemory,
    workspaceMemory: noMemory,
    removeFiles: () => [],
    environmentVariable: nothing as () => undefined,
    launchSandbox: () => Promise.reject(new Error('The service is the sandbox.')),
    largeFiles,
    sampleBodies: () => Promise.resolve([]),
  });
  const connection = services.connections.named('staging');
  const ref = (userGroupId: string): GroupRef => ({ connectionId: connection.id, userGroupId });
  return {
    services,
    store,
    connection,
    ref,
    words: async (userGroupId) => (await services.groups.listed(ref(userGroupId)))?.words,
  };
}

/** One file each: two windows that make a key at once keep both. */
export function secretsOf(machine: string): Secrets {
  const folder = join(machine, 'secrets');
  mkdirSync(folder, { recursive: true });
  const fileOf = (key: string): string => join(folder, encodeURIComponent(key));
  return {
    get: (key) => Promise.resolve(existsSync(fileOf(key)) ? readFileSync(fileOf(key), 'utf8') : undefined),
    store: (key, value) => {
      // Whole or not at all, whenever the process is killed.
      writeFileSync(`${fileOf(key)}.${process.pid}.part`, value);
      renameSync(`${fileOf(key)}.${process.pid}.part`, fileOf(key));
      return Promise.resolve();
    },
    delete: (key) => {
      rmSync(fileOf(key), { force: true });
      return Promise.resolve();
    },
    keys: () => Promise.resolve(readdirSync(folder).map(decodeURIComponent)),
  };
}
