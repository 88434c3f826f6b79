// Rows of a table that are all in memory: the host finds them by a filter and by words, sorts them by a column, and
// gives them slice by slice.

import { inOrder } from '../../bulk/inOrder.ts';
import { fold } from '../../core/folding.ts';
import { WorkSlices } from '../../core/workSlices.ts';
import type { SliceQuestion, TableQuestion, TableRow, TableSlice } from '../../protocol/tableProtocol.ts';

export interface RowList<Row> {
  readonly among: (filter: string | undefined) => Iterable<Row>;
  readonly isFound: (row: Row, text: string) => boolean | Promise<boolean>;
  /** By the ids of the columns that can be sorted. */
  readonly sortKeys: Readonly<Record<string, (row: Row) => string | number>>;
  readonly shown: (row: Row) => TableRow | Promise<TableRow>;
}

export class FoundRows<Row> {
  readonly #list: RowList<Row>;
  /** What the last question found: a page asks for one slice after another. */
  #last: { readonly key: string; readonly found: Promise<readonly Row[] | undefined> } | undefined;

  constructor(list: RowList<Row>) {
    this.#list = list;
  }

  /** To be called when rows have changed. */
  forget(): void {
    this.#last = undefined;
  }

  /** When the signal is aborted, the answer is incomplete: nobody waits for it. */
  async slice({ offset, limit, ...question }: SliceQuestion, signal?: AbortSignal): Promise<TableSlice> {
    const found = await this.#found(question, signal);
    const rows: TableRow[] = [];
    const slices = new WorkSlices();
    for (const row of found.slice(offset, offset + limit)) {
      if (signal?.aborted === true) break;
      rows.push(await this.#list.shown(row));
      await slices.pause();
    }
    return { rows, total: found.length };
  }

  async #found(question: TableQuestion, signal: AbortSignal | undefined): Promise<readonly Row[]> {
    const { filter, text, sort } = question;
    const key = JSON.stringify([filter, text, sort?.column, sort?.isDescending]);
    if (this.#last?.key !== key) this.#last = { key, found: this.#find(question, signal) };
    const found = await this.#last.found;
    if (found !== undefined || signal?.aborted === true) return found ?? [];
    // It was given up for an earlier slice of the same question.
    this.forget();
    return this.#found(question, signal);
  }

  /** `undefined` when it was given up. */
  async #find(
    { filter, text = '', sort }: TableQuestion,
    signal: AbortSignal | undefined,
  ): Promise<readonly Row[] | undefined> {
    const { among, isFound, sortKeys } = this.#list;
    const found: Row[] = [];
    const slices = new WorkSlices();
    for (const row of among(filter)) {
      if (signal?.aborted === true) return undefined;
      if (text.trim() === '' || (await isFound(row, text))) found.push(row);
      await slices.pause();
    }
    const keyOf = sort && sortKeys[sort.column];
    return keyOf === undefined ? found : inOrder(found, keyOf, sort?.isDescending === true);
  }
}

/** In any letter case; no word is found across two texts. */
export function hasText(texts: readonly string[], text: string): boolean {
  return fold(texts.join('\n')).includes(fold(text.trim()));
}
