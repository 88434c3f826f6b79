// Texts in the order in which people count, `customer-9` before `customer-10`, by a key that compares as text.

/** Numbers with more digits than this write their count of digits as one 9 more, followed by the rest of the count. */
const COUNTED_BY_ONE = 8;

/**
 * The key of a text that `folding.ts` has folded. Accents and compatibility forms are folded too, the same way in every
 * language. Runs of the digits 0 to 9 compare by value: the count of significant digits stands before them. Other
 * digits count as letters. JavaScript compares two keys as SQLite does, except where private-use characters meet emoji
 * and the like. Texts with equal keys are left to the caller's second order. The store keeps the keys, so a change here
 * needs a step in migrations.ts that computes them again.
 */
export function naturalKey(folded: string): string {
  return counted(unaccented(folded));
}

/** Whatever begins like this folded text has its key from the first one on and before the second. */
export function naturalRange(folded: string): readonly [from: string, before: string] {
  const plain = unaccented(folded);
  const stem = plain.replace(/(?<!\d)\d+$/, '');
  const from = counted(stem);
  // A number that goes on has another key from its first digit on.
  return stem === plain ? [from, `${from}\u{10FFFF}`] : [`${from}0`, `${from}:`];
}

function unaccented(folded: string): string {
  return folded.normalize('NFKD').replaceAll(/[\u0300-\u036F]/g, '');
}

function counted(text: string): string {
  return text.replaceAll(/\d+/g, (digits) => {
    const value = digits.replace(/^0+(?=\d)/, '');
    return `${lengthMark(value.length)}${value}`;
  });
}

/** Digits too, so that a number stays where digits are among other characters. None begins like another. */
function lengthMark(length: number): string {
  const nines = Math.floor((length - 1) / COUNTED_BY_ONE);
  return `${'9'.repeat(nines)}${length - nines * COUNTED_BY_ONE}`;
}
