// The steps of every bulk plan: it is proposed as a table, and confirmed rows are planned again before they become a
// run.

import type { NewRunItem } from '../../../core/runs.ts';
import type { BulkContext } from '../bulkContext.ts';
import { openRunTable } from '../runs/runTable.ts';
import { isShownAlike, type PlannedRow, type PlannedRows } from './plannedRows.ts';
import type { PlannedItem, PlannedRun } from './plannedRun.ts';
import { PlanTable, type Plan, type PlanStep } from './planTable.ts';
import type { UnchangedRefresh } from './refreshUnchanged.ts';

export interface Planned<Kind extends string> {
  readonly row: PlannedRow<Kind>;
  /** What is sent for it; absent where nothing would be. */
  readonly item?: NewRunItem | undefined;
}

export interface PlanFlow<Kind extends string> extends Omit<Plan<Kind>, 'rows' | 'steps' | 'results' | 'onClose'> {
  /** From what is known here. `again`: the ids of the rows that are planned again; others may come as well. */
  readonly planned: (again?: Iterable<string>) => AsyncIterable<Planned<Kind>>;
  /** The row when it would be sent, but not as shown. */
  readonly changedSince: Pick<PlannedRow<Kind>, 'kind' | 'words'>;
  readonly runs: readonly PlannedRun[];
  /** Absent where there is nothing to ask the service for. */
  readonly refresh?: UnchangedRefresh<Kind> | undefined;
  /** The buttons once the plan is complete. `itemsOf`: what is sent for the rows of a kind, planned again. */
  readonly steps: (rows: PlannedRows<Kind>, itemsOf: (kind: Kind) => AsyncIterable<PlannedItem>) => readonly PlanStep[];
}

/**
 * Answers how many rows of each kind there are once the plan is complete or no longer wanted. The table stays.
 * @throws UserGroupsError as planning does
 */
export async function openPlan<Kind extends string>(
  context: Pick<BulkContext, 'services' | 'openTable'>,
  flow: PlanFlow<Kind>,
): Promise<Readonly<Record<Kind, number>>> {
  const { runs, refresh } = flow;
  const table = new PlanTable<Kind>({
    ...flow,
    rows: (isWanted) => proposed(flow, isWanted),
    // Nothing is sent while the service is asked, and nothing is asked once something is sent.
    steps: (rows) => [
      ...(refresh?.isAsking === true ? [] : flow.steps(rows, (kind) => itemsAsShown(flow, rows, kind))),
      ...(runs.some(({ hasBegun }) => hasBegun) ? [] : (refresh?.steps(rows) ?? [])),
    ],
    results: async (indexes) =>
      new Map((await Promise.all(runs.map((run) => run.results(indexes)))).flatMap((found) => [...found])),
    onClose: () => refresh?.close(),
  });
  const panel = context.openTable(table);
  const update = (): void => panel.update();
  const subscription = context.services.runs.onDidChange(update);
  table.onDidChange = update;
  panel.onDidClose(() => {
    table.close();
    subscription.dispose();
  });
  await table.make();
  return table.counts;
}

/** Nothing before the run has started. */
export function showRunSteps(context: BulkContext, { summary }: PlannedRun, id: string, label: string): PlanStep[] {
  return summary === undefined ? [] : [{ id, label, isEnabled: true, run: () => openRunTable(context, summary.id) }];
}

async function* proposed<Kind extends string>(
  { planned }: PlanFlow<Kind>,
  isWanted: () => boolean,
): AsyncGenerator<PlannedRow<Kind>, void, void> {
  for await (const { row } of planned()) {
    if (!isWanted()) return;
    yield row;
  }
}

/** A row that would differ by now is not sent, and says so. */
async function* itemsAsShown<Kind extends string>(
  { planned, changedSince }: PlanFlow<Kind>,
  rows: PlannedRows<Kind>,
  kind: Kind,
): AsyncGenerator<PlannedItem, void, void> {
  const indexes = new Map<string, number>();
  for (const [index, row] of rows.entries()) if (row.kind === kind) indexes.set(row.id, index);
  for await (const { row: now, item } of planned(indexes.keys())) {
    const row = indexes.get(now.id);
    const shown = row === undefined ? undefined : rows.at(row);
    if (row === undefined || shown === undefined) continue;
    if (now.kind !== kind) rows.replace(row, now);
    else if (item !== undefined && isShownAlike(now, shown)) yield { row, ...item };
    else rows.replace(row, { ...now, ...changedSince });
  }
}
