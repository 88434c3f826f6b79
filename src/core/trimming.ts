// Characters taken off the end of a text.

/**
 * The text without those of `characters` that stand at its end. For / +$/ the time is quadratic: it is tried again from
 * each space of a run inside the text.
 */
export function trimTrailing(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
