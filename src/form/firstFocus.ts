// Where a person begins to type.

import { mappingRows } from '../document/mappingRows.ts';
import type { FormStart } from '../protocol/formProtocol.ts';
import type { DocumentFields } from './documentFields.ts';
import type { MappingView } from './fieldViews.ts';
import { IDENTITY_FIELDS } from './identity.ts';

/**
 * The id of an element: of a group that was just created, in its mapping when that is empty; else where the focus was;
 * else what is still empty of a new group's name and id. `undefined` leaves the focus alone.
 */
export function firstFocus(
  { state: { kind }, hasArrived }: Pick<FormStart, 'hasArrived'> & { readonly state: Pick<FormStart['state'], 'kind'> },
  fields: Pick<DocumentFields, 'text' | 'json' | 'isAbsent'>,
  mappingView: MappingView,
  last: string | undefined,
): string | undefined {
  const inMapping = hasArrived ? inEmptyMapping(fields, mappingView) : undefined;
  if (inMapping !== undefined || last !== undefined || kind !== 'new') return inMapping ?? last;
  return IDENTITY_FIELDS.find((field) => fields.text(field) === '') ?? 'name';
}

function inEmptyMapping(fields: Pick<DocumentFields, 'json' | 'isAbsent'>, view: MappingView): string | undefined {
  if (fields.isAbsent('mapping')) return 'mapping-add';
  if (mappingRows(fields.json('mapping') ?? '')?.length !== 0) return undefined;
  return view === 'table' ? 'add-row' : 'mapping-editor';
}
