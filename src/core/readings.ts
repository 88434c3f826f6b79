// Reads a text with escapes: each character as itself, or as JSON, an address or HTML means it.

/** A character at a place, and where it ends. */
export interface Reading {
  readonly sign: string;
  readonly end: number;
}

/** Escapes of escapes of escapes. */
const DEEPEST = 3;

/** Of longer texts, which are no sentences but data, escapes alone: more would hold everything up for seconds. */
const LONGEST_DEEPLY_READ = 200_000;

/** No escape is longer behind its first sign; leading zeros beyond are nobody's spelling. */
const LONGEST_REST = 10;

/** For how many places what they mean is remembered; nothing looks back, and no escape is longer. */
const REMEMBERED = 4096;

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

/** HTML's names for the signs of ASCII. */
const NAMED: Readonly<Record<string, string>> = {
  Tab: '\t',
  NewLine: '\n',
  excl: '!',
  quot: '"',
  QUOT: '"',
  num: '#',
  dollar: '$',
  percnt: '%',
  amp: '&',
  AMP: '&',
  apos: "'",
  lpar: '(',
  rpar: ')',
  ast: '*',
  plus: '+',
  comma: ',',
  period: '.',
  sol: '/',
  colon: ':',
  semi: ';',
  lt: '<',
  LT: '<',
  equals: '=',
  gt: '>',
  GT: '>',
  quest: '?',
  commat: '@',
  lsqb: '[',
  lbrack: '[',
  bsol: '\\',
  rsqb: ']',
  rbrack: ']',
  Hat: '^',
  lowbar: '_',
  grave: '`',
  lcub: '{',
  lbrace: '{',
  verbar: '|',
  vert: '|',
  rcub: '}',
  rbrace: '}',
};

/** Longer than any backslash among them that was escaped as often as is looked for. */
const ROW = '\\'.repeat(2 ** DEEPEST + 1);

/** Asked from the beginning of a text to its end, all of it takes time in proportion to its length. */
export class Readings {
  readonly #text: string;
  readonly #deepest: number;
  /** By depth, each place where its remainder is. */
  readonly #remembered: { readonly place: number; readonly readings: readonly Reading[] }[][] = [[], [], [], []];
  #nextEscape = -1;

  constructor(text: string) {
    this.#text = text;
    this.#deepest = text.length > LONGEST_DEEPLY_READ ? 1 : DEEPEST;
  }

  /** Where this is false, a text has only one reading. */
  static holdsEscapes(text: string): boolean {
    return /[\\%&]/.test(text);
  }

  /** The next position of a character that may mean another one, or begin to. */
  nextEscape(from: number): number {
    if (this.#nextEscape < from) {
      const found = /[\\%&+]/g;
      found.lastIndex = from;
      this.#nextEscape = found.exec(this.#text)?.index ?? Number.POSITIVE_INFINITY;
    }
    return this.#nextEscape;
  }

  /** Itself first; behind the end, an empty one. */
  at(place: number, depth = this.#deepest): readonly Reading[] {
    const sign = this.#text.charAt(place);
    const itself = { sign, end: place + 1 };
    if (sign === '+') return [itself, { sign: ' ', end: place + 1 }];
    if (depth === 0 || !beginsEscape(sign)) return [itself];
    // As what follows comes to, quicker: a long row of them is asked for at each of its places.
    if (sign === '\\' && this.#text.charAt(place + 1) === '\\' && this.#text.startsWith(ROW, place))
      return Array.from({ length: 2 ** depth }, (_, index) => ({ sign, end: place + index + 1 }));
    if (depth === 1 && sign !== '&') return this.#read(sign, place, itself);
    const known = this.#remembered[depth]?.[place % REMEMBERED];
    if (known?.place === place) return known.readings;
    const readings = this.#escapes(this.at(place, depth - 1), depth - 1);
    const ofDepth = this.#remembered[depth];
    if (ofDepth !== undefined) ofDepth[place % REMEMBERED] = { place, readings };
    return readings;
  }

  /** Of most text, which has no escape in an escape. */
  #read(sign: string, place: number, itself: Reading): readonly Reading[] {
    const simple = sign === '\\' ? SIMPLE[this.#text.charAt(place + 1)] : undefined;
    if (simple !== undefined) return [itself, { sign: simple, end: place + 2 }];
    const isLong = this.#text.charAt(place + 1) === 'u';
    if (sign === '\\' && !isLong) return [itself];
    const [from, end] = sign === '%' ? [place + 1, place + 3] : [place + 2, place + 6];
    const code = hexadecimal(this.#text, from, end);
    return code === undefined ? [itself] : [itself, { sign: String.fromCharCode(code), end }];
  }

  /** These, and those of the escapes that begin with one of them. */
  #escapes(shallower: readonly Reading[], depth: number): readonly Reading[] {
    let readings = shallower;
    const add = (sign: string | undefined, end: number | undefined): void => {
      if (
        sign !== undefined &&
        end !== undefined &&
        !readings.some((known) => known.sign === sign && known.end === end)
      )
        readings = [...readings, { sign, end }];
    };
    for (const { sign, end } of shallower) {
      if (!beginsEscape(sign)) continue;
      if (sign === '\\') {
        const following = this.at(end, depth);
        for (const next of following) add(SIMPLE[next.sign], next.end);
        if (!following.some((next) => next.sign === 'u')) continue;
      }
      const { rest, ends } = this.#rest(end, depth, sign);
      const [body, meant] = rest === '' ? [] : (escaped(sign, rest) ?? []);
      if (body === undefined) continue;
      add(meant, ends[body.length - 1]);
      if (sign === '&' && rest[body.length] === ';') add(meant, ends[body.length]);
    }
    return readings;
  }

  /** The letters, digits, # and ; from there on, as many as an escape may have, and where each of them ends. */
  #rest(from: number, depth: number, begun: string): { readonly rest: string; readonly ends: readonly number[] } {
    const longest = begun === '%' ? 2 : begun === '\\' ? 5 : LONGEST_REST;
    const ends: number[] = [];
    let rest = '';
    for (let place = from; ends.length < longest;) {
      const next = this.at(place, depth).findLast(({ sign }) => belongs(sign, begun));
      if (next === undefined) break;
      rest += next.sign;
      ends.push(next.end);
      place = next.end;
    }
    return { rest, ends };
  }
}

function hexadecimal(text: string, from: number, end: number): number | undefined {
  let code = 0;
  for (let place = from; place < end; place += 1) {
    const digit = text.charCodeAt(place);
    // Of a letter, the fifth bit makes it a small one.
    const letter = (digit | 0x20) - 0x57;
    if (digit >= 0x30 && digit <= 0x39) code = code * 16 + digit - 0x30;
    else if (letter >= 10 && letter <= 15) code = code * 16 + letter;
    else return undefined;
  }
  return code;
}

function belongs(sign: string, begun: string): boolean {
  const isLetter = (sign >= 'a' && sign <= 'z') || (sign >= 'A' && sign <= 'Z');
  return isLetter || (sign >= '0' && sign <= '9') || (begun === '&' && (sign === '#' || sign === ';'));
}

export function beginsEscape(sign: string): boolean {
  return sign === '\\' || sign === '%' || sign === '&';
}

/** What of the rest belongs to the escape (without a closing semicolon), and what it means. */
function escaped(sign: string, rest: string): readonly [body: string, meant: string | undefined] | undefined {
  const [body, digits] =
    (sign === '\\' ? /^u([\da-f]{4})/i : sign === '%' ? /^([\da-f]{2})/i : /^#x0*([\da-f]{1,4})/i).exec(rest) ?? [];
  if (body !== undefined && digits !== undefined) return [body, String.fromCharCode(Number.parseInt(digits, 16))];
  if (sign !== '&') return undefined;
  const [decimal, number] = /^#0*(\d{1,5})/.exec(rest) ?? [];
  if (decimal !== undefined) return [decimal, String.fromCharCode(Number(number))];
  const [name] = /^[a-z]+/i.exec(rest) ?? [];
  return name !== undefined && Object.hasOwn(NAMED, name) ? [name, NAMED[name]] : undefined;
}
