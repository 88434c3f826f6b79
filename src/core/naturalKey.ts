// Texts in the order in which people count, `customer-9` before `customer-10`, by a key that compares as text.

/** Beyond this a length is told by one 9 more, and what is left. */
const COUNTED_BY_ONE = 8;

/**
 * Of a text that is folded (folding.ts): accents are folded too, and other forms of a character to the usual one. The
 * same in every language. Digits of 0 to 9 compare by their value, however many: before them stands how many there are
 * without zeros in front; other digits are letters. JavaScript compares two keys as SQLite does, unless characters of
 * private use meet such as emoji. Texts of one key are left to the caller's second order.
 *
 * Each group is stored with its key: to change what this answers takes a step in migrations.ts that makes the keys
 * again.
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
