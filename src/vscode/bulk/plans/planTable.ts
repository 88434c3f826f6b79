// A bulk plan as a table: it fills while the plan is made, and only its buttons send.

import * as l10n from '@vscode/l10n';
import { bugMessage } from '../../../core/bugText.ts';
import { UserGroupsError } from '../../../core/errors.ts';
import { fold } from '../../../core/folding.ts';
import { grouped, isOne } from '../../../core/language.ts';
import { naturalKey } from '../../../core/naturalKey.ts';
import type {
  CellChange,
  Mark,
  TableAction,
  TableColumn,
  TableProgress,
  TableRow,
  TableState,
} from '../../../protocol/tableProtocol.ts';
import { FoundRows, hasText } from '../../table/foundRows.ts';
import type { TableNow, TableView } from '../../table/tableView.ts';

/** All texts may be foreign. */
export interface PlannedRow<Kind extends string> {
  readonly kind: Kind;
  /** The ID of the group, or the name of the file. */
  readonly id: string;
  /** The name of the group, or the ID of the group of a file. */
  readonly of: string;
  /** What would change. */
  readonly changes?: readonly CellChange[] | undefined;
  /** Why nothing does, or what to look at. */
  readonly words: string;
  /** A digest of what `changes` say, which may be cut; read only by its author. */
  readonly whole?: string | undefined;
  /** The user should look at it. */
  readonly isMarked?: boolean | undefined;
}

/** A row of a plan, and its place in it. */
export type PlacedRow<Kind extends string> = PlannedRow<Kind> & { readonly index: number };

/** The rows of a plan, counted by kind. */
export class PlannedRows<Kind extends string> {
  readonly #rows: PlacedRow<Kind>[] = [];
  readonly #counts = new Map<Kind, number>();
  #marked = 0;
  /** Called after each change. */
  onDidChange: () => void = () => undefined;

  /** How many rows need a look. */
  get marked(): number {
    return this.#marked;
  }

  get length(): number {
    return this.#rows.length;
  }

  add(row: PlannedRow<Kind>): void {
    this.#set(this.#rows.length, row);
  }

  /** Replaces what has become better known. */
  replace(index: number, row: PlannedRow<Kind>): void {
    const former = this.#rows[index];
    if (former === undefined) return;
    this.#count(former, -1);
    this.#set(index, row);
  }

  count(kind: Kind): number {
    return this.#counts.get(kind) ?? 0;
  }

  at(index: number): PlannedRow<Kind> | undefined {
    return this.#rows[index];
  }

  /** In their order; those that are added meanwhile come last. */
  values(): IterableIterator<PlacedRow<Kind>> {
    return this.#rows.values();
  }

  #set(index: number, row: PlannedRow<Kind>): void {
    this.#rows[index] = { ...row, index };
    this.#count(row, 1);
    this.onDidChange();
  }

  #count({ kind, isMarked }: PlannedRow<Kind>, by: number): void {
    if (isMarked === true) this.#marked += by;
    this.#counts.set(kind, this.count(kind) + by);
  }
}

/** Whether both say the same of a group. */
export function isShownAlike(one: PlannedRow<string>, other: PlannedRow<string>): boolean {
  return one.whole === other.whole && textsOf(one).join('\n') === textsOf(other).join('\n');
}

function textsOf({ id, of, changes = [], words }: PlannedRow<string>): string[] {
  return [id, of, ...changes.map(({ text }) => text), words];
}

/** A sentence for the question before sending. */
export function markedText({ marked }: Pick<PlannedRows<string>, 'marked'>): string[] {
  return marked === 0
    ? []
    : [isOne(marked) ? l10n.t('1 group needs review.') : l10n.t('{0} groups need review.', grouped(marked))];
}

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
  /** The titles of the first two columns. */
  readonly titles: readonly [string, string];
  readonly kinds: Readonly<Record<Kind, PlanKind>>;
  /** Planned while they are shown; no further ones are read when the plan is no longer wanted. */
  readonly rows: () => AsyncIterable<PlannedRow<Kind>>;
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

/** Groups that are sent and reviewed before the rest. */
export const FIRST_ONES = 3;

const CANCEL = 'cancel';
/** The filter for rows that need a look, of any kind. */
const MARKED = 'marked';

export class PlanTable<Kind extends string> implements TableView {
  readonly kind = 'plan';
  readonly columns: readonly TableColumn[];
  readonly title: string;
  readonly rowsOfPlan = new PlannedRows<Kind>();
  readonly rows: TableView['rows'];
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
    const found = new FoundRows<PlacedRow<Kind>>({
      among: (filter) =>
        [...this.rowsOfPlan.values()].filter(
          ({ kind, isMarked }) => filter === undefined || (filter === MARKED ? isMarked === true : kind === filter),
        ),
      isFound: (row, text) => hasText(textsOf(row), text),
      sortKeys: {
        id: ({ id }) => naturalKey(fold(id)),
        of: ({ of }) => naturalKey(fold(of)),
        kind: ({ kind }) => kind,
      },
      shown: (row) => this.#shown(row),
    });
    this.rows = (question, signal) => found.slice(question, signal);
    this.rowsOfPlan.onDidChange = () => {
      found.forget();
      this.onDidChange();
    };
  }

  /** How many rows there are of each kind. */
  get counts(): Readonly<Record<Kind, number>> {
    return Object.fromEntries(this.#kinds.map(({ id }) => [id, this.rowsOfPlan.count(id)])) as Record<Kind, number>;
  }

  /** @throws UserGroupsError as planning does: the rows so far stay visible, and nothing can be sent */
  async make(): Promise<void> {
    try {
      for await (const row of this.#plan.rows()) {
        if (!this.#isWanted()) break;
        this.rowsOfPlan.add(row);
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

  async onAction(action: string): Promise<void> {
    const step = this.#steps().find(({ id, isEnabled }) => id === action && isEnabled);
    await step?.run();
    this.onDidChange();
  }

  async onActivate(key: string): Promise<void> {
    const row = this.rowsOfPlan.at(Number(key));
    if (row !== undefined) await this.#plan.onActivate(row);
  }

  #shown(row: PlacedRow<Kind>): TableRow {
    const { label, mark } = this.#plan.kinds[row.kind];
    return {
      key: String(row.index),
      cells: [
        { text: row.id },
        { text: row.of },
        { text: label, mark: row.isMarked === true ? 'warning' : mark },
        { text: row.words, changes: row.changes },
      ],
    };
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
