// Rows of user groups: listing, counting, adding; and drafts of groups that do not exist yet.

import type {
  DocumentBase,
  GroupRef,
  KeptCounts,
  NewDraft,
  SentVersion,
  UserGroupRecord,
  UserGroupSummary,
} from '../userGroup.ts';

/** By name, then id, as people count; before that by the age of tokens, the oldest first and unknown ages last. */
export type ListOrder = 'name' | 'tokenAge';

/** Where a page of a list goes on: the last row shown. */
export interface PageCursor {
  readonly name: string;
  readonly userGroupId: string;
  readonly tokenSince?: number | undefined;
}

/**
 * What a group's base says of the fields that groups are compared by. A field that the base leaves out is absent; no
 * name is empty.
 */
export interface BaseEntries {
  readonly mapping?: readonly MappingEntry[] | undefined;
  /** Their names. */
  readonly properties?: readonly string[] | undefined;
  /** The values of the properties, nested ones included: groups are found by them. */
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

/** How an id relates to those of the list. */
export interface KnownId {
  readonly userGroupId: string;
  /** Absent: it is not known. */
  readonly group?: Pick<UserGroupRecord, 'listing' | 'unknownOutcome'>;
  /** For an unknown id: the known ids that differ from it only in letter case or in white space at the edges. */
  readonly alike: readonly string[];
}

/** What is known of a group from elsewhere, to add to the list as it is. Never a token. */
export interface GroupFacts extends Pick<UserGroupRecord, 'draft' | 'answered' | 'existedNotAppliedAt' | 'goneAt'> {
  readonly userGroupId: string;
  readonly base?: (DocumentBase & { readonly mappingKnown: boolean; readonly entries: BaseEntries }) | undefined;
  /** The oldest first. */
  readonly versions: readonly Omit<SentVersion, 'id' | 'ref'>[];
}

/** Groups of the list, with their documents. */
export interface UserGroupStore {
  find(ref: GroupRef): UserGroupRecord | undefined;
  /** The group's row of a list. */
  summary(ref: GroupRef): UserGroupSummary | undefined;
  /** `limit` rows after the cursor; by name unless another order is given. */
  page(connectionId: string, after: PageCursor | undefined, limit: number, order?: ListOrder): UserGroupSummary[];
  /** How many stand before it in all pages. */
  groupsBefore(ref: GroupRef, order?: ListOrder): number;
  groupCount(connectionId: string): number;
  /** How many groups have a token that was received before that time. */
  olderCount(before: number): number;
  /** Slower than `groupCount`. */
  count(connectionId: string): { readonly groups: number; readonly tokens: number; readonly drafts: number };
  /**
   * All that is stored for the connection, even a removed one, or for all of them: for questions before a deletion.
   * Slower still.
   */
  keptCounts(connectionId?: string): KeptCounts;
  /** Whether any group or new document has a draft. Fast. */
  hasDrafts(): boolean;
  /** Ids of the connection that equal this one but for letter case or white space at the edges, itself excluded. */
  lookAlikes(ref: GroupRef): string[];
  /** Other ids of the connection whose length differs from this one's by at most so many characters. */
  idsOfSimilarLength(ref: GroupRef, within: number): string[];
  /** For each id, in their order. A few hundred at once fit in the time of a keystroke. */
  knownAmong(connectionId: string, userGroupIds: readonly string[]): KnownId[];
  /**
   * Adds groups to the list with what is known of them, all or none; a hundred at once fit in the time of a keystroke.
   * Reports nothing in this window: call `StoreChanges.fire` when all are added. Answers which were accepted.
   * @param known what happens to groups already in the list: they `stay`, or get these facts and keep their token, what
   * is open, and their record, if any.
   */
  put(connectionId: string, groups: readonly GroupFacts[], known: 'stay' | 'replace'): string[];
  /**
   * With its tokens and versions. The group on the service is unchanged.
   * @throws UserGroupsError `conflict` while a rotation of the group is in progress or open
   */
  forget(ref: GroupRef): void;
  /**
   * Stores the text as the group's draft, or removes the draft when the text equals the base. Adds the group when it is
   * not listed. @throws UserGroupsError `conflict` when `over` is not the group's `documentMtime` any more
   */
  saveDraft(ref: GroupRef, text: string, at: number, over?: number): UserGroupRecord;
  discardDraft(ref: GroupRef): void;
}

/** Drafts of groups that do not exist yet. */
export interface NewDraftStore {
  all(connectionId: string): NewDraft[];
  find(connectionId: string, number: number): NewDraft | undefined;
  add(connectionId: string, text: string, at: number): NewDraft;
  /**
   * `undefined` when it no longer exists: saving does not recreate it.
   * @throws UserGroupsError `conflict` when `over` is not its `mtime` any more
   */
  save(connectionId: string, number: number, text: string, at: number, over?: number): NewDraft | undefined;
  remove(connectionId: string, number: number): void;
}
