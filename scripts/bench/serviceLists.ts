// The list of a service as it comes into an empty list: all groups in one answer, and ten times as many in pages.

import { openWindow } from '../../test/support/windowOnFiles.ts';
import { useScratchFolder } from '../editor/folders.ts';
import { handBack } from './alone.ts';
import { BlockWatch } from './blocks.ts';
import { startListingServer, WHOLE_PATH } from './listingServer.ts';
import { heldMemory } from './memory.ts';
import { limited, megabytes, milliseconds, type Row } from './row.ts';

const lookEveryMs = 250;
const apiToken = 'api-token-of-the-bench';
const describedApis = { whole: { list: { path: WHOLE_PATH, groups: 'groups' } } };

async function rowsOf(what: string, groups: number, api: 'customer' | 'whole'): Promise<Row[]> {
  const server = await startListingServer(groups);
  const { services, connection } = openWindow({
    folder: useScratchFolder(),
    baseUrl: server.url,
    api,
    describedApis,
    now: Date.now,
  });
  try {
    await services.apiTokens.set(connection, apiToken);
    const before = heldMemory();
    let most = before;
    const watch = new BlockWatch();
    const looking = setInterval(() => {
      most = Math.max(most, heldMemory());
      watch.skip();
    }, lookEveryMs);
    const { listed } = await services.serviceList.refresh(connection);
    const longest = watch.end();
    clearInterval(looking);
    if (listed !== groups) throw new Error(`${listed} of ${groups} groups were listed.`);
    return [
      limited(`${what}: longest block`, longest, milliseconds, 50),
      limited('… memory at its most, beyond that before', most - before, megabytes, 50_000_000),
    ];
  } finally {
    await services.close();
    server.close();
  }
}

handBack([
  ...(await rowsOf('list of a service with 10,000 groups in one answer', 10_000, 'whole')),
  ...(await rowsOf('list of a service with 100,000 groups in pages', 100_000, 'customer')),
]);
