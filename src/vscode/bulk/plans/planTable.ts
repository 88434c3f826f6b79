// A bulk plan as a table: it fills while the plan is made, and only its buttons send.

import { bugMessage } from '../../../core/bugText.ts';
import { UserGroupsError } from '../../../core/errors.ts';
import { grouped } from '../../../core/stateText.ts';
import type {
  Mark,
  TableAction,
  TableCell,
  TableColumn,
  TableProgress,
  TableSlice,
  SliceQuestion,
} from '../../../protocol/tableProtocol.ts';
import type { TableNow, TableView } from '../table/tableView.ts';
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
  /** A sentence: the plan once it is complete, and the progress once it is sent. */
  readonly summary: (rows: PlannedRows<Kind>) => string;
  /** The buttons once it is complete. */
  readonly steps: (rows: PlannedRows<Kind>) => readonly PlanStep[];
  /** The outcomes of these rows, if any. */
  readonly results: (indexes: readonly number[]) => Promise<ReadonlyMap<number, TableCell>>;
  readonly onActivate: (row: PlannedRow<Kind>) => Promise<void> | void;
  readonly onClose?: () => void;
}

const CANCEL = 'cancel';
const NO_RESULT: TableCell = { text: '' };

export class PlanTable<Kind extends string> implements TableView {
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
      { id: 'id', title: first, isId: true, width: 2 },
      { id: 'of', title: second, width: 2 },
      { id: 'kind', title: 'Plan', width: 1.3 },
      { id: 'words', title: 'Details', width: 5 },
      { id: 'result', title: 'Result', width: 2.5 },
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
      this.#state = 'cancelled';
      this.#failure = error instanceof UserGroupsError ? error.message : bugMessage();
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
      summary: this.#summary(),
      filters: [
        ...this.#kinds.map(({ id, label }) => ({ id, label, count: rows.count(id) })),
        ...(rows.marked === 0 ? [] : [{ id: MARKED, label: 'Marked', count: rows.marked }]),
      ],
      actions: this.#steps().map(({ id, label, isPrimary, isEnabled }) => ({ id, label, isPrimary, isEnabled })),
      ...(this.#state === 'planning' && { progress: this.#progress() }),
    };
  }

  async rows({ filter, text, offset, limit }: SliceQuestion): Promise<TableSlice> {
    const found = this.rowsOfPlan.found({ filter, text });
    const shown = found.slice(offset, offset + limit);
    const results = await this.#plan.results(shown);
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
              { text: row.words },
              results.get(index) ?? NO_RESULT,
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
    return { done, total, words: `${grouped(done)} of ${grouped(total)}` };
  }

  #isWanted(): boolean {
    return this.#state === 'planning' && !this.#isClosed;
  }

  #summary(): string {
    switch (this.#state) {
      case 'planning':
        return 'Looking at each group. Nothing is sent before you press a button here.';
      case 'cancelled':
        return this.#failure ?? 'Cancelled: these are the rows so far, and none of them can be sent.';
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
            label: 'Cancel',
            isEnabled: true,
            run: () => {
              this.#state = 'cancelled';
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
