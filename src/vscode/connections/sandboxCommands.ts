// Commands that start and stop the local sandbox.

import * as l10n from '@vscode/l10n';
import { withProgress } from '../platform/progress.ts';
import type { ConnectionResult } from '../command/commandMap.ts';
import type { CommandContext } from '../command/commandContext.ts';
import { connectionResult } from '../command/results.ts';

export async function startLocalSandbox({ services, messages }: CommandContext): Promise<ConnectionResult> {
  const connection = await withProgress(l10n.t('Starting the local sandbox'), async () => {
    const started = await services.sandbox.start();
    await services.samples.addOnce(started);
    return started;
  });
  messages.status(l10n.t('Local sandbox runs at {0}', connection.baseUrl));
  return connectionResult(connection);
}

export async function stopLocalSandbox({ services, messages }: CommandContext): Promise<void> {
  await services.sandbox.stop();
  messages.status(l10n.t('Local sandbox stopped. Its groups are kept.'));
}
