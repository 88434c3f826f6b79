// A row of the table, and how numbers are written in it.

import { median, quantile } from './rounds.ts';

export interface Row {
  readonly what: string;
  readonly ours: string;
  /** What it stands beside, measured in the same run; absent where the target is a limit. */
  readonly peer?: string;
  /** Ours to the peer's. */
  readonly ratio?: number;
  readonly figure: Figure;
  readonly target: string;
  readonly isMet: boolean;
}

/** The ratio of a row, or ours where there is no peer, for a comparison with another run. */
export interface Figure {
  readonly value: number;
  /** The middle half of the rounds lies between these two; they are the value where there was one round. */
  readonly low: number;
  readonly high: number;
}

/** Ours beside a peer's, round by round, both in the same unit, with the ratio of their medians as the target. */
export function compared(
  what: string,
  ours: readonly number[],
  peer: readonly number[],
  write: (value: number) => string,
  most: number,
): Row {
  const ratio = median(ours) / median(peer);
  return {
    what,
    ours: write(median(ours)),
    peer: write(median(peer)),
    ratio,
    figure: figureOf(
      ratio,
      ours.map((value, round) => value / (peer[round] ?? NaN)),
    ),
    target: `at most ${most}x`,
    isMet: ratio <= most,
  };
}

/** Ours beside a limit in the same unit. `rounds`: what each of several gave. */
export function limited(
  what: string,
  ours: number,
  write: (value: number) => string,
  most: number,
  rounds: readonly number[] = [ours],
): Row {
  return {
    what,
    ours: write(ours),
    figure: figureOf(ours, rounds),
    target: `at most ${write(most)}`,
    isMet: ours <= most,
  };
}

export function figureOf(value: number, rounds: readonly number[] = [value]): Figure {
  return { value, low: quantile(rounds, 1 / 4), high: quantile(rounds, 3 / 4) };
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
