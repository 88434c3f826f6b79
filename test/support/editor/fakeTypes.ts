// The small types of VS Code that everything else of it is made of.

import { Emitter } from '../../../src/core/emitter.ts';

/** A class of VS Code that holds what it is made of, in this order. */
export function valueClass<T extends object>(...names: readonly (string & keyof T)[]) {
  function make(this: object, ...values: readonly unknown[]): void {
    for (const [index, name] of names.entries())
      if (values[index] !== undefined) Object.assign(this, { [name]: values[index] });
  }
  return make as unknown as new (...values: readonly unknown[]) => T;
}

export class Position {
  readonly line: number;
  readonly character: number;

  constructor(line: number, character: number) {
    this.line = line;
    this.character = character;
  }

  compareTo(other: Position): number {
    return this.line - other.line || this.character - other.character;
  }
}

export class Range {
  readonly start: Position;
  readonly end: Position;

  constructor(start: Position, end: Position);
  constructor(startLine: number, startCharacter: number, endLine: number, endCharacter: number);
  constructor(...places: readonly [Position, Position] | readonly [number, number, number, number]) {
    [this.start, this.end] =
      places.length === 2 ? places : [new Position(places[0], places[1]), new Position(places[2], places[3])];
  }
}

export class CancellationError extends Error {}

export class Disposable {
  readonly dispose: () => void;

  constructor(dispose: () => void) {
    this.dispose = dispose;
  }

  static from(...all: readonly Disposable[]): Disposable {
    return new Disposable(() => {
      for (const each of all) each.dispose();
    });
  }
}

export class EventEmitter<T> {
  readonly #emitter = new Emitter<T>();
  readonly event = this.#emitter.event;

  fire(event: T): void {
    this.#emitter.fire(event);
  }

  dispose(): void {
    this.#emitter.dispose();
  }
}
