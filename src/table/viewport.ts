// Which rows are drawn: those in sight and some around them. All rows are equally high, so that this is arithmetic.

/** Pixels; the style sheet has the same. */
export const ROW_HEIGHT = 28;

/** Rows drawn above and below, so that scrolling does not show where they end. */
const AROUND = 8;

export interface Viewport {
  readonly first: number;
  /** The one after the last. */
  readonly end: number;
}

/** `height`: pixels in which rows are seen. */
export function rowsInSight(scrollTop: number, height: number, rows: number): Viewport {
  const first = Math.max(0, Math.floor(scrollTop / ROW_HEIGHT) - AROUND);
  const end = Math.min(rows, Math.ceil((scrollTop + height) / ROW_HEIGHT) + AROUND);
  return { first: Math.min(first, Math.max(0, end - 1)), end };
}

/** Where to scroll to, so that a row is whole in sight; the same where it is already. */
export function scrolledTo(row: number, scrollTop: number, height: number): number {
  const top = row * ROW_HEIGHT;
  if (top < scrollTop) return top;
  return Math.max(scrollTop, top + ROW_HEIGHT - height);
}
