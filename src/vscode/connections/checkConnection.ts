// The command Check Connection: checks the route to the service without a token, and shows a report.

import * as l10n from '@vscode/l10n';
import { quotedId } from '../../core/foreignText.ts';
import { targetConnection } from '../command/targets.ts';
import { withProgress } from '../platform/progress.ts';
import type { Invocation } from '../command/invocation.ts';
import type { CommandContext } from '../command/commandContext.ts';

export async function checkConnection(context: CommandContext, invocation: Invocation): Promise<string> {
  const connection = await targetConnection(context.services, invocation, l10n.t('Check Connection'));
  const report = await withProgress(l10n.t('Checking connection {0}', quotedId(connection.name)), ({ signal }) =>
    context.services.connectionCheck.report(connection, signal),
  );
  if (invocation.origin !== 'argument')
    await context.reports.show(l10n.t('Check of {0}', quotedId(connection.name)), report);
  return report;
}
