// The request body of a document: its own slices, byte for byte.

import { SCHEMA_FIELD, type SendableDocument } from './userGroupDocument.ts';

/**
 * The exact request body of get-or-create and update (interface document, "Request body fields of a user group"): the
 * fields in the document's order, keys and values as typed, without `$schema`.
 */
export function requestBody(document: SendableDocument): string {
  const fields = [...document.fields.values()].filter(({ key }) => key !== SCHEMA_FIELD);
  return `{${fields.map(({ keyText, valueText }) => `${keyText}:${valueText}`).join(',')}}`;
}
