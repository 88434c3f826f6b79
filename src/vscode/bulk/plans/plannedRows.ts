// The rows of a plan in little memory: what would be done for each group, found by kind and by words.

import * as l10n from '@vscode/l10n';
import { inOrder } from '../../../bulk/inOrder.ts';
import { fold } from '../../../core/folding.ts';
import { naturalKey } from '../../../core/naturalKey.ts';
import { grouped, isOne } from '../../../core/language.ts';
import type { CellChange, TableQuestion } from '../../../protocol/tableProtocol.ts';

/** The filter for rows that need a look, of any kind. */
export const MARKED = 'marked';

/** All texts may be foreign. */
export interface PlannedRow<Kind extends string> {
  readonly kind: Kind;
  /** Of the group, or the file. */
  readonly id: string;
  /** Of the group; of a file, the id of its group. */
  readonly of: string;
  /** What would change. */
  readonly changes?: readonly CellChange[] | undefined;
  /** Why nothing does, or what to look at. */
  readonly words: string;
  /** A digest of what `changes` say, which may be cut; read only by its author. */
  readonly whole?: string | undefined;
  /** A person should look at it. */
  readonly isMarked?: boolean | undefined;
}

export class PlannedRows<Kind extends string> {
  readonly #rows: PlannedRow<Kind>[] = [];
  readonly #counts = new Map<Kind, number>();
  #marked = 0;
  #asked: { readonly key: string; readonly found: Promise<readonly number[]> } | undefined;

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

  /** Positions of the rows that match the question, in its order. `filter`: a kind, or `MARKED`. */
  found(question: TableQuestion): Promise<readonly number[]> {
    const { filter, text, sort } = question;
    const key = JSON.stringify([filter, text, sort?.column, sort?.isDescending]);
    if (this.#asked?.key !== key) this.#asked = { key, found: this.#find(question) };
    return this.#asked.found;
  }

  async #find({ filter, text = '', sort }: TableQuestion): Promise<readonly number[]> {
    const words = fold(text.trim());
    const found: number[] = [];
    for (const [index, row] of this.#rows.entries()) {
      if (
        (filter === undefined || (filter === MARKED ? row.isMarked === true : row.kind === filter)) &&
        (words === '' || fold(wordsOf(row)).includes(words))
      )
        found.push(index);
    }
    return sort === undefined ? found : inOrder(found, (index) => this.#keyOf(index, sort.column), sort.isDescending);
  }

  #keyOf(index: number, column: string): string {
    const row = this.#rows[index];
    if (row === undefined) return '';
    return column === 'kind' ? row.kind : naturalKey(fold(column === 'of' ? row.of : row.id));
  }

  #count({ kind, isMarked }: PlannedRow<Kind>, by: number): void {
    if (isMarked === true) this.#marked += by;
    this.#counts.set(kind, this.count(kind) + by);
  }
}

/** Whether both say the same of a group. */
export function isShownAlike(one: PlannedRow<string>, other: PlannedRow<string>): boolean {
  return one.whole === other.whole && wordsOf(one) === wordsOf(other);
}

function wordsOf({ id, of, changes = [], words }: PlannedRow<string>): string {
  return [id, of, ...changes.map(({ text }) => text), words].join('\n');
}

/** A sentence for the question before sending. */
export function markedText({ marked }: Pick<PlannedRows<string>, 'marked'>): string[] {
  return marked === 0
    ? []
    : [isOne(marked) ? l10n.t('1 group needs review.') : l10n.t('{0} groups need review.', grouped(marked))];
}
