// Measures the rate of runs by their progress within the last half a minute.

const LOOKED_BACK_MS = 30_000;
/** Less is too little to measure. */
const SHORTEST_MS = 1_000;

interface Sample {
  readonly at: number;
  readonly done: number;
}

export class RunRates {
  readonly #samples = new Map<number, readonly Sample[]>();

  /** Items a minute; `undefined` where too little is known. */
  perMinute(runId: number, done: number, now: number): number | undefined {
    const former = (this.#samples.get(runId) ?? []).filter(
      ({ at, done: then }) => at >= now - LOOKED_BACK_MS && at <= now && then <= done,
    );
    const last = former.at(-1);
    const samples = last === undefined || now - last.at >= SHORTEST_MS ? [...former, { at: now, done }] : former;
    this.#samples.set(runId, samples);
    const [first] = samples;
    if (first === undefined || now - first.at < SHORTEST_MS) return undefined;
    return ((done - first.done) / (now - first.at)) * 60_000;
  }

  forget(runId: number): void {
    this.#samples.delete(runId);
  }
}
