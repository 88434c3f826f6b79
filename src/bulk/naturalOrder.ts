// Rows of many groups in an order that people expect: `customer-9` before `customer-10`.

import { fold } from '../core/folding.ts';
import { WorkSlices } from './workSlices.ts';

/** Its length is one character, which comes before all that is printed. */
const LONGEST_NUMBER = 31;

/** Compared as texts: a number comes by its length, then by its digits. */
export function naturalKey(text: string): string {
  return fold(text).replaceAll(/\d+/g, (digits) => {
    const value = digits.replace(/^0+(?=\d)/, '');
    return `${String.fromCharCode(Math.min(value.length, LONGEST_NUMBER))}${value}`;
  });
}

/** Equal ones stay in their order. Yields to other work; sorting 100,000 itself blocks for about 50 ms. */
export async function inOrder<T>(
  items: Iterable<T>,
  keyOf: (item: T) => string | number,
  isDescending: boolean,
): Promise<T[]> {
  const slices = new WorkSlices();
  const keyed: (readonly [key: string | number, item: T])[] = [];
  for (const item of items) {
    keyed.push([keyOf(item), item]);
    await slices.pause();
  }
  const sign = isDescending ? -1 : 1;
  keyed.sort(([a], [b]) => (a === b ? 0 : a < b ? -sign : sign));
  return keyed.map(([, item]) => item);
}
