// The store of rows over node:sqlite: each method of the port is one question or one transaction.

import type { TokenMismatch } from '../core/connection.ts';
import type { Disposable } from '../core/emitter.ts';
import { UserGroupsError } from '../core/errors.ts';
import { requireNoneOpen } from '../core/openRotations.ts';
import type { PaceRule } from '../core/paceRule.ts';
import type { ItemCounts, ItemOutcome, NewRunItem, RunItem } from '../core/runs.ts';
import type { ApiTokenStanding, VariableOrigin } from '../core/ports/apiTokenStore.ts';
import type { ConnectionRow, RemovedConnection } from '../core/ports/connectionStore.ts';
import type { FoundCursor, FoundSlice, GroupQuestion } from '../core/ports/groupSearch.ts';
import type { GroupFacts, KeptCounts, KnownId, PageCursor } from '../core/ports/userGroupStore.ts';
import type {
  AbandonedSending,
  PendingRotation,
  NewSending,
  NotStarted,
  RotationResult,
  RotationSubject,
  SendResult,
  VersionQuery,
} from '../core/ports/journal.ts';
import type { Turn } from '../core/ports/paceStore.ts';
import type { ItemEnd, ItemQuery, NewRun, RunLeft, RunWish, StoredRun } from '../core/ports/runStore.ts';
import type { DataSourceUse, NamedGroup, NameUse } from '../core/ports/siblingStore.ts';
import type { UserGroupStore } from '../core/ports/store.ts';
import type { ReplacedToken } from '../core/ports/tokenStore.ts';
import type {
  GroupRef,
  NewDraft,
  OpenRotation,
  SealedToken,
  SentVersion,
  TokenOwner,
  UserGroupRecord,
  UserGroupSummary,
} from '../core/userGroup.ts';
import { ApiTokenRows, type Verdict } from './connections/apiTokenRows.ts';
import { BaseEntryRows } from './groups/baseEntryRows.ts';
import { ConnectionClearing } from './connections/connectionClearing.ts';
import { ConnectionRows } from './connections/connectionRows.ts';
import { Database } from './database/database.ts';
import { LiveConnections } from './database/liveConnections.ts';
import { GroupMatches } from './search/groupMatches.ts';
import { GroupWriter } from './groups/groupWriter.ts';
import { keyRingOf } from './database/keyRing.ts';
import type { LeaseKeeper } from './database/leaseKeeper.ts';
import { NewDraftRows } from './groups/newDraftRows.ts';
import { PaceRows } from './connections/paceRows.ts';
import { RemovedConnectionRows } from './connections/removedConnectionRows.ts';
import { ReplacedTokenRows } from './groups/replacedTokenRows.ts';
import { RotationItems } from './runs/rotationItems.ts';
import { RotationRows } from './journal/rotationRows.ts';
import { RunItemRows } from './runs/runItemRows.ts';
import { RunRows } from './runs/runRows.ts';
import { Sendings } from './journal/sendJournal.ts';
import { SiblingUses } from './search/siblingUses.ts';
import type { KeyRing } from './database/tokenSealer.ts';
import { PutGroups } from './journal/putGroups.ts';
import { TokenOwners } from './groups/tokenOwners.ts';
import { withDraft, withoutDraft } from './groups/userGroupChanges.ts';
import { UserGroupList } from './search/userGroupList.ts';
import { UserGroupRows } from './groups/userGroupRows.ts';
import { VariableRows } from './connections/variableRows.ts';
import { VersionRows } from './journal/versionRows.ts';

export interface StoreOptions {
  /** Of the database file, made when missing, with its folder; `:memory:` keeps nothing. */
  readonly path: string;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** How long another window's transaction is waited for. */
  readonly busyTimeoutMs?: number | undefined;
  /** Keeps the leases of what is under way while this window is too busy for it. */
  readonly keeper?: LeaseKeeper | undefined;
}

/** The store, and the row that remembers which key seals tokens. */
export interface SqliteStore extends UserGroupStore {
  readonly keyRing: KeyRing;
}

/**
 * Opens the database; several windows may have the same file open.
 * @throws UserGroupsError `unavailable` when it cannot be opened, or was written by a newer version, or one too old.
 */
export function openStore({ path, now = Date.now, busyTimeoutMs, keeper }: StoreOptions): SqliteStore {
  return new Store(new Database(path, now, busyTimeoutMs), now, keeper);
}

class Store implements SqliteStore {
  readonly setAside;
  readonly onDidChange;
  readonly keyRing;
  readonly #database: Database;
  readonly #now: () => number;
  readonly #connections;
  readonly #liveConnections;
  readonly #clearing;
  readonly #removed;
  readonly #apiTokens;
  readonly #variables;
  readonly #groups;
  readonly #list;
  readonly #matches;
  readonly #newDrafts;
  readonly #versions;
  readonly #replacedTokens;
  readonly #entries;
  readonly #siblings;
  readonly #rotations;
  readonly #owners;
  readonly #writer;
  readonly #sendings;
  readonly #paces;
  readonly #runs;
  readonly #runItems;
  readonly #putGroups;
  readonly #keeper: LeaseKeeper | undefined;

  constructor(database: Database, now: () => number, keeper: LeaseKeeper | undefined) {
    this.#database = database;
    this.#keeper = keeper;
    this.#now = now;
    this.setAside = database.setAside;
    this.onDidChange = database.changes.onDidChange;
    this.keyRing = keyRingOf(database);
    this.#connections = new ConnectionRows(database);
    this.#liveConnections = new LiveConnections(database);
    this.#clearing = new ConnectionClearing(database);
    this.#removed = new RemovedConnectionRows(database);
    this.#apiTokens = new ApiTokenRows(database);
    this.#variables = new VariableRows(database);
    this.#groups = new UserGroupRows(database);
    this.#list = new UserGroupList(database);
    this.#matches = new GroupMatches(database);
    this.#newDrafts = new NewDraftRows(database);
    this.#versions = new VersionRows(database);
    this.#replacedTokens = new ReplacedTokenRows(database);
    this.#entries = new BaseEntryRows(database);
    this.#siblings = new SiblingUses(database);
    this.#rotations = new RotationRows(database, now);
    this.#owners = new TokenOwners(database);
    this.#writer = new GroupWriter(this.#groups, now);
    this.#putGroups = new PutGroups({ groups: this.#groups, versions: this.#versions, entries: this.#entries }, now);
    this.#sendings = new Sendings(
      {
        groups: this.#writer,
        versions: this.#versions,
        rotations: this.#rotations,
        replacedTokens: this.#replacedTokens,
        entries: this.#entries,
        rotationItems: new RotationItems(database),
      },
      now,
      keeper,
    );
    this.#paces = new PaceRows(database);
    this.#runs = new RunRows(database, now);
    this.#runItems = new RunItemRows(database);
  }

  connections(): ConnectionRow[] {
    return this.#database.read(() => this.#connections.all());
  }

  addConnection(row: Omit<ConnectionRow, 'id'>): ConnectionRow {
    return this.#database.write(() => this.#connections.add(row));
  }

  changeConnection(id: string, change: { readonly name?: string; readonly baseUrl?: string }): void {
    this.#database.write(() => this.#connections.change(id, change));
  }

  clearConnection(id: string): boolean {
    return this.#database.write(() => {
      this.#requireNoneOpenOn(id);
      return this.#clearing.clearSome(id);
    });
  }

  removeConnection(id: string): void {
    this.#database.write(() => {
      this.#requireNoneOpenOn(id);
      this.#connections.remove(id);
    });
  }

  keepRemoved(id: string, { entry, removedAt }: Pick<RemovedConnection, 'entry' | 'removedAt'>): void {
    this.#database.write(() => {
      this.#requireNoneOpenOn(id);
      this.#removed.keep(id, entry, removedAt);
    });
  }

  removedConnections(): RemovedConnection[] {
    return this.#database.read(() => this.#removed.all(this.#now()));
  }

  restoreConnection(id: string, name: string): void {
    this.#database.write(() => {
      const kind = this.#removed.kindOf(id);
      this.#connections.requireFree(name, id);
      this.#removed.restore(id, kind, name);
    });
  }

  connectionsToErase(): string[] {
    if (!this.#database.read(() => this.#removed.hasAny())) return [];
    return this.#database.writeSilently(() => this.#removed.toErase(this.#now()));
  }

  apiToken(connectionId: string): ApiTokenStanding | undefined {
    return this.#database.read(() => this.#apiTokens.find(connectionId));
  }

  beginApiToken(connectionId: string, token: Pick<ApiTokenStanding, 'origin' | 'fingerprint'>): ApiTokenStanding {
    return this.#database.write(() => this.#apiTokens.begin(connectionId, token));
  }

  validateApiToken(connectionId: string, id: number, verdict: Verdict): void {
    this.#database.write(() => {
      this.#apiTokens.validator(connectionId, id, verdict);
    });
  }

  keepApiToken(connectionId: string, mismatch: TokenMismatch): boolean {
    return this.#database.write(() => this.#apiTokens.keep(connectionId, mismatch));
  }

  dropApiToken(connectionId: string): void {
    this.#database.write(() => {
      this.#apiTokens.drop(connectionId);
    });
  }

  variableOrigins(variable: string): string[] {
    return this.#database.read(() => this.#variables.origins(variable));
  }

  bindVariable(first: VariableOrigin): void {
    this.#database.write(() => {
      this.#variables.addFirst(first);
    });
  }

  allowVariable(origin: VariableOrigin): void {
    this.#database.write(() => {
      this.#variables.add(origin);
    });
  }

  variablesToBind(): { readonly connectionId: string; readonly origin: string }[] {
    return this.#database.read(() => this.#variables.toBind());
  }

  bindVariablesOf(origins: readonly VariableOrigin[]): void {
    this.#database.write(() => {
      this.#variables.bind(origins);
    });
  }

  wasAnsweredBefore(ref: GroupRef, id: number): boolean {
    return this.#database.read(() => {
      const row = this.#groups.rowOf(ref);
      const after = this.#apiTokens.afterVersion(id);
      return row !== undefined && (after === undefined || !this.#versions.hasAnsweredSince(row, after));
    });
  }

  group(ref: GroupRef): UserGroupRecord | undefined {
    return this.#database.read(() => this.#groups.find(this.#live(ref))?.record);
  }

  requireInPlace(): void {
    this.#database.requireInPlace();
  }

  groupPage(connectionId: string, after: PageCursor | undefined, limit: number): UserGroupSummary[] {
    return this.#database.read(() => this.#list.page(this.#liveId(connectionId), after, limit));
  }

  groupCount(connectionId: string): number {
    return this.#database.read(() => this.#list.groupCount(this.#liveId(connectionId)));
  }

  count(connectionId: string): ReturnType<UserGroupStore['count']> {
    return this.#database.read(() => this.#list.count(this.#liveId(connectionId)));
  }

  keptCounts(connectionId?: string): KeptCounts {
    return this.#database.read(() => this.#list.kept(connectionId));
  }

  searchGroups(text: string, limit: number): UserGroupSummary[] {
    return this.#database.read(() => this.#list.search(text, limit));
  }

  matchingGroups(question: GroupQuestion, after: FoundCursor | undefined, limit: number): FoundSlice {
    return this.#database.read(() => this.#matches.slice(question, after, limit));
  }

  summary(ref: GroupRef): UserGroupSummary | undefined {
    return this.#database.read(() => this.#list.summary(this.#live(ref)));
  }

  lookAlikes(ref: GroupRef): string[] {
    return this.#database.read(() => this.#list.lookAlikes(this.#live(ref)));
  }

  idsOfSimilarLength(ref: GroupRef, within: number): string[] {
    return this.#database.read(() => this.#list.idsOfSimilarLength(this.#live(ref), within));
  }

  knownAmong(connectionId: string, userGroupIds: readonly string[]): KnownId[] {
    return this.#database.read(() => {
      const live = this.#liveId(connectionId);
      return userGroupIds.map((userGroupId) => {
        const ref = { connectionId: live, userGroupId };
        return { userGroupId, isKnown: this.#groups.rowOf(ref) !== undefined, alike: this.#list.lookAlikes(ref) };
      });
    });
  }

  putGroups(connectionId: string, groups: readonly GroupFacts[], known: 'stay' | 'replace'): string[] {
    let leased: string[] = [];
    this.#database.writeSilently(() => {
      leased = this.#putGroups.put(this.#liveId(connectionId), groups, known);
    });
    return leased;
  }

  notifyChanged(): void {
    this.#database.changes.fire();
  }

  forget(ref: GroupRef): void {
    this.#database.write(() => {
      const row = this.#groups.rowOf(this.#live(ref));
      if (row === undefined) return;
      requireNoneOpen(this.#sendings.open(row));
      this.#groups.remove(row);
    });
  }

  saveDraft(ref: GroupRef, text: string, at: number): UserGroupRecord {
    return this.#database.write(() => {
      const group = this.#writer.listed(this.#live(ref));
      return this.#writer.save(group, withDraft(group, text, at, this.#now()));
    });
  }

  discardDraft(ref: GroupRef): void {
    this.#database.write(() => {
      const group = this.#groups.find(this.#live(ref));
      if (group !== undefined) this.#writer.save(group, withoutDraft(group, this.#now()));
    });
  }

  newDrafts(connectionId: string): NewDraft[] {
    return this.#database.read(() => this.#newDrafts.all(this.#liveId(connectionId)));
  }

  newDraft(connectionId: string, number: number): NewDraft | undefined {
    return this.#database.read(() => this.#newDrafts.find(this.#liveId(connectionId), number));
  }

  addNewDraft(connectionId: string, text: string, at: number): NewDraft {
    return this.#database.write(() => {
      const number = this.#newDrafts.nextNumber(this.#liveId(connectionId));
      return this.#newDrafts.put({ connectionId, number, text, mtime: at });
    });
  }

  saveNewDraft(connectionId: string, number: number, text: string, at: number): NewDraft | undefined {
    return this.#database.write(() => {
      this.#liveConnections.require(connectionId);
      const former = this.#newDrafts.find(connectionId, number);
      if (former === undefined || former.text === text) return former;
      return this.#newDrafts.put({ connectionId, number, text, mtime: Math.max(at, former.mtime + 1) });
    });
  }

  removeNewDraft(connectionId: string, number: number): void {
    this.#database.write(() => this.#newDrafts.remove(this.#liveId(connectionId), number));
  }

  beginSend(ref: GroupRef, sending: NewSending): number {
    let begun: number | undefined;
    try {
      return this.#database.write(() => (begun = this.#sendings.begin(this.#live(ref), sending)));
    } catch (error) {
      if (begun !== undefined) this.#sendings.neverLeft(begun);
      throw error;
    }
  }

  finishSend(versionId: number, result: SendResult): UserGroupRecord | undefined {
    const record = this.#database.write(() => this.#sendings.finish(versionId, result));
    this.#sendings.isFinished(versionId, result);
    return record;
  }

  async beginSendBatched(ref: GroupRef, sending: NewSending): Promise<number> {
    let begun: number | undefined;
    try {
      return await this.#database.writeBatched(() => (begun = this.#sendings.begin(this.#live(ref), sending)));
    } catch (error) {
      // Perhaps it stands there all the same: nobody waits for its answer.
      if (begun !== undefined) this.#sendings.neverLeft(begun);
      throw error;
    }
  }

  async finishSendBatched(versionId: number, result: SendResult): Promise<UserGroupRecord | undefined> {
    const record = await this.#database.writeBatched(() => this.#sendings.finish(versionId, result));
    this.#sendings.isFinished(versionId, result);
    return record;
  }

  beginRotation(subject: RotationSubject, rotation: PendingRotation): { readonly id: number } | NotStarted {
    let begun: { readonly id: number } | NotStarted | undefined;
    try {
      return this.#database.write(() => (begun = this.#sendings.beginRotation(this.#live(subject), rotation)));
    } catch (error) {
      if (begun !== undefined && 'id' in begun) this.#sendings.rotationNeverLeft(begun.id);
      throw error;
    }
  }

  keepAnswer(rotationId: number, answer: SealedToken): void {
    this.#database.write(() => this.#sendings.keepAnswer(rotationId, answer));
  }

  dropAnswer(rotationId: number): void {
    this.#database.write(() => this.#rotations.dropAnswer(rotationId));
  }

  finishRotation(rotationId: number, result: RotationResult): UserGroupRecord | undefined {
    const record = this.#database.write(() => this.#sendings.finishRotation(rotationId, result));
    this.#sendings.isRotationFinished(rotationId, result);
    return record;
  }

  openRotations(ref?: GroupRef): OpenRotation[] {
    return this.#database.read(() => {
      if (ref === undefined) return this.#sendings.open();
      const row = this.#groups.rowOf(this.#live(ref));
      return row === undefined ? [] : this.#sendings.open(row);
    });
  }

  assignRotation(rotationId: number, ref: GroupRef, token: SealedToken): void {
    this.#database.write(() => this.#sendings.assignRotation(rotationId, ref, token));
  }

  dropRotation(rotationId: number): void {
    this.#database.write(() => this.#sendings.dropRotation(rotationId));
  }

  noLongerSending(versionId: number): void {
    this.#sendings.noLongerSending(versionId);
  }

  noLongerRotating(rotationId: number): void {
    this.#sendings.noLongerRotating(rotationId);
  }

  stillSending(): void {
    this.#database.writeSilently(() => this.#sendings.stillSending());
  }

  closeAbandoned(): AbandonedSending[] {
    return this.#database.write(() =>
      this.#sendings.closeAbandoned().filter(({ connectionId }) => this.#liveConnections.has(connectionId)),
    );
  }

  nextAbandonedAt(): number | undefined {
    return this.#database.read(() => this.#sendings.nextAbandonedAt());
  }

  versions({ ref, limit, before }: VersionQuery): SentVersion[] {
    return this.#database.read(() => {
      if (ref === undefined) return this.#versions.page(undefined, limit, before);
      const row = this.#groups.rowOf(this.#live(ref));
      return row === undefined ? [] : this.#versions.page(row, limit, before);
    });
  }

  replacedTokens(ref: GroupRef): ReplacedToken[] {
    return this.#database.read(() => {
      const row = this.#groups.rowOf(this.#live(ref));
      return row === undefined ? [] : this.#replacedTokens.ofGroup(row);
    });
  }

  dropReplacedTokens(replacedBefore: number): void {
    this.#database.write(() => this.#replacedTokens.dropOlder(replacedBefore));
  }

  dropReplacedTokensOf(ref: GroupRef, count?: number): boolean {
    return this.#database.write(() => {
      const row = this.#groups.rowOf(this.#live(ref));
      if (row === undefined || (count !== undefined && this.#replacedTokens.ofGroup(row).length !== count))
        return false;
      this.#replacedTokens.dropOfGroup(row);
      return true;
    });
  }

  tokenKeyIds(): string[] {
    return this.#database.read(() => this.#owners.keyIds());
  }

  tokenOwners(keyId: string, fingerprint: string): TokenOwner[] {
    return this.#database.read(() => this.#owners.of(keyId, fingerprint));
  }

  siblingNames(ref: GroupRef, field: 'mapping' | 'properties', limit: number): NameUse[] {
    return this.#database.read(() => this.#siblings.names(this.#live(ref), field, limit));
  }

  siblingsWith(ref: GroupRef, field: 'mapping' | 'properties', name?: string): number {
    return this.#database.read(() => this.#siblings.groupsWith(this.#live(ref), field, name));
  }

  siblingDataSources(ref: GroupRef, schemaId: string, limit: number): DataSourceUse[] {
    return this.#database.read(() => this.#siblings.dataSources(this.#live(ref), schemaId, limit));
  }

  onlySiblingWith(ref: GroupRef, dataSource: string): NamedGroup | undefined {
    return this.#database.read(() => this.#siblings.onlyOther(this.#live(ref), dataSource));
  }

  /** Without a limit nothing is written. */
  reserveTurn(connectionId: string, rule: PaceRule | undefined, now: number, isBulk: boolean): Turn {
    const held = this.#database.read(() => this.#paces.heldBack(connectionId, now));
    if (rule === undefined || held.waitMs > 0) return held;
    return this.#database.writeSilently(() => this.#paces.reserve(connectionId, rule, now, isBulk));
  }

  holdBack(connectionId: string, until: number): void {
    this.#database.writeSilently(() => {
      this.#paces.hold(connectionId, until);
    });
  }

  beginRun(run: NewRun, owner: string): number {
    return this.#database.writeSilently(() => this.#runs.begin(this.#live(run), owner));
  }

  addRunItems(runId: number, items: readonly NewRunItem[]): void {
    this.#database.writeSilently(() => {
      const total = this.#runs.count(runId, items.length);
      if (total === undefined)
        throw new UserGroupsError({
          kind: 'conflict',
          happened: 'the run was removed meanwhile, here or in another window',
        });
      this.#runItems.add(runId, total - items.length + 1, items);
    });
  }

  isFilled(runId: number): void {
    this.#database.write(() => {
      this.#runs.isFilled(runId);
    });
  }

  runs(): StoredRun[] {
    return this.#database.read(() => this.#runs.all());
  }

  run(runId: number): StoredRun | undefined {
    return this.#database.read(() => this.#runs.find(runId));
  }

  removeRun(runId: number): void {
    this.#database.write(() => {
      this.#runs.hide(runId);
    });
  }

  clearRemovedRuns(limit: number): boolean {
    if (this.#database.read(() => this.#runs.unfilled()) === undefined) return false;
    return this.#database.writeSilently(() => {
      const runId = this.#runs.unfilled();
      if (runId === undefined) return false;
      if (this.#runItems.remove(runId, limit) < limit) this.#runs.remove(runId);
      return true;
    });
  }

  leaseRun(runId: number, owner: string): StoredRun | undefined {
    const leased = this.#database.write(() => {
      const run = this.#runs.leaseRun(runId, owner);
      const because = run && this.#runItems.settle(runId, run.kind, this.#now());
      if (because === undefined) return run;
      this.#runs.leave(runId, { state: 'paused', because });
      return this.#runs.find(runId);
    });
    if (leased?.state === 'running') this.#keeper?.keep('runs', runId);
    return leased;
  }

  reopenRun(runId: number, owner: string): StoredRun | undefined {
    const leased = this.#database.write(() =>
      this.#runs.reopen(runId, owner, (run) => {
        this.#runItems.settle(runId, run.kind, this.#now());
      }),
    );
    if (leased !== undefined) this.#keeper?.keep('runs', runId);
    return leased;
  }

  keepRun(runId: number, owner: string): StoredRun | undefined {
    return this.#database.writeSilently(() => {
      if (!this.#runs.isOwnedBy(runId, owner)) {
        this.#keeper?.letGo('runs', runId);
        return undefined;
      }
      this.#runs.lease(runId);
      return this.#runs.find(runId);
    });
  }

  askOfRun(runId: number, wish: RunWish): boolean {
    return this.#database.write(() => this.#runs.ask(runId, wish));
  }

  leaveRun(runId: number, owner: string, ended: readonly ItemEnd[], left: RunLeft): void {
    this.#keeper?.letGo('runs', runId);
    this.#database.write(() => {
      if (!this.#runs.isOwnedBy(runId, owner)) return;
      for (const end of ended) this.#runItems.end(runId, end);
      this.#runItems.giveBack(runId);
      this.#runs.leave(runId, left);
    });
  }

  nextItems(runId: number, owner: string, ended: readonly ItemEnd[], limit: number): Promise<RunItem[] | undefined> {
    return this.#database.writeBatched(() => {
      if (!this.#runs.isOwnedBy(runId, owner)) return undefined;
      for (const end of ended) this.#runItems.end(runId, end);
      return limit === 0 ? [] : this.#runItems.lease(runId, limit);
    });
  }

  keepPrepared(runId: number, owner: string, prepared: Pick<RunItem, 'number' | 'text' | 'before'>): Promise<boolean> {
    return this.#database.writeBatched(() => {
      if (!this.#runs.isOwnedBy(runId, owner)) return false;
      this.#runItems.prepare(runId, prepared);
      return true;
    });
  }

  itemCounts(runId: number): ItemCounts {
    return this.#database.read(() => this.#runItems.counts(runId));
  }

  runItems(runId: number, query: ItemQuery): { readonly items: readonly RunItem[]; readonly next: number | undefined } {
    return this.#database.read(() => this.#runItems.page(runId, query));
  }

  runItemNumbers(
    runId: number,
    query: Omit<ItemQuery, 'limit' | 'offset'>,
  ): { readonly numbers: readonly number[]; readonly next: number | undefined } {
    return this.#database.read(() => this.#runItems.numbers(runId, query));
  }

  waitAgain(runId: number, owner: string, outcomes: readonly ItemOutcome[], limit: number): number {
    return this.#database.writeSilently(() => {
      if (!this.#runs.isOwnedBy(runId, owner)) return 0;
      return outcomes.reduce((done, outcome) => done + this.#runItems.again(runId, outcome, limit - done), 0);
    });
  }

  holdChanges(): Disposable {
    return this.#database.changes.hold();
  }

  deleteEverything(): void {
    this.#database.deleteEverything(() => {
      requireNoneOpen(this.#sendings.underWay());
    });
    this.#sendings.forgetAll();
  }

  sweep(): void {
    this.#database.sweep();
  }

  close(): void {
    this.#keeper?.close();
    this.#database.close();
  }

  /**
   * Within the transaction that removes the connection, or part of it: looked at before, a rotation could begin in
   * between.
   */
  #requireNoneOpenOn(connectionId: string): void {
    requireNoneOpen(this.#sendings.open().filter((rotation) => rotation.connectionId === connectionId));
  }

  /** What belongs to a connection that was removed is as if its rows were gone, for whoever still knows its id. */
  #live<T extends { readonly connectionId: string }>(about: T): T {
    const connectionId = this.#liveId(about.connectionId);
    return connectionId === about.connectionId ? about : { ...about, connectionId };
  }

  #liveId(connectionId: string): string {
    return this.#liveConnections.idOf(connectionId);
  }
}
