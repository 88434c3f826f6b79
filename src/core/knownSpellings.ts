// A trie of texts that are looked for in other texts: adding, removing and looking up stay fast with many of them.

/** Every text in it has at least so many signs. */
export const BEGINNING = 6;

const ELLIPSIS = '…';

/** What some of the texts have in common, from a sign on. */
export interface Stretch {
  readonly signs: string;
  /** How many characters come before it. */
  readonly from: number;
  /** How many texts end here: two secrets may share a spelling. */
  times: number;
  /** By the first sign. */
  readonly next: Map<string, Stretch>;
}

/** How far a text agrees with any of them. */
export interface Agreement {
  /** Of the longest text that is there whole, or cut with an ellipsis; 0: none. */
  readonly end: number;
  /** The first sign that no longer belongs to any. */
  readonly stopped: number;
}

function stretch(signs: string, from: number): Stretch {
  return { signs, from, times: 0, next: new Map() };
}

/** Where the texts go on from there with this sign; the whole tree is one stretch without signs. */
export function follow(at: Stretch, depth: number, sign: string): Stretch | undefined {
  if (depth === at.from + at.signs.length) return at.next.get(sign);
  return at.signs[depth - at.from] === sign ? at : undefined;
}

/** Whether one of the texts ends there. */
export function isWhole(at: Stretch, depth: number): boolean {
  return at.times > 0 && depth === at.from + at.signs.length;
}

export class KnownSpellings {
  readonly root = stretch('', 0);
  /** By the code of a sign: 1 where one of the texts begins with it. */
  readonly #beginnings = new Uint8Array(0x10000);

  /** @param text of `BEGINNING` signs or more */
  add(text: string): void {
    let at = this.root;
    for (let depth = 0; depth < text.length; depth = at.from + at.signs.length) {
      const next = at.next.get(text.charAt(depth));
      const common = next === undefined ? 0 : inCommon(next.signs, text, depth);
      const through =
        next === undefined
          ? stretch(text.slice(depth), depth)
          : common < next.signs.length
            ? divided(next, common)
            : next;
      at.next.set(text.charAt(depth), through);
      at = through;
    }
    at.times += 1;
    this.#beginnings[text.charCodeAt(0)] = 1;
  }

  /** As often as it was added. */
  remove(text: string): void {
    const way: Stretch[] = [];
    let at = this.root;
    for (
      let next = at.next.get(text.charAt(0));
      next !== undefined;
      next = at.next.get(text.charAt(at.from + at.signs.length))
    ) {
      way.push(at);
      at = next;
    }
    at.times -= 1;
    for (let before = way.pop(); before !== undefined && at.times === 0 && at.next.size === 0; before = way.pop()) {
      before.next.delete(at.signs.charAt(0));
      at = before;
    }
    if (!this.root.next.has(text.charAt(0))) this.#beginnings[text.charCodeAt(0)] = 0;
  }

  /** The next place where one of the texts may begin; `until`, or the end of the text, when there is none before. */
  nextBeginning(text: string, from: number, until = text.length): number {
    const end = Math.min(until, text.length);
    let place = from;
    while (place < end && this.#beginnings[text.charCodeAt(place)] === 0) place += 1;
    return place;
  }

  /** Matches `text` at this place, character by character. `ellipsis`: where the next one is. */
  agreement(text: string, place: number, ellipsis: number): Agreement {
    let end = 0;
    let at = place;
    for (let next = this.root.next.get(text.charAt(at)); next !== undefined; next = next.next.get(text.charAt(at))) {
      const { signs } = next;
      // A text longer than the rest cannot be there whole.
      if (at + signs.length > text.length && ellipsis >= text.length) break;
      const common = inCommon(signs, text, at);
      at += common;
      if (common < signs.length) break;
      if (next.times > 0) end = at;
    }
    return { end: Math.max(end, cutEnd(text, place, at)), stopped: at };
  }
}

/** Of a text that agrees so far, cut with an ellipsis before it came here. */
function cutEnd(text: string, place: number, stopped: number): number {
  const cut = text.slice(place, stopped + 1).lastIndexOf(ELLIPSIS);
  return cut < BEGINNING ? 0 : place + cut;
}

function inCommon(signs: string, text: string, from: number): number {
  let length = 0;
  while (length < signs.length && signs.charCodeAt(length) === text.charCodeAt(from + length)) length += 1;
  return length;
}

/** The same in two stretches, the first so long. */
function divided({ signs, from, times, next }: Stretch, length: number): Stretch {
  const rest: Stretch = { signs: signs.slice(length), from: from + length, times, next };
  return { signs: signs.slice(0, length), from, times: 0, next: new Map([[rest.signs.charAt(0), rest]]) };
}
