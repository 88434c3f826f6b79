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

const rounds = 5;
const groups = 500;

async function measureIdle(): Promise<Row[]> {
  const scratch = useScratchFolder();
  const unpacked = await unpack(await packageExtension(), join(scratch, 'unpacked'));
  const probe = await bundleProbe('idleProbe.ts', scratch);
  const [ours, empty]: [Idleness[], Idleness[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await idlenessOf(unpacked, join(scratch, `ours-${round}`), probe));
    empty.push(await idlenessOf(undefined, join(scratch, `empty-${round}`), probe));
  }
  const beyond = ours.map(({ memory }, round) => memory - (empty[round]?.memory ?? NaN));
  const timers = ours.map((one, round) => one.timers - (empty[round]?.timers ?? NaN));
  return [
    limited(
      'idle, 500 groups in sight: memory held beyond a host without it',
      median(beyond),
      megabytes,
      12_000_000,
      beyond,
    ),
    limited('… timers that come due', median(timers), (value) => `${value.toFixed(1)} a second`, 2, timers),
  ];
}

/** In a host with the unpacked extension, its view open, or without. */
async function idlenessOf(unpacked: string | undefined, folder: string, probe: string): Promise<Idleness> {
  const profile = makeProfile(folder, { 'userGroups.connections': [connectionEntry] });
  if (unpacked !== undefined) {
    const storage = join(profile.data, 'User/globalStorage', installUnpacked(unpacked, profile.extensions));
    mkdirSync(storage, { recursive: true });
    await alone('fillStore.ts', join(storage, 'user-groups.db'), String(groups));
  }
  const order: IdleOrder = unpacked === undefined ? {} : { command: 'userGroups.tree.focus' };
  return askProbe<Idleness>(probe, folder, profile, order);
}

handBack(await measureIdle());
