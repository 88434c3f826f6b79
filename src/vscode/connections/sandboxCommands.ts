// Commands that start and stop the local sandbox.

import { withProgress } from '../platform/progress.ts';
import type { ConnectionResult } from '../command/commandMap.ts';
import type { CommandContext } from '../command/commandContext.ts';
import { connectionResult } from '../command/results.ts';

export async function startLocalSandbox({ services, messages }: CommandContext): Promise<ConnectionResult> {
  const connection = await withProgress('Starting the local sandbox', async () => {
    const started = await services.sandbox.start();
    await services.samples.addOnce(started);
    return started;
  });
  messages.status(`Local sandbox runs at ${connection.baseUrl}`);
  return connectionResult(connection);
}

export async function stopLocalSandbox({ services, messages }: CommandContext): Promise<void> {
  await services.sandbox.stop();
  messages.status('Local sandbox stopped; its groups are kept');
}
