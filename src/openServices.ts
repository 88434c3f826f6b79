// Opens the services: over the store, the client of the service and the sandbox, with what VS Code keeps.

import * as path from 'node:path';
import type * as vscode from 'vscode';
import { lazy } from './core/lazy.ts';
import { schedule } from './services/schedule.ts';
import { createServices, type Outside, type Services } from './services/services.ts';
import { removeFilesBeside } from './store/database/erasing.ts';
import { largeFiles } from './store/database/largeFiles.ts';
import { LeaseKeeper } from './store/database/leaseKeeper.ts';
import { createTokenSealer } from './store/database/tokenSealer.ts';
import type { PaceStore } from './core/ports/paceStore.ts';
import { openStore } from './store/sqliteStore.ts';
import { VsCodeNetworkSettings } from './vscode/platform/networkSettings.ts';
import { memoryOf, secretsOf } from './vscode/platform/storageAdapters.ts';

/** What the window has before the services are open. */
type Base = Pick<Outside, 'redactor' | 'settings' | 'memory' | 'log'>;

export function openServices(
  { secrets: storage, workspaceState }: vscode.ExtensionContext,
  databasePath: string,
  { redactor, settings, memory, log }: Base,
): Services {
  const environmentVariable = (name: string): string | undefined => process.env[name];
  const store = openStore({ path: databasePath, keeper: new LeaseKeeper(databasePath) });
  const secrets = secretsOf(storage);
  const onKey = (value: string): void => {
    redactor.add(value);
  };
  const network = new VsCodeNetworkSettings(environmentVariable);
  const services = createServices({
    store,
    sealer: createTokenSealer({ secrets, keyRing: store.keyRing, onKey }),
    ...clientOf({ redactor, log }, network, store.pace),
    ...sandboxBeside(databasePath),
    secrets,
    settings,
    memory,
    log,
    redactor,
    largeFiles,
    now: Date.now,
    schedule,
    environmentVariable,
    workspaceMemory: memoryOf(workspaceState),
  });
  return {
    ...services,
    close: async () => {
      network.dispose();
      await services.close();
    },
  };
}

function clientOf(
  { redactor, log }: Pick<Base, 'redactor' | 'log'>,
  network: VsCodeNetworkSettings,
  pace: PaceStore,
): Pick<Outside, 'client' | 'probe'> {
  return {
    client: lazy(async () =>
      (await import('./api/userGroupClient.ts')).createUserGroupClient({ log, redactor, network, pace }),
    ),
    probe: lazy(async () =>
      (await import('./api/probe.ts')).createConnectionProbe({ redactor, network, now: Date.now }),
    ),
  };
}

function sandboxBeside(databasePath: string): Pick<Outside, 'launchSandbox' | 'sampleBodies' | 'removeFiles'> {
  const sandboxPath = path.join(path.dirname(databasePath), 'sandbox.db');
  return {
    launchSandbox: async () => (await import('./sandbox/sandbox.ts')).startSandbox({ databasePath: sandboxPath }),
    sampleBodies: async () => (await import('./sandbox/sampleBodies.ts')).sampleBodies,
    removeFiles: () => removeFilesBeside(databasePath, [sandboxPath]),
  };
}
