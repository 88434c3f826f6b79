// Reads what a page asks field by field: the page is not trusted.

import { isObject } from '../core/isObject.ts';
import type { Requests } from './conversation.ts';

/** A request whose shape is that of the protocol. */
export type RequestOf<R extends Requests<R>> = {
  readonly [Name in keyof R]: { readonly name: Name; readonly call: number; readonly with: R[Name][0] };
}[keyof R];

export const REFUSED = Symbol('refused');

/** What is asked, read field by field. */
export type Shape<T> = (value: unknown) => T | typeof REFUSED;

export type Shapes<R extends Requests<R>> = { readonly [Name in keyof R]: Shape<R[Name][0]> };

/** Gives `undefined` for anything that no page of ours would ask. What it holds beside is left behind. */
export function requestDecoder<R extends Requests<R>>(
  shapes: Shapes<R>,
): (message: unknown) => RequestOf<R> | undefined {
  return (message) => {
    if (!isObject(message)) return undefined;
    const { request: name, call, with: asked } = message;
    if (typeof name !== 'string' || !Object.hasOwn(shapes, name) || !Number.isSafeInteger(call)) return undefined;
    const decoded = shapes[name as keyof R](asked);
    return decoded === REFUSED ? undefined : ({ name, call, with: decoded } as RequestOf<R>);
  };
}

/** Longer than any id or name that the service or the user could have given. */
const LONGEST_TEXT = 100_000;

/** A whole number that counts something, or a place in a text. */
export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
export const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= LONGEST_TEXT;

export const nothing: Shape<undefined> = (value) => (value === undefined ? undefined : REFUSED);
