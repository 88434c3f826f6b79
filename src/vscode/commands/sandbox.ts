// Commands that start and stop the local sandbox.

import { withProgress } from '../progress.ts';
import type { ConnectionShown } from './commandMap.ts';
import type { Desk } from './desk.ts';
import { shownConnection } from './shown.ts';

export async function startSandbox({ services, messages }: Desk): Promise<ConnectionShown> {
  const connection = await withProgress('Starting the local sandbox', async () => {
    const started = await services.sandbox.start();
    await services.samples.addOnce(started);
    return started;
  });
  messages.status(`Local sandbox runs at ${connection.baseUrl}`);
  return shownConnection(connection);
}

export async function stopSandbox({ services, messages }: Desk): Promise<void> {
  await services.sandbox.stop();
  messages.status('Local sandbox stopped; its groups are kept');
}
