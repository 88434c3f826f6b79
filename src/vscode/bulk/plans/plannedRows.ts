// The rows of a plan in little memory: what would be done for each group, found by kind and by words.

import { fold } from '../../../core/folding.ts';
import { counted } from '../../../core/stateText.ts';
import type { TableQuestion } from '../../../protocol/tableProtocol.ts';

/** The filter for rows that need a look, of any kind. */
export const MARKED = 'marked';

/** All texts may be foreign. */
export interface PlannedRow<Kind extends string> {
  readonly kind: Kind;
  /** Of the group, or the file. */
  readonly id: string;
  /** Of the group; of a file, the id of its group. */
  readonly of: string;
  /** What would change, or why nothing does. */
  readonly words: string;
  /** A digest of what `words` say, which may be cut; read only by its author. */
  readonly whole?: string | undefined;
  /** A person should look at it. */
  readonly isMarked?: boolean | undefined;
}

export class PlannedRows<Kind extends string> {
  readonly #rows: PlannedRow<Kind>[] = [];
  readonly #counts = new Map<Kind, number>();
  #marked = 0;
  #asked: { readonly key: string; readonly found: readonly number[] } | undefined;

  /** How many rows need a look. */
  get marked(): number {
    return this.#marked;
  }

  get length(): number {
    return this.#rows.length;
  }

  add(row: PlannedRow<Kind>): void {
    this.#rows.push(row);
    this.#count(row, 1);
    this.#asked = undefined;
  }

  /** Replaces what is known better by now. */
  replace(index: number, row: PlannedRow<Kind>): void {
    const former = this.#rows[index];
    if (former === undefined) return;
    this.#count(former, -1);
    this.#rows[index] = row;
    this.#count(row, 1);
    this.#asked = undefined;
  }

  count(kind: Kind): number {
    return this.#counts.get(kind) ?? 0;
  }

  at(index: number): PlannedRow<Kind> | undefined {
    return this.#rows[index];
  }

  entries(): IterableIterator<[number, PlannedRow<Kind>]> {
    return this.#rows.entries();
  }

  /** Positions of the rows that match the question, in their order. `filter`: a kind, or `MARKED`. */
  found({ filter, text = '' }: TableQuestion): readonly number[] {
    const key = JSON.stringify([filter, text]);
    if (this.#asked?.key === key) return this.#asked.found;
    const words = fold(text.trim());
    const found: number[] = [];
    for (const [index, row] of this.#rows.entries()) {
      if (
        (filter === undefined || (filter === MARKED ? row.isMarked === true : row.kind === filter)) &&
        (words === '' || fold(`${row.id}\n${row.of}\n${row.words}`).includes(words))
      )
        found.push(index);
    }
    this.#asked = { key, found };
    return found;
  }

  #count({ kind, isMarked }: PlannedRow<Kind>, by: number): void {
    if (isMarked === true) this.#marked += by;
    this.#counts.set(kind, this.count(kind) + by);
  }
}

/** A sentence for the question before sending. */
export function markedText({ marked }: Pick<PlannedRows<string>, 'marked'>): string[] {
  return marked === 0
    ? []
    : [`${counted(marked, 'row')} of the plan ${marked === 1 ? 'is' : 'are'} marked: they say what to look at first.`];
}
