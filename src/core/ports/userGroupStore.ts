// Rows of user groups: what is listed, counted, and put into the list.

import type { SentVersion, UserGroupRecord } from '../userGroup.ts';

/** Where a page of a list goes on: the last row shown. */
export interface PageCursor {
  readonly name: string;
  readonly userGroupId: string;
}

/** What would be lost. */
export interface KeptCounts {
  readonly groups: number;
  /** Current ones. */
  readonly tokens: number;
  readonly replacedTokens: number;
  /** Those of groups, and documents that no group exists for yet. */
  readonly drafts: number;
  /** What was sent, on record. */
  readonly versions: number;
}

/**
 * What a group's base says of the fields that groups are compared by. A field that the base leaves out is absent; no
 * name is empty.
 */
export interface BaseEntries {
  readonly mapping?: readonly MappingEntry[] | undefined;
  /** Their names. */
  readonly properties?: readonly string[] | undefined;
  /** Of the properties, and of what is inside them: what groups are found by. */
  readonly values?: readonly PropertyValue[] | undefined;
  readonly hasMoreValues?: boolean | undefined;
}

export interface PropertyValue {
  /** `region`, `address.country`. */
  readonly path: string;
  /** Decoded when it is a string, as typed when it is not; absent when it is an object, a list or too long. */
  readonly value?: string | undefined;
}

export interface MappingEntry {
  readonly schemaId: string;
  /**
   * Decoded when it is a string, as typed when it is an integer, so that "213" and 213 are the same; absent when it is
   * neither.
   */
  readonly dataSource?: string | undefined;
}

/** How an id stands beside those of the list. */
export interface KnownId {
  readonly userGroupId: string;
  readonly isKnown: boolean;
  /** Known ids that differ from it in letter case or white space at the edges alone. */
  readonly alike: readonly string[];
}

/** What is known of a group from elsewhere, to be put into the list as it is. Never a token. */
export interface GroupFacts {
  readonly userGroupId: string;
  readonly draft?: { readonly text: string; readonly at: number } | undefined;
  readonly base?:
    | {
        readonly text: string;
        readonly from: 'sent' | 'answered';
        readonly at: number;
        readonly mappingKnown: boolean;
        readonly hasNoMapping?: true | undefined;
        readonly entries: BaseEntries;
      }
    | undefined;
  readonly answered?: UserGroupRecord['answered'];
  readonly existedNotAppliedAt?: number | undefined;
  readonly goneAt?: number | undefined;
  /** The oldest first. */
  readonly versions: readonly Omit<SentVersion, 'id' | 'ref'>[];
}
