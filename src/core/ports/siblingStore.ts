// What the other groups of a connection have.

import type { GroupRef } from '../userGroup.ts';

export interface NamedGroup {
  readonly userGroupId: string;
  /** As lists show it. */
  readonly name: string;
}

/** A schema id, or a property's name, and how many groups have it. */
export interface NameUse {
  readonly name: string;
  readonly groups: number;
}

export interface DataSourceUse {
  readonly dataSource: string;
  /** How many other groups map a schema to it. */
  readonly groups: number;
  /** The one other group that uses it, when there is exactly one and this group, as last sent, does not. */
  readonly onlyBy?: NamedGroup | undefined;
}

/**
 * What the other groups of a connection have, by their bases and never by drafts. Fast with any number of groups. `ref`
 * names the asking group, which no count includes; the store need not know it.
 */
export interface SiblingStore {
  /** Schema ids or names of properties, most used first. */
  siblingNames(ref: GroupRef, field: 'mapping' | 'properties', limit: number): NameUse[];
  /** How many groups have the name in the field; without a name, how many have the field, be it empty. */
  siblingsWith(ref: GroupRef, field: 'mapping' | 'properties', name?: string): number;
  /** Those used for this schema id first, most used first; those that a single other group uses last. */
  siblingDataSources(ref: GroupRef, schemaId: string, limit: number): DataSourceUse[];
  /** The one group that uses the data source, unless there are several or it is the one that asks. */
  onlySiblingWith(ref: GroupRef, dataSource: string): NamedGroup | undefined;
}
