// What the centre needs from outside: the remote service, the store, the sealer, secrets, settings, the log.

import type { ConnectionConfig, TokenMismatch } from './connection.ts';
import type { Disposable, Event } from './emitter.ts';
import type { State } from './groupQuery.ts';
import type { PaceRule } from './paceRule.ts';
import type { ItemCounts, ItemOutcome, NewRunItem, RunItem, RunKind, RunOptions, RunState } from './runs.ts';
import type {
  GroupRef,
  NewDraft,
  OpenRotation,
  Operation,
  SealedToken,
  SendOutcome,
  SentVersion,
  TokenOwner,
  UserGroupAnswer,
  UserGroupRecord,
  UserGroupSummary,
} from './userGroup.ts';

/** Made on first use and kept: heavy parts load when they are needed. */
export type Lazy<T> = () => Promise<T>;

/** Runs `work` once after so many milliseconds, unless disposed before. Keeps no process alive. */
export type Schedule = (milliseconds: number, work: () => void) => Disposable;

// ---- the remote service ----------------------------------------------------------------------------------------

/** Where a request goes. Made anew for each call, from settings and secrets of that moment. */
export interface ServiceTarget {
  /** Name of the connection, for sentences and the log. */
  readonly connection: string;
  readonly baseUrl: string;
  readonly apiToken: string;
  /** Headers and body together, in seconds; a rotation waits twice that. */
  readonly timeoutSeconds: number;
  readonly requestsPerMinute?: number | undefined;
  readonly caFile?: string | undefined;
  /** In the store, where all windows keep one pace for it. Absent: this window keeps its own. */
  readonly connectionId?: string | undefined;
}

export interface RequestOptions {
  readonly signal?: AbortSignal | undefined;
  /** Stands in for `signal` as long as nothing has left. */
  readonly untilLeft?: AbortSignal | undefined;
  /** One of many: it lets a person's single request go first. */
  readonly isBulk?: boolean | undefined;
  /** Told before a wait that the service asked for, so that the person sees why nothing happens. */
  readonly onWaiting?: ((seconds: number, why: string) => void) | undefined;
}

export interface RotateOptions extends RequestOptions {
  /**
   * Given what came of the answer's body, whole or not, before anybody tries to understand it: a token may be in it.
   * The call goes on when this has ended, and fails with it. An empty body is not told.
   */
  readonly onAnswer?: ((body: string) => Promise<void>) | undefined;
}

export interface ServiceAnswer {
  readonly userGroup: UserGroupAnswer;
  readonly token: string;
  readonly status: number;
  readonly durationMs: number;
  /** Paths of fields that the contract does not know ("user_group.colour"), to be said once. */
  readonly unknownFields: readonly string[];
}

export interface GetOrCreateAnswer extends ServiceAnswer {
  /** `new_user_group`; absent when the answer had none. */
  readonly isNew?: boolean | undefined;
  /** An earlier attempt of this call may have arrived, so `isNew: false` proves nothing. */
  readonly mayHaveBeenCreatedByThisRequest: boolean;
}

/**
 * The three operations of the contract, one method each. `body` is the exact JSON text of the request body.
 * Every method rejects with `UserGroupsError` (architecture: the table of kinds) without `doing`.
 */
export interface UserGroupClient {
  /** Interface document, "Get or create a user group". `userGroupId` is compared with the answer's `provided_id`. */
  getOrCreate(
    target: ServiceTarget,
    userGroupId: string,
    body: string,
    options?: RequestOptions,
  ): Promise<GetOrCreateAnswer>;
  /** Interface document, "Update a user group". */
  update(target: ServiceTarget, userGroupId: string, body: string, options?: RequestOptions): Promise<ServiceAnswer>;
  /** Interface document, "Rotate a user group token". Never sent twice. `userGroupId` is compared when given. */
  rotate(
    target: ServiceTarget,
    userGroupId: string | undefined,
    currentToken: string,
    options?: RotateOptions,
  ): Promise<ServiceAnswer>;
  /** Closes idle connections. */
  close(): Promise<void>;
}

/** How requests leave this machine, at this moment: what the person has set, never a workspace. */
export interface Network {
  /** False: no proxy at all, whatever else is set (`http.proxySupport` is `off`). */
  readonly proxySupport: boolean;
  /** `http.proxy`. */
  readonly proxy: string | undefined;
  /** `http.noProxy`. */
  readonly noProxy: readonly string[];
  /** `http.proxyAuthorization`: the value of the header that a proxy, and nobody else, is given. */
  readonly proxyAuthorization: string | undefined;
  /** `http.proxyStrictSSL`. */
  readonly proxyStrictSSL: boolean;
  /** `http.systemCertificates`. */
  readonly systemCertificates: boolean;
  /** Of the environment: `HTTPS_PROXY` and its like. */
  readonly variable: (name: string) => string | undefined;
}

export interface NetworkSettings {
  /** Read anew for each call. */
  current(): Network;
}

/** What to try the way to a service with. No token: none is sent. */
export interface ProbeTarget {
  readonly baseUrl: string;
  readonly timeoutSeconds: number;
  readonly caFile?: string | undefined;
}

export interface ProbeStep {
  readonly name: 'Proxy' | 'DNS' | 'TCP' | 'TLS to the proxy' | 'Tunnel' | 'TLS' | 'Answer';
  /** `skipped`: not come to, since an earlier one failed. `none`: there is nothing to do here. */
  readonly state: 'done' | 'failed' | 'skipped' | 'none';
  /** The first says how it ended; the others are details. Foreign text in it is harmless. */
  readonly lines: readonly string[];
}

/** Tries the way to a service, as requests go, by a HEAD of `/` without a token. Changes nothing there. */
export interface ConnectionProbe {
  /**
   * @throws UserGroupsError `cancelled`; `invalid` when the settings describe no way. Anything else is a step that
   * failed.
   */
  probe(target: ProbeTarget, signal?: AbortSignal): Promise<readonly ProbeStep[]>;
}

// ---- the store --------------------------------------------------------------------------------------------------

export interface ConnectionRow {
  readonly id: string;
  readonly kind: 'service' | 'sandbox';
  readonly name: string;
  readonly baseUrl: string;
  /** About the API token that was used at this origin. */
  readonly mismatch?: (TokenMismatch & { readonly origin: string }) | undefined;
}

/** An environment variable, by its name in capitals, and an origin that its API token may be sent to. */
export interface VariableOrigin {
  readonly variable: string;
  readonly origin: string;
}

/** For how long a connection that was removed can be restored, in milliseconds. */
export const REMOVED_KEPT_MS = 7 * 24 * 60 * 60 * 1000;

/** A connection that was removed and can be restored, with all that belongs to it. */
export interface RemovedConnection extends Omit<ConnectionRow, 'doubt'> {
  readonly removedAt: number;
  /** As it stood in the settings, JSON text. Absent: it did not. */
  readonly entry?: string | undefined;
}

/** What is known of the API token that a connection uses. */
export interface ApiTokenStanding {
  /** Of this token at this origin: another token, or the same elsewhere, gets another one. */
  readonly id: number;
  readonly origin: string;
  /** Tells it from another token; absent when no key could be had to make it with. */
  readonly fingerprint?: Pick<SealedToken, 'keyId' | 'fingerprint'> | undefined;
  /** A group that had answered under another token has answered the same under this one, or the person keeps it. */
  readonly isProved: boolean;
  readonly mismatch?: TokenMismatch | undefined;
  /** A contradiction of environments that the person has accepted. */
  readonly accepted?: string | undefined;
}

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

/** How a sending ended, and what is to be remembered of it, in one transaction. */
export interface SendResult {
  readonly outcome: Exclude<SendOutcome, 'sending'>;
  readonly at: number;
  readonly status?: number | undefined;
  readonly durationMs?: number | undefined;
  readonly reason?: string | undefined;
  /** Replaces what was last answered. Fields the operation does not return keep what is known. */
  readonly answer?: UserGroupAnswer | undefined;
  /** The current token. One that differs moves the former to the replaced ones. */
  readonly token?: SealedToken | undefined;
  /** The document without a draft from now on. */
  readonly base?:
    | {
        readonly text: string;
        readonly from: 'sent' | 'answered';
        /** The text has a `mapping`: with `sent`, the mapping is the one last sent from here. */
        readonly mappingKnown: boolean;
        /** The group was created from it: a text without a `mapping` says that none is set. */
        readonly isCreation?: boolean | undefined;
        /** What the text says. */
        readonly entries: BaseEntries;
      }
    | undefined;
  /** A draft to keep (when what was sent was not applied), or `clear`: remove it when it equals what was sent. */
  readonly draft?: 'clear' | { readonly text: string } | undefined;
  readonly existedNotApplied?: boolean | undefined;
  readonly gone?: boolean | undefined;
  /**
   * Tokens that were issued before this one and could not be stored then, with the time when they came: they are
   * replaced ones.
   */
  readonly superseded?: readonly { readonly sealed: SealedToken; readonly at: number }[] | undefined;
  /**
   * It could not be stored when it came: what was recorded since of what was sent later is newer, all but the token.
   */
  readonly isLate?: boolean | undefined;
}

/** What a rotation is about: a group, or a token that no group in the list holds. */
export type RotationSubject = Pick<OpenRotation, 'connectionId' | 'userGroupId'>;

export interface PendingRotation {
  readonly at: number;
  /** The token that is to be replaced, bound to the subject. */
  readonly token: SealedToken;
  /** The group's token in the store when `token` was chosen, where there was one. */
  readonly chosen?: SealedToken | undefined;
  /** An open rotation of it that is known about, and no reason against this one. */
  readonly despite?: number | undefined;
}

/**
 * Why a rotation does not begin: another one stands in its way, or the group has another token than when this one was
 * chosen.
 */
export type NotStarted = { readonly refusedFor: OpenRotation } | { readonly refusedFor: 'otherToken' };

/** How a rotation ended. */
export type RotationResult = SendResult & {
  /** Of a token that no group in the list held: whose it is, by the answer. */
  readonly userGroupId?: string | undefined;
  /** Then also the token that was replaced, bound to that group. */
  readonly former?: SealedToken | undefined;
};

/** A sending that its window did not live to see answered. */
export interface AbandonedSending {
  readonly operation: Operation;
  readonly connectionId: string;
  /** Absent: the rotation of a token that no group in the list holds. */
  readonly userGroupId?: string | undefined;
  readonly at: number;
}

export interface VersionQuery {
  readonly ref?: GroupRef | undefined;
  readonly limit: number;
  /** Versions older than this version id. */
  readonly before?: number | undefined;
}

export interface ReplacedToken {
  readonly sealed: SealedToken;
  readonly issuedAt: number;
  readonly replacedAt: number;
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

/** What a group must be like to be found. Fields are looked at as in its base, never as in a draft. */
export type GroupCondition =
  /** Without a value: has it. */
  | { readonly kind: 'property'; readonly path: string; readonly value?: string | undefined }
  /** Never a group whose base nobody here knows. */
  | { readonly kind: 'missing'; readonly path: string }
  | { readonly kind: 'mapping'; readonly schemaId: string; readonly dataSource?: string | undefined }
  | { readonly kind: 'connection'; readonly connectionId: string }
  | { readonly kind: 'is'; readonly state: State };

export interface GroupQuestion {
  /** Each in the id or the name, in any letter case. */
  readonly words: readonly string[];
  readonly conditions: readonly GroupCondition[];
}

/** Where a search goes on: folded, as the store orders. */
export interface FoundCursor {
  readonly folded: string;
  readonly stored: string;
}

/** How many groups of one connection are as asked, and when the service last answered for them. */
export interface MatchCount {
  readonly connectionId: string;
  readonly groups: number;
  /** For how many it ever did. */
  readonly answered: number;
  readonly oldest?: number | undefined;
  readonly newest?: number | undefined;
}

/** One stretch of the list, looked through. */
export interface FoundSlice {
  /** By name, then id. */
  readonly groups: readonly UserGroupSummary[];
  readonly counts: readonly MatchCount[];
  /** Absent: that was the last stretch. */
  readonly next?: FoundCursor | undefined;
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

export interface MappingEntry {
  readonly schemaId: string;
  /**
   * Decoded when it is a string, as typed when it is an integer, so that "213" and 213 are the same; absent when it is
   * neither.
   */
  readonly dataSource?: string | undefined;
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
  /** How many other groups map a schema to it, whichever. */
  readonly groups: number;
  /** The one other group that uses it, when there is exactly one and this group, as last sent, does not. */
  readonly onlyBy?: NamedGroup | undefined;
}

/**
 * What the other groups of a connection have, by their bases and never by drafts. Quick at any number of groups. `ref`
 * names the group that asks, which is left out of every count; the store need not know it.
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

/** May the next request leave? */
export interface Turn {
  /** 0: it may, and its turn is taken. Otherwise to be asked again after so many milliseconds. */
  readonly waitMs: number;
  /** The service has asked to wait. */
  readonly isHeldBack: boolean;
}

/** One pace for all requests of a connection, in every window. `now` and `until` are milliseconds since 1970. */
export interface PaceStore {
  /** Without a rule there is no limit, but what the service asks for. */
  reserveTurn(connectionId: string, rule: PaceRule | undefined, now: number, isBulk: boolean): Turn;
  /** The service asks to send nothing before this. */
  holdBack(connectionId: string, until: number): void;
}

export interface NewRun extends RunOptions {
  readonly kind: RunKind;
  readonly connectionId: string;
  readonly baseUrl: string;
  readonly at: number;
}

/** What the window that works on a run is asked for. */
export type RunWish = 'pause' | 'cancel';

export interface StoredRun extends NewRun {
  readonly id: number;
  readonly state: RunState;
  readonly asked?: RunWish | undefined;
  readonly pausedBecause?: string | undefined;
  readonly total: number;
  readonly owner?: string | undefined;
}

/** What became of an item. `waiting`: it was not sent, and is to be. */
export interface ItemEnd extends Pick<RunItem, 'number' | 'reason'> {
  readonly outcome: Exclude<ItemOutcome, 'sending'>;
  readonly isNotApplied?: boolean | undefined;
  readonly at?: number | undefined;
}

/** How a run leaves the hands of its owner. */
export interface RunLeft {
  readonly state: Extract<RunState, 'waiting' | 'paused' | 'ended' | 'cancelled'>;
  readonly because?: string | undefined;
  /** The person has been asked after the first ones: never again. */
  readonly hasAsked?: boolean | undefined;
}

export interface ItemQuery {
  readonly outcome?: ItemOutcome | undefined;
  readonly isNotApplied?: boolean | undefined;
  /** In the id or the reason, in any letter case. */
  readonly text?: string | undefined;
  /** Items with a number above this. */
  readonly after: number;
  /** So many of those are left out first; not with `text`. */
  readonly offset?: number | undefined;
  readonly limit: number;
}

/**
 * Runs of bulk work. `owner` names a window that works on one; a window that owned it and no longer does changes
 * nothing.
 */
export interface RunStore {
  /** Its items are still to come; seen by nobody until `isFilled`. */
  beginRun(run: NewRun, owner: string): number;
  /** Numbered on. @throws UserGroupsError `conflict` when the run is gone */
  addRunItems(runId: number, items: readonly NewRunItem[]): void;
  isFilled(runId: number): void;
  /** Newest first. */
  runs(): StoredRun[];
  run(runId: number): StoredRun | undefined;
  /** Nobody sees it from now on. Its rows go with `clearRemovedRuns`. */
  removeRun(runId: number): void;
  /**
   * Removes so many items, at most, of a run that was removed, or that no window lived to fill. Answers whether there
   * may be more.
   */
  clearRemovedRuns(limit: number): boolean;
  /**
   * Owns it from now on, unless another window does that lives, or it is at its end. What its former owner left in the
   * middle is settled; where that must be looked at first, the run comes back `paused`, and nobody owns it.
   */
  leaseRun(runId: number, owner: string): StoredRun | undefined;
  /** The same for one that is at its end, too, but not while any window works on it. */
  reopenRun(runId: number, owner: string): StoredRun | undefined;
  /** Says that the owner lives. `undefined`: it owns the run no more. */
  keepRun(runId: number, owner: string): StoredRun | undefined;
  /** Answers whether a living window works on it, that will see it. */
  askOfRun(runId: number, wish: RunWish): boolean;
  /** Keeps what became of items, lets go of the run. */
  leaveRun(runId: number, owner: string, ended: readonly ItemEnd[], left: RunLeft): void;
  /**
   * Keeps what became of items, and takes the next ones that wait, as `sending`. `undefined`: it owns the run no more.
   * Written together with what is sent at the same time.
   */
  nextItems(runId: number, owner: string, ended: readonly ItemEnd[], limit: number): Promise<RunItem[] | undefined>;
  /**
   * Keeps the text that is about to be sent, and what was before it: whatever becomes of this window, they are what was
   * sent. Answers false when it owns the run no more; then it must not be sent. Written together with what is sent at
   * the same time.
   */
  keepPrepared(runId: number, owner: string, prepared: Pick<RunItem, 'number' | 'text' | 'before'>): Promise<boolean>;
  itemCounts(runId: number): ItemCounts;
  /** Looks through a stretch of them; `next` is where to go on. */
  runItems(runId: number, query: ItemQuery): { readonly items: readonly RunItem[]; readonly next: number | undefined };
  /** The same, their numbers alone. */
  runItemNumbers(
    runId: number,
    query: Omit<ItemQuery, 'limit' | 'offset'>,
  ): { readonly numbers: readonly number[]; readonly next: number | undefined };
  /** So many items with one of these outcomes wait again; answers how many did. */
  waitAgain(runId: number, owner: string, outcomes: readonly ItemOutcome[], limit: number): number;
  /** While it is held, changes of this window are told twice a second at most. */
  holdChanges(): Disposable;
}

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
  beginSend(
    ref: GroupRef,
    sending: { readonly operation: Operation; readonly text: string; readonly at: number },
  ): number;
  /**
   * Closes what `beginSend` opened. A group that only this sending had listed is removed again when nothing arrived at
   * the service.
   */
  finishSend(versionId: number, result: SendResult): UserGroupRecord | undefined;
  /**
   * The same two for many at once: on disk when the promise resolves, with one flush of the disk for all that come at
   * the same moment.
   */
  beginSendBatched(
    ref: GroupRef,
    sending: { readonly operation: Operation; readonly text: string; readonly at: number },
  ): Promise<number>;
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

/** For how long a window may be silent about what it sends, in milliseconds, before others take it for gone. */
export const LEASE_MS = 15_000;

/** What a sealed secret is bound to: it opens for nothing else. Without more it is the token of a group. */
export interface SealedFor {
  readonly connectionId: string;
  /** Absent: of no group in the list. */
  readonly userGroupId?: string | undefined;
  readonly isAnswer?: boolean | undefined;
}

/** Seals group tokens (AES-256-GCM) with a key kept in `Secrets`, bound to the group they belong to. */
export interface TokenSealer {
  /** Rejects with `unavailable` when no key can be kept. */
  seal(secret: string, owner: SealedFor): Promise<SealedToken>;
  /** `undefined` when its key is gone or the box is not this owner's: the secret is not readable here. */
  unseal(sealed: SealedToken, owner: SealedFor): Promise<string | undefined>;
  /** The token's fingerprint under each of these keys that is readable here. */
  fingerprints(token: string, keyIds: readonly string[]): Promise<Pick<SealedToken, 'keyId' | 'fingerprint'>[]>;
  /** Which of these keys are readable here. */
  readableKeys(keyIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Lets go of every key that was found or made: they are asked for again. */
  forget(): void;
}

export interface WriteOptions {
  /** What has the name already stays, and writing fails with `conflict`; or it gives way once the file is whole. */
  readonly existing: 'keep' | 'replace';
  /** For its owner alone. Else it gets the permissions of the file that it replaces, or those of any new file. */
  readonly isPrivate?: boolean;
}

/** Files on this machine's disk, maybe larger than memory. Failures are `UserGroupsError`s of kind `unavailable`. */
export interface LargeFiles {
  /** A file that cannot be written to its end is not there. A link is never followed: it may be replaced itself. */
  write(path: string, pieces: AsyncIterable<string>, options: WriteOptions): Promise<void>;
  /** From its beginning. */
  read(path: string): AsyncIterable<Uint8Array>;
  /** Where the path leads, with every link in it followed. */
  realPath(path: string): Promise<string>;
}

// ---- the editor's own keeping -------------------------------------------------------------------------------------

export interface Secrets {
  get(key: string): Promise<string | undefined>;
  store(key: string, value: string): Promise<void>;
  delete(key: string): Promise<void>;
  keys(): Promise<readonly string[]>;
}

/** Small facts that need no transaction (VS Code's global state). */
export interface Memory {
  get(key: string): unknown;
  set(key: string, value: unknown): Promise<void>;
  keys(): readonly string[];
}

export interface Settings {
  /** As typed by the person: entries may be of any shape. */
  connections(): readonly unknown[];
  saveConnections(connections: readonly ConnectionConfig[]): Promise<void>;
  requestTimeoutSeconds(): number;
  confirmSend(): 'customer' | 'always' | 'never';
  clipboardClearSeconds(): number;
  keepReplacedTokensDays(): number;
  /** As typed by the person: a program and its arguments; empty when there is none. */
  handOverCommand(): readonly unknown[];
  /** As typed by the person: a schema, a path, or anything. */
  mappingSchema(): unknown;
  propertiesSchema(): unknown;
  schemaErrors(): 'warn' | 'block';
  readonly onDidChange: Event<void>;
}

/** Whether the person trusts the workspace of this window (VS Code's Restricted Mode). */
export interface WorkspaceTrust {
  isTrusted(): boolean;
  /** Trust was granted. */
  readonly onDidChange: Event<void>;
}

/** One finished request. Holds no body and no secret. */
export interface RequestLine {
  readonly operation: Operation;
  readonly userGroupId: string | undefined;
  readonly connection: string;
  /** Status of the answer, or what happened instead ("no answer: ECONNREFUSED"). */
  readonly outcome: string;
  readonly durationMs: number;
  /** Bytes of the answer's body as received. */
  readonly sizeBytes: number;
  readonly attempt: number;
}

export interface Log {
  request(line: RequestLine): void;
  info(message: string): void;
  warn(message: string): void;
  /** For bugs: the stack of an error that is not meant for a person. */
  bug(error: unknown): void;
}

/** The local sandbox, running in this process. */
export interface RunningSandbox {
  readonly baseUrl: string;
  readonly apiToken: string;
  close(): Promise<void>;
}

export type { Disposable, Event };
