// How long the event loop is held up at a stretch.

export class BlockWatch {
  #longest = 0;
  #lookedAt = performance.now();
  readonly #timer = setInterval(() => {
    const now = performance.now();
    this.#longest = Math.max(this.#longest, now - this.#lookedAt);
    this.#lookedAt = now;
  }, 1);

  /** What was done since the last look is the bench's own. */
  skip(): void {
    this.#lookedAt = performance.now();
  }

  /** The longest of all, in milliseconds; nothing is watched any more. */
  end(): number {
    clearInterval(this.#timer);
    return this.#longest;
  }
}
