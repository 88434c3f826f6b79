// Removes secrets from any text by value, in whichever spelling they stand there. No other part redacts.

import { howMany, readingsOf, type Reading } from './readings.ts';

export const REDACTED = '•••';

/** Shorter values would redact ordinary words; nothing that short protects anything. */
const SHORTEST = 6;

/** Tokens that pass through a list or a bulk operation: the last are known, so many or up to twice as many. */
export const MOST_PASSING = 10_000;

/** The most characters that a usual escape of one character has. */
const LONGEST_ESCAPE = 20;

/** Comparisons for each character. Only a text made of beginnings of secrets needs more: its rest is redacted. */
const MOST_COMPARED = 64;
const COMPARED_AT_LEAST = 100_000;

/** So many characters are made into one number, with five bits for each. */
const COUNTED = 4;
const NUMBERS = 2 ** (COUNTED * 5);

/** Sorts behind each spelling that was cut by an ellipsis there. */
const CUT = '\uffff';

/** Knows secrets, and redacts them wherever they stand: plain, escaped, in hexadecimal digits or in base64. */
export class Redactor {
  readonly #others: readonly Redactor[];
  readonly #most: number;
  #last: Spellings | undefined;
  #before: Spellings | undefined;

  /**
   * @param others what they know is redacted as well
   * @param most of its own, so many or twice as many are known
   */
  constructor(others: readonly Redactor[] = [], most = Number.POSITIVE_INFINITY) {
    this.#others = others;
    this.#most = most;
  }

  /** From now on this value is redacted. */
  add(secret: string): void {
    // Each call adds the same few secrets, and computing their spellings is the slow part.
    if (secret.length < SHORTEST || this.#last?.secrets.has(secret) === true) return;
    if (this.#last === undefined || this.#last.secrets.size >= this.#most) {
      this.#before = this.#last;
      this.#last = new Spellings();
    }
    this.#last.add(secret);
  }

  /** Secrets that overlap or contain one another leave no rest. */
  redact(text: string): string {
    const known = this.#known();
    const places = Array.from(readingsOf(text), (reading) =>
      known.flatMap((spellings) => spellings.placesIn(reading)),
    ).flat();
    const pieces: string[] = [];
    let until = 0;
    for (const { from, end } of places.toSorted((one, other) => one.from - other.from)) {
      if (from >= until) pieces.push(text.slice(until, from), REDACTED);
      until = Math.max(until, end);
    }
    return pieces.join('') + text.slice(until);
  }

  /** Redacts a text that was cut at its end: a beginning of a secret that stands there is removed as well. */
  redactCut(text: string): string {
    const left = this.redact(`${text}…`).slice(0, -1);
    // Fewer characters than a beginning has may be left, each of them escaped.
    const near = Math.max(0, left.length - SHORTEST * LONGEST_ESCAPE);
    const escape = left.slice(near).search(/[\\%&]/);
    return left.slice(0, Math.max(0, (escape < 0 ? left.length : near + escape) - SHORTEST + 1));
  }

  #known(): Spellings[] {
    return [this.#last, this.#before, ...this.#others.flatMap((other) => other.#known())].filter(
      (spellings) => spellings !== undefined,
    );
  }
}

/** The spellings of some secrets, looked for in a text in one pass, however many there are. */
class Spellings {
  readonly secrets = new Set<string>();
  /** Whether a spelling begins with characters of this number, which rules out nearly all places of a text. */
  readonly #begins = new Uint8Array(NUMBERS);
  /** The spellings by the number of their first characters; each list is sorted. */
  readonly #lists = new Map<number, string[]>();
  #left = 0;

  add(secret: string): void {
    this.secrets.add(secret);
    for (const spelling of spellingsOf(secret).map(alike)) {
      let number = 0;
      for (let at = 0; at < COUNTED; at += 1) number = numberedOn(number, spelling.charCodeAt(at));
      const list = this.#lists.get(number) ?? [];
      this.#lists.set(number, list);
      this.#begins[number] = 1;
      const place = howMany(list.length, (index) => (list[index] ?? '') <= spelling);
      if (list[place - 1] !== spelling) list.splice(place, 0, spelling);
    }
  }

  /** In the text that is redacted. */
  placesIn({ text: read, source }: Reading): Place[] {
    const text = alike(read);
    const places: Place[] = [];
    this.#left = COMPARED_AT_LEAST + MOST_COMPARED * text.length;
    let number = 0;
    for (let at = 1 - COUNTED; at <= text.length - SHORTEST; at += 1) {
      number = numberedOn(number, text.charCodeAt(at + COUNTED - 1));
      if (this.#begins[number] === 0 || at < 0) continue;
      const end = this.#endOf(this.#lists.get(number) ?? [], text, at);
      if (end > 0) places.push({ from: source(at), end: source(end) });
      if (this.#left < 0) return [...places, { from: source(at), end: source(text.length) }];
    }
    return places;
  }

  /** Where the longest spelling ends that stands there whole, or cut; 0: none does. */
  #endOf(list: readonly string[], text: string, at: number): number {
    for (let until = text.length; ;) {
      const nearest = list[howMany(list.length, (index) => this.#isUpTo(list[index] ?? '', text, at, until)) - 1];
      if (nearest === undefined) return 0;
      const common = this.#inCommon(nearest, text, at, until);
      if (common === nearest.length || (common >= SHORTEST && text[at + common] === CUT)) return at + common;
      // Were a longer one there, it would be nearer.
      until = at + common;
    }
  }

  /** Whether it comes before this part of the text in the order of texts, or is the same. */
  #isUpTo(spelling: string, text: string, at: number, until: number): boolean {
    const common = this.#inCommon(spelling, text, at, until);
    if (common === spelling.length) return true;
    return common < until - at && spelling.charCodeAt(common) < text.charCodeAt(at + common);
  }

  #inCommon(spelling: string, text: string, at: number, until: number): number {
    const most = Math.min(spelling.length, until - at);
    let common = 0;
    while (common < most && spelling.charCodeAt(common) === text.charCodeAt(at + common)) common += 1;
    this.#left -= common + 1;
    return common;
  }
}

interface Place {
  readonly from: number;
  readonly end: number;
}

/** Plain, as the bytes that an address encodes, in hexadecimal digits, or in base64. */
function spellingsOf(secret: string): string[] {
  const bytes = new TextEncoder().encode(secret);
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [secret, textOf(bytes), digits, digits.toUpperCase(), ...base64Cores(bytes)];
}

/**
 * The base64 of a text that contains the secret has one of three cores, by where the secret begins; the edges depend on
 * the neighbours.
 */
function base64Cores(bytes: Uint8Array): string[] {
  return [0, 1, 2].flatMap((offset) => {
    const encoded = btoa('\0'.repeat(offset) + textOf(bytes));
    const core = encoded.slice(offset === 0 ? 0 : offset + 1, Math.floor(((offset + bytes.length) * 8) / 6));
    return [core, core.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

function textOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
}

/** Who reads a form takes a plus for a space, so both stand for either. */
function alike(text: string): string {
  return text.replaceAll('+', ' ').replaceAll('…', CUT);
}

/** Adds a character to the number; those before the last few are shifted out. */
function numberedOn(number: number, code: number): number {
  return ((number << 5) ^ code) & (NUMBERS - 1);
}
