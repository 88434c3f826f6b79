// Removes secrets from any text by value: the one place that redacts.

import { BEGINNING, KnownSpellings } from './knownSpellings.ts';
import { Readings } from './readings.ts';

export const REDACTED = '•••';

/** Shorter values would blot out ordinary words; nothing that short protects anything. */
const SHORTEST = BEGINNING;

/** No sentence shows more of anything. */
const LONGEST_CUT = 1000;

/** No header carries a longer one. What is longer is found in its usual spellings alone, or looking for it would take too long. */
const LONGEST_READ = 1000;

/** Of the secrets that only pass through. More than any work has in its hands at once, so that no text about one comes after it was let go of. */
const MOST_PASSING = 2000;

/** Knows the secrets seen so far, and blots them out of texts in every spelling they may have there. */
export class Redactor {
  readonly #kept = new Set<string>();
  /** The one that was seen last stands last. */
  readonly #passing = new Set<string>();
  /** A text is gone through once, however many secrets are known. */
  readonly #spellings = new KnownSpellings();
  /** What is looked for behind escapes of any kind, one sign escaped and the next not. */
  readonly #read = new KnownSpellings();
  /** The beginnings of those, from their first sign on, and of how many. */
  readonly #readPrefixes = new Map<string, number>();

  /** From now on this value leaves no text, in none of the spellings below. */
  add(secret: string): void {
    // The same few are added at every call; their spellings cost more than the rest of it.
    if (secret.length < SHORTEST || this.#kept.has(secret)) return;
    this.#kept.add(secret);
    if (!this.#passing.delete(secret)) this.#learn(secret);
  }

  /**
   * The same for one of very many that nobody is shown, as bulk work meets them: it is known until so many others have passed after it.
   * From then on it lies sealed in the store alone, and whoever opens it or is answered it again adds it again.
   */
  addPassing(secret: string): void {
    if (secret.length < SHORTEST || this.#kept.has(secret)) return;
    if (!this.#passing.delete(secret)) this.#learn(secret);
    this.#passing.add(secret);
    const [oldest] = this.#passing;
    if (this.#passing.size <= MOST_PASSING || oldest === undefined) return;
    this.#passing.delete(oldest);
    this.#forget(oldest);
  }

  /** Secrets that overlap or hold one another leave no tail behind. */
  redact(text: string): string {
    const readings = Readings.holdsEscapes(text) ? new Readings(text) : undefined;
    const pieces: string[] = [];
    let blottedUntil = 0;
    for (let at = 0; at <= text.length - SHORTEST; at += 1) {
      const end = Math.max(this.#endOfSpelling(text, at), readings === undefined ? 0 : this.#endOfReading(readings, at));
      if (end === 0) continue;
      if (at >= blottedUntil) pieces.push(text.slice(blottedUntil, at), REDACTED);
      blottedUntil = Math.max(blottedUntil, end);
    }
    return pieces.join('') + text.slice(blottedUntil);
  }

  /** The same of a text that was cut at its end: no beginning of a secret is left there either. */
  redactCut(text: string): string {
    return this.redact(`${text}…`).slice(0, -SHORTEST);
  }

  #learn(secret: string): void {
    for (const spelling of spellings(secret)) this.#spellings.add(spelling);
    for (const read of readOf(secret)) {
      this.#read.add(read);
      for (const prefix of prefixesOf(read)) this.#readPrefixes.set(prefix, (this.#readPrefixes.get(prefix) ?? 0) + 1);
    }
  }

  #forget(secret: string): void {
    for (const spelling of spellings(secret)) this.#spellings.remove(spelling);
    for (const read of readOf(secret)) {
      this.#read.remove(read);
      for (const prefix of prefixesOf(read)) {
        const left = (this.#readPrefixes.get(prefix) ?? 1) - 1;
        if (left > 0) this.#readPrefixes.set(prefix, left);
        else this.#readPrefixes.delete(prefix);
      }
    }
  }

  /** 0: none begins there. */
  #endOfSpelling(text: string, at: number): number {
    if (!this.#spellings.isBegun(text, at)) return 0;
    const length = this.#spellings.lengthAt(text, at) ?? this.#cutLength(text, at);
    return length === undefined ? 0 : at + length;
  }

  /** Of a secret that was cut with an ellipsis before it came here. */
  #cutLength(text: string, at: number): number | undefined {
    // No further than that: a search to the end, at every beginning, takes a long text minutes.
    const cut = text.slice(at, at + LONGEST_CUT + 1).indexOf('…');
    if (cut < 0) return undefined;
    const shown = text.slice(at, at + cut);
    return [...this.#spellings.beginningLike(text.slice(at, at + SHORTEST))].some((spelling) => spelling.startsWith(shown)) ? shown.length : undefined;
  }

  #endOfReading(readings: Readings, at: number): number {
    if (!readings.at(at).some(({ sign }) => this.#readPrefixes.has(sign))) return 0;
    let begun = new Map<string, ReadonlySet<number>>([['', new Set([at])]]);
    for (let length = 1; length <= SHORTEST && begun.size > 0; length += 1) begun = this.#longer(begun, readings);
    let furthest = 0;
    for (const [beginning, ends] of begun) {
      for (const secret of this.#read.beginningLike(beginning)) furthest = Math.max(furthest, endOfRest(secret, readings, ends));
    }
    return furthest;
  }

  /** Every beginning with each sign that can be read next and still leads to a secret. */
  #longer(begun: ReadonlyMap<string, ReadonlySet<number>>, readings: Readings): Map<string, ReadonlySet<number>> {
    const longer = new Map<string, Set<number>>();
    for (const [prefix, places] of begun) {
      for (const place of places) {
        for (const { sign, end } of readings.at(place)) {
          if (this.#readPrefixes.has(prefix + sign)) longer.set(prefix + sign, (longer.get(prefix + sign) ?? new Set()).add(end));
        }
      }
    }
    return longer;
  }
}

function readOf(secret: string): string[] {
  return [secret, ...base64Cores(secret)].filter(({ length }) => length <= LONGEST_READ);
}

function prefixesOf(text: string): string[] {
  return Array.from({ length: SHORTEST }, (_, index) => text.slice(0, index + 1));
}

/** Of a secret whose beginning ends at any of these places; 0 when the rest does not follow. */
function endOfRest(secret: string, readings: Readings, begun: ReadonlySet<number>): number {
  let places = begun;
  for (let index = SHORTEST; index < secret.length && places.size > 0; index += 1) {
    const next = new Set<number>();
    for (const place of places) {
      for (const { sign, end } of readings.at(place)) if (sign === secret[index]) next.add(end);
    }
    places = next;
  }
  return Math.max(0, ...places);
}

/** Plain, escaped for JSON once or twice, percent-encoded once or twice, in hexadecimal digits or in base64. */
function spellings(secret: string): string[] {
  const json = jsonEscaped(secret);
  const percent = percentEncoded(secret);
  return [
    secret, ...json, ...json.flatMap(jsonEscaped), ...percent, ...percent.flatMap(percentEncoded), ...hexadecimal(secret), ...base64Cores(secret),
  ];
}

/** With the slash both ways, and with nothing but ASCII: some writers of JSON escape more. */
function jsonEscaped(secret: string): string[] {
  const escaped = JSON.stringify(secret).slice(1, -1);
  const ascii = escaped.replace(/[^\x20-\x7e]|[<>&']/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return [...new Set([escaped, escaped.replaceAll('/', '\\/'), ascii, ascii.replaceAll('/', '\\/')])];
}

/** As a part of an address, as a field of a form, and with every sign that may be encoded. */
function percentEncoded(secret: string): string[] {
  if (!secret.isWellFormed()) return [];
  const encoded = encodeURIComponent(secret);
  const strict = encoded.replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  const path = encodeURI(secret);
  return [...new Set([encoded, strict, strict.replaceAll('%20', '+'), path].flatMap((each) => [each, each.replace(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase())]))];
}

function hexadecimal(secret: string): string[] {
  const digits = Array.from(new TextEncoder().encode(secret), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [digits, digits.toUpperCase()];
}

/** The base64 of a text that contains the secret has one of three cores, by where the secret begins; the edges depend on the neighbours. */
function base64Cores(secret: string): string[] {
  const bytes = new TextEncoder().encode(secret);
  return [0, 1, 2].flatMap((offset) => {
    const padded = new Uint8Array(offset + bytes.length);
    padded.set(bytes, offset);
    const encoded = btoa(Array.from(padded, (byte) => String.fromCharCode(byte)).join(''));
    const core = encoded.slice(offset === 0 ? 0 : offset + 1, Math.floor((padded.length * 8) / 6));
    return [core, core.replaceAll('+', '-').replaceAll('/', '_')];
  });
}
