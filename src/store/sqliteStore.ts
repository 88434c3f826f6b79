// The store of rows over node:sqlite: each method of the port is one question or one transaction.

import type { ConnectionRow, PageCursor, ReplacedToken, SendResult, UserGroupStore, VersionQuery } from '../core/ports.ts';
import type { GroupRef, NewDraft, SentVersion, UserGroupRecord, UserGroupSummary } from '../core/userGroup.ts';
import { ConnectionRows } from './connectionRows.ts';
import { Database } from './database.ts';
import { keyRingOf } from './keyRing.ts';
import { NewDraftRows } from './newDraftRows.ts';
import { ReplacedTokenRows } from './replacedTokenRows.ts';
import type { KeyRing } from './tokenSealer.ts';
import { afterSending, isEmpty, newlyListed, type StoredUserGroup, withDraft, withoutDraft } from './userGroupChanges.ts';
import { UserGroupList } from './userGroupList.ts';
import { type FoundUserGroup, UserGroupRows } from './userGroupRows.ts';
import { type BegunSending, type Sending, VersionRows } from './versionRows.ts';

export interface StoreOptions {
  /** Of the database file, made when missing, with its folder; `:memory:` keeps nothing. */
  readonly path: string;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** The store, and the row that remembers which key seals tokens. */
export interface SqliteStore extends UserGroupStore {
  readonly keyRing: KeyRing;
}

/**
 * Opens the database; several windows may have the same file open.
 * @throws UserGroupsError `unavailable` when it cannot be opened, or was written by a newer version.
 */
export function openStore({ path, now = Date.now }: StoreOptions): SqliteStore {
  return new Store(new Database(path, now), now);
}

class Store implements SqliteStore {
  readonly setAside;
  readonly onDidChange;
  readonly keyRing;
  readonly #database: Database;
  readonly #now: () => number;
  readonly #connections;
  readonly #groups;
  readonly #list;
  readonly #newDrafts;
  readonly #versions;
  readonly #replacedTokens;
  /** What this window is sending, by version id: the group may be forgotten before the answer comes. */
  readonly #underWay = new Map<number, { readonly ref: GroupRef; readonly sending: Sending }>();

  constructor(database: Database, now: () => number) {
    this.#database = database;
    this.#now = now;
    this.setAside = database.setAside;
    this.onDidChange = database.changes.onDidChange;
    this.keyRing = keyRingOf(database);
    this.#connections = new ConnectionRows(database);
    this.#groups = new UserGroupRows(database);
    this.#list = new UserGroupList(database);
    this.#newDrafts = new NewDraftRows(database);
    this.#versions = new VersionRows(database);
    this.#replacedTokens = new ReplacedTokenRows(database);
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

  removeConnection(id: string): void {
    this.#database.write(() => this.#connections.remove(id));
  }

  group(ref: GroupRef): UserGroupRecord | undefined {
    return this.#database.read(() => this.#groups.find(ref)?.record);
  }

  groupPage(connectionId: string, after: PageCursor | undefined, limit: number): UserGroupSummary[] {
    return this.#database.read(() => this.#list.page(connectionId, after, limit));
  }

  count(connectionId: string): ReturnType<UserGroupStore['count']> {
    return this.#database.read(() => this.#list.count(connectionId));
  }

  searchGroups(text: string, limit: number): UserGroupSummary[] {
    return this.#database.read(() => this.#list.search(text, limit));
  }

  summary(ref: GroupRef): UserGroupSummary | undefined {
    return this.#database.read(() => this.#list.summary(ref));
  }

  lookAlikes(ref: GroupRef): string[] {
    return this.#database.read(() => this.#list.lookAlikes(ref));
  }

  idsOfSimilarLength(ref: GroupRef, within: number): string[] {
    return this.#database.read(() => this.#list.idsOfSimilarLength(ref, within));
  }

  forget(ref: GroupRef): void {
    this.#database.write(() => {
      const row = this.#groups.rowOf(ref);
      if (row !== undefined) this.#groups.remove(row);
    });
  }

  saveDraft(ref: GroupRef, text: string, at: number): UserGroupRecord {
    return this.#database.write(() => {
      const group = this.#listed(ref);
      return this.#save(group, withDraft(group, text, at, this.#now()));
    });
  }

  discardDraft(ref: GroupRef): void {
    this.#database.write(() => {
      const group = this.#groups.find(ref);
      if (group !== undefined) this.#save(group, withoutDraft(group, this.#now()));
    });
  }

  newDrafts(connectionId: string): NewDraft[] {
    return this.#database.read(() => this.#newDrafts.all(connectionId));
  }

  newDraft(connectionId: string, number: number): NewDraft | undefined {
    return this.#database.read(() => this.#newDrafts.find(connectionId, number));
  }

  addNewDraft(connectionId: string, text: string, at: number): NewDraft {
    return this.#database.write(() => {
      const number = this.#connections.takeDraftNumber(connectionId);
      return this.#newDrafts.put({ connectionId, number, text, mtime: at });
    });
  }

  /** One that another window removed meanwhile is kept again: nothing typed is lost. */
  saveNewDraft(connectionId: string, number: number, text: string, at: number): NewDraft {
    return this.#database.write(() => {
      const former = this.#newDrafts.find(connectionId, number);
      if (former?.text === text) return former;
      return this.#newDrafts.put({ connectionId, number, text, mtime: Math.max(at, (former?.mtime ?? 0) + 1) });
    });
  }

  removeNewDraft(connectionId: string, number: number): void {
    this.#database.write(() => this.#newDrafts.remove(connectionId, number));
  }

  beginSend(ref: GroupRef, sending: Sending): number {
    const versionId = this.#database.write(() => this.#versions.begin(this.#listed(ref).row, sending));
    this.#underWay.set(versionId, { ref, sending });
    return versionId;
  }

  finishSend(versionId: number, result: SendResult): UserGroupRecord | undefined {
    const record = this.#database.write(() => {
      const begun = this.#versions.find(versionId) ?? this.#begunAnew(versionId, result);
      return begun && this.#finish(begun, result);
    });
    this.#underWay.delete(versionId);
    return record;
  }

  versions({ ref, limit, before }: VersionQuery): SentVersion[] {
    return this.#database.read(() => {
      if (ref === undefined) return this.#versions.page(undefined, limit, before);
      const row = this.#groups.rowOf(ref);
      return row === undefined ? [] : this.#versions.page(row, limit, before);
    });
  }

  replacedTokens(ref: GroupRef): ReplacedToken[] {
    return this.#database.read(() => {
      const row = this.#groups.rowOf(ref);
      return row === undefined ? [] : this.#replacedTokens.ofGroup(row);
    });
  }

  dropReplacedTokens(replacedBefore: number): void {
    this.#database.write(() => this.#replacedTokens.dropOlder(replacedBefore));
  }

  close(): void {
    this.#database.close();
  }

  #listed(ref: GroupRef): FoundUserGroup {
    return this.#groups.find(ref) ?? this.#groups.add(newlyListed(ref, this.#now()));
  }

  #save(group: FoundUserGroup, changed: StoredUserGroup): UserGroupRecord {
    if (changed !== group) this.#groups.save(group.row, changed);
    return changed.record;
  }

  /** The group was forgotten while the request was under way. A token is the one thing that must not be lost: the group is listed again. */
  #begunAnew(versionId: number, result: SendResult): BegunSending | undefined {
    const underWay = this.#underWay.get(versionId);
    if (underWay === undefined || result.token === undefined) return undefined;
    const { ref, sending } = underWay;
    return { ...sending, ref, id: this.#versions.begin(this.#listed(ref).row, sending) };
  }

  #finish(begun: BegunSending, result: SendResult): UserGroupRecord | undefined {
    this.#versions.close(begun.id, result);
    const group = this.#listed(begun.ref);
    const changed = afterSending(group, begun, result, this.#now());
    const former = group.record.token;
    if (former !== undefined && former !== changed.record.token) this.#replacedTokens.add(group.row, former, result.at);
    const nothingArrived = result.outcome === 'refused' || result.outcome === 'notSent';
    if (nothingArrived && isEmpty(changed.record) && !this.#versions.hasOther(group.row, begun.id)) {
      this.#groups.remove(group.row);
      return undefined;
    }
    return this.#save(group, changed);
  }
}
