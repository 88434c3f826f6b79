// The role of groups in the list, and of their documents: each method is one question or one transaction.

import { requireNoneOpen } from '../../core/openRotations.ts';
import type {
  GroupFacts,
  KeptCounts,
  KnownId,
  ListOrder,
  PageCursor,
  UserGroupStore,
} from '../../core/ports/userGroupStore.ts';
import type { GroupRef, UserGroupRecord, UserGroupSummary } from '../../core/userGroup.ts';
import type { Database } from '../database/database.ts';
import type { LiveConnections } from '../database/liveConnections.ts';
import type { BaseEntryRows } from './baseEntryRows.ts';
import { GroupWriter } from './groupWriter.ts';
import { type GroupHistory, PutGroups } from './putGroups.ts';
import { requireUnchanged, withDraft, withoutDraft } from './userGroupChanges.ts';
import { UserGroupList } from './userGroupList.ts';
import type { UserGroupRows } from './userGroupRows.ts';

interface Rows {
  readonly live: LiveConnections;
  readonly groups: UserGroupRows;
  readonly entries: BaseEntryRows;
  readonly history: GroupHistory;
}

export class SqliteGroups implements UserGroupStore {
  readonly #database: Database;
  readonly #rows: Rows;
  readonly #now: () => number;
  readonly #list;
  readonly #writer;
  readonly #puts;

  constructor(database: Database, rows: Rows, now: () => number) {
    this.#database = database;
    this.#rows = rows;
    this.#now = now;
    this.#list = new UserGroupList(database);
    this.#writer = new GroupWriter(rows.groups, now);
    this.#puts = new PutGroups(rows, now);
  }

  find(ref: GroupRef): UserGroupRecord | undefined {
    return this.#database.read(() => this.#rows.groups.find(this.#rows.live.of(ref))?.record);
  }

  summary(ref: GroupRef): UserGroupSummary | undefined {
    return this.#database.read(() => this.#list.summary(this.#rows.live.of(ref)));
  }

  page(
    connectionId: string,
    after: PageCursor | undefined,
    limit: number,
    order: ListOrder = 'name',
  ): UserGroupSummary[] {
    return this.#database.read(() => this.#list.page(this.#rows.live.idOf(connectionId), after, limit, order));
  }

  groupsBefore(ref: GroupRef, order: ListOrder = 'name'): number {
    return this.#database.read(() => this.#list.groupsBefore(this.#rows.live.of(ref), order));
  }

  groupCount(connectionId: string): number {
    return this.#database.read(() => this.#list.groupCount(this.#rows.live.idOf(connectionId)));
  }

  olderCount(before: number): number {
    return this.#database.read(() => this.#list.olderCount(before));
  }

  count(connectionId: string): { readonly groups: number; readonly tokens: number; readonly drafts: number } {
    return this.#database.read(() => this.#list.count(this.#rows.live.idOf(connectionId)));
  }

  keptCounts(connectionId?: string): KeptCounts {
    return this.#database.read(() => this.#list.kept(connectionId));
  }

  hasDrafts(): boolean {
    return this.#database.read(() => this.#list.hasDrafts());
  }

  lookAlikes(ref: GroupRef): string[] {
    return this.#database.read(() => this.#list.lookAlikes(this.#rows.live.of(ref)));
  }

  idsOfSimilarLength(ref: GroupRef, within: number): string[] {
    return this.#database.read(() => this.#list.idsOfSimilarLength(this.#rows.live.of(ref), within));
  }

  knownAmong(connectionId: string, userGroupIds: readonly string[]): KnownId[] {
    return this.#database.read(() => this.#list.knownAmong(this.#rows.live.idOf(connectionId), userGroupIds));
  }

  put(connectionId: string, groups: readonly GroupFacts[], known: 'stay' | 'replace'): string[] {
    return this.#database.writeSilently(() => this.#puts.put(this.#rows.live.idOf(connectionId), groups, known));
  }

  forget(ref: GroupRef): void {
    this.#database.write(() => {
      const row = this.#rows.groups.rowOf(this.#rows.live.of(ref));
      if (row === undefined) return;
      requireNoneOpen(this.#rows.history.openRotations(row));
      this.#rows.groups.remove(row);
    });
  }

  saveDraft(ref: GroupRef, text: string, at: number, over?: number): UserGroupRecord {
    return this.#database.write(() => {
      const group = this.#writer.listed(this.#rows.live.of(ref));
      requireUnchanged(group.record.documentMtime, over);
      return this.#writer.save(group, withDraft(group, text, at, this.#now()));
    });
  }

  discardDraft(ref: GroupRef): void {
    this.#database.write(() => {
      const group = this.#rows.groups.find(this.#rows.live.of(ref));
      if (group !== undefined) this.#writer.save(group, withoutDraft(group, this.#now()));
    });
  }
}
