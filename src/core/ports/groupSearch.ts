// Searches the groups by conditions, page by page.

import type { StoredState } from '../groupQuery.ts';
import type { UserGroupSummary } from '../userGroup.ts';
import type { ListOrder } from './userGroupStore.ts';
import type { SiblingStore } from './siblingStore.ts';

/** What a group must be like to be found. Fields are looked at as in its base, never as in a draft. */
export type GroupCondition =
  /** Without a value: has it. */
  | { readonly kind: 'property'; readonly path: string; readonly value?: string | undefined }
  /** Never a group whose base is unknown. */
  | { readonly kind: 'missing'; readonly path: string }
  | { readonly kind: 'mapping'; readonly schemaId: string; readonly dataSource?: string | undefined }
  | { readonly kind: 'connection'; readonly connectionId: string }
  /** Its token was received before that time. Never one whose age is unknown. */
  | { readonly kind: 'older'; readonly before: number }
  | { readonly kind: 'is'; readonly state: StoredState };

export interface GroupQuestion {
  /** Each in the id or the name, in any letter case. */
  readonly words: readonly string[];
  readonly conditions: readonly GroupCondition[];
  /** Of the groups of each part. Absent: by name. */
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

/** Finds groups in the whole list, and what those of a connection have in common. */
export interface GroupSearch extends SiblingStore {
  /** Groups whose id or name contains every word of the text, in any letter case. */
  containing(text: string, limit: number): UserGroupSummary[];
  /** Searches the next part of all groups within the time of a keystroke; answers at most `limit` matches. */
  matching(question: GroupQuestion, after: FoundCursor | undefined, limit: number): FoundSlice;
}
