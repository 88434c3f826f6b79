// Walks through the text of a JSON value piece by piece, so that a long one can be read in slices, each piece as it
// is written. What is passed over is not checked: whoever takes a piece parses it.

import { createScanner, type JSONScanner } from 'jsonc-parser';
import { notJson } from './notTheContract.ts';

/** A few milliseconds each. */
const STEPS = 50_000;

/** Each method expects a value to begin where the walk is. @throws NotTheContract where the text is not JSON */
export class JsonWalk {
  readonly #text: string;
  readonly #scanner: JSONScanner;

  constructor(text: string) {
    this.#text = text;
    this.#scanner = createScanner(text, true);
    this.#scanner.scan();
  }

  get isObject(): boolean {
    return this.#character === '{';
  }

  get isArray(): boolean {
    return this.#character === '[';
  }

  /** The whole value, as it is written. */
  value(): string {
    const start = this.#scanner.getTokenOffset();
    let end = start;
    for (const reached of this.skipped(Number.POSITIVE_INFINITY)) end = reached;
    return this.#text.slice(start, end);
  }

  /** Goes past the value. Yields how far it has come, after so many steps each and at the end. */
  *skipped(steps = STEPS): Generator<number, void> {
    let depth = 0;
    for (let step = 1; ; step += 1) {
      const character = this.#character;
      if (character === '{' || character === '[') depth += 1;
      if (character === '}' || character === ']') depth -= 1;
      const end = this.#scanner.getTokenOffset() + this.#scanner.getTokenLength();
      this.#scanner.scan();
      if (depth <= 0 || step % steps === 0) yield end;
      if (depth <= 0) return;
    }
  }

  /** The names of an object's members. The value of each is to be taken before the next name. */
  *members(): Generator<string, void> {
    this.#expect('{');
    while (this.#character !== '}') {
      const name = this.#scanner.getTokenValue();
      this.#expect('"');
      this.#expect(':');
      yield name;
      if (this.#character !== '}') this.#expect(',');
    }
    this.#expect('}');
  }

  /** The elements of an array, each as it is written. */
  *elements(): Generator<string, void> {
    this.#expect('[');
    while (this.#character !== ']') {
      yield this.value();
      if (this.#character !== ']') this.#expect(',');
    }
    this.#expect(']');
  }

  /** The first character of the token. */
  get #character(): string {
    const character = this.#text[this.#scanner.getTokenOffset()];
    if (character === undefined) throw notJson(this.#text);
    return character;
  }

  #expect(character: string): void {
    if (this.#character !== character) throw notJson(this.#text);
    this.#scanner.scan();
  }
}
