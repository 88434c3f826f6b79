// The rows that the page holds: slices around what is in sight, asked for one after another, and dropped when they are
// far away.

import type { SliceQuestion, TableQuestion, TableRow, TableSlice } from '../protocol/tableProtocol.ts';
import type { Viewport } from './viewport.ts';

export const SLICE_ROWS = 100;
const MOST_SLICES = 20;

interface RowSlicesOptions {
  readonly ask: (question: SliceQuestion) => Promise<TableSlice>;
  /** Rows came: look again. */
  readonly onChange: () => void;
  readonly onFailure: (failure: unknown) => void;
}

interface Slice {
  readonly rows: readonly TableRow[];
  readonly revision: number;
}

/** What is held is shown until what replaces it has come: neither a change nor another question empties the table. */
export class RowSlices {
  readonly #options: RowSlicesOptions;
  readonly #slices = new Map<number, Slice>();
  #question: TableQuestion = {};
  /** What the slices are an answer to. */
  #answered: TableQuestion | undefined;
  #revision = 0;
  #total = 0;
  /** What is asked and not answered yet. */
  #asking: TableQuestion | undefined;
  /** Not asked again before something else is asked, or something has changed. */
  #failed: { readonly question: TableQuestion; readonly revision: number } | undefined;

  constructor(options: RowSlicesOptions) {
    this.#options = options;
  }

  get total(): number {
    return this.#total;
  }

  /** Whether what is shown answers what was asked last. */
  get isAnswered(): boolean {
    return this.#answered === this.#question;
  }

  /** Whether what is shown there is neither missing nor old. */
  isCurrent({ first, end }: Viewport): boolean {
    return this.#wanted(first, end) === undefined;
  }

  row(index: number): TableRow | undefined {
    return this.#slices.get(Math.floor(index / SLICE_ROWS))?.rows[index % SLICE_ROWS];
  }

  /** Where a row is, among those that are held. */
  indexOf(key: string): number | undefined {
    for (const [number, { rows }] of this.#slices) {
      const index = rows.findIndex((row) => row.key === key);
      if (index >= 0) return number * SLICE_ROWS + index;
    }
    return undefined;
  }

  ask(question: TableQuestion): void {
    this.#question = question;
  }

  /** Rows given before are asked for again when they are looked at. */
  changed(revision: number): void {
    this.#revision = revision;
  }

  /**
   * Asks for one slice of what is in sight that is missing or old; the next one when that has come. Another question
   * waits for no answer that nobody wants any more.
   */
  look({ first, end }: Viewport): void {
    if (
      this.#asking === this.#question ||
      (this.#failed?.question === this.#question && this.#failed.revision === this.#revision)
    )
      return;
    const number = this.#wanted(first, end);
    if (number === undefined) return;
    const [question, revision] = [this.#question, this.#revision];
    this.#asking = question;
    this.#options
      .ask({ ...question, offset: number * SLICE_ROWS, limit: SLICE_ROWS })
      .then(
        (slice) => {
          if (question === this.#question) this.#accept(number, slice, revision);
        },
        (failure: unknown) => {
          if (question !== this.#question) return;
          this.#failed = { question, revision };
          this.#options.onFailure(failure);
        },
      )
      .finally(() => {
        if (this.#asking === question) this.#asking = undefined;
        this.#options.onChange();
      });
  }

  #wanted(first: number, end: number): number | undefined {
    if (!this.isAnswered) return Math.floor(first / SLICE_ROWS);
    const inSight = Array.from(
      { length: Math.floor(Math.max(first, end - 1) / SLICE_ROWS) - Math.floor(first / SLICE_ROWS) + 1 },
      (_, index) => Math.floor(first / SLICE_ROWS) + index,
    );
    return (
      inSight.find((number) => !this.#slices.has(number)) ??
      inSight.find((number) => this.#slices.get(number)?.revision !== this.#revision)
    );
  }

  #accept(number: number, { rows, total }: TableSlice, revision: number): void {
    if (!this.isAnswered) this.#slices.clear();
    this.#answered = this.#question;
    this.#total = total;
    this.#slices.set(number, { rows, revision });
    for (const held of [...this.#slices.keys()].sort((a, b) => Math.abs(b - number) - Math.abs(a - number))) {
      if (this.#slices.size > MOST_SLICES || (held !== number && held * SLICE_ROWS >= total)) this.#slices.delete(held);
    }
  }
}
