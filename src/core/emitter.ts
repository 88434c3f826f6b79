// The smallest event: subscribe, fire, dispose.

export interface Disposable {
  dispose(): void;
}

export type Event<T> = (listener: (event: T) => void) => Disposable;

export class Emitter<T> implements Disposable {
  readonly #listeners = new Set<(event: T) => void>();

  readonly event: Event<T> = (listener) => {
    // A wrapper of its own, so that the same function subscribed twice is called twice.
    const own = (event: T): void => {
      listener(event);
    };
    this.#listeners.add(own);
    return {
      dispose: () => {
        this.#listeners.delete(own);
      },
    };
  };

  fire(event: T): void {
    for (const listener of [...this.#listeners]) listener(event);
  }

  dispose(): void {
    this.#listeners.clear();
  }
}
