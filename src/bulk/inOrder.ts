// Rows of many groups in an order.

import { WorkSlices } from '../core/workSlices.ts';

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
