// The groups known on this machine: their documents, drafts and lists. Without requests.

import * as l10n from '@vscode/l10n';
import type { Connection } from '../../core/connection.ts';
import { UserGroupsError, whileDoingSync } from '../../core/errors.ts';
import type { Event } from '../../core/emitter.ts';
import { groupRef } from '../../core/groupKey.ts';
import { groupText } from '../../core/groupText.ts';
import { requireNoneOpen } from '../../core/openRotations.ts';
import { stateText } from '../../core/groupStatus.ts';
import type { ListOrder, PageCursor } from '../../core/ports/userGroupStore.ts';
import type { VersionQuery } from '../../core/ports/journal.ts';
import type { Store } from '../../core/ports/store.ts';
import {
  type GroupRef,
  type KeptCounts,
  type NewDraft,
  type SentVersion,
  type VersionSummary,
  type UserGroupRecord,
  type UserGroupSummary,
} from '../../core/userGroup.ts';
import { emptyDocument } from '../../document/writeDocument.ts';
import { answeredDocument, textLastSent } from './answeredDocument.ts';
import type { GroupTokens } from './groupTokens.ts';
import type { UnrecognizedResponses } from './unrecognizedResponses.ts';
import type { StorageRetryQueue } from './storageRetryQueue.ts';
import { MOST_SLIPS, nearMisses } from './nearMisses.ts';
import { requireReady } from '../connections/serviceTargets.ts';
import type { TokenAges } from './tokenAges.ts';

export interface ListedGroup extends UserGroupSummary {
  readonly isTokenReadable: boolean | undefined;
  readonly isTokenUnstored: boolean;
  readonly hasToken: boolean;
  /** Older than the user's setting allows. */
  readonly isTokenOld: boolean;
  /** The service answered its open rotation in a way that was not understood. */
  readonly hasUnrecognizedResponse: boolean;
  /** The words for its state that interface.md binds. */
  readonly words: readonly string[];
}

export class GroupService {
  readonly #store: Store;
  readonly #tokens: GroupTokens;
  readonly #answers: UnrecognizedResponses;
  readonly #retryQueue: StorageRetryQueue;
  readonly #ages: TokenAges;
  readonly #now: () => number;
  readonly onDidChange: Event<void>;

  constructor(
    store: Store,
    tokens: GroupTokens,
    answers: UnrecognizedResponses,
    retryQueue: StorageRetryQueue,
    ages: TokenAges,
    now: () => number,
  ) {
    this.#store = store;
    this.#tokens = tokens;
    this.#answers = answers;
    this.#retryQueue = retryQueue;
    this.#ages = ages;
    this.#now = now;
    this.onDidChange = store.changes.onDidChange;
  }

  find(ref: GroupRef): UserGroupRecord | undefined {
    return this.#store.groups.find(ref);
  }

  async listed(ref: GroupRef): Promise<ListedGroup | undefined> {
    const summary = this.#store.groups.summary(ref);
    return summary === undefined ? undefined : (await this.describe([summary]))[0];
  }

  async page(
    connectionId: string,
    after: PageCursor | undefined,
    limit: number,
    order?: ListOrder,
  ): Promise<ListedGroup[]> {
    return this.describe(this.#store.groups.page(connectionId, after, limit, order));
  }

  async search(text: string, limit: number): Promise<ListedGroup[]> {
    return this.describe(this.#store.search.containing(text, limit));
  }

  /** How many stand before it in all pages. */
  groupsBefore(ref: GroupRef, order?: ListOrder): number {
    return this.#store.groups.groupsBefore(ref, order);
  }

  groupCount(connectionId: string): number {
    return this.#store.groups.groupCount(connectionId);
  }

  /** Counts what is stored for one connection, or for all. */
  keptCounts(connectionId?: string): KeptCounts {
    return this.#store.groups.keptCounts(connectionId);
  }

  /** Whether anything was typed that was not sent. */
  hasDrafts(): boolean {
    return this.#store.groups.hasDrafts();
  }

  /** Whether any group's replaced token is kept. */
  hasPreviousTokens(): boolean {
    return this.#store.tokens.hasReplaced();
  }

  /** How many tokens are old, by the person's setting; none while nothing is set. */
  oldTokens(): { readonly count: number; readonly days: number } {
    const { days } = this.#ages;
    return { count: days === 0 ? 0 : this.#store.groups.olderCount(this.#ages.before(days)), days };
  }

  previousTokenCount(ref: GroupRef): number {
    return this.#store.groups.summary(ref)?.previousTokens ?? 0;
  }

  lookAlikes(ref: GroupRef): string[] {
    return this.#store.groups.lookAlikes(ref);
  }

  /** Known ids with a few typing errors' difference from this one. */
  nearMisses(ref: GroupRef): string[] {
    return nearMisses(ref.userGroupId, this.#store.groups.idsOfSimilarLength(ref, MOST_SLIPS));
  }

  /**
   * Whether the answer with its token proves that the service issued it then. That of a get-or-create that met the
   * group does not.
   */
  isTokenIssued({ ref, token }: UserGroupRecord): boolean {
    const [brought] = token === undefined ? [] : this.#store.journal.versions({ ref, limit: 1, until: token.at });
    return brought?.outcome === 'created' || brought?.outcome === 'rotated';
  }

  versions(query: VersionQuery): SentVersion[] {
    return this.#store.journal.versions(query);
  }

  versionSummaries(query: VersionQuery): VersionSummary[] {
    return this.#store.journal.versionSummaries(query);
  }

  version(id: number): SentVersion | undefined {
    return this.#store.journal.version(id);
  }

  /**
   * The text of the group's document: its draft, or else what was last sent or written from the last answer.
   * Empty when nothing was ever stored for it.
   */
  documentText(record: UserGroupRecord): string {
    return record.draft?.text ?? textLastSent(this.#store.journal, record) ?? '';
  }

  /** What the service last answered, written as a document. */
  answeredText({ ref, answered }: UserGroupRecord): string {
    return answeredDocument(ref.userGroupId, answered ?? {});
  }

  /**
   * Stores the text as the group's draft. Nothing is sent. `over`: the `documentMtime` of the only text that it may
   * replace. @throws UserGroupsError while the connection awaits an answer; `conflict` when there is another text
   */
  saveDraft(connection: Connection, userGroupId: string, text: string, over?: number): UserGroupRecord {
    return whileDoingSync(
      l10n.t("Couldn't save the draft of {0}.", groupText(userGroupId, connection)),
      { connection: connection.name, userGroupId },
      () => {
        requireReady(connection);
        return this.#store.groups.saveDraft(groupRef(connection, userGroupId), text, this.#now(), over);
      },
    );
  }

  /**
   * @throws UserGroupsError `conflict` when there is nothing to revert to, and while the connection awaits an answer.
   */
  discardDraft(connection: Connection, userGroupId: string): void {
    requireReady(connection);
    const ref = groupRef(connection, userGroupId);
    const record = this.#store.groups.find(ref);
    if (record?.draft !== undefined && record.base === undefined) {
      throw new UserGroupsError(
        'conflict',
        l10n.t('The group has only this draft.'),
        l10n.t('Use "Remove from List…" to remove both.'),
      );
    }
    this.#store.groups.discardDraft(ref);
  }

  /**
   * Requires that the group may leave the list. @throws UserGroupsError `conflict` while a rotation of its token is in
   * progress or open
   */
  requireRemovable(connection: Connection, userGroupId: string): void {
    const doing = l10n.t("Couldn't remove {0} from the list.", groupText(userGroupId, connection));
    whileDoingSync(doing, { connection: connection.name, userGroupId }, () => {
      requireNoneOpen(this.#store.journal.openRotations(groupRef(connection, userGroupId)));
    });
  }

  /** Nothing happens to the group on the service. @throws UserGroupsError as `requireRemovable` */
  remove(ref: GroupRef): void {
    this.#store.groups.forget(ref);
    this.#retryQueue.cancel(ref);
    this.#tokens.dropFromMemory(ref);
  }

  newDrafts(connectionId: string): NewDraft[] {
    return this.#store.newDrafts.all(connectionId);
  }

  newDraft(connectionId: string, number: number): NewDraft | undefined {
    return this.#store.newDrafts.find(connectionId, number);
  }

  addNewDraft(connection: Connection, text = emptyDocument()): NewDraft {
    return whileKeepingNew(connection, () => this.#store.newDrafts.add(connection.id, text, this.#now()));
  }

  /**
   * Likewise. @throws UserGroupsError `notFound` for one that is gone: saving in another window does not recreate it
   */
  saveNewDraft(connection: Connection, number: number, text: string, over?: number): NewDraft {
    return whileKeepingNew(
      connection,
      () => this.#store.newDrafts.save(connection.id, number, text, this.#now(), over) ?? throwGone(),
    );
  }

  removeNewDraft(connectionId: string, number: number): void {
    this.#store.newDrafts.remove(connectionId, number);
  }

  /** With their list rows. */
  async describe(summaries: readonly UserGroupSummary[]): Promise<ListedGroup[]> {
    const readable = await this.#tokens.areReadable(summaries);
    return summaries.map((summary, index) => {
      const isTokenUnstored = this.#tokens.isInMemory(summary.ref);
      const state = {
        ...summary,
        // How old the stored one is says nothing of the one in memory.
        isTokenOld: !isTokenUnstored && this.#ages.isOld(summary.tokenSince),
        isTokenReadable: readable[index],
        isTokenUnstored,
        hasToken: summary.tokenKeyId !== undefined || isTokenUnstored,
      };
      const isRotationOpen = summary.unknownOutcome?.operation === 'rotate';
      const hasUnrecognizedResponse =
        isRotationOpen &&
        this.#store.journal.openRotations(summary.ref).some((rotation) => this.#answers.has(rotation));
      return { ...state, hasUnrecognizedResponse, words: stateText(state, this.#now()) };
    });
  }
}

function throwGone(): never {
  throw new UserGroupsError(
    'notFound',
    l10n.t('Its draft was discarded, or sent in another window.'),
    l10n.t('Keep the text with "Save As…", or copy it into a new group.'),
  );
}

function whileKeepingNew<T>(connection: Connection, work: () => T): T {
  return whileDoingSync(
    l10n.t("Couldn't save the new group on {0}.", connection.name),
    { connection: connection.name },
    () => {
      requireReady(connection);
      return work();
    },
  );
}
