// What the page of a table asks, decoded: the page is not trusted.

import { isObject } from '../core/isObject.ts';
import { isCount, isText, nothing, REFUSED, requestDecoder, type Shape } from './requestShapes.ts';
import { LONGEST_QUESTION, MOST_ROWS, type SliceQuestion, type TableRequests } from './tableProtocol.ts';

const slice: Shape<SliceQuestion> = (value) => {
  if (!isObject(value)) return REFUSED;
  const { filter, text, offset, limit } = value;
  if (!isCount(offset) || !isCount(limit) || limit > MOST_ROWS) return REFUSED;
  if (filter !== undefined && !isText(filter)) return REFUSED;
  if (text !== undefined && (!isText(text) || text === '' || text.length > LONGEST_QUESTION)) return REFUSED;
  return { offset, limit, ...(filter !== undefined && { filter }), ...(text !== undefined && { text }) };
};

/** `undefined` for anything that no page of ours would ask. */
export const decodeTableRequest = requestDecoder<TableRequests>({
  open: nothing,
  slice,
  act: (value) => (isObject(value) && isText(value.action) ? { action: value.action } : REFUSED),
  activate: (value) => (isObject(value) && isText(value.key) ? { key: value.key } : REFUSED),
});
