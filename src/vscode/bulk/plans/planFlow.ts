// The steps of every bulk plan: it is proposed as a table, and confirmed rows are planned again before they become a
// run, whose table takes its place.

import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import type { Connection } from '../../../core/connection.ts';
import { UserGroupsError } from '../../../core/errors.ts';
import type { NewRunItem, RunKind, RunOptions } from '../../../core/runs.ts';
import { grouped } from '../../../core/language.ts';
import { quotedId } from '../../../core/foreignText.ts';
import type { RunService } from '../../../services/bulk/runService.ts';
import type { BulkContext } from '../bulkContext.ts';
import { showNotice } from '../../command/showNotice.ts';
import type { TablePanel } from '../../table/tablePanel.ts';
import { openRunTable } from '../runs/runTable.ts';
import { isShownAlike, PlanTable, type Plan, type PlannedRow, type PlannedRows, type PlanStep } from './planTable.ts';
import type { UnchangedRefresh } from './refreshUnchanged.ts';

export interface Planned<Kind extends string> {
  readonly row: PlannedRow<Kind>;
  /** What is sent for it; absent where nothing would be. */
  readonly item?: NewRunItem | undefined;
}

/** How rows are planned, and planned again before they are sent. */
export interface Planning<Kind extends string> {
  /** From what is known here. `again`: the ids of the rows that are planned again; others may come as well. */
  readonly planned: (again?: Iterable<string>) => AsyncIterable<Planned<Kind>>;
  readonly documentOf: (row: PlannedRow<Kind>) => vscode.Uri;
  /** The row when it would be sent, but not as shown. */
  readonly changedSince: Pick<PlannedRow<Kind>, 'kind' | 'words'>;
}

export interface PlanFlow<Kind extends string> extends Planning<Kind>, Omit<Plan<Kind>, 'rows' | 'steps' | 'onClose'> {
  /** What `step` begins. */
  readonly runs: readonly PlannedRun[];
  /** Absent where there is nothing to ask the service for. */
  readonly refresh?: UnchangedRefresh<Kind> | undefined;
  /** The button that sends. `itemsOf`: what is sent for the rows of a kind, planned again. */
  readonly step: (rows: PlannedRows<Kind>, itemsOf: (kind: Kind) => AsyncIterable<NewRunItem>) => PlanStep;
}

/**
 * Answers how many rows of each kind there are once the plan is complete or no longer wanted. The table stays until it
 * is sent.
 * @throws UserGroupsError as planning does
 */
export async function openPlan<Kind extends string>(
  context: BulkContext,
  flow: PlanFlow<Kind>,
): Promise<Readonly<Record<Kind, number>>> {
  const { runs, refresh } = flow;
  const withUnsaved: typeof flow = { ...flow, planned: (again) => exceptUnsaved(context, flow, again) };
  const sendStep = (rows: PlannedRows<Kind>): PlanStep => {
    const changed: string[] = [];
    const step = flow.step(rows, (kind) => itemsAsShown(withUnsaved, rows, kind, changed));
    return {
      ...step,
      isEnabled: step.isEnabled && !runs.some(({ hasBegun }) => hasBegun),
      run: async () => {
        try {
          await step.run();
        } finally {
          for (const { id } of runs) if (id !== undefined) openRunTable(context, id);
        }
        if (!runs.some(({ hasBegun }) => hasBegun)) return;
        // Its rows say which ones were not sent.
        if (changed.length === 0) panel.dispose();
        else reportChanged(context, changed, panel);
      },
    };
  };
  const table = new PlanTable<Kind>({
    ...flow,
    rows: () => proposed(withUnsaved),
    // Nothing is sent while the service is asked.
    steps: (rows) => [...(refresh?.isAsking === true ? [] : [sendStep(rows)]), ...(refresh?.steps(rows) ?? [])],
    onClose: () => refresh?.close(),
  });
  const panel = showPlanTable(context, table);
  await table.make();
  return table.counts;
}

/** Before it is made: it fills while it is shown. */
export function showPlanTable<Kind extends string>(context: BulkContext, table: PlanTable<Kind>): TablePanel {
  const panel = context.openTable(table);
  table.onDidChange = () => {
    panel.update();
  };
  panel.onDidClose(() => {
    table.close();
  });
  return panel;
}

export function reportChanged(
  { messages }: Pick<BulkContext, 'messages'>,
  ids: readonly string[],
  panel: TablePanel,
): void {
  const [first = ''] = ids;
  const showPlan = (): Promise<void> => {
    panel.show();
    return Promise.resolve();
  };
  void showNotice(
    messages,
    'warn',
    ids.length === 1
      ? l10n.t('{0} changed after the plan was shown and was not sent.', quotedId(first))
      : l10n.t(
          '{0} groups changed after the plan was shown and were not sent, such as {1}.',
          grouped(ids.length),
          quotedId(first),
        ),
    { label: l10n.t('Show Plan'), run: showPlan },
  );
}

/** What is typed into a document would not be in what is sent. */
export async function* exceptUnsaved<Kind extends string>(
  { documents }: Pick<BulkContext, 'documents'>,
  { planned, documentOf, changedSince: { kind } }: Planning<Kind>,
  again: Iterable<string> | undefined,
): AsyncGenerator<Planned<Kind>, void, void> {
  for await (const each of planned(again)) {
    const { id, of } = each.row;
    const isSaved = (await documents.unsavedText(documentOf(each.row))) === undefined;
    yield isSaved ? each : { row: { id, of, kind, words: unsavedText() } };
  }
}

/** Why a group or a file is left out. */
export function unsavedText(): string {
  return l10n.t('Its document has unsaved changes.');
}

async function* proposed<Kind extends string>({
  planned,
}: PlanFlow<Kind>): AsyncGenerator<PlannedRow<Kind>, void, void> {
  for await (const { row } of planned()) yield row;
}

/** A row that has changed since it was shown is not sent, and says so. `changed`: its id is added. */
export async function* itemsAsShown<Kind extends string>(
  { planned, changedSince }: Planning<Kind>,
  rows: PlannedRows<Kind>,
  kind: Kind,
  changed: string[],
): AsyncGenerator<NewRunItem, void, void> {
  const indexes = new Map<string, number>();
  for (const { kind: of, id, index } of rows.values()) if (of === kind) indexes.set(id, index);
  for await (const { row: now, item } of planned(indexes.keys())) {
    const index = indexes.get(now.id);
    const shown = index === undefined ? undefined : rows.at(index);
    if (index === undefined || shown === undefined) continue;
    if (now.kind === kind && item !== undefined && isShownAlike(now, shown)) yield item;
    else {
      changed.push(now.id);
      rows.replace(index, now.kind === kind ? { ...now, ...changedSince } : now);
    }
  }
}

/** The run that a plan becomes once it is confirmed. */
export class PlannedRun {
  readonly #runs: RunService;
  readonly #kind: RunKind;
  readonly #connection: Connection;
  readonly #purpose: string | undefined;
  #id: number | undefined;
  #isMaking = false;

  /** `purpose`: as of `RunOptions`. */
  constructor(runs: RunService, kind: RunKind, connection: Connection, purpose?: string) {
    this.#runs = runs;
    this.#kind = kind;
    this.#connection = connection;
    this.#purpose = purpose;
  }

  /** `undefined` before it has started. */
  get id(): number | undefined {
    return this.#id;
  }

  /** It has started, or is about to. */
  get hasBegun(): boolean {
    return this.#isMaking || this.#id !== undefined;
  }

  /**
   * Stores the items and starts sending; nothing is started when no item is left.
   * @throws UserGroupsError as `RunService.create` and `start`; `conflict` when it was started before
   */
  async begin(items: AsyncIterable<NewRunItem>, options: Omit<RunOptions, 'purpose'>): Promise<void> {
    if (this.hasBegun) throw new UserGroupsError('conflict', l10n.t('The bulk operation has already started.'));
    this.#isMaking = true;
    try {
      const { id, total } = await this.#runs.create(this.#kind, this.#connection, items, {
        ...options,
        purpose: this.#purpose,
      });
      if (total === 0) {
        this.#runs.remove(id);
        return;
      }
      this.#id = id;
      this.#runs.start(id);
    } finally {
      this.#isMaking = false;
    }
  }
}
