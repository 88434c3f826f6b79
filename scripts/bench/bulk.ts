// Bulk get-or-create of 10,000 groups beside a bare worker loop on as many connections and the same server; and whether
// memory stays flat.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Pool } from 'undici';
import { openWindow } from '../../test/support/windowOnFiles.ts';
import { useScratchFolder } from '../editor/folders.ts';
import { handBack } from './alone.ts';
import { startAnsweringServer } from './answeringServer.ts';
import { elapsed } from './rounds.ts';
import { figureOf, limited, megabytes, type Row } from './row.ts';

const many = Number(process.argv[2] ?? 10_000);
const atOnce = 8;
/** As a service that is not on this machine takes to answer, in milliseconds. */
const answersAfterMs = 20;
const apiToken = 'api-token-of-the-bench';

setFlagsFromString('--expose_gc');
const collectGarbage = runInNewContext('gc') as () => void;

function bodyOf(number: number): string {
  return JSON.stringify({
    user_group_id: `acme-${number}`,
    name: `Acme ${number}`,
    mapping: { 40: `source_${number}` },
    properties: { region: `eu-${number % 7}` },
  });
}

function* itemsOf(count: number): Generator<{ readonly userGroupId: string; readonly text: string }> {
  for (let number = 0; number < count; number += 1) yield { userGroupId: `acme-${number}`, text: bodyOf(number) };
}

async function measureBulk(): Promise<Row[]> {
  const server = await startAnsweringServer(answersAfterMs);
  const { services, connection } = openWindow({ folder: useScratchFolder(), baseUrl: server.url, now: Date.now });
  try {
    await services.apiTokens.set(connection, apiToken);
    const { id } = await services.runs.create('getOrCreate', connection, itemsOf(many), { stopAtFirstFailure: false });
    let longestBlock = 0;
    let lookedAt = performance.now();
    let [atFirst, atLast] = [0, 0];
    const watching = setInterval(() => {
      longestBlock = Math.max(longestBlock, performance.now() - lookedAt);
      lookedAt = performance.now();
    }, 1);
    const looking = setInterval(() => {
      const { done } = services.runs.progress(id);
      // A fifth warms everything up.
      if (atFirst === 0 && done >= many / 5) atFirst = heapUsed();
      lookedAt = performance.now();
    }, 500);
    const ours = await elapsed(async () => {
      services.runs.start(id);
      await services.runs.whenLeft(id);
    });
    clearInterval(watching);
    clearInterval(looking);
    atLast = heapUsed();
    if (services.runs.counts(id).new !== many)
      throw new Error(
        `Not all were made: ${JSON.stringify(services.runs.counts(id))}, ${services.runs.find(id)?.pausedBecause ?? ''}`,
      );
    const bare = await bareLoop(server.url);
    const ratio = bare / ours;
    const aSecond = (time: number): string => `${Math.round((many / time) * 1000)} a second`;
    return [
      {
        what: `bulk get-or-create of ${many.toLocaleString('en')} groups, beside a bare worker loop (20 ms service)`,
        ours: aSecond(ours),
        peer: aSecond(bare),
        ratio,
        figure: figureOf(ratio),
        target: 'at least 0.8x',
        isMet: ratio >= 0.8,
      },
      limited('… memory at its end, beyond that after a fifth', atLast - atFirst, megabytes, 20_000_000),
      limited('… longest block', longestBlock, (value) => `${Math.round(value)} ms`, 50),
    ];
  } finally {
    await services.close();
    server.close();
  }
}

function heapUsed(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

async function bareLoop(url: string): Promise<number> {
  const pool = new Pool(url, { connections: atOnce });
  const headers = { Authorization: `Token ${apiToken}`, 'Content-Type': 'application/json' };
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < many) {
      const answer = await pool.request({
        method: 'GET',
        path: '/api/user',
        headers,
        body: bodyOf(next++),
        reset: false,
      });
      await answer.body.json();
    }
  };
  const time = await elapsed(() => Promise.all(Array.from({ length: atOnce }, work)));
  await pool.close();
  return time;
}

handBack(await measureBulk());
