// Texts that are looked for at a place of another one, by how they begin: adding one, removing one and looking take as long among many as among few.

/** Every text in it begins with so many signs. */
export const BEGINNING = 6;

/** Of a longer one it takes less time to see that it does not stand there than to cut out what does. */
const LONGEST_CUT_OUT = 250;

/** Those that begin alike, by their length. How often each was added: two secrets may share a spelling. */
interface Bucket {
  readonly byLength: Map<number, Map<string, number>>;
  /** The longest first. */
  lengths: readonly number[];
}

export class KnownSpellings {
  readonly #buckets = new Map<string, Bucket>();

  /** At least `BEGINNING` signs. */
  add(text: string): void {
    const beginning = text.slice(0, BEGINNING);
    const bucket: Bucket = this.#buckets.get(beginning) ?? { byLength: new Map<number, Map<string, number>>(), lengths: [] };
    this.#buckets.set(beginning, bucket);
    const alike = bucket.byLength.get(text.length);
    if (alike !== undefined) {
      alike.set(text, (alike.get(text) ?? 0) + 1);
      return;
    }
    bucket.byLength.set(text.length, new Map([[text, 1]]));
    bucket.lengths = [...bucket.lengths, text.length].sort((a, b) => b - a);
  }

  /** As often as it was added. */
  remove(text: string): void {
    const beginning = text.slice(0, BEGINNING);
    const bucket = this.#buckets.get(beginning);
    const alike = bucket?.byLength.get(text.length);
    const count = alike?.get(text);
    if (bucket === undefined || alike === undefined || count === undefined) return;
    if (count > 1) {
      alike.set(text, count - 1);
      return;
    }
    alike.delete(text);
    if (alike.size > 0) return;
    bucket.byLength.delete(text.length);
    bucket.lengths = bucket.lengths.filter((length) => length !== text.length);
    if (bucket.lengths.length === 0) this.#buckets.delete(beginning);
  }

  /** Whether any begins like this place. */
  isBegun(text: string, at: number): boolean {
    return this.#buckets.has(text.slice(at, at + BEGINNING));
  }

  /** Of the longest one that stands whole at this place. */
  lengthAt(text: string, at: number): number | undefined {
    const bucket = this.#buckets.get(text.slice(at, at + BEGINNING));
    return bucket?.lengths.find((length) => {
      const alike = bucket.byLength.get(length);
      return length > LONGEST_CUT_OUT ? [...alike?.keys() ?? []].some((one) => text.startsWith(one, at)) : alike?.has(text.slice(at, at + length));
    });
  }

  /** Those that begin with the first `BEGINNING` signs of this. */
  * beginningLike(text: string): Generator<string> {
    for (const alike of this.#buckets.get(text.slice(0, BEGINNING))?.byLength.values() ?? []) yield* alike.keys();
  }
}
