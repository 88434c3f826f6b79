// Where a person begins to type.

import type { FormState } from '../protocol/formProtocol.ts';
import type { DocumentFields } from './documentFields.ts';
import { IDENTITY_FIELDS } from './identity.ts';

/** Of a new group, what is still empty of its name and id. The element's id; `undefined` leaves the focus alone. */
export function firstFocus(
  { kind }: Pick<FormState, 'kind'>,
  fields: Pick<DocumentFields, 'text'>,
): string | undefined {
  if (kind !== 'new') return undefined;
  return IDENTITY_FIELDS.find((field) => fields.text(field) === '') ?? 'name';
}
