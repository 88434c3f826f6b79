// Digests by which a state and a plan know what they were made from.

import { createHash } from 'node:crypto';
import type { RequestNames } from '../../contract/serviceApi.ts';
import { requestBody } from '../../document/requestBody.ts';
import type { SendableDocument } from '../../document/userGroupDocument.ts';

/** SHA-256 in hexadecimal digits. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Of the request body. */
export function bodyDigest(document: SendableDocument, names: RequestNames): string {
  return sha256(requestBody(document, names));
}
