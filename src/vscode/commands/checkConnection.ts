// The command Check Connection: tries the way to the service without a token, and shows what can be known.

import { foreignText } from '../../core/foreignText.ts';
import { targetConnection } from '../prompts/targets.ts';
import { withProgress } from '../progress.ts';
import type { Invocation } from './call.ts';
import type { CommandContext } from './desk.ts';

export async function checkConnection(context: CommandContext, invocation: Invocation): Promise<string> {
  const connection = await targetConnection(context.services, invocation, 'Check Connection');
  const report = await withProgress(`Checking the connection ${connection.name}`, ({ signal }) =>
    context.services.connectionCheck.report(connection, signal),
  );
  if (invocation.origin !== 'argument') await context.reports.show(`Check of ${foreignText(connection.name)}`, report);
  return report;
}
