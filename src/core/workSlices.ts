// Long work in slices: between two of them everything else goes on.

/**
 * Milliseconds of work before others have their turn: a few such slices and one document of a megabyte still block
 * for less than 50.
 */
const SLICE_MS = 8;

export class WorkSlices {
  #since = performance.now();

  /**
   * To be awaited after each small piece of the work: waits for a turn of the event loop when the slice has been long
   * enough, and for nothing otherwise.
   */
  async pause(): Promise<void> {
    if (performance.now() - this.#since < SLICE_MS) return;
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
