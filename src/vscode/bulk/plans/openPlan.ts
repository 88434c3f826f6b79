// Shows a plan in a tab of its own, and makes it there.

import type { BulkContext } from '../bulkContext.ts';
import type { PlannedRows } from './plannedRows.ts';
import { PlanTable, type Plan } from './planTable.ts';

/** Ends when it stands, or nobody wants it any more. The table stays. @throws UserGroupsError as planning does */
export async function openPlan<Kind extends string>(
  context: BulkContext,
  plan: Plan<Kind>,
): Promise<PlannedRows<Kind>> {
  const table = new PlanTable(plan);
  const panel = context.openTable(table);
  const subscription = context.services.runs.onDidChange(() => {
    panel.update();
  });
  table.onDidChange = () => {
    panel.update();
  };
  panel.onDidClose(() => {
    table.close();
    subscription.dispose();
  });
  await table.make();
  return table.rowsOfPlan;
}
