// The request body of a document: its own slices, byte for byte.

import type { EditableField } from '../contract/fields.ts';
import { SCHEMA_FIELD, type SendableDocument } from './userGroupDocument.ts';

/**
 * The exact request body of get-or-create and update (interface document, "Request body fields of a user group"): the
 * fields in the document's order, keys and values as typed, without `$schema`.
 * @param only these beside the ID
 */
export function requestBody(document: SendableDocument, only?: readonly EditableField[]): string {
  const isSent = (key: string): boolean =>
    only === undefined || key === 'user_group_id' || only.some((field) => field === key);
  const fields = [...document.fields.values()].filter(({ key }) => key !== SCHEMA_FIELD && isSent(key));
  return `{${fields.map(({ keyText, valueText }) => `${keyText}:${valueText}`).join(',')}}`;
}
