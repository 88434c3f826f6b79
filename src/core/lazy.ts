// Creates a value on first use, once, and tries again after a failure.

/** Created on first use and kept, so that heavy parts load only when needed. */
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
