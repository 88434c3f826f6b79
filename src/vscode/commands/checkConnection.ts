// The command Check Connection: tries the way to the service without a token, and shows what can be known.

import { foreignText } from '../../core/foreignText.ts';
import { targetConnection } from '../prompts/targets.ts';
import { withProgress } from '../progress.ts';
import type { Call } from './call.ts';
import type { Desk } from './desk.ts';

export async function checkConnection(desk: Desk, call: Call): Promise<string> {
  const connection = await targetConnection(desk.services, call, 'Check Connection');
  const report = await withProgress(`Checking the connection ${connection.name}`, ({ signal }) =>
    desk.services.connectionCheck.report(connection, signal),
  );
  if (call.origin !== 'argument') await desk.reports.show(`Check of ${foreignText(connection.name)}`, report);
  return report;
}
