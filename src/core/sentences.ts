// Joins sentences to one text.

import { fullStop } from './language.ts';

/**
 * As the display language joins them. What has no end of its own, such as a list of changes, gets a full stop when more
 * follows. Absent and empty parts are left out.
 */
export function sentences(parts: readonly (string | undefined)[]): string {
  const given = parts.filter((part): part is string => part !== undefined && part !== '');
  return given
    .map((part, index) => {
      if (index === given.length - 1) return part;
      const whole = sentence(part);
      return /。[」』]?$/.test(whole) ? whole : `${whole} `;
    })
    .join('');
}

/** With a full stop at its end, unless it has an end of its own. */
export function sentence(text: string): string {
  return /[.?!…。？！]["“”」』]?$/.test(text) ? text : text + fullStop();
}
