// The request body of a document: its own slices, byte for byte.

import type { RequestNames } from '../contract/serviceApi.ts';
import type { JsonField } from './jsonFields.ts';
import { SCHEMA_FIELD, type SendableDocument } from './userGroupDocument.ts';

/**
 * The exact request body of get-or-create and update (interface document, "Request body fields of a user group"): the
 * fields in the document's order, keys and values as typed, without `$schema`; the ID under the service's own name.
 * @param only these beside the ID
 */
export function requestBody(document: SendableDocument, { id }: RequestNames, only?: readonly string[]): string {
  const isSent = (key: string): boolean => only === undefined || key === 'user_group_id' || only.includes(key);
  const fields = [...document.fields.values()].filter(({ key }) => key !== SCHEMA_FIELD && isSent(key));
  const nameOf = ({ key, keyText }: JsonField): string =>
    key === 'user_group_id' && id !== key ? JSON.stringify(id) : keyText;
  return `{${fields.map((field) => `${nameOf(field)}:${field.valueText}`).join(',')}}`;
}
