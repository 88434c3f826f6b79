// What a window costs while nothing happens, with the list in sight: memory, and how often it wakes up.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { useScratchFolder } from '../editor/folders.ts';
import { makeProfile } from '../editor/profile.ts';
import { packageExtension } from '../package.ts';
import { alone, handBack } from './alone.ts';
import { installUnpacked, unpack } from './extensions.ts';
import type { Idleness, IdleOrder } from './idleProbe.ts';
import { connectionEntry } from './knownGroup.ts';
import { askProbe, bundleProbe } from './probe.ts';
import { median } from './rounds.ts';
import { limited, megabytes, type Row } from './row.ts';

const editorStarts = 5;
const groups = 500;

async function measureIdle(): Promise<Row[]> {
  const scratch = useScratchFolder();
  const unpacked = await unpack(await packageExtension(), join(scratch, 'unpacked'));
  const probe = await bundleProbe('idleProbe.ts', scratch);
  const all: Idleness[] = [];
  for (let start = 0; start < editorStarts; start += 1)
    all.push(await idlenessIn(join(scratch, String(start)), unpacked, probe));
  if (process.env.BENCH_SHOW) console.error(all);
  const [memory, timers] = [all.map((one) => one.memory), all.map((one) => one.timers)];
  return [
    limited('idle with 500 groups in sight: memory beyond that before', median(memory), megabytes, 12_000_000, memory),
    limited('… timers that come due', median(timers), (value) => `${value} a second`, 2, timers),
  ];
}

async function idlenessIn(folder: string, unpacked: string, probe: string): Promise<Idleness> {
  const profile = makeProfile(folder, { 'userGroups.connections': [connectionEntry] });
  const ours = installUnpacked(unpacked, profile.extensions);
  const storage = join(profile.data, 'User/globalStorage', ours);
  mkdirSync(storage, { recursive: true });
  await alone('fillStore.ts', join(storage, 'user-groups.db'), String(groups));
  const order: IdleOrder = { ours, command: 'userGroups.tree.focus' };
  return askProbe<Idleness>(probe, folder, profile, order);
}

handBack(await measureIdle());
