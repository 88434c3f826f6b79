// Starts or continues a run of updates, once the person has confirmed the rest of it.

import type { RunSummary } from '../../../core/runs.ts';
import { counted } from '../../../core/stateText.ts';
import { confirmMany } from '../confirmMany.ts';
import type { BulkContext } from '../bulkContext.ts';

/** @throws UserGroupsError `cancelled`; as the run service */
export async function beginUpdate(context: BulkContext, { id, connectionId }: RunSummary): Promise<void> {
  const { runs, connections } = context.services;
  const connection = connections.withId(connectionId);
  const { waiting } = runs.counts(id);
  if (connection !== undefined && waiting > 0) {
    await confirmMany(context, connection, {
      what: `Update ${counted(waiting, 'group')}`,
      detail: ['These are left of the run. The service is asked before each.'],
      answer: `Update ${counted(waiting, 'Group')}`,
    });
  }
  runs.start(id);
}
