// Finds groups by words and filters, counts the matches, and dates what is known of them.

import { UserGroupsError } from '../../core/errors.ts';
import type { FoundCursor, FoundSlice, GroupQuestion, MatchCount } from '../../core/ports/groupSearch.ts';
import type { Store } from '../../core/ports/store.ts';
import type { GroupRef, UserGroupSummary } from '../../core/userGroup.ts';
import { yieldToEventLoop } from '../../core/workSlices.ts';
import type { ConnectionService } from '../connections/connectionService.ts';
import type { GroupService, ListedGroup } from './groupService.ts';
import { NamesInUse } from './namesInUse.ts';
import { completions, type QueryCompletion } from './queryCompletions.ts';
import type { TokenAges } from './tokenAges.ts';
import { understand, type UnderstoodQuery } from './understoodQuery.ts';

export interface Found {
  readonly groups: readonly ListedGroup[];
  readonly counts: readonly MatchCount[];
  readonly matching: number;
  /** The total, or that of this connection. */
  readonly of: number;
}

export interface FindOptions {
  readonly limit: number;
  /** On this connection only. */
  readonly connectionId?: string | undefined;
  /** Reports the groups as soon as they are found, before all others are counted. */
  readonly onGroups?: ((groups: readonly ListedGroup[]) => void) | undefined;
  /** Asked between parts: whether the result is still wanted. */
  readonly isWanted?: (() => boolean) | undefined;
}

export class GroupFinder {
  readonly #store: Store;
  readonly #groups: GroupService;
  readonly #namesInUse: NamesInUse;
  readonly #ages: TokenAges;

  constructor(store: Store, connections: ConnectionService, groups: GroupService, ages: TokenAges) {
    this.#store = store;
    this.#groups = groups;
    this.#ages = ages;
    this.#namesInUse = new NamesInUse(store.search, connections);
  }

  understand(text: string): UnderstoodQuery {
    return understand(text, this.#namesInUse, this.#ages);
  }

  completed(text: string, limit: number): QueryCompletion[] {
    return completions(text, limit, this.#namesInUse);
  }

  /** `undefined`: the result is no longer wanted. @throws UserGroupsError `invalid` for an invalid query */
  async find(
    query: UnderstoodQuery,
    { limit, connectionId, onGroups, isWanted = () => true }: FindOptions,
  ): Promise<Found | undefined> {
    const question = questionOn(query, connectionId);
    const { text } = query;
    // Words alone have their own order: an id that is typed whole comes first.
    const isPlain = !query.hasFilters && connectionId === undefined && !text.includes('"');
    let groups = isPlain ? await this.#groups.search(text, limit) : undefined;
    if (groups !== undefined) onGroups?.(groups);
    const found: UserGroupSummary[] = [];
    const counts = new Map<string, MatchCount>();
    const left = (): number => (groups === undefined ? limit - found.length : 0);
    for await (const slice of this.#parts(question, left)) {
      found.push(...slice.groups);
      for (const count of slice.counts) counts.set(count.connectionId, together(counts.get(count.connectionId), count));
      if (groups === undefined && (found.length >= limit || slice.next === undefined)) {
        groups = await this.#groups.describe(exactFirst(found, question.words.join(' ')));
        if (isWanted()) onGroups?.(groups);
      }
      if (!isWanted()) return undefined;
    }
    return this.#found(groups ?? [], [...counts.values()], connectionId);
  }

  /**
   * Every group of the connection that matches, in the order of the list by name, without keeping any.
   * @throws UserGroupsError `invalid` for an invalid query
   */
  async *refsOf(connectionId: string, text: string): AsyncGenerator<GroupRef, void, void> {
    const question = questionOn(this.understand(text), connectionId);
    for await (const { groups } of this.#parts(question, () => Number.MAX_SAFE_INTEGER))
      for (const { ref } of groups) yield ref;
  }

  /** Those of the connection that match, the oldest tokens first, at most so many: all are looked through for that. */
  async oldestOf(connectionId: string, text: string, limit: number): Promise<ListedGroup[]> {
    const question = { ...questionOn(this.understand(text), connectionId), order: 'tokenAge' as const };
    let oldest: UserGroupSummary[] = [];
    for await (const { groups } of this.#parts(question, () => limit))
      // Those of one age stay by name, as the parts are.
      oldest = [...oldest, ...groups]
        .sort((a, b) => (a.tokenSince ?? Infinity) - (b.tokenSince ?? Infinity) || 0)
        .slice(0, limit);
    return this.#groups.describe(oldest);
  }

  /** Part by part, so that the editor can do other work in between. */
  async *#parts(question: GroupQuestion, limit: () => number): AsyncGenerator<FoundSlice, void, void> {
    let after: FoundCursor | undefined;
    do {
      const slice = this.#store.search.matching(question, after, limit());
      yield slice;
      after = slice.next;
      await yieldToEventLoop();
    } while (after !== undefined);
  }

  /** The matching groups of a connection, at most so many, without counting the others. */
  async groupsOf(connectionId: string, text: string, limit: number): Promise<ListedGroup[]> {
    let groups: readonly ListedGroup[] | undefined;
    await this.find(this.understand(text), {
      limit,
      connectionId,
      onGroups: (found) => {
        groups = found;
      },
      isWanted: () => groups === undefined,
    });
    return [...(groups ?? [])];
  }

  #found(groups: readonly ListedGroup[], counts: readonly MatchCount[], connectionId: string | undefined): Found {
    const ids = connectionId === undefined ? this.#namesInUse.connections().map(({ id }) => id) : [connectionId];
    return {
      groups,
      counts,
      matching: counts.reduce((sum, count) => sum + count.groups, 0),
      of: ids.reduce((sum, id) => sum + this.#store.groups.groupCount(id), 0),
    };
  }
}

/** @throws UserGroupsError `invalid` */
function questionOn({ problems, question }: UnderstoodQuery, connectionId: string | undefined): GroupQuestion {
  const [problem] = problems;
  if (problem !== undefined) throw new UserGroupsError('invalid', problem);
  if (connectionId === undefined) return question;
  return { ...question, conditions: [...question.conditions, { kind: 'connection', connectionId }] };
}

function together(one: MatchCount | undefined, other: MatchCount): MatchCount {
  if (one === undefined) return other;
  const times = [one, other].flatMap(({ oldest, newest }) =>
    oldest === undefined || newest === undefined ? [] : [oldest, newest],
  );
  return {
    connectionId: other.connectionId,
    groups: one.groups + other.groups,
    answered: one.answered + other.answered,
    ...(times.length > 0 && { oldest: Math.min(...times), newest: Math.max(...times) }),
  };
}

function exactFirst(groups: readonly UserGroupSummary[], typed: string): UserGroupSummary[] {
  return [...groups].sort((a, b) => Number(b.ref.userGroupId === typed) - Number(a.ref.userGroupId === typed));
}
