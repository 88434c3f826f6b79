// Removes secrets from any text by value. No other part redacts.

import { BEGINNING, follow, isWhole, KnownSpellings, type Stretch } from './knownSpellings.ts';
import { beginsEscape, Readings } from './readings.ts';

export const REDACTED = '•••';

/** Shorter values would blot out ordinary words; nothing that short protects anything. */
const SHORTEST = BEGINNING;

/**
 * Characters compared beyond the first few of a spelling, for each character of a text. Only a text made of repeated
 * beginnings of secrets needs more; its rest is redacted, so the time stays proportional to the length.
 */
const COMPARED_A_SIGN = 16;
const COMPARED_AT_LEAST = 100_000;

/** What a character read through escapes counts for. */
const READ_COUNTS = 8;

/**
 * No sign is escaped by more, as often as escapes are escaped; behind the beginning of one there may be no more of a
 * text that was cut.
 */
const LONGEST_ESCAPE = 256;

/** An escape of that many is already a rare one. */
const USUAL_ESCAPE = 20;

/**
 * For secrets that only pass through. More than any operation holds at once, so no text about one comes after it was
 * dropped.
 */
const MOST_PASSING = 2000;

/** The same of a list of the service, each of which takes some kilobytes: of a longer one, the last are known. */
export const MOST_OF_LIST = 10_000;

/** Knows the secrets seen so far and redacts them in every spelling. */
export class Redactor {
  readonly #mostPassing: number;
  readonly #kept = new Set<string>();
  /** Ordered by when they were last seen. */
  readonly #passing = new Set<string>();
  /** A text is gone through once, however many secrets are known. */
  readonly #spellings = new KnownSpellings();

  constructor(mostPassing = MOST_PASSING) {
    this.#mostPassing = mostPassing;
  }

  /** From now on this value is redacted in all of the spellings below. */
  add(secret: string): void {
    // The same few are added at every call, and computing their spellings is the slow part.
    if (secret.length < SHORTEST || this.#kept.has(secret)) return;
    this.#kept.add(secret);
    if (!this.#passing.delete(secret)) this.#learn(secret);
  }

  /**
   * The same for one of very many that are not shown, as in bulk operations: it is known until so many others have
   * followed. After that it is only sealed in the store, and opening or receiving it adds it again.
   */
  addPassing(secret: string): void {
    if (secret.length < SHORTEST || this.#kept.has(secret)) return;
    if (!this.#passing.delete(secret)) this.#learn(secret);
    this.#passing.add(secret);
    for (const oldest of this.#passing) {
      if (this.#passing.size <= this.#mostPassing) return;
      this.#passing.delete(oldest);
      this.#forget(oldest);
    }
  }

  /** Secrets that overlap or contain one another leave no rest. */
  redact(text: string): string {
    return this.#redact(text, Number.POSITIVE_INFINITY);
  }

  /** The same for a text that was cut at its end: no beginning of a secret stays there either. */
  redactCut(text: string): string {
    const left = this.#redact(`${text}…`, text.length - LONGEST_ESCAPE).slice(0, -1);
    // Fewer signs than any spelling begins with may be left, each of them escaped.
    const from = Math.max(0, left.length - SHORTEST * USUAL_ESCAPE);
    const escape = left.slice(from).search(/[\\%&]/);
    return left.slice(0, Math.max(0, Math.min(left.length - SHORTEST + 1, escape < 0 ? left.length : from + escape)));
  }

  /** From `cutFrom` on, an escape may not be there to its end, and the text ends with an ellipsis. */
  #redact(text: string, cutFrom: number): string {
    const readings = Readings.holdsEscapes(text) ? new Readings(text) : undefined;
    const pieces: string[] = [];
    let blottedUntil = 0;
    let left = COMPARED_AT_LEAST + COMPARED_A_SIGN * text.length;
    let ellipsis = placeOf('…', text, 0);
    for (let at = 0; ; at += 1) {
      // Nearly all signs of a text begin nothing.
      at = this.#spellings.nextBeginning(text, at, readings?.nextEscape(at));
      if (at > text.length - SHORTEST) break;
      if (ellipsis < at) ellipsis = placeOf('…', text, at);
      const { end: plain, stopped } = this.#spellings.agreement(text, at, ellipsis);
      // Up to the first escape the text has only one reading.
      const read =
        readings !== undefined && readings.nextEscape(at) <= stopped
          ? readFrom(this.#spellings.root, readings, at, left, { from: cutFrom, end: text.length - 1 })
          : NOTHING;
      left -= Math.max(0, stopped - at - SHORTEST) + read.compared;
      const end = left < 0 ? text.length : Math.max(plain, read.end);
      if (end === 0) continue;
      if (at >= blottedUntil) pieces.push(text.slice(blottedUntil, at), REDACTED);
      blottedUntil = Math.max(blottedUntil, end);
      if (left < 0) break;
    }
    return pieces.join('') + text.slice(blottedUntil);
  }

  #learn(secret: string): void {
    for (const spelling of spellings(secret)) this.#spellings.add(spelling);
  }

  #forget(secret: string): void {
    for (const spelling of spellings(secret)) this.#spellings.remove(spelling);
  }
}

/** Behind everything where there is none. */
function placeOf(sign: string, text: string, from: number): number {
  const place = text.indexOf(sign, from);
  return place < 0 ? Number.POSITIVE_INFINITY : place;
}

/** How far a text has been read along a spelling: one sign escaped and the next not. */
interface Head {
  readonly stretch: Stretch;
  readonly place: number;
}

/** What was found, and the cost of searching. */
interface Read {
  /** The furthest of those that can be read whole from the place on, or cut with an ellipsis; 0: none can. */
  readonly end: number;
  readonly compared: number;
}

const NOTHING: Read = { end: 0, compared: 0 };
const NOWHERE: Head[] = [];

/** All ways to read on from a place that lead along a spelling, sign by sign, as long as it may take. */
function readFrom(
  root: Stretch,
  readings: Readings,
  at: number,
  most: number,
  cut: { readonly from: number; readonly end: number },
): Read {
  let heads: readonly Head[] = [{ stretch: root, place: at }];
  let end = 0;
  let compared = 0;
  for (let depth = 0; heads.length > 0 && compared <= most; depth += 1) {
    let longer = NOWHERE;
    for (const { stretch, place } of heads) {
      for (const { sign, end: behind } of readings.at(place)) {
        if (depth >= SHORTEST && sign === '…') end = Math.max(end, place);
        if (depth >= SHORTEST && place >= cut.from && beginsEscape(sign)) end = cut.end;
        const next = follow(stretch, depth, sign);
        if (next === undefined || longer.some((known) => known.stretch === next && known.place === behind)) continue;
        if (longer === NOWHERE) longer = [];
        longer.push({ stretch: next, place: behind });
        if (isWhole(next, depth + 1)) end = Math.max(end, behind);
      }
    }
    if (depth >= SHORTEST || longer.length > READ_COUNTS) compared += heads.length * (READ_COUNTS + longer.length);
    heads = longer;
  }
  return { end, compared };
}

/** Plain, escaped for JSON once or twice, percent-encoded once or twice, in hexadecimal digits or in base64. */
export function spellings(secret: string): string[] {
  const json = jsonEscaped(secret);
  const percent = percentEncoded(secret);
  return [
    secret,
    ...json,
    ...json.flatMap(jsonEscaped),
    ...percent,
    ...percent.flatMap(percentEncoded),
    ...hexadecimal(secret),
    ...base64Cores(secret),
  ];
}

/** With the slash both ways, and with nothing but ASCII: some writers of JSON escape more. */
function jsonEscaped(secret: string): string[] {
  const escaped = JSON.stringify(secret).slice(1, -1);
  const ascii = escaped.replace(
    /[^\x20-\x7e]|[<>&']/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return [...new Set([escaped, escaped.replaceAll('/', '\\/'), ascii, ascii.replaceAll('/', '\\/')])];
}

/** As a part of an address, as a field of a form, and with every sign that may be encoded. */
function percentEncoded(secret: string): string[] {
  if (!secret.isWellFormed()) return [];
  const encoded = encodeURIComponent(secret);
  const strict = encoded.replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  const path = encodeURI(secret);
  return [
    ...new Set(
      [encoded, strict, strict.replaceAll('%20', '+'), path].flatMap((each) => [
        each,
        each.replace(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase()),
      ]),
    ),
  ];
}

function hexadecimal(secret: string): string[] {
  const digits = Array.from(new TextEncoder().encode(secret), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [digits, digits.toUpperCase()];
}

/**
 * The base64 of a text that contains the secret has one of three cores, by where the secret begins; the edges depend on
 * the neighbours.
 */
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
