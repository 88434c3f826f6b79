// Removes characters from the end of a text.

/**
 * The text without those of `characters` at its end. The regular expression `/ +$/` takes quadratic time: it starts
 * again at each space inside the text.
 */
export function trimTrailing(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
