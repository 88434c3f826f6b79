// What a call costs beside bare undici on the same connections, and how many connections many calls open.

import { Pool } from 'undici';
import { createUserGroupClient } from '../../src/api/userGroupClient.ts';
import { USER_GROUP_API } from '../../src/contract/serviceApi.ts';
import type { ServiceTarget } from '../../src/core/ports/client.ts';
import { Redactor } from '../../src/core/redactor.ts';
import { noProxy } from '../../test/support/network.ts';
import { handBack } from './alone.ts';
import { startAnsweringServer, type AnsweringServer } from './answeringServer.ts';
import { byTurns } from './rounds.ts';
import { compared, figureOf, microseconds, type Row } from './row.ts';

const atOnce = 8;
const callsInRound = 800;
const rounds = 25;
const manyCalls = 10_000;
const body = JSON.stringify({ user_group_id: 'acme', name: 'Acme Corporation', mapping: { schema: 'source' } });
const apiToken = 'api-token-of-the-bench';

async function measureClient(): Promise<Row[]> {
  const server = await startAnsweringServer();
  try {
    return [await measureCalls(server), await measureConnections(server)];
  } finally {
    server.close();
  }
}

async function measureCalls({ url }: AnsweringServer): Promise<Row> {
  const ours = ourClient(url);
  const bare = new Pool(url, { connections: atOnce });
  const headers = { Authorization: `Token ${apiToken}`, 'Content-Type': 'application/json' };
  const cost = await byTurns(rounds, {
    ours: () => cpuOfCalls(ours.get),
    bare: () =>
      cpuOfCalls(async () => {
        const answer = await bare.request({ method: 'GET', path: '/api/user', headers, body, reset: false });
        await answer.body.json();
      }),
  });
  await Promise.all([ours.close(), bare.close()]);
  return compared('one call, CPU of the client, beside bare undici', cost.ours, cost.bare, microseconds, 1.5);
}

async function measureConnections(server: AnsweringServer): Promise<Row> {
  const { get, close } = ourClient(server.url);
  const before = await server.connections();
  await callMany(get, manyCalls);
  const opened = (await server.connections()) - before;
  await close();
  return {
    what: '10,000 GETs, 8 at once: connections opened',
    ours: String(opened),
    peer: String(atOnce),
    ratio: opened / atOnce,
    figure: figureOf(opened / atOnce),
    target: 'as many as at once',
    isMet: opened === atOnce,
  };
}

function ourClient(url: string): { readonly get: () => Promise<unknown>; readonly close: () => Promise<void> } {
  const client = createUserGroupClient({
    log: { request: () => undefined, warn: () => undefined },
    redactor: new Redactor(),
    network: noProxy,
  });
  const target: ServiceTarget = {
    connection: 'bench',
    api: USER_GROUP_API,
    baseUrl: url,
    apiToken,
    timeoutSeconds: 30,
  };
  return { get: () => client.getOrCreate(target, 'acme', body), close: () => client.close() };
}

/** Of one call in a round of them, in microseconds. */
async function cpuOfCalls(call: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await callMany(call, callsInRound);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / callsInRound;
}

async function callMany(call: () => Promise<unknown>, calls: number): Promise<void> {
  let left = calls;
  const callByTurns = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await call();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, callByTurns));
}

handBack(await measureClient());
