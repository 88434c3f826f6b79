// Bulk get-or-create of 10,000 groups: beside a bare worker loop on as many connections and the same server, with
// memory and blocks; and of a service that answers at once, beside a bare loop that writes the same rows.

import { Pool } from 'undici';
import { openWindow } from '../../test/support/windowOnFiles.ts';
import { useScratchFolder } from '../editor/folders.ts';
import { handBack } from './alone.ts';
import { databaseIn } from '../../test/support/databaseIn.ts';
import { MOST_AT_ONCE, MOST_IN_HAND } from '../../src/services/bulk/itemWork.ts';
import { BlockWatch } from './blocks.ts';
import { startAnsweringServer } from './answeringServer.ts';
import { heldMemory } from './memory.ts';
import { elapsed } from './rounds.ts';
import { figureOf, limited, megabytes, milliseconds, type Row } from './row.ts';
import { timeToWriteAgain } from './sameRows.ts';

const many = Number(process.argv[2] ?? 10_000);
/** As a service that is not on this machine takes to answer, in milliseconds. */
const answersAfterMs = 20;
const apiToken = 'api-token-of-the-bench';

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

interface Measured {
  /** Milliseconds, of all. */
  readonly time: number;
  readonly longestBlock: number;
  /** Bytes. */
  readonly grownBy: number;
}

async function besideBareLoop(): Promise<Row[]> {
  const server = await startAnsweringServer(answersAfterMs);
  try {
    const ours = await measureBulk(useScratchFolder(), server.url);
    const bare = await bareLoop(server.url);
    const ratio = bare / ours.time;
    return [
      {
        what: `bulk get-or-create of ${many.toLocaleString('en')} groups, beside a bare worker loop (20 ms service)`,
        ours: aSecond(ours.time),
        peer: aSecond(bare),
        ratio,
        figure: figureOf(ratio),
        target: 'at least 0.8x',
        isMet: ratio >= 0.8,
      },
      limited('… memory at its end, beyond that after a fifth', ours.grownBy, megabytes, 20_000_000),
      limited('… longest block', ours.longestBlock, milliseconds, 30),
    ];
  } finally {
    server.close();
  }
}

async function besideBareWriting(): Promise<Row[]> {
  const server = await startAnsweringServer(0);
  try {
    const folder = useScratchFolder();
    const ours = await measureBulk(folder, server.url);
    const bare = await timeToWriteAgain(databaseIn(folder), databaseIn(useScratchFolder()), many, MOST_IN_HAND);
    const rate = (many / ours.time) * 1000;
    return [
      {
        what: '… a service of 0 ms, beside a bare loop that writes the same rows',
        ours: aSecond(ours.time),
        peer: aSecond(bare),
        ratio: bare / ours.time,
        figure: figureOf(bare / ours.time),
        target: 'at least 2,000 a second',
        isMet: rate >= 2_000,
      },
      limited('… longest block', ours.longestBlock, milliseconds, 30),
    ];
  } finally {
    server.close();
  }
}

async function measureBulk(folder: string, url: string): Promise<Measured> {
  const { services, connection } = openWindow({ folder, baseUrl: url, now: Date.now });
  try {
    await services.apiTokens.set(connection, apiToken);
    const { id } = await services.runs.create('getOrCreate', connection, itemsOf(many), { stopAtFirstFailure: false });
    let atFirst = 0;
    const watch = new BlockWatch();
    const looking = setInterval(() => {
      const { done } = services.runs.progress(id);
      // A fifth warms everything up.
      if (atFirst === 0 && done >= many / 5) atFirst = heldMemory();
      watch.skip();
    }, 500);
    const time = await elapsed(async () => {
      services.runs.start(id);
      await services.runs.whenLeft(id);
    });
    const longestBlock = watch.end();
    clearInterval(looking);
    const counts = services.runs.counts(id);
    if (counts.new !== many)
      throw new Error(`Not all were made: ${JSON.stringify(counts)}, ${services.runs.find(id)?.pausedBecause ?? ''}`);
    return { time, longestBlock, grownBy: heldMemory() - atFirst };
  } finally {
    await services.close();
  }
}

function aSecond(time: number): string {
  return `${Math.round((many / time) * 1000)} a second`;
}

async function bareLoop(url: string): Promise<number> {
  const pool = new Pool(url, { connections: MOST_AT_ONCE });
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
  const time = await elapsed(() => Promise.all(Array.from({ length: MOST_AT_ONCE }, work)));
  await pool.close();
  return time;
}

handBack([...(await besideBareLoop()), ...(await besideBareWriting())]);
