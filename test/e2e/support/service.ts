// The service that a journey is about: the editor's own sandbox, or one beside it behind a configured connection.

import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Operation } from '../../../src/contract/operations.ts';
import { startSandbox, type Sandbox, type StoredGroup } from '../../../src/sandbox/sandbox.ts';
import type { SandboxExchange } from '../../../src/sandbox/exchange.ts';
import type { Editor } from './editor.ts';
import { API_TOKEN, prepared } from './prepared.ts';
import type { SharedOptions } from './sharedEditor.ts';

/** What the editor's own local sandbox holds of a group, asked of a second server on its data. */
export async function groupInSandbox({ storage }: Editor, userGroupId: string): Promise<StoredGroup> {
  const sandbox = await startSandbox({ databasePath: join(storage, 'sandbox.db') });
  const group = sandbox.group(userGroupId);
  await sandbox.close();
  if (group === undefined) throw new Error(`The sandbox has no group "${userGroupId}".`);
  return group;
}

export interface Service extends Sandbox {
  readonly exchanges: readonly SandboxExchange[];
  /** Runs `work` once, when the next request of this operation has been carried out and before its answer leaves. */
  atNext(operation: Operation, work: () => void): void;
  /** Options for an editor that knows the service under this name and has its API token. */
  connectedAs(name: string, fields?: Record<string, unknown>, settings?: Record<string, unknown>): SharedOptions;
}

/**
 * Inside `describe`: a service for each test, ended after it. Call it before `editorForAllTests`, whose options may
 * need it.
 */
export function serviceForEachTest(environment: 'Customer' | 'Testing' = 'Testing'): () => Service {
  let service: Service | undefined;
  beforeEach(async () => {
    service = await startService(environment);
  });
  afterEach(async () => {
    await service?.close();
    service = undefined;
  });
  return () => {
    if (service === undefined) throw new Error('The service is there only while a test runs.');
    return service;
  };
}

/** Inside `describe`: a service for its tests one after another, for `editorForAllTests`, at whose address it stays. */
export function serviceForAllTests(environment: 'Customer' | 'Testing' = 'Testing'): () => Service {
  let service: Service | undefined;
  before(async () => {
    service = await startService(environment);
  });
  after(() => service?.close());
  return () => {
    if (service === undefined) throw new Error('The service is there only while its tests run.');
    return service;
  };
}

/** Whoever calls closes it. */
export async function startService(environment: 'Customer' | 'Testing'): Promise<Service> {
  const { scratch, apiToken } = prepared();
  const databasePath = join(scratch, `service-${randomUUID()}.db`);
  const exchanges: SandboxExchange[] = [];
  const reported = new EventEmitter();
  const onExchange = (exchange: SandboxExchange): void => {
    exchanges.push(exchange);
    reported.emit(String(exchange.operation));
  };
  const sandbox = await startSandbox({ databasePath, environment, apiToken, onExchange });
  /** As if it had just started: it is the same to whoever has its address and API token. */
  const forgetAll = (): void => {
    const database = new DatabaseSync(databasePath);
    database.exec('DELETE FROM user_group');
    database.close();
    sandbox.misbehave(undefined);
    reported.removeAllListeners();
    exchanges.length = 0;
  };
  const connectedAs: Service['connectedAs'] = (name, fields = {}, settings = {}) => ({
    startOver: forgetAll,
    settings: {
      ...settings,
      'userGroups.connections': [{ name, baseUrl: sandbox.baseUrl, environment, apiTokenEnv: API_TOKEN, ...fields }],
    },
  });
  const atNext: Service['atNext'] = (operation, work) => {
    reported.once(operation, work);
  };
  return Object.assign(sandbox, { exchanges, atNext, connectedAs });
}
