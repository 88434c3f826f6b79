// The command Check Connection: checks the route to the service without a token, and shows a report.

import { foreignText } from '../../core/foreignText.ts';
import { targetConnection } from '../command/targets.ts';
import { withProgress } from '../platform/progress.ts';
import type { Invocation } from '../command/invocation.ts';
import type { CommandContext } from '../command/commandContext.ts';

export async function checkConnection(context: CommandContext, invocation: Invocation): Promise<string> {
  const connection = await targetConnection(context.services, invocation, 'Check Connection');
  const report = await withProgress(`Checking the connection ${connection.name}`, ({ signal }) =>
    context.services.connectionCheck.report(connection, signal),
  );
  if (invocation.origin !== 'argument') await context.reports.show(`Check of ${foreignText(connection.name)}`, report);
  return report;
}
