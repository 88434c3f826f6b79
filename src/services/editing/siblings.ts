// The other groups of a connection: their mappings and properties, for completion and warnings. Without requests.

import type { DataSourceUse, NamedGroup, NameUse, GroupSearch } from '../../core/ports/groupSearch.ts';
import type { GroupRef } from '../../core/userGroup.ts';
import type { SiblingFacts } from '../../document/softWarnings.ts';

export type { DataSourceUse };

export interface SchemaIdUse {
  readonly schemaId: string;
  readonly groups: number;
}

/** How many names of a field documents are compared with. */
const MOST_NAMES = 200;

/**
 * Counts groups by their bases, what the service is known to have, and never by drafts. `ref` is the asking group,
 * which is not its own sibling. Its `userGroupId` may be unknown to the store, or empty.
 */
export class Siblings {
  readonly #store: GroupSearch;

  constructor(store: GroupSearch) {
    this.#store = store;
  }

  /** Schema ids that other groups of the connection map, most used first. */
  schemaIds(ref: GroupRef, limit: number): SchemaIdUse[] {
    return this.#store.siblingNames(ref, 'mapping', limit).map(({ name, groups }) => ({ schemaId: name, groups }));
  }

  /** Names of properties that other groups of the connection have, most used first. */
  propertyNames(ref: GroupRef, limit: number): NameUse[] {
    return this.#store.siblingNames(ref, 'properties', limit);
  }

  /**
   * Data sources that other groups use: those used for this schema id first, most used first. Those of a single other
   * group come last and name it: one customer must not see another's data by pressing Tab.
   */
  dataSources(ref: GroupRef, schemaId: string, limit: number): DataSourceUse[] {
    return this.#store.siblingDataSources(ref, schemaId, limit);
  }

  /** The single other group that uses this data source, unless this group does too as last sent. */
  onlyOther(ref: GroupRef, dataSource: string): NamedGroup | undefined {
    return this.#store.onlySiblingWith(ref, dataSource);
  }

  /** What the warnings compare with: the most used names, and current answers to their questions. */
  facts(ref: GroupRef): SiblingFacts {
    return {
      withMapping: this.#store.siblingsWith(ref, 'mapping'),
      withProperties: this.#store.siblingsWith(ref, 'properties'),
      schemaIds: this.#store.siblingNames(ref, 'mapping', MOST_NAMES),
      propertyNames: this.#store.siblingNames(ref, 'properties', MOST_NAMES),
      hasProperty: (name) => this.#store.siblingsWith(ref, 'properties', name) > 0,
      onlyUser: (dataSource) => this.onlyOther(ref, dataSource)?.name,
    };
  }
}
