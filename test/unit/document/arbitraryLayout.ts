// Generated layouts of an object's text: the same members on one line or on many, indented by anything, evenly or not.

import fc from 'fast-check';

/** White space at each place of an object where it may stand. */
export interface TypedLayout {
  readonly around: string;
  readonly first: string;
  readonly next: string;
  readonly colon: string;
  readonly beforeComma: string;
  readonly last: string;
}

export interface TypedMember {
  /** As typed, both. */
  readonly key: string;
  readonly value: string;
}

const tight: TypedLayout = { around: '', first: '', next: '', colon: ':', beforeComma: '', last: '' };

const onOneLine = fc.constantFrom(
  tight,
  { ...tight, colon: ': ', next: ' ' },
  { ...tight, first: ' ', next: ' ', colon: ' : ', beforeComma: ' ', last: ' ' },
);

const lineBreak = fc.constantFrom('\n', '\r\n');
const level = fc.constantFrom('  ', '    ', '\t', ' ');

const onOwnLines = fc
  .tuple(lineBreak, level, fc.constantFrom(':', ': ', ' : '), fc.constantFrom('', '\n'))
  .map(([end, indent, colon, after]) => ({
    ...tight,
    first: end + indent,
    next: end + indent,
    colon,
    last: end,
    around: after,
  }));

const withBlankLines = onOwnLines.map((layout) => ({
  ...layout,
  next: `\n${layout.next}`,
  last: `\n \t\n${layout.last}`,
}));

const commaFirst = onOwnLines.map((layout) => ({ ...layout, next: ' ', beforeComma: layout.next }));

const space = fc.stringMatching(/^[ \t\r\n]{0,3}$/);
/** Every member is parted from the next one in the same way, as an editor would do it. */
export const evenLayout = fc.oneof(onOneLine, onOwnLines, commaFirst);

const uneven = fc.record({
  around: space,
  first: space,
  next: space,
  beforeComma: space,
  last: space,
  colon: fc.tuple(space, space).map(([before, after]) => `${before}:${after}`),
});

export const anyLayout = fc.oneof(evenLayout, withBlankLines, uneven);

/** The object as one text; further layouts take turns, so that no two members need look alike. */
export function laidOut(members: readonly TypedMember[], layouts: readonly TypedLayout[]): string {
  const layoutOf = (index: number): TypedLayout => layouts[index % layouts.length]!;
  const { around, first, last } = layoutOf(0);
  const written = members.map(({ key, value }, index) => {
    const { next, colon, beforeComma } = layoutOf(index);
    return `${index === 0 ? first : next}${key}${colon}${value}${index === members.length - 1 ? last : beforeComma}`;
  });
  return `${around}{${written.join(',') || first}}${around}`;
}
