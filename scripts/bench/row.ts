// A row of the table, and how numbers are written in it.

export interface Row {
  readonly what: string;
  readonly ours: string;
  /** What it stands beside, measured in the same run; absent where the target is a limit. */
  readonly peer?: string;
  /** Ours to the peer's. */
  readonly ratio?: number;
  readonly target: string;
  readonly isMet: boolean;
}

/** Ours beside a peer's, both in the same unit, with the ratio as the target. */
export function compared(
  what: string,
  ours: number,
  peer: number,
  write: (value: number) => string,
  most: number,
): Row {
  const ratio = ours / peer;
  return { what, ours: write(ours), peer: write(peer), ratio, target: `at most ${most}x`, isMet: ratio <= most };
}

/** Ours beside a limit in the same unit. */
export function limited(what: string, ours: number, write: (value: number) => string, most: number): Row {
  return { what, ours: write(ours), target: `at most ${write(most)}`, isMet: ours <= most };
}

export function milliseconds(value: number): string {
  return `${digits(value)} ms`;
}

export function microseconds(value: number): string {
  return `${digits(value)} µs`;
}

export function kilobytes(bytes: number): string {
  return `${digits(bytes / 1_000)} KB`;
}

export function megabytes(bytes: number): string {
  return `${digits(bytes / 1_000_000)} MB`;
}

/** Two digits that count, more only before the point. */
function digits(value: number): string {
  return Math.abs(value) < 10 ? String(Number(value.toPrecision(2))) : value.toFixed(0);
}
