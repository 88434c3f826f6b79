// Rows of the table that stay who they are while the text changes: whoever types into one must not find themselves in
// another.

import type { ChangeDesc } from '@codemirror/state';

export class TableRows {
  /** Where each row's key begins, by the row's id. */
  readonly #places = new Map<number, number>();
  #count = 0;

  /** The text changed. */
  move(changes: ChangeDesc): void {
    for (const [id, place] of this.#places) this.#places.set(id, changes.mapPos(place, -1));
  }

  /** Ids of the rows whose keys begin at these places, in their order: known ones for rows that were there before. */
  idsAt(places: readonly number[]): number[] {
    const known = new Map([...this.#places].map(([id, place]) => [place, id]));
    const ids = places.map((place) => known.get(place) ?? ++this.#count);
    this.#places.clear();
    for (const [index, id] of ids.entries()) this.#places.set(id, places[index] ?? 0);
    return ids;
  }
}
