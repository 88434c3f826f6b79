// The role of what is sent: each method is one question or one transaction.

import { requireNoneOpen } from '../../core/openRotations.ts';
import type {
  AbandonedSending,
  Journal,
  ListAsked,
  ListedRecord,
  NewSending,
  NotStarted,
  PendingRotation,
  Renamed,
  RotationEnding,
  RotationSubject,
  SendResult,
  VersionQuery,
} from '../../core/ports/journal.ts';
import type {
  GroupRef,
  OpenRotation,
  SealedToken,
  SentVersion,
  UserGroupRecord,
  VersionSummary,
} from '../../core/userGroup.ts';
import type { Database } from '../database/database.ts';
import type { LiveConnections } from '../database/liveConnections.ts';
import type { UserGroupRows } from '../groups/userGroupRows.ts';
import type { ListJournal } from './listJournal.ts';
import type { RotationJournal } from './rotationJournal.ts';
import { refOfRotation, type RotationRows } from './rotationRows.ts';
import type { SendJournal } from './sendJournal.ts';
import type { VersionRows } from './versionRows.ts';

interface Rows {
  readonly live: LiveConnections;
  readonly groups: UserGroupRows;
  readonly versions: VersionRows;
  readonly rotations: RotationRows;
}

interface Parts {
  readonly sends: SendJournal;
  readonly rotations: RotationJournal;
  readonly lists: ListJournal;
}

/** No row has this id. */
const NOT_BEGUN = 0;

export class SqliteJournal implements Journal {
  readonly #database: Database;
  readonly #rows: Rows;
  readonly #sends: SendJournal;
  readonly #rotations: RotationJournal;
  readonly #lists: ListJournal;

  constructor(database: Database, rows: Rows, { sends, rotations, lists }: Parts) {
    this.#database = database;
    this.#rows = rows;
    this.#sends = sends;
    this.#rotations = rotations;
    this.#lists = lists;
  }

  beginSend(ref: GroupRef, sending: NewSending): number {
    let begun = NOT_BEGUN;
    try {
      return this.#database.write(() => (begun = this.#sends.begin(this.#rows.live.of(ref), sending)));
    } catch (error) {
      this.#sends.awaited.neverLeft(begun);
      throw error;
    }
  }

  finishSend(versionId: number, result: SendResult): UserGroupRecord | undefined {
    const record = this.#database.write(() => this.#sends.finish(versionId, result));
    this.#sends.awaited.isFinished(versionId, result);
    return record;
  }

  async beginSendBatched(ref: GroupRef, sending: NewSending): Promise<number> {
    let begun = NOT_BEGUN;
    try {
      return await this.#database.writeBatched(() => (begun = this.#sends.begin(this.#rows.live.of(ref), sending)));
    } catch (error) {
      // Perhaps it stands there all the same: nobody waits for its answer.
      this.#sends.awaited.neverLeft(begun);
      throw error;
    }
  }

  async finishSendBatched(versionId: number, result: SendResult): Promise<UserGroupRecord | undefined> {
    const record = await this.#database.writeBatched(() => this.#sends.finish(versionId, result));
    this.#sends.awaited.isFinished(versionId, result);
    return record;
  }

  askForList(connectionId: string): ListAsked {
    return this.#database.writeSilently(() => this.#lists.ask(this.#rows.live.idOf(connectionId)));
  }

  keepListed(asked: ListAsked, groups: readonly ListedRecord[]): Promise<string[]> {
    return this.#database.writeBatched(() => {
      const live = this.#rows.live.of(asked);
      return groups.filter((group) => this.#lists.keep(live, group)).map(({ userGroupId }) => userGroupId);
    });
  }

  markAbsent(
    asked: ListAsked,
    userGroupIds: readonly string[],
    renamed: (newId: string) => Renamed,
  ): Promise<string[]> {
    return this.#database.writeBatched(() => {
      const live = this.#rows.live.of(asked);
      return userGroupIds.filter((userGroupId) => this.#lists.markAbsent(live, userGroupId, renamed));
    });
  }

  versions(query: VersionQuery): SentVersion[] {
    return this.#ofGroupOrAll(query, (row) => this.#rows.versions.page(row, query));
  }

  versionSummaries(query: VersionQuery): VersionSummary[] {
    return this.#ofGroupOrAll(query, (row) => this.#rows.versions.summaries(row, query));
  }

  version(id: number): SentVersion | undefined {
    return this.#database.read(() => this.#rows.versions.find(id));
  }

  beginRotation(subject: RotationSubject, rotation: PendingRotation): { readonly id: number } | NotStarted {
    let begun: { readonly id: number } | NotStarted | undefined;
    try {
      return this.#database.write(() => {
        const live = this.#rows.live.of(subject);
        const ref = refOfRotation(live);
        if (ref !== undefined) this.#sends.closeAbandonedEnding(ref);
        return (begun = this.#rotations.begin(live, rotation));
      });
    } catch (error) {
      if (begun !== undefined && 'id' in begun) this.#rotations.awaited.neverLeft(begun.id);
      throw error;
    }
  }

  keepAnswer(rotationId: number, answer: SealedToken): void {
    this.#database.write(() => this.#rotations.keepAnswer(rotationId, answer));
  }

  dropAnswer(rotationId: number): void {
    this.#database.write(() => this.#rows.rotations.dropAnswer(rotationId));
  }

  finishRotation(rotationId: number, result: RotationEnding): UserGroupRecord | undefined {
    const record = this.#database.write(() => this.#rotations.finish(rotationId, result));
    this.#rotations.awaited.isFinished(rotationId, result);
    return record;
  }

  openRotations(ref?: GroupRef): OpenRotation[] {
    return this.#database.read(() => {
      if (ref === undefined) return this.#rows.rotations.all();
      const row = this.#rowOf(ref);
      return row === undefined ? [] : this.#rows.rotations.ofGroup(row);
    });
  }

  assignRotation(rotationId: number, ref: GroupRef, token: SealedToken): void {
    this.#database.write(() => this.#rotations.assign(rotationId, ref, token));
  }

  dropRotation(rotationId: number): void {
    this.#database.write(() => this.#rotations.drop(rotationId));
  }

  noLongerSending(versionId: number): void {
    this.#sends.awaited.release(versionId);
  }

  noLongerRotating(rotationId: number): void {
    this.#rotations.awaited.release(rotationId);
  }

  stillSending(): void {
    this.#database.writeSilently(() => {
      this.#sends.stillSending();
      this.#rotations.stillSending();
    });
  }

  closeAbandoned(): AbandonedSending[] {
    return this.#database.write(() =>
      [...this.#rotations.closeAbandoned(), ...this.#sends.closeAbandoned()].filter(({ connectionId }) =>
        this.#rows.live.has(connectionId),
      ),
    );
  }

  nextAbandonedAt(): number | undefined {
    const ends = this.#database.read(() => [...this.#rotations.abandonedAt(), ...this.#sends.abandonedAt()]);
    return ends.length === 0 ? undefined : Math.min(...ends);
  }

  /** With the journal goes everything. @throws UserGroupsError `conflict` while a rotation is under way */
  deleteEverything(): void {
    this.#database.deleteEverything(() => {
      requireNoneOpen(this.#rotations.underWay());
    });
    this.#sends.awaited.clear();
    this.#rotations.awaited.clear();
  }

  /** `read` is given the row of the group, and none for all groups. */
  #ofGroupOrAll<T>({ ref }: VersionQuery, read: (groupRow: number | undefined) => T[]): T[] {
    return this.#database.read(() => {
      if (ref === undefined) return read(undefined);
      const row = this.#rowOf(ref);
      return row === undefined ? [] : read(row);
    });
  }

  #rowOf(ref: GroupRef): number | undefined {
    return this.#rows.groups.rowOf(this.#rows.live.of(ref));
  }
}
