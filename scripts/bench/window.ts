// What a window of the editor has over a database, without an editor and without a service to call.

import type { Connection } from '../../src/core/connection.ts';
import { Redactor } from '../../src/core/redactor.ts';
import { createServices, type Services } from '../../src/services/services.ts';
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
    sealer: { seal: notHere, unseal: notHere, readableKeys: (keyIds) => Promise.resolve(new Set(keyIds)) },
    client: notHere,
    secrets: { get: () => Promise.resolve(undefined), store: notHere, delete: notHere },
    settings: {
      connections: () => [connectionEntry],
      saveConnections: notHere,
      requestTimeoutSeconds: () => 30,
      confirmSend: () => 'customer',
      clipboardClearSeconds: () => 60,
      keepReplacedTokensDays: () => 90,
      onDidChange: noEvent,
    },
    memory: { get: () => undefined, set: notHere },
    log: { request: () => undefined, info: () => undefined, warn: () => undefined, bug: () => undefined },
    redactor: new Redactor(),
    now: Date.now,
    environmentVariable: () => undefined,
    launchSandbox: notHere,
    sampleBodies: notHere,
  });
  return { services, connection: services.connections.named(connectionEntry.name) };
}
