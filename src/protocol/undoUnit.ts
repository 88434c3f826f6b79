// What a person undoes at once: a word typed, a run deleted, a paste; as in a text editor.

import type { ChangeSet } from '@codemirror/state';

interface OneChange {
  readonly from: number;
  readonly deleted: number;
  readonly inserted: string;
}

/**
 * Whether what is pushed now belongs to another unit than what waits already. `pushed` is relative to the text after
 * `waiting`.
 */
export function beginsUnit(waiting: ChangeSet, pushed: ChangeSet): boolean {
  const last = onlyChange(waiting);
  const next = onlyChange(pushed);
  if (last === undefined || next === undefined) return true;
  if (next.deleted > 0 || last.inserted === '') return !continuesDeleting(last, next);
  const isAdjacent = next.from === last.from + last.inserted.length;
  const beginsSpace = /^\s/.test(next.inserted) && /\S$/.test(last.inserted);
  return !isAdjacent || beginsSpace || next.inserted.length > MOST_TYPED_AT_ONCE;
}

/** More than this in one push was pasted, not typed. */
const MOST_TYPED_AT_ONCE = 8;

function continuesDeleting(last: OneChange, next: OneChange): boolean {
  if (last.inserted !== '' || next.inserted !== '') return false;
  return next.from + next.deleted === last.from || next.from === last.from;
}

function onlyChange(changes: ChangeSet): OneChange | undefined {
  const found: OneChange[] = [];
  changes.iterChanges((from, to, _fromAfter, _toAfter, inserted) => {
    found.push({ from, deleted: to - from, inserted: inserted.toString() });
  });
  return found.length === 1 ? found[0] : undefined;
}
