// Long work in stretches: between two of them everything else goes on.

/**
 * Milliseconds of work before others have their turn: a few such stretches and one document of a megabyte still block
 * for less than 50.
 */
const STRETCH_MS = 8;

export class WorkSlices {
  #since = performance.now();

  /**
   * To be awaited after each small piece of the work: waits for a turn of the event loop when the stretch has been long
   * enough, and for nothing otherwise.
   */
  async pause(): Promise<void> {
    if (performance.now() - this.#since < STRETCH_MS) return;
    await yieldToEventLoop();
    this.#since = performance.now();
  }
}

/** One turn of the event loop: everything else has its own. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
