// Where the row that is meant is, after rows have come and gone: never another one by mistake.

import type { TableRow } from '../protocol/tableProtocol.ts';

export interface MeantRow {
  readonly row: number;
  /** Missing until the row has come. */
  readonly key: string | undefined;
}

interface Rows {
  readonly rowAt: (index: number) => TableRow | undefined;
  /** Where a row is by now, among those that are held. */
  readonly indexOf: (key: string) => number | undefined;
  /** All that is in sight has come, and is as the host has it. */
  readonly isCurrent: boolean;
}

/** A row that is gone gives way to the one in its place, but one that has yet to come again is waited for. */
export function followed({ row, key }: MeantRow, { rowAt, indexOf, isCurrent }: Rows): MeantRow {
  const here = rowAt(row)?.key;
  const now = key === undefined || key === here ? undefined : indexOf(key);
  if (now !== undefined) return { row: now, key };
  return { row, key: key === undefined || isCurrent ? here : key };
}
