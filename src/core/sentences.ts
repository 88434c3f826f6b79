// Joins sentences to one text.

/**
 * With a space between. What has no end of its own, such as a list of changes, gets a full stop when more follows.
 * Absent and empty parts are left out.
 */
export function sentences(parts: readonly (string | undefined)[]): string {
  const given = parts.filter((part): part is string => part !== undefined && part !== '');
  return given
    .map((part, index) => (index < given.length - 1 && !/[.?!…]["”]?$/.test(part) ? `${part}.` : part))
    .join(' ');
}
