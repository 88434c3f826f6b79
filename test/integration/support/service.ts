// A service of its own for each test: a sandbox server on this machine, and a connection to it in the settings.

import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { startSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import type { SandboxExchange } from '../../../src/sandbox/exchange.ts';

export interface Service extends Sandbox {
  /** Name of its connection. */
  readonly connection: string;
  /** Every request so far, the newest last. */
  readonly exchanges: readonly SandboxExchange[];
  /** Ends the server and takes the connection out of the settings. */
  end(): Promise<void>;
}

/** Fields of the connection beside its name and address may be given. */
export async function startService(fields: Record<string, unknown> = {}): Promise<Service> {
  const name = randomUUID().slice(0, 8);
  const connection = `service ${name}`;
  const exchanges: SandboxExchange[] = [];
  const sandbox = await startAtNewAddress({
    databasePath: ':memory:',
    onExchange: (exchange) => exchanges.push(exchange),
  });
  const apiTokenEnv = `USER_GROUPS_TEST_TOKEN_${name}`;
  process.env[apiTokenEnv] = sandbox.apiToken;
  await changeConnections((kept) => [
    ...kept,
    { name: connection, baseUrl: sandbox.baseUrl, environment: 'Testing', apiTokenEnv, ...fields },
  ]);
  const end = async (): Promise<void> => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await changeConnections((kept) => kept.filter(({ name }) => name !== connection));
    await sandbox.close();
  };
  return Object.assign(sandbox, { connection, exchanges, end });
}

/** Shared by the bundles of all test files, each of which has modules of its own. */
const addresses = ((globalThis as { usedAddresses?: Set<string> }).usedAddresses ??= new Set());

/**
 * At an address that no service of this run had: the product rightly asks whether one at the same address is the same,
 * renamed.
 */
async function startAtNewAddress(options: Parameters<typeof startSandbox>[0]): Promise<Sandbox> {
  const sandbox = await startSandbox(options);
  if (!addresses.has(sandbox.baseUrl)) {
    addresses.add(sandbox.baseUrl);
    return sandbox;
  }
  // While this one is there, the next cannot get its port.
  const another = await startAtNewAddress(options);
  await sandbox.close();
  return another;
}

type Entry = Record<string, unknown>;

/** The setting as a person would edit it by hand. */
export async function changeConnections(change: (kept: Entry[]) => Entry[]): Promise<void> {
  const configuration = vscode.workspace.getConfiguration('userGroups');
  const kept = configuration.inspect<Entry[]>('connections')?.globalValue ?? [];
  await configuration.update('connections', change(kept), vscode.ConfigurationTarget.Global);
}
