// Which data source each schema id of a mapping leads to.

import { dataSourceOf } from './baseEntries.ts';
import { fieldsTolerantly } from './jsonFields.ts';

/** Foreign text, both: not yet harmless. */
export interface MappedSource {
  readonly schemaId: string;
  /** "213" and 213 are the same data source. */
  readonly dataSource: string;
}

/** Of the JSON text of a mapping; entries that are neither text nor an integer lead nowhere. Never throws. */
export function mappedSources(mapping: string): MappedSource[] {
  return fieldsTolerantly(mapping).fields.flatMap((field) => {
    const dataSource = dataSourceOf(field);
    return dataSource === undefined ? [] : [{ schemaId: field.key, dataSource }];
  });
}
