// Digests by which a state and a plan know what they were made from.

import { createHash } from 'node:crypto';
import type { RequestNames } from '../../contract/serviceApi.ts';
import { requestBody } from '../../document/requestBody.ts';
import { SCHEMA_FIELD, type SendableDocument } from '../../document/userGroupDocument.ts';

/** SHA-256 in hexadecimal digits. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The digest of the request body. */
export function bodyDigest(document: SendableDocument, names: RequestNames): string {
  return sha256(requestBody(document, names));
}

/** By the name of a field. 16 digits tell one value of a group from another. */
export type FieldDigests = Readonly<Record<string, string>>;

/** Of all that is sent, besides the ID. */
export function fieldDigests({ fields }: SendableDocument, { id }: RequestNames): FieldDigests {
  const others = [SCHEMA_FIELD, 'user_group_id', id];
  const sent = [...fields.values()].filter(({ key }) => !others.includes(key));
  return Object.fromEntries(sent.map(({ key, valueText }) => [key, sha256(valueText).slice(0, 16)]));
}

/** The names of fields that differ, as far as both are known. */
export function changedFields(applied: FieldDigests | undefined, planned: FieldDigests): string[] {
  if (applied === undefined) return [];
  return Object.keys({ ...applied, ...planned }).filter((name) => applied[name] !== planned[name]);
}
