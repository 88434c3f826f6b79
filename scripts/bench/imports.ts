// An import of as many rows as there may be: from the bytes of a file to its preview beside what is in the list.

import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readImport } from '../../src/bulk/readImport.ts';
import { previewImport } from '../../src/services/bulk/importPreview.ts';
import { openStore } from '../../src/store/sqliteStore.ts';
import { useScratchFolder } from '../editor/folders.ts';
import { alone, handBack } from './alone.ts';
import { BlockWatch } from './blocks.ts';
import { mostMemory } from './memory.ts';
import { elapsed, median } from './rounds.ts';
import { limited, megabytes, milliseconds, type Row } from './row.ts';

const many = 100_000;
const rounds = 9;

function csvOf(rows: number): string {
  const lines = Array.from(
    { length: rows },
    (_, number) => `acme-${number},Acme ${number},source_${number},eu-${number % 7},${number % 500}`,
  );
  return ['user_group_id,name,mapping.40,properties.region,properties.seats', ...lines].join('\n');
}

async function measureImports(): Promise<Row[]> {
  const folder = useScratchFolder();
  const path = join(folder, 'user-groups.db');
  const warmUp = join(folder, 'few.csv');
  const file = join(folder, 'many.csv');
  await alone('fillStore.ts', path, String(many / 2));
  writeFileSync(warmUp, csvOf(many / 100));
  writeFileSync(file, csvOf(many));
  const store = openStore({ path });
  const [connection] = store.connections.all();
  const preview = async (of: string): Promise<number> => {
    const { rows } = await readImport({ kind: 'csv', bytes: await readFile(of) });
    const { counts } = await previewImport(store.groups, connection?.id ?? '', rows);
    return counts.known + counts.notKnown;
  };
  await preview(warmUp);
  const before = mostMemory();
  const watch = new BlockWatch();
  const first = await elapsed(async () => {
    if ((await preview(file)) !== many) throw new Error('Not all rows can be imported.');
  });
  const grownBy = mostMemory() - before;
  const times = [first];
  for (let round = 1; round < rounds; round += 1) times.push(await elapsed(() => preview(file)));
  const longest = watch.end();
  store.close();
  return [
    limited('import of 100,000 rows of CSV, from file to preview', median(times), milliseconds, 3_000, times),
    limited('… longest block', longest, milliseconds, 50),
    limited('… memory at its most, beyond that before', grownBy, megabytes, 120_000_000),
  ];
}

handBack(await measureImports());
