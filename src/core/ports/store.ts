// The store of local rows.

import type { TokenMismatch } from '../connection.ts';
import type { Event } from '../emitter.ts';
import type {
  GroupRef,
  NewDraft,
  OpenRotation,
  SealedToken,
  SentVersion,
  TokenOwner,
  UserGroupRecord,
  UserGroupSummary,
} from '../userGroup.ts';
import type { ApiTokenStanding, VariableOrigin } from './apiTokenStore.ts';
import type { ConnectionRow, RemovedConnection } from './connectionStore.ts';
import type { FoundCursor, FoundSlice, GroupQuestion } from './groupSearch.ts';
import type { GroupFacts, KeptCounts, KnownId, PageCursor } from './userGroupStore.ts';
import type {
  AbandonedSending,
  NewSending,
  NotStarted,
  PendingRotation,
  RotationResult,
  RotationSubject,
  SendResult,
  VersionQuery,
} from './journal.ts';
import type { PaceStore } from './paceStore.ts';
import type { RunStore } from './runStore.ts';
import type { SiblingStore } from './siblingStore.ts';
import type { ReplacedToken } from './tokenStore.ts';

/**
 * Local rows. Synchronous, because SQLite is; every write is one transaction on disk when the method returns.
 * Methods reject with `UserGroupsError` of kind `unavailable` when the database cannot be used.
 */
export interface UserGroupStore extends SiblingStore, PaceStore, RunStore {
  /** Where a damaged database was set aside when this one was opened. Said once to the person. */
  readonly setAside: string | undefined;
  /** Something changed, here or in another window. */
  readonly onDidChange: Event<void>;

  connections(): ConnectionRow[];
  addConnection(row: Omit<ConnectionRow, 'id'>): ConnectionRow;
  changeConnection(id: string, change: { readonly name?: string; readonly baseUrl?: string }): void;
  /**
   * Removes some of its groups, with their tokens and versions, and of its runs: for a few milliseconds. Answers
   * whether there may be more.
   * @throws UserGroupsError `conflict` while a rotation of the connection is under way or open
   */
  clearConnection(id: string): boolean;
  /**
   * With what is left of its groups, tokens and versions: many are cleared away before. @throws UserGroupsError as
   * `clearConnection`
   */
  removeConnection(id: string): void;
  /**
   * Nobody sees it, or what belongs to it, from now on; its name is free.
   * @throws UserGroupsError `conflict` as `clearConnection`, and when it is gone or removed already
   */
  keepRemoved(id: string, removal: Pick<RemovedConnection, 'entry' | 'removedAt'>): void;
  /** Those that can be restored, the last removed first. */
  removedConnections(): RemovedConnection[];
  /** @throws UserGroupsError `conflict` when the name is taken, or it cannot be restored any more */
  restoreConnection(id: string, name: string): void;
  /**
   * Which ones can be restored no more, and are to be cleared and removed: by the clock, which is not believed at once.
   */
  connectionsToErase(): string[];

  apiToken(connectionId: string): ApiTokenStanding | undefined;
  /** From now on another API token is used there: nothing is known of it. */
  beginApiToken(connectionId: string, token: Pick<ApiTokenStanding, 'origin' | 'fingerprint'>): ApiTokenStanding;
  /** Proved, or doubted. Without effect when another token is used by now, and a doubt stays. */
  validateApiToken(
    connectionId: string,
    id: number,
    verdict: 'proved' | (TokenMismatch & { readonly contradiction?: string | undefined }),
  ): void;
  /** The person keeps it in spite of this doubt. Answers false when that is not what is doubted any more. */
  keepApiToken(connectionId: string, mismatch: TokenMismatch): boolean;
  /** Without a token there is nothing to doubt. */
  dropApiToken(connectionId: string): void;
  /**
   * Where the API token of an environment variable may be sent, the origin of its first use first; none before that.
   */
  variableOrigins(variable: string): readonly string[];
  /** The origin of its first use. Without effect when it has one, of another window perhaps. */
  bindVariable(first: VariableOrigin): void;
  /** One more, which the person allows. */
  allowVariable(origin: VariableOrigin): void;
  /**
   * Connections whose API token an earlier version has used, and where: its variable, if it has one, is not bound yet.
   */
  variablesToBind(): readonly { readonly connectionId: string; readonly origin: string }[];
  /** Nothing is left to bind after that. */
  bindVariablesOf(origins: readonly VariableOrigin[]): void;

  /** Whether the last that the service answered for the group was asked for before this token was used. */
  wasAnsweredBefore(ref: GroupRef, id: number): boolean;

  group(ref: GroupRef): UserGroupRecord | undefined;
  /**
   * @throws UserGroupsError `unavailable` when its file was replaced: nobody else ever reads what was read until now
   */
  requireInPlace(): void;
  /** The group's row of a list. */
  summary(ref: GroupRef): UserGroupSummary | undefined;
  /** By name, then id; `limit` rows after the cursor. */
  groupPage(connectionId: string, after: PageCursor | undefined, limit: number): UserGroupSummary[];
  groupCount(connectionId: string): number;
  /** Slower than `groupCount`. */
  count(connectionId: string): { readonly groups: number; readonly tokens: number; readonly drafts: number };
  /**
   * All that is kept for the connection, be it removed, or for all of them: for the questions asked before it goes.
   * Slower still.
   */
  keptCounts(connectionId?: string): KeptCounts;
  /** Groups whose id or name contains every word of the text, in any letter case. */
  searchGroups(text: string, limit: number): UserGroupSummary[];
  /**
   * Looks through the next stretch of all groups for those that are as asked, and takes no longer than a keystroke may;
   * at most `limit` of them are told.
   */
  matchingGroups(question: GroupQuestion, after: FoundCursor | undefined, limit: number): FoundSlice;
  /** Ids of the connection that equal this one but for letter case or white space at the edges, itself excluded. */
  lookAlikes(ref: GroupRef): string[];
  /** Other ids of the connection whose length differs from this one's by at most so many characters. */
  idsOfSimilarLength(ref: GroupRef, within: number): string[];
  /** Of each id, in their order. A few hundred at once take no longer than a keystroke may. */
  knownAmong(connectionId: string, userGroupIds: readonly string[]): KnownId[];
  /**
   * Puts groups into the list with what is known of them, all or none; a hundred at once take no longer than a
   * keystroke may. Tells nobody in this window: `tellChanged` does, when all are there. Answers which it took.
   * @param known what happens to those in the list already: they `stay`, or get these facts in place of theirs and keep
   * their token, what is open, and what is on record of them, if anything is.
   */
  putGroups(connectionId: string, groups: readonly GroupFacts[], known: 'stay' | 'replace'): string[];
  notifyChanged(): void;
  /**
   * With its tokens and versions. Nothing happens to the group on the service.
   * @throws UserGroupsError `conflict` while a rotation of the group is under way or open
   */
  forget(ref: GroupRef): void;

  /**
   * Keeps the text as the group's draft, or removes the draft when the text equals the base. Adds the group when it is
   * not listed.
   */
  saveDraft(ref: GroupRef, text: string, at: number): UserGroupRecord;
  discardDraft(ref: GroupRef): void;

  newDrafts(connectionId: string): NewDraft[];
  newDraft(connectionId: string, number: number): NewDraft | undefined;
  addNewDraft(connectionId: string, text: string, at: number): NewDraft;
  /** `undefined` for one that is not there any more: saving does not bring it back. */
  saveNewDraft(connectionId: string, number: number, text: string, at: number): NewDraft | undefined;
  removeNewDraft(connectionId: string, number: number): void;

  /**
   * Written before a request leaves: a window that dies in between leaves a trace. Adds the group when it is not
   * listed.
   * @throws UserGroupsError `conflict` for an update while another one of the group is under way in any window: which
   * of the two the service applied last, nobody could tell
   */
  beginSend(ref: GroupRef, sending: NewSending): number;
  /**
   * Closes what `beginSend` opened. A group that only this sending had listed is removed again when nothing arrived at
   * the service.
   */
  finishSend(versionId: number, result: SendResult): UserGroupRecord | undefined;
  /**
   * The same two for many at once: on disk when the promise resolves, with one flush of the disk for all that come at
   * the same moment.
   */
  beginSendBatched(ref: GroupRef, sending: NewSending): Promise<number>;
  finishSendBatched(versionId: number, result: SendResult): Promise<UserGroupRecord | undefined>;
  versions(query: VersionQuery): SentVersion[];

  /**
   * Written before the request of a rotation leaves; lists the group when it is not. Refused while another one of the
   * same group or token is under way in any window, or its outcome is open and it is not the one known about, and when
   * the group has another token by now.
   */
  beginRotation(subject: RotationSubject, rotation: PendingRotation): { readonly id: number } | NotStarted;
  /** Keeps the answer to a rotation as it came, until the rotation is closed. */
  keepAnswer(rotationId: number, answer: SealedToken): void;
  /** Of a rotation that stays open: there is nothing in its answer. */
  dropAnswer(rotationId: number): void;
  /**
   * Closes what `beginRotation` opened; with the outcome `unknown` it stays open. Returns the group's record, where
   * there is one.
   */
  finishRotation(rotationId: number, result: RotationResult): UserGroupRecord | undefined;
  /** The last begun first; of one group, or of all. */
  openRotations(ref?: GroupRef): OpenRotation[];
  /**
   * A rotation that was sent without knowing whose token it was is the group's, which has that token still. `token`:
   * bound to the group.
   */
  assignRotation(rotationId: number, ref: GroupRef, token: SealedToken): void;
  /** Lets go of a rotation whose outcome nobody will find out. */
  dropRotation(rotationId: number): void;

  /**
   * Nobody here waits for its answer any more, whether its end could be recorded or not: what is not closed is
   * abandoned from now on.
   */
  noLongerSending(versionId: number): void;
  noLongerRotating(rotationId: number): void;
  /**
   * Says to the other windows that this one still waits for the answers to what it sent: to be called every `LEASE_MS
   * 3` while it does.
   */
  stillSending(): void;
  /**
   * Closes as `unknown`, and returns, what windows that are gone have left, and what this one waits for no more and
   * could not close.
   */
  closeAbandoned(): AbandonedSending[];
  /**
   * When the next sending that this window does not wait for counts as abandoned, unless the window that does says
   * otherwise until then.
   */
  nextAbandonedAt(): number | undefined;

  replacedTokens(ref: GroupRef): ReplacedToken[];
  /** Removes replaced tokens older than this, but for groups with an open rotation. */
  dropReplacedTokens(replacedBefore: number): void;
  /** Removes those of the group: all, or none when they are not as many as that. Answers whether it did. */
  dropReplacedTokensOf(ref: GroupRef, count?: number): boolean;
  /** Keys that any token in the store is sealed with. */
  tokenKeyIds(): string[];
  /** The groups that have, or had, the token with this fingerprint under this key. Current ones first. */
  tokenOwners(keyId: string, fingerprint: string): TokenOwner[];

  /**
   * Removes every row: all of them, or none when it fails. What is being sent at this moment leaves nothing here any
   * more.
   * @throws UserGroupsError `conflict` while a rotation is under way: a token that nobody else has is about to come
   */
  deleteEverything(): void;
  /** Takes what was removed out of the file and its companions, where SQLite holds it until it needs the room. */
  sweep(): void;
  close(): void;
}
