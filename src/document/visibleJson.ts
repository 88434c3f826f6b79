// JSON text in which the user sees every character.

import { INVISIBLE } from '../core/foreignText.ts';

/** It means the same, with escapes in its strings for what the user would overlook. */
export function visibleJson(json: string): string {
  return json.replace(INVISIBLE, (character) => (character === '\n' ? character : escaped(character)));
}

function escaped(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}
