// Names for bare ids, from the person's own schema of `mapping`.

import type { SchemaChoices } from './schemaChoices.ts';

/** Foreign text, all of it: not yet harmless. Pairs, since any text is a possible id. */
export interface SchemaLabels {
  readonly schemas: readonly (readonly [schemaId: string, label: string])[];
  /** A data source as it reads without quotes. For any schema id where the first is absent. */
  readonly dataSources: readonly (readonly [schemaId: string | undefined, dataSource: string, label: string])[];
}

/**
 * Schema ids are named by `title` under `properties`; data sources by `const` with `title`, or by `enum` with
 * descriptions. Of several names the first counts.
 */
export function labelsOf({ schemaIds, dataSources }: SchemaChoices): SchemaLabels {
  return {
    schemas: firsts(
      schemaIds.flatMap(({ id, title }) => (title === undefined ? [] : [[id, title] as const])),
      ([id]) => id,
    ),
    dataSources: firsts(
      dataSources.flatMap(({ schemaId, value, title, described }) => {
        const label = title ?? described;
        return label === undefined ? [] : [[schemaId, String(value), label] as const];
      }),
      ([schemaId, value]) => JSON.stringify([schemaId, value]),
    ),
  };
}

function firsts<T>(all: readonly T[], keyOf: (item: T) => string): T[] {
  const byKey = new Map<string, T>();
  for (const item of all) {
    const key = keyOf(item);
    if (!byKey.has(key)) byKey.set(key, item);
  }
  return [...byKey.values()];
}
