// Finds groups by words and filters: parses the query, finds and counts matches, and dates what is known of them.

import * as l10n from '@vscode/l10n';
import type { Connection } from '../../core/connection.ts';
import { UserGroupsError } from '../../core/errors.ts';
import { fold } from '../../core/folding.ts';
import { foreignText, visibleId } from '../../core/foreignText.ts';
import { sentences } from '../../core/sentences.ts';
import {
  FILTERS,
  lastPart,
  quoted,
  readQuery,
  stateMeaning,
  STATES,
  statesMeant,
  type QueryPart,
} from '../../core/groupQuery.ts';
import { grouped } from '../../core/stateText.ts';
import type { FoundCursor, GroupCondition, GroupQuestion, MatchCount } from '../../core/ports/groupSearch.ts';
import type { Store } from '../../core/ports/store.ts';
import type { GroupRef, UserGroupSummary } from '../../core/userGroup.ts';
import { yieldToEventLoop } from '../../bulk/workSlices.ts';
import type { ConnectionService } from '../connections/connectionService.ts';
import type { GroupService, ListedGroup } from './groupService.ts';
import { MOST_SLIPS, slipsWithin } from './nearMisses.ts';
import { sameName } from '../connections/connectionEntry.ts';

/** A parsed query. */
export interface UnderstoodQuery {
  readonly text: string;
  readonly question: GroupQuestion;
  readonly hasFilters: boolean;
  /** Why it cannot be searched, as sentences. A part of the query finds nothing. */
  readonly problems: readonly string[];
  /** Hints about a valid query, as sentences. */
  readonly notes: readonly string[];
}

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

/** Each is a condition of one statement. Pasting a column of ids is not searching. */
const MOST_PARTS = 100;

export class GroupFinder {
  readonly #store: Store;
  readonly #connections: ConnectionService;
  readonly #groups: GroupService;

  constructor(store: Store, connections: ConnectionService, groups: GroupService) {
    this.#store = store;
    this.#connections = connections;
    this.#groups = groups;
  }

  understand(text: string): UnderstoodQuery {
    const words: string[] = [];
    const conditions: GroupCondition[] = [];
    const problems: string[] = [];
    const notes: string[] = [];
    const parts = readQuery(text);
    if (parts.length > MOST_PARTS)
      return {
        text,
        question: { words, conditions },
        hasFilters: true,
        problems: [l10n.t('Use at most {0} words and filters.', MOST_PARTS)],
        notes,
      };
    const connections = this.#connections.list().filter(({ id }) => id !== '');
    for (const part of parts) {
      if (part.kind === 'word' || part.kind === 'noFilter') {
        words.push(part.text);
        if (part.kind === 'noFilter') notes.push(noFilterText(part.name));
      } else {
        const read = conditionOf(part, connections);
        if (typeof read === 'string') problems.push(read);
        else conditions.push(read);
        if (typeof read !== 'string') notes.push(...this.#unknownNames(read, connections));
      }
    }
    return {
      text,
      question: { words: words.filter((word) => word !== ''), conditions },
      hasFilters: conditions.length + problems.length > 0,
      problems,
      notes,
    };
  }

  /** `undefined`: the result is no longer wanted. @throws UserGroupsError `invalid` for an invalid query */
  async find(
    query: UnderstoodQuery,
    { limit, connectionId, onGroups, isWanted = () => true }: FindOptions,
  ): Promise<Found | undefined> {
    requireNoProblems(query);
    const { text } = query;
    const question =
      connectionId === undefined
        ? query.question
        : {
            ...query.question,
            conditions: [...query.question.conditions, { kind: 'connection' as const, connectionId }],
          };
    // Words alone have their own order: an id that is typed whole comes first.
    const isPlain = !query.hasFilters && connectionId === undefined && !text.includes('"');
    let groups = isPlain ? await this.#groups.search(text, limit) : undefined;
    if (groups !== undefined) onGroups?.(groups);
    const found: UserGroupSummary[] = [];
    const counts = new Map<string, MatchCount>();
    let after: FoundCursor | undefined;
    do {
      const slice = this.#store.search.matching(question, after, groups === undefined ? limit - found.length : 0);
      found.push(...slice.groups);
      for (const count of slice.counts) counts.set(count.connectionId, together(counts.get(count.connectionId), count));
      after = slice.next;
      if (groups === undefined && (found.length >= limit || after === undefined)) {
        groups = await this.#groups.describe(exactFirst(found, query.question.words.join(' ')));
        if (isWanted()) onGroups?.(groups);
      }
      // Lets the editor do other work in between.
      await yieldToEventLoop();
      if (!isWanted()) return undefined;
    } while (after !== undefined);
    return this.#found(groups ?? [], [...counts.values()], connectionId);
  }

  /**
   * Every group of the connection that matches, in the order of the list by name, without keeping any.
   * @throws UserGroupsError `invalid` for an invalid query
   */
  async *refsOf(connectionId: string, text: string): AsyncGenerator<GroupRef, void, void> {
    const query = this.understand(text);
    requireNoProblems(query);
    const question: GroupQuestion = {
      ...query.question,
      conditions: [...query.question.conditions, { kind: 'connection', connectionId }],
    };
    let after: FoundCursor | undefined;
    do {
      const slice = this.#store.search.matching(question, after, Number.MAX_SAFE_INTEGER);
      for (const { ref } of slice.groups) yield ref;
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
    const ids =
      connectionId === undefined
        ? this.#connections
            .list()
            .map(({ id }) => id)
            .filter((id) => id !== '')
        : [connectionId];
    return {
      groups,
      counts,
      matching: counts.reduce((sum, count) => sum + count.groups, 0),
      of: ids.reduce((sum, id) => sum + this.#store.groups.groupCount(id), 0),
    };
  }

  /** A name that no group has is most likely a typing error. */
  #unknownNames(condition: GroupCondition, connections: readonly Connection[]): string[] {
    if (condition.kind !== 'property' && condition.kind !== 'missing' && condition.kind !== 'mapping') return [];
    const field = condition.kind === 'mapping' ? 'mapping' : 'properties';
    const name = condition.kind === 'mapping' ? condition.schemaId : condition.path;
    const asking = connections.map(({ id }) => ({ connectionId: id, userGroupId: '' }));
    // Of a path with dots, its beginning is the name of a property.
    const names = [name, name.split('.')[0] ?? name];
    if (asking.some((ref) => names.some((each) => this.#store.search.siblingsWith(ref, field, each) > 0))) return [];
    const known = asking
      .flatMap((ref) => this.#store.search.siblingNames(ref, field, MOST_NAMES))
      .map((use) => use.name);
    const near = nearest(name, known);
    const what =
      field === 'mapping'
        ? l10n.t('No group in the list maps {0}.', visibleId(name))
        : l10n.t('No group in the list has a property {0}.', visibleId(name));
    return [sentences([what, near === undefined ? undefined : l10n.t('Did you mean {0}?', visibleId(near))])];
  }

  /** What the text may become, with its last part completed. Words that the list says of a state become its filter. */
  completed(text: string, limit: number): QueryCompletion[] {
    const { text: part, start } = lastPart(text);
    const states = readQuery(text).every(({ kind }) => kind === 'word') ? statesMeant(text) : [];
    return [
      ...states.map((state) => ({ insert: `is:${state}`, about: stateMeaning(state), completed: `is:${state}` })),
      ...(part === '' ? [] : this.#completions(part)).map(({ insert, about }) => ({
        insert,
        about: about(),
        completed: text.slice(0, start) + insert,
      })),
    ].slice(0, limit);
  }

  /** Completions of the part being typed, most used first. Empty when it is complete. */
  #completions(part: string) {
    const connections = this.#connections.list().filter(({ id }) => id !== '');
    const offered = [
      ...STATES.map((state) => ({ insert: `is:${state}`, about: () => stateMeaning(state) })),
      ...connections.map(({ name }) => ({
        insert: `connection:${quoted(name)}`,
        about: () => l10n.t('groups of this connection'),
      })),
      ...this.#names(connections, 'properties').flatMap(({ name, groups }) => [
        { insert: `${quoted(name)}=`, about: () => propertyText(groups) },
        { insert: `missing:${quoted(name)}`, about: () => missingText(groups) },
      ]),
      ...this.#names(connections, 'mapping').map(({ name, groups }) => ({
        insert: `mapping:${quoted(name)}`,
        about: () => schemaIdText(groups),
      })),
    ];
    const typed = fold(part);
    return offered.filter(({ insert }) => fold(insert).startsWith(typed) && insert.length > part.length);
  }

  #names(
    connections: readonly Connection[],
    field: 'mapping' | 'properties',
  ): { readonly name: string; readonly groups: number }[] {
    const uses = new Map<string, number>();
    for (const { id } of connections) {
      for (const { name, groups } of this.#store.search.siblingNames(
        { connectionId: id, userGroupId: '' },
        field,
        MOST_NAMES,
      ))
        uses.set(name, (uses.get(name) ?? 0) + groups);
    }
    return [...uses].map(([name, groups]) => ({ name, groups })).sort((a, b) => b.groups - a.groups);
  }
}

const MOST_NAMES = 200;

/** What a query may become. */
export interface QueryCompletion {
  /** The filter alone. */
  readonly insert: string;
  /** What it finds. */
  readonly about: string;
  /** The whole query then. */
  readonly completed: string;
}

function requireNoProblems({ problems }: UnderstoodQuery): void {
  const [first] = problems;
  if (first !== undefined)
    throw new UserGroupsError({
      kind: 'invalid',
      happened: first,
      next: l10n.t('See the filters in docs/reference.md.'),
    });
}

function conditionOf(
  part: Exclude<QueryPart, { kind: 'word' | 'noFilter' }>,
  connections: readonly Connection[],
): GroupCondition | string {
  if (part.kind === 'property') return part;
  const of = part.of;
  switch (part.kind) {
    case 'missing':
      return of === ''
        ? l10n.t('Which property is missing? Type missing:region, for example.')
        : { kind: 'missing', path: of };
    case 'mapping':
      return of === ''
        ? l10n.t('Which schema ID? Type mapping:40 or mapping:40=213, for example.')
        : { kind: 'mapping', schemaId: of, ...(part.value !== undefined && { dataSource: part.value }) };
    case 'connection': {
      const connection = connections.find(({ name }) => sameName(name, of));
      const there = connections.map(({ name }) => foreignText(name)).join(', ');
      return connection === undefined
        ? l10n.t('There is no connection {0}. Connections: {1}.', visibleId(of), there)
        : { kind: 'connection', connectionId: connection.id };
    }
    case 'is': {
      const state = STATES.find((each) => each === of.toLowerCase());
      return state === undefined
        ? l10n.t('{0} is not a state. States: {1}.', visibleId(of), STATES.map((each) => `is:${each}`).join(', '))
        : { kind: 'is', state };
    }
  }
}

function noFilterText(name: string): string {
  const near = nearest(name, FILTERS);
  const said = l10n.t('"{0}:" is not a filter. IDs and names are searched for it.', visibleId(name));
  return sentences([said, near === undefined ? undefined : l10n.t('Did you mean {0}?', `${near}:`)]);
}

function nearest(name: string, known: readonly string[]): string | undefined {
  const typed = fold(name);
  const slips = known
    .map((each) => ({ each, slips: slipsWithin(MOST_SLIPS, typed, fold(each)) }))
    .filter(({ each, slips: count }) => count < each.length);
  return slips.sort((a, b) => a.slips - b.slips)[0]?.each;
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

function propertyText(groups: number): string {
  return groups === 1
    ? l10n.t('property of 1 group, then its value')
    : l10n.t('property of {0} groups, then its value', grouped(groups));
}

function missingText(groups: number): string {
  return groups === 1
    ? l10n.t('groups without the property (1 has it)')
    : l10n.t('groups without the property ({0} have it)', grouped(groups));
}

function schemaIdText(groups: number): string {
  return groups === 1
    ? l10n.t('schema ID of 1 group (=… adds the data source)')
    : l10n.t('schema ID of {0} groups (=… adds the data source)', grouped(groups));
}
