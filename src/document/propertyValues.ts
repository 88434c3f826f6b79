// The values of a document's properties, flat, as groups are found by them: texts decoded, everything else as it was
// spelt.

import type { PropertyValue } from '../core/ports/userGroupStore.ts';
import { readTolerantly } from './walkJson.ts';

/** In characters: a longer value, or path, is nothing that anybody would look for. */
const LONGEST = 200;
const MOST_VALUES = 300;

export interface PropertyValues {
  readonly values: readonly PropertyValue[];
  /** There are more than are kept: what is not among them may be there all the same. */
  readonly isCut: boolean;
}

/**
 * Of the JSON text of an object. What is inside an object has a path with dots (`address.country`), what is in a list
 * that of the list. Objects, lists and long values have a path and no value. Never throws.
 */
export function propertyValues(properties: string): PropertyValues {
  const found = new Map<string, PropertyValue>();
  /** By depth; nothing for the places in a list. */
  const keys: (string | undefined)[] = [];
  let isCut = false;
  readTolerantly(properties, {
    onKey: (key, _start, _end, depth) => {
      keys.length = depth;
      keys[depth - 1] = key;
    },
    onValue: (type, start, end, depth, literal) => {
      const path = keys
        .slice(0, depth)
        .filter((key) => key !== undefined)
        .join('.');
      const isInside = type === 'object' || type === 'array';
      keys.length = Math.min(keys.length, depth);
      if (depth === 0 || path === '' || path.length > LONGEST) return;
      const value = isInside ? undefined : type === 'string' ? (literal as string) : properties.slice(start, end);
      const kept = value !== undefined && value.length <= LONGEST ? { path, value } : { path };
      if (found.size < MOST_VALUES) found.set(JSON.stringify(kept), kept);
      else isCut = true;
    },
  });
  return { values: [...found.values()], isCut };
}
