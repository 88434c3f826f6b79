// Where a person begins to type.

import type { FormStart } from '../protocol/formProtocol.ts';
import type { DocumentFields } from './documentFields.ts';
import { IDENTITY_FIELDS } from './identity.ts';

interface Place {
  readonly state: Pick<FormStart['state'], 'kind'>;
  readonly hasArrived: boolean;
  readonly fields: Pick<DocumentFields, 'text'>;
  /** Of the element in which the mapping begins, as it is shown. */
  readonly mapping: string;
  /** Of the element that had the focus when the page was last in sight. */
  readonly last: string | undefined;
}

/**
 * The id of an element: of a group that was just created, in its mapping; else where the focus was;
 * else what is still empty of a new group's name and id. `undefined` leaves the focus alone.
 */
export function firstFocus({ state: { kind }, hasArrived, fields, mapping, last }: Place): string | undefined {
  if (hasArrived) return mapping;
  if (last !== undefined || kind !== 'new') return last;
  return IDENTITY_FIELDS.find((field) => fields.text(field) === '') ?? 'name';
}
