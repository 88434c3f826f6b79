// What the redactor does, in the plainest way: every spelling at every place, and every reading of every sign. Far too
// slow for long texts.

import { REDACTED } from '../../src/core/redactor.ts';

export interface Reading {
  readonly sign: string;
  readonly end: number;
}

const DEEPEST = 3;
const SHORTEST = 6;
const SIMPLE: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  '"': '"',
  "'": "'",
  '/': '/',
  '\\': '\\',
};
const NAMED = new Map(
  Object.entries({
    amp: '&',
    quot: '"',
    apos: "'",
    lt: '<',
    gt: '>',
    plus: '+',
    equals: '=',
    sol: '/',
    percnt: '%',
    bsol: '\\',
  }),
);

export function plainlyRedacted(text: string, spellings: readonly string[]): string {
  const readings = plainReadings(text);
  let redacted = '';
  let until = 0;
  for (let at = 0; at < text.length; at += 1) {
    const end = Math.max(...spellings.map((spelling) => endOf(spelling, at, readings)));
    if (at >= until) redacted += end > 0 ? REDACTED : text.charAt(at);
    until = Math.max(until, end);
  }
  return redacted;
}

/** The furthest place to which it can be read, as a whole or as far as an ellipsis. */
function endOf(spelling: string, at: number, readings: (place: number) => readonly Reading[]): number {
  let places: readonly number[] = [at];
  let end = 0;
  for (const [index, wanted] of spelling.split('').entries()) {
    const cut = index < SHORTEST ? [] : places.filter((place) => readings(place).some(({ sign }) => sign === '…'));
    places = [
      ...new Set(
        places.flatMap((place) =>
          readings(place)
            .filter(({ sign }) => sign === wanted)
            .map((next) => next.end),
        ),
      ),
    ];
    end = Math.max(end, ...cut);
    if (places.length === 0) return end;
  }
  return spelling.length < SHORTEST ? 0 : Math.max(end, ...places);
}

/** What each sign may mean, with escapes of escapes as deep as that. */
export function plainReadings(text: string, deepest = DEEPEST): (place: number) => readonly Reading[] {
  const remembered = new Map<string, readonly Reading[]>();
  const holdsEscapes = /[\\%&]/.test(text);
  const at = (place: number, depth: number): readonly Reading[] => {
    const key = `${depth} ${place}`;
    const readings = remembered.get(key) ?? all(place, depth);
    remembered.set(key, readings);
    return readings;
  };
  const all = (place: number, depth: number): readonly Reading[] => {
    const sign = text.charAt(place);
    if (sign === '') return [];
    const itself = { sign, end: place + 1 };
    if (sign === '+' && holdsEscapes) return [itself, { sign: ' ', end: place + 1 }];
    if (depth === 0) return [itself];
    const shallower = at(place, depth - 1);
    return [...shallower, ...shallower.flatMap((first) => escapes(first, depth - 1))];
  };
  const escapes = ({ sign, end }: Reading, depth: number): Reading[] => {
    const following = at(end, depth);
    const simple =
      sign === '\\'
        ? following.flatMap((next) =>
            SIMPLE[next.sign] === undefined ? [] : [{ sign: SIMPLE[next.sign]!, end: next.end }],
          )
        : [];
    const { rest, ends } = restOf(end, depth, sign);
    const found =
      sign === '\\'
        ? /^u([\da-fA-F]{4})/.exec(rest)
        : sign === '%'
          ? /^([\da-f]{2})/i.exec(rest)
          : sign === '&'
            ? /^(?:#x0*([\da-f]{1,4})|#0*(\d{1,5})|([a-z]+))/i.exec(rest)
            : null;
    if (found === null) return simple;
    const [body, digits, decimal, name] = found;
    const meant =
      digits !== undefined
        ? String.fromCharCode(Number.parseInt(digits, 16))
        : decimal !== undefined
          ? String.fromCharCode(Number(decimal))
          : NAMED.get(name ?? '');
    if (meant === undefined) return simple;
    const isClosed = sign === '&' && rest[body.length] === ';';
    return [
      ...simple,
      ...[body.length - 1, ...(isClosed ? [body.length] : [])].map((last) => ({ sign: meant, end: ends[last]! })),
    ];
  };
  const restOf = (from: number, depth: number, begun: string): { rest: string; ends: number[] } => {
    const belongs = begun === '&' ? /[a-z\d#;]/i : /[a-z\d]/i;
    const ends: number[] = [];
    let rest = '';
    for (let place = from; ends.length < (begun === '%' ? 2 : begun === '\\' ? 5 : 10);) {
      const next = at(place, depth).findLast(({ sign }) => belongs.test(sign));
      if (next === undefined) break;
      rest += next.sign;
      ends.push(next.end);
      place = next.end;
    }
    return { rest, ends };
  };
  return (place) => at(place, deepest);
}
