// The schema ids and names of properties that groups of a connection have, as a question proposes them.

import type { ObjectField } from '../../contract/fields.ts';
import type { Connection } from '../../core/connection.ts';
import { groupRef } from '../../core/groupKey.ts';
import type { Services } from '../../services/services.ts';
import type { KnownValue } from '../command/askKnown.ts';
import { usedInText } from '../../services/editing/mappingProposals.ts';

const MOST_PROPOSED = 1_000;

/** Most used first. Without requests. */
export function knownNames(
  { siblings }: Pick<Services, 'siblings'>,
  connection: Connection,
  field: ObjectField,
): KnownValue[] {
  const none = groupRef(connection, '');
  return field === 'mapping'
    ? siblings.schemaIds(none, MOST_PROPOSED).map(({ schemaId, groups }) => knownValue(schemaId, groups))
    : siblings.propertyNames(none, MOST_PROPOSED).map(({ name, groups }) => knownValue(name, groups));
}

function knownValue(value: string, groups: number): KnownValue {
  return { value, description: usedInText(groups) };
}
