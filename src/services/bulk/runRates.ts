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
    const sample = { at: now, done };
    this.#samples.set(runId, [...former, sample]);
    const [first = sample] = former;
    return now - first.at < SHORTEST_MS ? undefined : ((done - first.done) / (now - first.at)) * 60_000;
  }

  forget(runId: number): void {
    this.#samples.delete(runId);
  }
}
