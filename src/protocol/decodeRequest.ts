// What a form page asks, decoded: the page is not trusted.

import { isObject } from '../core/isObject.ts';
import { ACTIONS, type FormRequests, type TextUpdate } from './formProtocol.ts';
import { isCount, isText, nothing, REFUSED, requestDecoder, type RequestOf, type Shape } from './requestShapes.ts';

export type Request = RequestOf<FormRequests>;

const offset: Shape<{ offset: number }> = (value) =>
  isObject(value) && isCount(value.offset) ? { offset: value.offset } : REFUSED;

/** Checks a part of a change set: how many characters to keep, or how many to delete and the lines to insert. */
function isPartOfChanges(part: unknown): boolean {
  if (!Array.isArray(part)) return isCount(part);
  const [length, ...lines] = part as unknown[];
  return isCount(length) && lines.every((line) => typeof line === 'string');
}

const push: Shape<TextUpdate> = (value) => {
  if (!isObject(value)) return REFUSED;
  const { own, seen, changes } = value;
  return isCount(own) && isCount(seen) && Array.isArray(changes) && changes.every(isPartOfChanges)
    ? { own, seen, changes }
    : REFUSED;
};

const run: Shape<FormRequests['run'][0]> = (value) => {
  if (!isObject(value)) return REFUSED;
  const action = ACTIONS.find((each) => each === value.action);
  if (action === undefined || (value.offset !== undefined && !isCount(value.offset))) return REFUSED;
  return value.offset === undefined ? { action } : { action, offset: value.offset };
};

/** `undefined` for anything that our pages never ask. Other members are dropped: no page can name another document. */
export const decodeRequest = requestDecoder<FormRequests>({
  open: nothing,
  push,
  flushed: (value) => (isObject(value) && isCount(value.flush) ? { flush: value.flush } : REFUSED),
  rest: nothing,
  undo: nothing,
  redo: nothing,
  complete: offset,
  hover: offset,
  schemaIds: nothing,
  dataSources: (value) => (isObject(value) && isText(value.schemaId) ? { schemaId: value.schemaId } : REFUSED),
  run,
  chooseConnection: (value) => (isObject(value) && isText(value.name) ? { name: value.name } : REFUSED),
  revealToken: nothing,
});
