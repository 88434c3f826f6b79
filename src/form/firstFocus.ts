// Where a person begins to type.

import { mappingRows } from '../document/mappingRows.ts';
import type { FormStart } from '../protocol/formProtocol.ts';
import type { DocumentFields } from './documentFields.ts';
import type { MappingView } from './fieldViews.ts';
import { viewId } from './fieldSection.ts';
import { IDENTITY_FIELDS } from './identity.ts';

/**
 * The id of an element: of a group that was just created, in its mapping; else where the focus was;
 * else what is still empty of a new group's name and id. `undefined` leaves the focus alone.
 */
export function firstFocus(
  { state: { kind }, hasArrived }: Pick<FormStart, 'hasArrived'> & { readonly state: Pick<FormStart['state'], 'kind'> },
  fields: Pick<DocumentFields, 'text' | 'json' | 'isAbsent'>,
  mappingView: MappingView,
  last: string | undefined,
): string | undefined {
  if (hasArrived) return inMapping(fields, mappingView);
  if (last !== undefined || kind !== 'new') return last;
  return IDENTITY_FIELDS.find((field) => fields.text(field) === '') ?? 'name';
}

function inMapping(fields: Pick<DocumentFields, 'json' | 'isAbsent'>, view: MappingView): string {
  if (fields.isAbsent('mapping')) return 'mapping-add';
  if (view === 'json') return 'mapping-editor';
  return mappingRows(fields.json('mapping') ?? '')?.length === 0 ? 'add-row' : viewId('table');
}
