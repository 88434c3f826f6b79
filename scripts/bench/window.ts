// What a window of the editor has over a database, without an editor and without a service to call.

import type { Connection } from '../../src/core/connection.ts';
import { Redactor } from '../../src/core/redactor.ts';
import { schedule } from '../../src/services/schedule.ts';
import { createServices, type Services } from '../../src/services/services.ts';
import { largeFiles } from '../../src/store/database/largeFiles.ts';
import { openStore } from '../../src/store/sqliteStore.ts';
import { connectionEntry } from './knownGroup.ts';

export interface Window {
  readonly services: Services;
  readonly connection: Connection;
}

export function openWindow(path: string): Window {
  const store = openStore({ path });
  const noEvent = (): { dispose(): void } => ({ dispose: () => undefined });
  const notHere = (): Promise<never> => Promise.reject(new Error('Nothing is sent here.'));
  const services = createServices({
    store,
    sealer: {
      seal: notHere,
      unseal: notHere,
      fingerprints: notHere,
      readableKeys: (keyIds) => Promise.resolve(new Set(keyIds)),
      forget: () => undefined,
    },
    client: notHere,
    probe: notHere,
    secrets: { get: () => Promise.resolve(undefined), store: notHere, delete: notHere, keys: notHere },
    settings: {
      connections: () => [connectionEntry],
      apis: () => ({}),
      saveConnections: notHere,
      requestTimeoutSeconds: () => 30,
      confirmSend: () => 'customer',
      clipboardClearSeconds: () => 60,
      keepPreviousTokensDays: () => 90,
      rotateAfterDays: () => 0,
      keepTokensFromList: () => false,
      assistants: () => 'off',
      refreshListMinutes: () => 0,
      deliveryCommand: () => [],
      mappingSchema: () => undefined,
      propertiesSchema: () => undefined,
      schemaErrors: () => 'warn',
      onDidChange: noEvent,
    },
    memory: { get: () => undefined, set: notHere, keys: () => [] },
    log: { request: () => undefined, info: () => undefined, warn: () => undefined, bug: () => undefined },
    largeFiles,
    redactor: new Redactor(),
    now: Date.now,
    schedule,
    environmentVariable: () => undefined,
    launchSandbox: notHere,
    sampleBodies: notHere,
    workspaceMemory: { get: () => undefined, set: notHere, keys: () => [] },
    removeFiles: () => [],
  });
  return { services, connection: services.connections.named(connectionEntry.name) };
}
