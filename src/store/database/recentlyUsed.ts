// The last few of what is costly to make: while somebody types, the same statements come again.

const MOST = 20;

export class RecentlyUsed<T> {
  readonly #kept = new Map<string, T>();

  get(key: string, make: () => T): T {
    const kept = this.#kept.get(key) ?? make();
    // The last used last, so that the first is the one to drop.
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST && oldest !== undefined) this.#kept.delete(oldest);
    return kept;
  }
}
