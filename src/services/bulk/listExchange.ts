// Exports the list to a file and merges it from one without silent losses. Never a token.

import * as l10n from '@vscode/l10n';
import type { Connection } from '../../core/connection.ts';
import { cancelled, UserGroupsError, whileDoing } from '../../core/errors.ts';
import { foreignText, quotedId } from '../../core/foreignText.ts';
import { groupText } from '../../core/groupText.ts';
import type { GroupFacts } from '../../core/ports/userGroupStore.ts';
import type { Store } from '../../core/ports/store.ts';
import type { Redactor } from '../../core/redactor.ts';
import { grouped } from '../../core/language.ts';
import type { UserGroupRecord } from '../../core/userGroup.ts';
import { pages } from '../groups/pages.ts';
import { WorkSlices } from '../../core/workSlices.ts';
import {
  endLine,
  groupLine,
  headerLine,
  readHeader,
  readLine,
  type ListConnection,
  type ListedFacts,
  type ListGroup,
  type ListHeader,
} from '../../bulk/listFile.ts';
import { textLines } from '../../bulk/textLines.ts';
import { baseEntries } from '../../document/baseEntries.ts';
import { peekDocument } from '../../document/userGroupDocument.ts';
import { listDifference, newestOf } from './listDifference.ts';
import { requireReady } from '../connections/serviceTargets.ts';

/** The bytes of a list file, from its beginning each time. */
export type ListSource = () => AsyncIterable<Uint8Array>;

/** For names of connections in the file: the connection here whose groups they are. Others are skipped. */
export type ConnectionChoice = ReadonlyMap<string, Connection>;

export interface ListContents extends ListHeader {
  readonly groups: number;
  /** Each of the file's connections, with the one here of the same name and origin. */
  readonly matches: readonly {
    readonly theirs: ListConnection;
    readonly groups: number;
    readonly mine: Connection | undefined;
  }[];
}

export interface DifferentListed {
  readonly connection: string;
  readonly userGroupId: string;
  /** From what is known here to what the file has. Harmless to show. */
  readonly lines: readonly string[];
  /** The side with the newer state. */
  readonly newer: 'mine' | 'theirs' | 'neither';
}

export interface ListMerge {
  readonly new: number;
  readonly same: number;
  readonly different: number;
  /** Drafts here that are lost where the different ones become as in the file. */
  readonly lostDrafts: number;
  /** Of connections with no counterpart chosen here. */
  readonly leftOut: number;
  /** The first thousand of the different ones. */
  readonly examples: readonly DifferentListed[];
}

/**
 * What happens to groups that differ: they stay as they are here, or become as in the file; all of them, or only those
 * whose draft here is not lost.
 */
export type Different = 'mine' | 'theirs' | 'theirsUnlessDraftLost';

export interface ListTaken {
  readonly added: number;
  /** In place of what was known here. */
  readonly replaced: number;
  /** Only so many were imported: the user cancelled. */
  readonly isCancelled?: true;
}

export interface ListReading {
  readonly signal?: AbortSignal | undefined;
  /** Called after each group with the number of groups read. */
  readonly onGroups?: ((groups: number) => void) | undefined;
}

interface Dependencies {
  readonly store: Store;
  readonly redactor: Redactor;
  readonly now: () => number;
}

/** Groups that are read, or written in a transaction, at once. */
const BATCH = 100;
const MOST_EXAMPLES = 1000;
const MOST_VERSIONS = 1000;

export class ListExchange {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * The file, line by line: by connection, then as the list orders them. Memory stays flat.
   * @throws UserGroupsError `conflict` when a document holds a token or another secret that is known here
   */
  async *export(connections: readonly Connection[]): AsyncGenerator<string> {
    const { store, now } = this.#dependencies;
    const kept = connections.filter(({ id }) => id !== '');
    const described = kept.map(({ name, kind, baseUrl }) => ({ name, kind, baseUrl }));
    yield headerLine({ exportedAt: now(), connections: described });
    const slices = new WorkSlices();
    let count = 0;
    for (const connection of kept) {
      for (const page of pages((after) => store.groups.page(connection.id, after, BATCH))) {
        for (const { ref } of page) {
          const record = store.groups.find(ref);
          // Without an id it could not be imported again.
          if (record === undefined || ref.userGroupId === '') continue;
          count += 1;
          yield this.#withoutSecret(
            groupLine({ connection: connection.name, facts: this.#factsOf(record) }),
            ref.userGroupId,
            connection,
          );
          await slices.pause();
        }
      }
    }
    yield endLine(count);
  }

  /**
   * Reads the whole file and stores nothing. @throws UserGroupsError `invalid`, with the line, for a damaged file or
   * one that is no list file; `cancelled`
   */
  async read(source: ListSource, connections: readonly Connection[], reading: ListReading = {}): Promise<ListContents> {
    let header: ListHeader | undefined;
    const counts = new Map<string, number>();
    let groups = 0;
    for await (const item of listed(source, reading)) {
      if ('exportedAt' in item) header = item;
      else {
        groups += 1;
        counts.set(item.connection, (counts.get(item.connection) ?? 0) + 1);
      }
    }
    if (header === undefined) throw damaged(l10n.t('The last line of the list file is missing.'));
    const matches = header.connections.map((theirs) => ({
      theirs,
      groups: counts.get(theirs.name) ?? 0,
      mine: connections.find((mine) => isSame(mine, theirs)),
    }));
    return { ...header, groups, matches };
  }

  /**
   * Previews the import. @throws UserGroupsError as `read`; `invalid` when two of the file's connections would become
   * one
   */
  async compare(source: ListSource, choice: ConnectionChoice, reading: ListReading = {}): Promise<ListMerge> {
    requireOneEach(choice);
    const merge = { new: 0, same: 0, different: 0, lostDrafts: 0, leftOut: 0, examples: new Array<DifferentListed>() };
    for await (const item of listed(source, reading)) {
      if ('exportedAt' in item) continue;
      const mine = choice.get(item.connection);
      if (mine === undefined) merge.leftOut += 1;
      else {
        const different = this.#comparedTo(mine, item.facts);
        if (different === 'new' || different === 'same') merge[different] += 1;
        else {
          const { losesDraft, ...shown } = different;
          merge.different += 1;
          if (losesDraft) merge.lostDrafts += 1;
          if (merge.examples.length < MOST_EXAMPLES)
            merge.examples.push({ connection: mine.name, userGroupId: item.facts.userGroupId, ...shown });
        }
      }
    }
    return merge;
  }

  /**
   * Adds new groups to the list; `different` decides about those that differ. The whole file is read before anything is
   * stored. Existing tokens stay. When cancelled it returns what was imported so far, and importing again continues.
   * @throws UserGroupsError `invalid` for a damaged file, or when two of its connections would become one; while a
   * connection awaits an answer; `unavailable` when the store fails, with what was imported so far; `cancelled` before
   * anything was imported
   */
  async takeOver(
    source: ListSource,
    choice: ConnectionChoice,
    different: Different,
    reading: ListReading = {},
  ): Promise<ListTaken> {
    return whileDoing(l10n.t("Couldn't import the list."), undefined, async () => {
      for (const connection of choice.values()) requireReady(connection);
      requireOneEach(choice);
      await this.read(source, [], { signal: reading.signal });
      const merged = { added: 0, replaced: 0 };
      try {
        await this.#putAll(source, choice, different, merged, reading);
      } catch (error) {
        if (error instanceof UserGroupsError && error.kind === 'cancelled') return { ...merged, isCancelled: true };
        throw withTaken(error, merged);
      } finally {
        this.#dependencies.store.changes.fire();
      }
      return merged;
    });
  }

  async #putAll(
    source: ListSource,
    choice: ConnectionChoice,
    different: Different,
    merged: { added: number; replaced: number },
    reading: ListReading,
  ): Promise<void> {
    const waiting = new Map<string, GroupFacts[]>();
    const put = (connectionId: string): void => {
      const facts = waiting.get(connectionId) ?? [];
      waiting.delete(connectionId);
      merged.added += this.#dependencies.store.groups.put(connectionId, facts, 'stay').length;
    };
    for await (const item of listed(source, reading)) {
      if ('exportedAt' in item) continue;
      const mine = choice.get(item.connection);
      if (mine === undefined) continue;
      const compared = this.#comparedTo(mine, item.facts);
      if (compared === 'new') {
        const facts = waiting.get(mine.id) ?? [];
        facts.push(whole(item.facts));
        waiting.set(mine.id, facts);
        if (facts.length >= BATCH) put(mine.id);
      } else if (
        compared !== 'same' &&
        (different === 'theirs' || (different === 'theirsUnlessDraftLost' && !compared.losesDraft))
      ) {
        merged.replaced += this.#dependencies.store.groups.put(mine.id, [whole(item.facts)], 'replace').length;
      }
    }
    for (const connectionId of waiting.keys()) put(connectionId);
  }

  #comparedTo(
    { id }: Connection,
    theirs: ListedFacts,
  ): 'new' | 'same' | (Pick<DifferentListed, 'lines' | 'newer'> & { readonly losesDraft: boolean }) {
    const mine = this.#dependencies.store.groups.find({ connectionId: id, userGroupId: theirs.userGroupId });
    if (mine === undefined) return 'new';
    const lines = listDifference(mine, theirs);
    if (lines.length === 0) return 'same';
    const [here, there] = [newestOf(mine), newestOf(theirs)];
    const losesDraft = mine.draft !== undefined && mine.draft.text !== (theirs.draft ?? theirs.base)?.text;
    return { lines, newer: here === there ? 'neither' : here > there ? 'mine' : 'theirs', losesDraft };
  }

  /** An open sending belongs to this machine, and the token stays where it is sealed. */
  #factsOf({ ref, draft, base, answered, existedNotAppliedAt, goneAt }: UserGroupRecord): ListedFacts {
    const versions = this.#dependencies.store.journal.versions({ ref, limit: MOST_VERSIONS }).toReversed();
    const isMappingSent = base?.from === 'sent' && peekDocument(base.text)?.hasMapping === true;
    return {
      userGroupId: ref.userGroupId,
      draft,
      base: base && { ...base, mappingKnown: base.hasNoMapping === true || isMappingSent },
      answered,
      existedNotAppliedAt,
      goneAt,
      versions,
    };
  }

  /** Somebody may have pasted a secret into a document. */
  #withoutSecret(line: string, userGroupId: string, connection: Connection): string {
    if (this.#dependencies.redactor.redact(line) === line) return line;
    throw new UserGroupsError(
      'conflict',
      l10n.t('The data of {0} contains a token.', groupText(userGroupId, connection)),
      l10n.t('Remove it from the document, or remove the group from the list.'),
    );
  }
}

/**
 * The header, then each group. Ends only at the file's own end mark. @throws UserGroupsError `invalid`, with the line;
 * `cancelled`
 */
async function* listed(source: ListSource, { signal, onGroups }: ListReading): AsyncGenerator<ListHeader | ListGroup> {
  const slices = new WorkSlices();
  const seen = new Set<string>();
  let names: ReadonlySet<string> | undefined;
  let number = 0;
  let isEnded = false;
  for await (const text of textLines(source())) {
    number += 1;
    if (signal?.aborted === true) throw cancelled();
    if (text.trim() === '') continue;
    if (isEnded) throw damaged(l10n.t('Line {0} of the list file follows its end.', number));
    if (names === undefined) {
      const header = readHeader(text);
      names = new Set(header.connections.map(({ name }) => name));
      yield header;
    } else {
      const line = readLine(text, number);
      if (line.kind === 'end') {
        if (line.groups !== seen.size)
          throw damaged(
            l10n.t(
              'Line {0} of the list file announces another number of groups: {1} instead of {2}.',
              number,
              grouped(line.groups),
              grouped(seen.size),
            ),
          );
        isEnded = true;
      } else {
        const { connection, facts } = line.group;
        if (!names.has(connection))
          throw damaged(l10n.t('Line {0} of the list file names a connection that is not in the file.', number));
        const key = JSON.stringify([connection, facts.userGroupId]);
        if (seen.has(key))
          throw damaged(
            l10n.t('Line {0} of the list file repeats the group {1}.', number, quotedId(facts.userGroupId)),
          );
        seen.add(key);
        yield line.group;
        onGroups?.(seen.size);
      }
    }
    await slices.pause();
  }
  if (!isEnded) throw damaged(l10n.t('The last line of the list file is missing.'));
}

/** With the values derived from its text. */
function whole(facts: ListedFacts): GroupFacts {
  if (facts.base === undefined) return { ...facts, base: undefined };
  const { text, from, at, mappingKnown } = facts.base;
  // A known mapping that the text omits is an empty one; of a text that was answered, it is unknown.
  const hasNoMapping = mappingKnown && from === 'sent' && peekDocument(text)?.hasMapping === false;
  return {
    ...facts,
    base: {
      text,
      from,
      at,
      mappingKnown: mappingKnown && !hasNoMapping,
      ...(hasNoMapping && { hasNoMapping: true as const }),
      entries: baseEntries(text),
    },
  };
}

/** The sandbox listens elsewhere on every machine. */
function isSame(mine: Connection, theirs: ListConnection): boolean {
  if (mine.kind === 'sandbox' || theirs.kind === 'sandbox') return mine.kind === theirs.kind;
  const origin = URL.parse(theirs.baseUrl)?.origin;
  return mine.name === theirs.name && origin !== undefined && URL.parse(mine.baseUrl)?.origin === origin;
}

/** What was done before the failure stays. */
function withTaken(error: unknown, { added, replaced }: ListTaken): unknown {
  if (!(error instanceof UserGroupsError) || added + replaced === 0) return error;
  const { kind, happened, next } = error.failure;
  return new UserGroupsError(kind, happened, next, {
    doing: l10n.t('The import stopped (added: {0}, replaced: {1}).', grouped(added), grouped(replaced)),
    cause: error,
  });
}

/** A group of both would appear only once, and the facts of one would be lost. */
function requireOneEach(choice: ConnectionChoice): void {
  const theirsOf = new Map<string, string>();
  for (const [theirs, mine] of choice) {
    const other = theirsOf.get(mine.id);
    if (other !== undefined) {
      throw new UserGroupsError(
        'invalid',
        l10n.t(
          '"{0}" and "{1}" of the list file would both become "{2}".',
          foreignText(other),
          foreignText(theirs),
          foreignText(mine.name),
        ),
        l10n.t('Choose another connection for one of them, or omit it.'),
      );
    }
    theirsOf.set(mine.id, theirs);
  }
}

function damaged(happened: string): UserGroupsError {
  return new UserGroupsError('invalid', happened, l10n.t('Export the list again.'));
}
