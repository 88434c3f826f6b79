// Searches the groups by conditions, page by page, and by what the others of a connection have.

import type { GroupRef, UserGroupSummary } from '../userGroup.ts';
import type { ListOrder } from './userGroupStore.ts';

/** A state of a group itself, whatever the user has set. */
export type StoredState =
  | 'draft'
  | 'unknown'
  | 'gone'
  | 'deleted'
  | 'absent'
  | 'changed'
  | 'not-applied'
  | 'no-mapping'
  | 'replaced';

/** What a group must be like to be found. Fields are looked at as in its base, never as in a draft. */
export type GroupCondition =
  /** Without a value: has it. */
  | { readonly kind: 'property'; readonly path: string; readonly value?: string | undefined }
  /** Never a group whose base is unknown. */
  | { readonly kind: 'missing'; readonly path: string }
  | { readonly kind: 'mapping'; readonly schemaId: string; readonly dataSource?: string | undefined }
  /** Of any schema ID, in any letter case. */
  | { readonly kind: 'source'; readonly dataSource: string }
  | { readonly kind: 'connection'; readonly connectionId: string }
  /** Its token was received before that time. Never one whose age is unknown. */
  | { readonly kind: 'older'; readonly before: number }
  | { readonly kind: 'is'; readonly state: StoredState };

export interface GroupQuestion {
  /** Each in the id or the name, in any letter case. */
  readonly words: readonly string[];
  readonly conditions: readonly GroupCondition[];
  /** The order of the groups within each part. Absent: by name. */
  readonly order?: ListOrder;
}

/** Where a search goes on: after all groups of this key, by which the store orders. */
export type FoundCursor = string;

/** How many groups of one connection match, and when the service last answered for them. */
export interface MatchCount {
  readonly connectionId: string;
  readonly groups: number;
  /** For how many it ever did. */
  readonly answered: number;
  readonly oldest?: number | undefined;
  readonly newest?: number | undefined;
}

/** One searched part of the list. */
export interface FoundSlice {
  readonly groups: readonly UserGroupSummary[];
  readonly counts: readonly MatchCount[];
  /** Absent: this was the last part. */
  readonly next?: FoundCursor | undefined;
}

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
 * Finds groups in the whole list, and what other groups of a connection use: by bases, never by drafts, and fast with
 * any number of groups. `ref` names the asking group, which no count includes and the store need not know.
 */
export interface GroupSearch {
  /** Groups whose id or name contains every word of the text, in any letter case. */
  containing(text: string, limit: number): UserGroupSummary[];
  /** Searches the next part of all groups within the time of a keystroke; answers at most `limit` matches. */
  matching(question: GroupQuestion, after: FoundCursor | undefined, limit: number): FoundSlice;
  /** Schema ids or names of properties, most used first. */
  siblingNames(ref: GroupRef, field: 'mapping' | 'properties', limit: number): NameUse[];
  /** How many groups have the name in the field; without a name, how many have the field, be it empty. */
  siblingsWith(ref: GroupRef, field: 'mapping' | 'properties', name?: string): number;
  /** Those used for this schema id first, most used first; those that a single other group uses last. */
  siblingDataSources(ref: GroupRef, schemaId: string, limit: number): DataSourceUse[];
  /** The one group that uses the data source, unless there are several or it is the one that asks. */
  onlySiblingWith(ref: GroupRef, dataSource: string): NamedGroup | undefined;
}
