// A bulk plan as a table: it fills while the plan is made, and only its buttons send.

import * as l10n from '@vscode/l10n';
import { bugMessage } from '../../../core/bugText.ts';
import { UserGroupsError } from '../../../core/errors.ts';
import { grouped } from '../../../core/language.ts';
import type {
  Mark,
  TableAction,
  TableColumn,
  TableProgress,
  TableSlice,
  TableState,
  SliceQuestion,
} from '../../../protocol/tableProtocol.ts';
import type { TableNow, TableView } from '../../table/tableView.ts';
import { MARKED, PlannedRows, type PlannedRow } from './plannedRows.ts';

export interface PlanKind {
  /** "To change". */
  readonly label: string;
  readonly mark: Mark;
}

export interface PlanStep extends TableAction {
  readonly run: () => Promise<void> | void;
}

export interface Plan<Kind extends string> {
  readonly title: string;
  /** Of the first two columns. */
  readonly titles: readonly [string, string];
  readonly kinds: Readonly<Record<Kind, PlanKind>>;
  /** Made while it is shown; ends when it is no longer wanted. */
  readonly rows: (isWanted: () => boolean) => AsyncIterable<PlannedRow<Kind>>;
  /** How many rows there will be. */
  readonly expected: number;
  /** Once it is complete. */
  readonly summary: (rows: PlannedRows<Kind>) => TableSummary;
  /** The buttons once it is complete. */
  readonly steps: (rows: PlannedRows<Kind>) => readonly PlanStep[];
  readonly onActivate: (row: PlannedRow<Kind>) => Promise<void> | void;
  /** It is no longer wanted: the table was closed, or planning canceled. */
  readonly onClose?: () => void;
}

export type TableSummary = Pick<TableState, 'headline' | 'reason' | 'explanation'>;

const CANCEL = 'cancel';

export class PlanTable<Kind extends string> implements TableView {
  readonly kind = 'plan';
  readonly columns: readonly TableColumn[];
  readonly title: string;
  readonly rowsOfPlan = new PlannedRows<Kind>();
  readonly #plan: Plan<Kind>;
  readonly #kinds: readonly (PlanKind & { readonly id: Kind })[];
  #state: 'planning' | 'stands' | 'cancelled' = 'planning';
  #isClosed = false;
  #failure: string | undefined;
  /** Set by the code that shows it. */
  onDidChange: () => void = () => undefined;

  constructor(plan: Plan<Kind>) {
    this.#plan = plan;
    this.title = plan.title;
    this.#kinds = (Object.keys(plan.kinds) as Kind[]).map((id) => ({ id, ...plan.kinds[id] }));
    const [first, second] = plan.titles;
    this.columns = [
      { id: 'id', title: first, isId: true, isSortable: true },
      { id: 'of', title: second, isSortable: true },
      { id: 'kind', title: l10n.t('State'), isSortable: true },
      { id: 'words', title: l10n.t('Details'), isMain: true },
    ];
  }

  /** How many rows there are of each kind. */
  get counts(): Readonly<Record<Kind, number>> {
    return Object.fromEntries(this.#kinds.map(({ id }) => [id, this.rowsOfPlan.count(id)])) as Record<Kind, number>;
  }

  /** @throws UserGroupsError as planning does: the rows so far stay visible, and nothing can be sent */
  async make(): Promise<void> {
    try {
      for await (const row of this.#plan.rows(() => this.#state === 'planning' && !this.#isClosed)) {
        if (!this.#isWanted()) break;
        this.rowsOfPlan.add(row);
        this.onDidChange();
      }
      if (this.#isWanted()) this.#state = 'stands';
    } catch (error) {
      // What ends because it was canceled has not failed.
      const isFailure = this.#isWanted() && !(error instanceof UserGroupsError && error.kind === 'cancelled');
      if (isFailure) this.#failure = error instanceof UserGroupsError ? error.message : bugMessage();
      this.#state = 'cancelled';
      throw error;
    } finally {
      this.onDidChange();
    }
  }

  /** A closed one does nothing more. */
  close(): void {
    this.#isClosed = true;
    this.#plan.onClose?.();
  }

  now(): TableNow {
    const { rowsOfPlan: rows } = this;
    return {
      ...this.#summary(),
      filters: [
        ...this.#kinds.map(({ id, label }) => ({ id, label, count: rows.count(id) })),
        ...(rows.marked === 0 ? [] : [{ id: MARKED, label: l10n.t('Needs review'), count: rows.marked }]),
      ],
      actions: this.#steps().map(({ id, label, isPrimary, isEnabled }) => ({ id, label, isPrimary, isEnabled })),
      ...(this.#state === 'planning' && { progress: this.#progress() }),
    };
  }

  async rows({ offset, limit, ...question }: SliceQuestion): Promise<TableSlice> {
    const found = await this.rowsOfPlan.found(question);
    const shown = found.slice(offset, offset + limit);
    return {
      total: found.length,
      rows: shown.flatMap((index) => {
        const row = this.rowsOfPlan.at(index);
        if (row === undefined) return [];
        const { label, mark } = this.#plan.kinds[row.kind];
        return [
          {
            key: String(index),
            cells: [
              { text: row.id },
              { text: row.of },
              { text: label, mark: row.isMarked === true ? 'warning' : mark },
              { text: row.words, changes: row.changes },
            ],
          },
        ];
      }),
    };
  }

  async onAction(action: string): Promise<void> {
    const step = this.#steps().find(({ id, isEnabled }) => id === action && isEnabled);
    await step?.run();
    this.onDidChange();
  }

  async onActivate(key: string): Promise<void> {
    const row = this.rowsOfPlan.at(Number(key));
    if (row !== undefined) await this.#plan.onActivate(row);
  }

  #progress(): TableProgress {
    const done = this.rowsOfPlan.length;
    const total = Math.max(this.#plan.expected, done);
    return { done, total, words: l10n.t('{0} of {1}', grouped(done), grouped(total)) };
  }

  #isWanted(): boolean {
    return this.#state === 'planning' && !this.#isClosed;
  }

  #summary(): TableSummary {
    switch (this.#state) {
      case 'planning':
        return { headline: l10n.t('Preparing the plan…'), explanation: l10n.t('Nothing is sent yet.') };
      case 'cancelled':
        return this.#failure === undefined
          ? { headline: l10n.t('Planning canceled'), reason: l10n.t('The plan is incomplete. Nothing was sent.') }
          : { headline: l10n.t('Planning failed'), reason: this.#failure };
      case 'stands':
        return this.#plan.summary(this.rowsOfPlan);
    }
  }

  #steps(): readonly PlanStep[] {
    switch (this.#state) {
      case 'planning':
        return [
          {
            id: CANCEL,
            label: l10n.t('Cancel'),
            isEnabled: true,
            run: () => {
              this.#state = 'cancelled';
              this.#plan.onClose?.();
            },
          },
        ];
      case 'cancelled':
        return [];
      case 'stands':
        return this.#plan.steps(this.rowsOfPlan);
    }
  }
}
