// How many sentences a text has.

/** Quoted names, and what the service said, are part of the sentence around them. */
export function sentenceCount(text: string): number {
  const plain = text
    .replaceAll(/"[^"]*"|“[^“”]*”/g, 'x')
    .replaceAll(/\[[^[\]]*\]\([^()]*\)/g, 'x')
    .trim();
  if (plain === '') return 0;
  const ends = plain.match(/[.?!](?=\s)/g)?.length ?? 0;
  return ends + 1;
}
