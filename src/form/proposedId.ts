// The id that is proposed for a new group, from its name.

/** What no decomposition turns into letters of ASCII. */
const SPELT: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', þ: 'th' };

const LONGEST = 60;

/** "Acme Europe" → "acme-europe". `undefined` for a name without letters or digits that ASCII can spell. */
export function proposedId(name: string): string | undefined {
  const words = name
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[ßæœøđðłþ]/g, (letter) => SPELT[letter] ?? '')
    // An apostrophe is part of its word.
    .replaceAll(/['’]/g, '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  const id = words.join('-').slice(0, LONGEST).replace(/-$/, '');
  return id === '' ? undefined : id;
}
