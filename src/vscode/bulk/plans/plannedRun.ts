// The run that a plan becomes: its items are rebuilt when it is confirmed, and must equal what was shown.

import type { Connection } from '../../../core/connection.ts';
import { UserGroupsError } from '../../../core/errors.ts';
import { itemText, runStateText } from '../../../core/runText.ts';
import type { NewRunItem, RunKind, RunOptions, RunSummary } from '../../../core/runs.ts';
import type { TableCell } from '../../../protocol/tableProtocol.ts';
import type { RunService } from '../../../services/bulk/runService.ts';
import { OUTCOME_MARKS } from '../runs/outcomeMarks.ts';

/** An item with the row of the plan that it comes from. */
export interface PlannedItem extends NewRunItem {
  readonly row: number;
}

export class PlannedRun {
  readonly #runs: RunService;
  readonly #kind: RunKind;
  readonly #connection: Connection;
  /** The number of each row's item. */
  readonly #numbers = new Map<number, number>();
  #id: number | undefined;
  #isMaking = false;

  constructor(runs: RunService, kind: RunKind, connection: Connection) {
    this.#runs = runs;
    this.#kind = kind;
    this.#connection = connection;
  }

  /** `undefined` before it starts, and once it is deleted. */
  get summary(): RunSummary | undefined {
    return this.#id === undefined ? undefined : this.#runs.find(this.#id);
  }

  /** Its progress, in sentences; `undefined` as `summary`. */
  get words(): string | undefined {
    const { summary } = this;
    return summary === undefined ? undefined : runStateText(summary, this.#runs.counts(summary.id));
  }

  /** It has started, or is about to. */
  get hasBegun(): boolean {
    return this.#isMaking || this.#id !== undefined;
  }

  /**
   * Stores the items and starts sending. Answers its id; nothing was started when no item is left.
   * @throws UserGroupsError as `RunService.create` and `start`; `conflict` when it was started before
   */
  async begin(items: AsyncIterable<PlannedItem>, options: RunOptions): Promise<number | undefined> {
    if (this.hasBegun) throw new UserGroupsError({ kind: 'conflict', happened: 'This was begun already.' });
    this.#isMaking = true;
    try {
      const { id, total } = await this.#runs.create(this.#kind, this.#connection, this.#numbered(items), options);
      if (total === 0) {
        this.#runs.remove(id);
        return undefined;
      }
      this.#id = id;
      this.#runs.start(id);
      return id;
    } finally {
      this.#isMaking = false;
    }
  }

  /** How far each of these rows is, where it is part of the run. */
  async results(rows: readonly number[]): Promise<ReadonlyMap<number, TableCell>> {
    const { summary } = this;
    const found = new Map<number, TableCell>();
    if (summary === undefined) return found;
    for (const row of rows) {
      const number = this.#numbers.get(row);
      const item =
        number === undefined
          ? undefined
          : (await this.#runs.results(summary.id, { after: number - 1, limit: 1 })).items[0];
      if (item === undefined) continue;
      const words = itemText(this.#kind, item);
      found.set(row, {
        text: item.reason === undefined ? words : `${words}: ${item.reason}`,
        mark: item.isNotApplied ? 'warning' : OUTCOME_MARKS[item.outcome],
      });
    }
    return found;
  }

  async *#numbered(items: AsyncIterable<PlannedItem>): AsyncGenerator<NewRunItem, void, void> {
    let number = 0;
    for await (const { row, ...item } of items) {
      number += 1;
      this.#numbers.set(row, number);
      yield item;
    }
  }
}
