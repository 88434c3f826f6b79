// One table and its page, without the editor: answers what the page asks, and notifies it of changes.

import * as l10n from '@vscode/l10n';
import type { Disposable } from '../../core/emitter.ts';
import { foreignText, visibleId } from '../../core/foreignText.ts';
import type { Schedule } from '../../core/ports/timer.ts';
import type {
  SliceQuestion,
  TableColumn,
  TableLook,
  TableRequests,
  TableSlice,
  TableStart,
  TableState,
  TableAction,
  TableFilter,
  TableRow,
  TableSort,
} from '../../protocol/tableProtocol.ts';
import type { AnswersOf } from '../platform/pageChannel.ts';
import type { TableView } from './tableView.ts';
import { UserGroupsError } from '../../core/errors.ts';

/** Minimum milliseconds between two notifications: a run may change thousands of rows a second. */
const PAUSE = 250;
const LONGEST_CELL = 2_000;

/** How the tables of a kind were laid out last. */
export interface KeptLook {
  readonly get: () => TableLook;
  readonly set: (look: TableLook) => Promise<void>;
}

interface TableSessionOptions {
  readonly view: TableView;
  readonly look: KeptLook;
  readonly report: (state: TableState) => void;
  readonly schedule: Schedule;
  /** An error of the view while no page waits for an answer. */
  readonly onBug: (error: unknown) => void;
}

export class TableSession implements Disposable {
  readonly #options: TableSessionOptions;
  readonly #shown = new InputRows();
  #revision = 0;
  /** Ends the last question: the page asks the next one when it has its answer, or wants it no more. */
  #asked = new AbortController();
  #pause: Disposable | undefined;
  /** A change that was not reported yet. */
  #isStale = false;
  #isDisposed = false;

  constructor(options: TableSessionOptions) {
    this.#options = options;
  }

  readonly answers: AnswersOf<TableRequests> = {
    open: () =>
      new Promise((resolve) => {
        resolve(this.#start());
      }),
    slice: (question) => this.#slice(question),
    act: async ({ action, key }) => {
      const { view } = this.#options;
      const { rowKey } = requireEnabled(action, view.now().actions);
      if (rowKey !== undefined) this.#shown.require(key);
      await view.onAction(action, ...(rowKey === undefined ? [] : [key]));
      return undefined;
    },
    activate: async ({ key }) => {
      this.#shown.require(key);
      await this.#options.view.onActivate?.(key);
      return undefined;
    },
    keep: async (look) => {
      requireSortable(look.sort, this.#options.view.columns);
      await this.#options.look.set(look);
      return undefined;
    },
  };

  /** Notifies the page soon, once for all changes until then. */
  update(): void {
    this.#isStale = true;
    if (this.#pause === undefined && !this.#isDisposed) this.#report();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#pause?.dispose();
    this.#asked.abort();
  }

  #report(): void {
    this.#isStale = false;
    this.#revision += 1;
    try {
      this.#options.report(this.#state());
    } catch (error) {
      this.#options.onBug(error);
    }
    this.#pause = this.#options.schedule(PAUSE, () => {
      this.#pause = undefined;
      if (this.#isStale) this.update();
    });
  }

  #start(): TableStart {
    const { findHint, columns } = this.#options.view;
    const { widths, sort } = this.#options.look.get();
    const canSort = columns.some(({ id, isSortable }) => id === sort?.column && isSortable === true);
    return {
      ...(findHint !== undefined && { findHint: foreignText(findHint) }),
      columns: columns.map((column) => ({ ...column, title: foreignText(column.title) })),
      // The look may be kept from a table of this kind that had other columns.
      look: { widths, ...(canSort && { sort }) },
      state: this.#state(),
    };
  }

  #state(): TableState {
    const { headline, reason, explanation, filters, actions, progress } = this.#options.view.now();
    return {
      revision: this.#revision,
      title: foreignText(this.#options.view.title),
      headline: foreignText(headline, LONGEST_CELL),
      ...(reason !== undefined && { reason: foreignText(reason, LONGEST_CELL) }),
      ...(explanation !== undefined && { explanation: foreignText(explanation, LONGEST_CELL) }),
      filters: filters.map(({ id, label, count }) => ({ id, label: foreignText(label), count })),
      actions: actions.map((action) => ({ ...action, label: foreignText(action.label) })),
      ...(progress !== undefined && { progress: { ...progress, words: foreignText(progress.words) } }),
    };
  }

  async #slice(question: SliceQuestion): Promise<TableSlice> {
    const { view } = this.#options;
    this.#asked.abort();
    this.#asked = new AbortController();
    const { signal } = this.#asked;
    requireFilter(question.filter, view.now().filters);
    requireSortable(question.sort, view.columns);
    const { rows, total } = await view.rows(question, signal);
    const options = rows.slice(0, question.limit);
    this.#shown.add(options);
    return {
      rows: options.map(({ key, cells, offers }) => ({
        key,
        ...(offers !== undefined && { offers }),
        cells: cells.map(({ text, mark, changes }, index) => ({
          text: shownIn(view.columns[index], text),
          mark,
          ...(changes !== undefined && {
            changes: changes.map((change) => ({ ...change, text: foreignText(change.text, LONGEST_CELL) })),
          }),
        })),
      })),
      total,
    };
  }
}

function shownIn(column: TableColumn | undefined, text: string): string {
  return column?.isId === true ? visibleId(text, LONGEST_CELL) : foreignText(text, LONGEST_CELL);
}

/** @throws UserGroupsError `forbidden` */
function requireEnabled(action: string, offered: readonly TableAction[]): TableAction {
  const found = offered.find(({ id, isEnabled }) => id === action && isEnabled);
  if (found !== undefined) return found;
  throw new UserGroupsError('forbidden', l10n.t('This action is not available now.'), l10n.t('Review the table.'));
}

/** @throws UserGroupsError `notFound` */
function requireFilter(filter: string | undefined, offered: readonly TableFilter[]): void {
  if (filter === undefined || offered.some(({ id }) => id === filter)) return;
  throw new UserGroupsError('notFound', l10n.t('The table no longer has this filter.'), l10n.t('Choose another one.'));
}

/** @throws UserGroupsError `notFound` */
function requireSortable(sort: TableSort | undefined, columns: readonly TableColumn[]): void {
  if (sort === undefined || columns.some(({ id, isSortable }) => id === sort.column && isSortable === true)) return;
  throw new UserGroupsError('notFound', l10n.t("The table can't be sorted by this column."));
}

/** Rows that a page holds at most; older ones it has to ask for again. */
const MOST_REMEMBERED = 5_000;

/** The rows that were given to a page: it can refer to no others. */
class InputRows {
  readonly #keys = new Set<string>();

  add(rows: readonly TableRow[]): void {
    for (const { key } of rows) {
      // Last in the order of the set, which drops its oldest entries first.
      this.#keys.delete(key);
      this.#keys.add(key);
    }
    for (const key of this.#keys) {
      if (this.#keys.size <= MOST_REMEMBERED) return;
      this.#keys.delete(key);
    }
  }

  /** @throws UserGroupsError `notFound` */
  require(key: string | undefined): void {
    if (key === undefined || !this.#keys.has(key))
      throw new UserGroupsError('notFound', l10n.t('The row is no longer in the table.'), l10n.t('Review the table.'));
  }
}
