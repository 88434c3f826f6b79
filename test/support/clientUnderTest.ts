// The client as the tests use it: it logs into a list, and waits between attempts only on paper.

import assert from 'node:assert/strict';
import type { LookupFunction } from 'node:net';
import { createUserGroupClient } from '../../src/api/userGroupClient.ts';
import { USER_GROUP_API } from '../../src/contract/serviceApi.ts';
import { UserGroupsError } from '../../src/core/errors.ts';
import type { ServiceTarget, UserGroupClient } from '../../src/core/ports/client.ts';
import type { RequestLine } from '../../src/core/ports/log.ts';
import type { Network } from '../../src/core/ports/network.ts';
import { Redactor } from '../../src/core/redactor.ts';
import { AnsweringServer, type Reply } from './answeringServer.ts';
import type { Certificate } from './certificate.ts';
import { networkWith } from './network.ts';

export const API_TOKEN = 'api-token-of-the-tests';
/** 0:00 on 12 May 2026. */
export const NOW = Date.UTC(2026, 4, 12);

export interface Bench {
  readonly server: AnsweringServer;
  readonly client: UserGroupClient;
  readonly target: ServiceTarget;
  readonly lines: RequestLine[];
  readonly warnings: string[];
  /** Seconds of the waits between attempts. */
  readonly waits: number[];
}

export interface BenchOptions {
  readonly certificate?: Certificate;
  /** How requests leave this machine: without a proxy unless given. */
  readonly network?: () => Network;
  /** Of names to addresses. */
  readonly lookup?: LookupFunction;
  readonly redactor?: Redactor;
  /** The client really waits between attempts. */
  readonly reallyWaits?: true;
}

/** Runs `work` with a client and a server that plays the script, and closes both. */
export async function withServer(
  script: readonly Reply[],
  work: (bench: Bench) => Promise<void>,
  { certificate, reallyWaits, network = networkWith, lookup, redactor = new Redactor() }: BenchOptions = {},
): Promise<void> {
  const server = new AnsweringServer(script, certificate);
  await server.start();
  const lines: RequestLine[] = [];
  const warnings: string[] = [];
  const waits: number[] = [];
  const client = createUserGroupClient({
    log: { request: (line) => lines.push(line), warn: (message) => warnings.push(message) },
    redactor,
    network: { current: network },
    lookup,
    now: () => NOW,
    ...(reallyWaits === undefined && {
      wait: (seconds) => {
        waits.push(seconds);
        return Promise.resolve();
      },
    }),
  });
  const target = {
    connection: 'local',
    api: USER_GROUP_API,
    baseUrl: server.baseUrl,
    apiToken: API_TOKEN,
    timeoutSeconds: 10,
  };
  try {
    await work({ server, client, target, lines, warnings, waits });
  } finally {
    await client.close();
    await server.close();
  }
}

/** The failure of a call that must fail, as the user reads it. */
export async function failureOf(called: Promise<unknown>): Promise<UserGroupsError> {
  const error: unknown = await called.then(
    () => assert.fail('the call succeeded'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof UserGroupsError, String(error));
  return error;
}

/** One call of each operation, by its name. */
export const CALLS = {
  getOrCreate: ({ client, target }: Bench, signal?: AbortSignal) =>
    client.getOrCreate(target, 'acme', '{"user_group_id":"acme"}', { signal }),
  update: ({ client, target }: Bench, signal?: AbortSignal) =>
    client.update(target, 'acme', '{"user_group_id":"acme"}', { signal }),
  rotate: ({ client, target }: Bench, signal?: AbortSignal) =>
    client.rotate(target, 'acme', 'group-token-0', { signal }),
} as const;
