// Names for bare ids, looked up: "40" is Orders, "213" is acme-prod.

import type { ObjectField } from '../contract/fields.ts';
import type { Labels } from '../protocol/formProtocol.ts';

export interface LabelNames {
  readonly schema: (id: string) => string | undefined;
  /** The name within this schema, else the one for any schema. */
  readonly dataSource: (schemaId: string, id: string) => string | undefined;
}

const NONE: Labels = { schemas: [], dataSources: [] };

/** The names in one field's editor: a property that is spelt as a schema id is none. */
export function labelsIn(field: ObjectField, labels: Labels): Labels {
  return field === 'mapping' ? labels : NONE;
}

export function labelNames({ schemas, dataSources }: Labels): LabelNames {
  const schemaNames = new Map(schemas);
  const within = new Map(dataSources.map(([schemaId, id, label]) => [key(schemaId, id), label]));
  return {
    schema: (id) => schemaNames.get(id),
    dataSource: (schemaId, id) => within.get(key(schemaId, id)) ?? within.get(key(undefined, id)),
  };
}

/** Any text is a possible id, so the two are written so that no other two are written alike. */
function key(schemaId: string | undefined, id: string): string {
  return JSON.stringify([schemaId ?? null, id]);
}
