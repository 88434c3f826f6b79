// What the page of a table asks, decoded: the page is not trusted.

import { isObject } from '../core/isObject.ts';
import { isCount, isText, nothing, REFUSED, requestDecoder, type Shape } from './requestShapes.ts';
import {
  LONGEST_QUESTION,
  MOST_ROWS,
  type ColumnWidths,
  type SliceQuestion,
  type TableLook,
  type TableRequests,
  type TableSort,
} from './tableProtocol.ts';

/** More columns than any table has, and more pixels than any screen. */
const MOST_COLUMNS = 20;
const WIDEST = 10_000;

const sort: Shape<TableSort | undefined> = (value) => {
  if (value === undefined) return undefined;
  if (!isObject(value) || !isText(value.column) || typeof value.isDescending !== 'boolean') return REFUSED;
  return { column: value.column, isDescending: value.isDescending };
};

const slice: Shape<SliceQuestion> = (value) => {
  if (!isObject(value)) return REFUSED;
  const { filter, text, offset, limit } = value;
  const order = sort(value.sort);
  if (order === REFUSED) return REFUSED;
  if (!isCount(offset) || !isCount(limit) || limit > MOST_ROWS) return REFUSED;
  if (filter !== undefined && !isText(filter)) return REFUSED;
  if (text !== undefined && (!isText(text) || text === '' || text.length > LONGEST_QUESTION)) return REFUSED;
  return {
    offset,
    limit,
    ...(filter !== undefined && { filter }),
    ...(text !== undefined && { text }),
    ...(order !== undefined && { sort: order }),
  };
};

const columnWidths: Shape<ColumnWidths> = (value) => {
  if (!isObject(value)) return REFUSED;
  const widths = Object.entries(value);
  return widths.length <= MOST_COLUMNS && widths.every(([, width]) => isCount(width) && width <= WIDEST)
    ? Object.fromEntries(widths.map(([column, width]) => [column, Number(width)]))
    : REFUSED;
};

/** Also decodes what was kept, because anything may be there. */
export const tableLook: Shape<TableLook> = (value) => {
  if (!isObject(value)) return REFUSED;
  const widths = columnWidths(value.widths);
  const order = sort(value.sort);
  if (widths === REFUSED || order === REFUSED) return REFUSED;
  return { widths, ...(order !== undefined && { sort: order }) };
};

const act: Shape<TableRequests['act'][0]> = (value) => {
  if (!isObject(value) || !isText(value.action)) return REFUSED;
  if (value.key === undefined) return { action: value.action };
  return isText(value.key) ? { action: value.action, key: value.key } : REFUSED;
};

/** `undefined` for anything that no page of ours would ask. */
export const decodeTableRequest = requestDecoder<TableRequests>({
  open: nothing,
  slice,
  act,
  activate: (value) => (isObject(value) && isText(value.key) ? { key: value.key } : REFUSED),
  keep: tableLook,
});
