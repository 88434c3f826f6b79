// What the centre needs from outside: the remote service, the store, the sealer, secrets, settings, the log.

import type { ConnectionConfig } from './connection.ts';
import type { Disposable, Event } from './emitter.ts';
import type {
  GroupRef, NewDraft, Operation, SealedToken, SendOutcome, SentVersion, UserGroupAnswer, UserGroupRecord, UserGroupSummary,
} from './userGroup.ts';

/** Made on first use and kept: heavy parts load when they are needed. */
export type Lazy<T> = () => Promise<T>;

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
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Told before a wait that the service asked for, so that the person sees why nothing happens. */
  readonly onWaiting?: ((seconds: number, why: string) => void) | undefined;
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
  readonly mayHaveBeenCreatedByThisCall: boolean;
}

/**
 * The three operations of the contract, one method each. `body` is the exact JSON text of the request body.
 * Every method rejects with `UserGroupsError` (architecture: the table of kinds) without `doing`.
 */
export interface UserGroupClient {
  /** Interface document, "Get or create a user group". `userGroupId` is compared with the answer's `provided_id`. */
  getOrCreate(target: ServiceTarget, userGroupId: string, body: string, options?: CallOptions): Promise<GetOrCreateAnswer>;
  /** Interface document, "Update a user group". */
  update(target: ServiceTarget, userGroupId: string, body: string, options?: CallOptions): Promise<ServiceAnswer>;
  /** Interface document, "Rotate a user group token". Never sent twice. `userGroupId` is compared when given. */
  rotate(target: ServiceTarget, userGroupId: string | undefined, currentToken: string, options?: CallOptions): Promise<ServiceAnswer>;
  /** Closes idle connections. */
  close(): Promise<void>;
}

// ---- the store --------------------------------------------------------------------------------------------------

export interface ConnectionRow {
  readonly id: string;
  readonly kind: 'service' | 'sandbox';
  readonly name: string;
  readonly baseUrl: string;
}

/** Where a page of a list goes on: the last row shown. */
export interface PageCursor {
  readonly name: string;
  readonly userGroupId: string;
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
  readonly base?: {
    readonly text: string;
    readonly from: 'sent' | 'answered';
    /** The text has a `mapping`: with `sent`, the mapping is the one last sent from here. */
    readonly mappingKnown: boolean;
  } | undefined;
  /** A draft to keep (when what was sent was not applied), or `clear`: remove it when it equals what was sent. */
  readonly draft?: 'clear' | { readonly text: string } | undefined;
  readonly existedNotApplied?: boolean | undefined;
  readonly gone?: boolean | undefined;
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
 * Local rows. Synchronous, because SQLite is; every write is one transaction on disk when the method returns.
 * Methods reject with `UserGroupsError` of kind `unavailable` when the database cannot be used.
 */
export interface UserGroupStore {
  /** Where a damaged database was set aside when this one was opened. Said once to the person. */
  readonly setAside: string | undefined;
  /** Something changed, here or in another window. */
  readonly onDidChange: Event<void>;

  connections(): ConnectionRow[];
  addConnection(row: Omit<ConnectionRow, 'id'>): ConnectionRow;
  changeConnection(id: string, change: { readonly name?: string; readonly baseUrl?: string }): void;
  /** With its groups, tokens and versions. */
  removeConnection(id: string): void;

  group(ref: GroupRef): UserGroupRecord | undefined;
  /** The group's row of a list. */
  summary(ref: GroupRef): UserGroupSummary | undefined;
  /** By name, then id; `limit` rows after the cursor. */
  groupPage(connectionId: string, after: PageCursor | undefined, limit: number): UserGroupSummary[];
  count(connectionId: string): { readonly groups: number; readonly tokens: number; readonly drafts: number };
  /** Groups whose id or name contains every word of the text, in any letter case. */
  searchGroups(text: string, limit: number): UserGroupSummary[];
  /** Ids of the connection that equal this one but for letter case or white space at the edges, itself excluded. */
  lookAlikes(ref: GroupRef): string[];
  /** Other ids of the connection whose length differs from this one's by at most so many characters. */
  idsOfSimilarLength(ref: GroupRef, within: number): string[];
  /** With its tokens and versions. Nothing happens to the group on the service. */
  forget(ref: GroupRef): void;

  /** Keeps the text as the group's draft, or removes the draft when the text equals the base. Adds the group when it is not listed. */
  saveDraft(ref: GroupRef, text: string, at: number): UserGroupRecord;
  discardDraft(ref: GroupRef): void;

  newDrafts(connectionId: string): NewDraft[];
  newDraft(connectionId: string, number: number): NewDraft | undefined;
  addNewDraft(connectionId: string, text: string, at: number): NewDraft;
  saveNewDraft(connectionId: string, number: number, text: string, at: number): NewDraft;
  removeNewDraft(connectionId: string, number: number): void;

  /** Written before a request leaves: a window that dies in between leaves a trace. Adds the group when it is not listed. */
  beginSend(ref: GroupRef, sending: { readonly operation: Operation; readonly text: string; readonly at: number }): number;
  /** Closes what `beginSend` opened. A group that only this sending had listed is removed again when nothing arrived at the service. */
  finishSend(versionId: number, result: SendResult): UserGroupRecord | undefined;
  versions(query: VersionQuery): SentVersion[];
  replacedTokens(ref: GroupRef): ReplacedToken[];
  /** Removes replaced tokens older than this. */
  dropReplacedTokens(replacedBefore: number): void;

  close(): void;
}

/** Seals group tokens (AES-256-GCM) with a key kept in `Secrets`, bound to the group they belong to. */
export interface TokenSealer {
  /** Rejects with `unavailable` when no key can be kept. */
  seal(token: string, ref: GroupRef): Promise<SealedToken>;
  /** `undefined` when its key is gone or the box is not this group's: the token is not readable here. */
  unseal(sealed: SealedToken, ref: GroupRef): Promise<string | undefined>;
  /** Which of these keys are readable here. */
  readableKeys(keyIds: readonly string[]): Promise<ReadonlySet<string>>;
}

// ---- the editor's own keeping -------------------------------------------------------------------------------------

export interface Secrets {
  get(key: string): Promise<string | undefined>;
  store(key: string, value: string): Promise<void>;
  delete(key: string): Promise<void>;
}

/** Small facts that need no transaction (VS Code's global state). */
export interface Memory {
  get(key: string): unknown;
  set(key: string, value: unknown): Promise<void>;
}

export interface Settings {
  /** As typed by the person: entries may be of any shape. */
  connections(): readonly unknown[];
  saveConnections(connections: readonly ConnectionConfig[]): Promise<void>;
  requestTimeoutSeconds(): number;
  confirmSend(): 'customer' | 'always' | 'never';
  clipboardClearSeconds(): number;
  keepReplacedTokensDays(): number;
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
