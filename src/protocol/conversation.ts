// How a page and its host talk, whatever about: requests that are answered, and events. Each page has its own maps of
// both.

/** name → [what is asked with, what is answered]. */
export type Requests<R> = { readonly [Name in keyof R]: readonly [asked: unknown, answered: unknown] };

/** What a page sends. */
export interface PageMessage<R> {
  readonly request: keyof R;
  readonly call: number;
  readonly with: unknown;
}

/** What its host sends. A failure is answered with its sentence. */
export type HostMessage<E> =
  | { readonly answered: number; readonly result: unknown }
  | { readonly answered: number; readonly failure: { readonly kind: string; readonly message: string } }
  | { readonly event: keyof E; readonly with: unknown };
