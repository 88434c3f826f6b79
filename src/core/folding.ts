// Folds texts for ordering, searching and comparing without letter case.

/**
 * Upper case, because it takes no notice of neighbours (a final sigma) and joins ß and ss. NUL would end a text in SQL
 * functions.
 */
export function fold(text: string): string {
  return text
    .toWellFormed()
    .toUpperCase()
    .replace(/[\s\0]/g, ' ');
}

/**
 * Orders by name, then id, and holds both for a search. A folded text holds no line break, so no word spans the two.
 */
export function foldedListing(name: string, userGroupId: string): string {
  return `${fold(name)}\n${fold(userGroupId)}`;
}

/** Equal for ids that differ in letter case or in white space at the edges only. */
export function alike(userGroupId: string): string {
  return fold(userGroupId).trim();
}
