// Made on first use, once; a making that failed is tried again on the next use.

/** Made on first use and kept: heavy parts load when they are needed. */
export type Lazy<T> = () => Promise<T>;

export function lazy<T>(make: () => Promise<T>): Lazy<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
