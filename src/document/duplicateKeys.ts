// Keys that stand more than once in the same object: sent as typed, and marked.

import { readTolerantly } from './walkJson.ts';

/** Where a key stands again, its quotes included; offsets count UTF-16 units. */
export interface DuplicateKey {
  readonly key: string;
  readonly offset: number;
  readonly length: number;
}

/** Every key but the first of its name in its object, at any depth, by order of appearance. Never throws. */
export function duplicateKeys(text: string): DuplicateKey[] {
  const duplicates: DuplicateKey[] = [];
  /** By depth: the keys seen in the object that is open there. */
  const open = new Map<number, Set<string>>();
  readTolerantly(text, {
    onKey: (key, start, end, depth) => {
      const seen = open.get(depth) ?? new Set();
      if (seen.has(key)) duplicates.push({ key, offset: start, length: end - start });
      open.set(depth, seen.add(key));
    },
    onValue: (type, _start, _end, depth) => {
      if (type === 'object') open.delete(depth + 1);
    },
  });
  return duplicates;
}
