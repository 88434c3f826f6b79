// Fills the list from the service, where that can list its groups. Nothing is changed there, and no draft here.

import * as l10n from '@vscode/l10n';
import { apiOf, hasList, type Connection } from '../../core/connection.ts';
import { isPerhapsDeleted } from '../../core/deletedGroups.ts';
import { cancelled, UserGroupsError, whileDoing } from '../../core/errors.ts';
import { quotedId } from '../../core/foreignText.ts';
import type { Lazy } from '../../core/lazy.ts';
import type {
  ServiceGroup,
  ListedPage,
  RequestOptions,
  ServiceTarget,
  UserGroupClient,
} from '../../core/ports/client.ts';
import type { ListAsked, ListedRecord } from '../../core/ports/journal.ts';
import type { TokenSealer } from '../../core/ports/sealer.ts';
import type { Store } from '../../core/ports/store.ts';
import { MOST_PASSING, Redactor } from '../../core/redactor.ts';
import { sentences } from '../../core/sentences.ts';
import {
  isSameToken,
  type UserGroupAnswer,
  type UserGroupRecord,
  type UserGroupSummary,
} from '../../core/userGroup.ts';
import { withoutSecrets } from '../../core/withheld.ts';
import { WorkSlices, yieldToEventLoop } from '../../core/workSlices.ts';
import type { ConnectionService } from '../connections/connectionService.ts';
import type { ServiceTargets } from '../connections/serviceTargets.ts';
import type { AnswerValidator } from '../connections/tokenTrust.ts';
import { notesOnIdentity, notesOnToken } from './answerNotes.ts';
import { renamedTo } from './idChangeService.ts';
import { answeredBase, answeredDocument } from '../groups/answeredDocument.ts';
import type { GroupTokens } from '../groups/groupTokens.ts';
import { pages } from '../groups/pages.ts';
import { isChangedElsewhere } from './changedElsewhere.ts';
import { HeldPages, listedPages, ReadList, type FreshPage } from './listedPages.ts';

export interface ServiceListDependencies {
  readonly store: Store;
  readonly client: Lazy<UserGroupClient>;
  readonly connections: Pick<ConnectionService, 'withId'>;
  readonly targets: ServiceTargets;
  readonly tokens: Pick<GroupTokens, 'isInMemory' | 'othersWithSealed'>;
  readonly sealer: Pick<TokenSealer, 'seal'>;
  readonly keepsAllTokens: () => boolean;
  readonly now: () => number;
}

export interface RefreshOptions extends Pick<RequestOptions, 'signal' | 'onWaiting'> {
  /** `total`: absent where the service does not say. */
  readonly onProgress?: ((listed: number, total: number | undefined) => void) | undefined;
}

/** How many groups the service's list has, and how many of them differ from what was known here. */
export interface RefreshedList {
  readonly listed: number;
  readonly added: number;
  readonly changed: number;
  /** Known here, answered before, and missing in the list. Absent: there may be some, but which ones is unknown. */
  readonly absent: number | undefined;
  /** Why some groups were left out, harmless to show. Absent: none was. */
  readonly omitted?: readonly string[];
  /** Which parts of the list were not stored, and why: sentences, harmless to show. Absent: none. */
  readonly notes?: readonly string[];
}

/** How many groups a service lists, and how many of those that it has answered before are not among them. */
export interface ComparedList {
  readonly listed: number;
  /** Absent: the list was not whole, so nobody can tell. */
  readonly absent: number | undefined;
}

/** Groups per transaction, of a few milliseconds each, and rows looked through per turn of the event loop. */
const KEPT_AT_ONCE = 25;
/** Of mapping and properties, in characters, per transaction. */
const MOST_CHARACTERS = 10_000;
const LOOKED_THROUGH = 500;
interface FreshGroups extends FreshPage {
  /** When they were asked for. */
  readonly at: number;
  readonly validator: AnswerValidator;
}

/** A list while it is read. */
interface Reading {
  readonly connection: Connection;
  readonly asked: ListAsked;
  readonly service: OneService;
  readonly held: HeldPages<FreshGroups>;
  readonly isPaged: boolean;
  readonly counts: Record<'listed' | 'added' | 'changed', number>;
  readonly notes: string[];
}

export class ServiceList {
  readonly #dependencies: ServiceListDependencies;
  /** Ids of the connections whose list this window reads at this moment. */
  readonly #beingRead = new Set<string>();

  constructor(dependencies: ServiceListDependencies) {
    this.#dependencies = dependencies;
  }

  /** What came before a failure or a cancellation is kept. @throws UserGroupsError */
  async refresh(connection: Connection, options: RefreshOptions = {}): Promise<RefreshedList> {
    const doing = l10n.t("Couldn't refresh the list of {0}.", connection.name);
    return whileDoing(doing, { connection: connection.name }, async () => {
      requireList(connection);
      if (this.#beingRead.has(connection.id)) throw beingRead();
      this.#beingRead.add(connection.id);
      const held = this.#dependencies.store.changes.hold();
      try {
        const list = new ReadList(hasPages(connection));
        const refreshed = await this.#refresh(connection, list, options);
        return list.omitted.size === 0 ? refreshed : { ...refreshed, omitted: [...list.omitted.keys()] };
      } finally {
        held.dispose();
        this.#beingRead.delete(connection.id);
      }
    });
  }

  /**
   * What the service lists by this description of it, which may be another than that of the settings. Nothing is kept.
   * @throws UserGroupsError as `refresh`
   */
  async compare(connection: Connection, options: RefreshOptions = {}): Promise<ComparedList> {
    const doing = l10n.t("Couldn't compare the list of {0}.", connection.name);
    return whileDoing(doing, { connection: connection.name }, async () => {
      requireList(connection);
      const list = new ReadList(hasPages(connection));
      // Locked meanwhile, it is asked no further.
      const present = (): Connection => ({ ...this.#present(connection), ...apiIn(connection) });
      for await (const { total } of this.#pages(present, list, new OneService(), options)) {
        requireWanted(options);
        options.onProgress?.(list.ids.size, total);
      }
      const absent = await this.#answeredButNot(list, connection, options);
      return { listed: list.ids.size, absent: list.isWhole ? absent.length : undefined };
    });
  }

  async #refresh(connection: Connection, list: ReadList, options: RefreshOptions): Promise<RefreshedList> {
    const asked = this.#dependencies.store.journal.askForList(connection.id);
    const service = new OneService();
    const present = (): Connection => this.#present(connection);
    const reading: Reading = {
      ...{ connection, asked, service, held: new HeldPages(), isPaged: list.hasPages },
      counts: { listed: 0, added: 0, changed: 0 },
      notes: [],
    };
    try {
      for await (const page of this.#pages(present, list, service, options)) {
        await validate(connection, page);
        await reading.held.add(page);
        if (list.hasPages && page.groups.length > 0) options.onProgress?.(list.ids.size, page.total);
        await this.#keepPages(reading, false, options);
      }
    } catch (error) {
      // Why it ends counts, whether the rest can be kept or not.
      await this.#keepPages(reading, true).catch(() => undefined);
      throw error;
    }
    await this.#keepPages(reading, true, options);
    const { notes } = reading;
    const counts = { ...reading.counts, ...(notes.length > 0 && { notes }) };
    const all = await this.#answeredButNot(list, connection, options);
    if (all.length === 0) return { ...counts, absent: 0 };
    if (!list.isWhole) return { ...counts, absent: undefined };
    // Where none is known, another environment may have answered: believed only of those that were to be deleted.
    const isOther = counts.listed === counts.added;
    const absent = (isOther ? all.filter(isPerhapsDeleted) : all).map(({ ref }) => ref.userGroupId);
    if (absent.length === 0) return { ...counts, absent: undefined };
    const absentCount = (marked: number): number | undefined => (absent.length < all.length ? undefined : marked);
    if (!hasPages(connection)) return { ...counts, absent: absentCount(await this.#markAbsent(asked, absent)) };
    // A group that came or went while the pages were read has moved others between them.
    const again = new ReadList(true);
    for await (const _page of this.#pages(present, again, service, options)) requireWanted(options);
    if (!again.isWhole) return { ...counts, absent: undefined };
    const missing = absent.filter((userGroupId) => !again.ids.has(userGroupId));
    return { ...counts, absent: absentCount(await this.#markAbsent(asked, missing)) };
  }

  /** As the settings have it at this moment: the user may have locked it. */
  #present(connection: Connection): Connection {
    const present = this.#dependencies.connections.withId(connection.id);
    if (present === undefined) throw changed();
    return present;
  }

  async *#pages(
    present: () => Connection,
    list: ReadList,
    service: OneService,
    options: RefreshOptions,
  ): AsyncGenerator<FreshGroups, void> {
    const { client, targets, now } = this.#dependencies;
    let asked: Pick<FreshGroups, 'at' | 'validator'> | undefined;
    const ask = async (page: number): Promise<ListedPage> => {
      // As for what may create: whoever may not send anything there may not fill the list either.
      const { target, validator } = await targets.require(present(), 'getOrCreate');
      asked = { at: now(), validator };
      service.requireSame(target);
      return (await client()).list(target, page, { ...options, tokens: service.tokens });
    };
    for await (const fresh of listedPages(list, ask)) if (asked !== undefined) yield { ...fresh, ...asked };
  }

  /** @param options absent: it has ended, and nobody waits for the rest */
  async #keepPages(reading: Reading, isLast: boolean, options?: RefreshOptions): Promise<void> {
    const { counts, isPaged } = reading;
    for (const { groups, total, at } of reading.held.release(isLast)) {
      const atOnce = keptAtOnce(groups);
      for (let from = 0; from < groups.length; from += atOnce) {
        requireWanted(options ?? {});
        const some = groups.slice(from, from + atOnce);
        const kept = await this.#keep(reading, some, at);
        counts.listed += some.length;
        counts.added += kept.added;
        counts.changed += kept.changed;
        if (!isPaged) options?.onProgress?.(counts.listed, total);
      }
    }
  }

  async #keep(
    reading: Reading,
    groups: readonly ServiceGroup[],
    at: number,
  ): Promise<{ readonly added: number; readonly changed: number }> {
    const { store, tokens } = this.#dependencies;
    const { asked } = reading;
    const records: ListedRecord[] = [];
    const added = new Set<string>();
    for (const group of groups) {
      const ref = { connectionId: asked.connectionId, userGroupId: group.userGroup.providedId };
      // Newer than the list, or not: which of the two is stored first must not matter.
      if (tokens.isInMemory(ref)) continue;
      const before = store.groups.find(ref);
      const record = await this.#recordOf(group, before, reading, at);
      if (record === undefined) continue;
      if (before === undefined) added.add(ref.userGroupId);
      records.push(record);
    }
    const kept = new Set(await store.journal.keepListed(asked, records));
    return {
      added: [...added].filter((userGroupId) => kept.has(userGroupId)).length,
      changed: records.filter(({ userGroupId, isChanged }) => isChanged && kept.has(userGroupId)).length,
    };
  }

  /** `undefined` for a group that must not be stored; a note says why. */
  async #recordOf(
    { userGroup: listed, token }: ServiceGroup,
    before: UserGroupRecord | undefined,
    { connection, asked: { connectionId, becoming }, service, held, isPaged, notes }: Reading,
    at: number,
  ): Promise<ListedRecord | undefined> {
    const { sealer, tokens, keepsAllTokens } = this.#dependencies;
    const { providedId: userGroupId } = listed;
    const redact = (text: string): string => service.tokens.redact(text);
    // Tokens of later pages may stand in this group, too.
    const userGroup = isPaged ? withoutSecrets(listed, redact) : listed;
    if (isPaged && redact(userGroupId) !== userGroupId) {
      notes.push(l10n.t('"{0}" of the response contains a token.', apiOf(connection).response.id));
      return undefined;
    }
    const isUsedHere = becoming.has(userGroupId) || isUsed(before);
    // A group with long texts takes a while at each of these steps.
    const slices = new WorkSlices();
    const isChanged = isChangedElsewhere(before, userGroup);
    await slices.pause();
    const text = answeredDocument(userGroupId, userGroup);
    await slices.pause();
    const base = answeredBase(userGroupId, userGroup, text);
    await slices.pause();
    const ref = { connectionId, userGroupId };
    const sealed = isUsedHere || keepsAllTokens() ? await sealer.seal(token, ref) : undefined;
    const stored = before?.token?.sealed;
    const isNewToken = sealed !== undefined && (stored === undefined || !isSameToken(stored, sealed));
    const others = (): string[] => [
      // A stored group may have got this ID, and its token with it.
      ...(sealed === undefined || becoming.has(userGroupId) ? [] : tokens.othersWithSealed(ref, sealed)),
      ...held.othersWith(token, userGroupId),
    ];
    const concerns = [
      ...(stored === undefined ? [] : newsOnIdentity(connection, before?.answered, userGroup, isNewToken)),
      ...(isNewToken
        ? notesOnToken({ isApiToken: token === service.apiToken || undefined }, [...new Set(others())])
        : []),
    ];
    if (concerns.length > 0) {
      const id = quotedId(userGroupId);
      const left =
        stored === undefined
          ? l10n.t('{0} has no stored token until it is fetched.', id)
          : l10n.t('{0} keeps its stored token until it is fetched.', id);
      notes.push(sentences([left, ...concerns]));
      if (stored !== undefined) return undefined;
    }
    return {
      userGroupId,
      at,
      answer: userGroup,
      isChanged,
      ...(sealed !== undefined && concerns.length === 0 && { token: sealed }),
      // The store keeps a text that was sent from here.
      base,
    };
  }

  /** Returns how many groups were marked. */
  async #markAbsent(asked: ListAsked, userGroupIds: readonly string[]): Promise<number> {
    let marked = 0;
    for (let from = 0; from < userGroupIds.length; from += KEPT_AT_ONCE) {
      const some = userGroupIds.slice(from, from + KEPT_AT_ONCE);
      marked += (await this.#dependencies.store.journal.markAbsent(asked, some, renamedTo)).length;
    }
    return marked;
  }

  /** Groups that the service has answered before. */
  async #answeredButNot({ ids }: ReadList, { id }: Connection, options: RefreshOptions): Promise<UserGroupSummary[]> {
    const { groups } = this.#dependencies.store;
    const found: UserGroupSummary[] = [];
    for (const page of pages((after) => groups.page(id, after, LOOKED_THROUGH))) {
      requireWanted(options);
      for (const group of page)
        if (group.answeredAt !== undefined && !ids.has(group.ref.userGroupId)) found.push(group);
      await yieldToEventLoop();
    }
    return found;
  }
}

/** Guards that one service, API and API token are used from the first page to the last. */
class OneService {
  /** The tokens of the groups that were listed last. */
  readonly tokens = new Redactor([], MOST_PASSING);
  #first: string | undefined;
  /** A secret. */
  apiToken: string | undefined;

  /** @throws UserGroupsError `conflict`: what another one lists is another list */
  requireSame({ api, baseUrl, apiToken }: ServiceTarget): void {
    const asked = JSON.stringify([api, baseUrl, apiToken]);
    this.#first ??= asked;
    this.apiToken = apiToken;
    if (this.#first !== asked) throw changed();
  }
}

/** Whether it has what the service's list alone did not bring. */
function isUsed(before: UserGroupRecord | undefined): boolean {
  return before?.token !== undefined || before?.draft !== undefined || before?.base?.from === 'sent';
}

/** What the answer shows of another identity. With an unchanged token, only what the answer before did not show. */
function newsOnIdentity(
  connection: Connection,
  answered: UserGroupAnswer | undefined,
  userGroup: UserGroupAnswer,
  isNewToken: boolean,
): string[] {
  const known = isNewToken ? [] : notesOnIdentity(connection, undefined, answered ?? {});
  return notesOnIdentity(connection, answered, userGroup).filter((note) => !known.includes(note));
}

/** How many of the groups are stored at once: fewer where their texts are long. */
function keptAtOnce(groups: readonly ServiceGroup[]): number {
  const lengths = groups.map(({ userGroup: { mapping, properties } }) => [mapping, properties].join('').length);
  const characters = lengths.reduce((sum, length) => sum + length, 1);
  return Math.min(KEPT_AT_ONCE, Math.ceil((groups.length * MOST_CHARACTERS) / characters));
}

/** Checks all groups before any is stored. @throws UserGroupsError where one contradicts the API token */
async function validate({ id }: Connection, { groups, validator }: FreshGroups): Promise<void> {
  const slices = new WorkSlices();
  for (const group of groups) {
    const ref = { connectionId: id, userGroupId: group.userGroup.providedId };
    const mismatch = validator(ref, 'getOrCreate', { ...group, status: 200, durationMs: 0, unknownFields: [] });
    if (mismatch !== undefined) throw mismatch;
    await slices.pause();
  }
}

/** Keeps the API that the connection has now, even if the settings change meanwhile. */
function apiIn({ api, serviceApi }: Connection): Pick<Connection, 'api' | 'serviceApi'> {
  return { api, serviceApi };
}

function hasPages(connection: Connection): boolean {
  return apiOf(connection).list?.page !== undefined;
}

/** @throws UserGroupsError `cancelled` */
function requireWanted({ signal }: RefreshOptions): void {
  if (signal?.aborted === true) throw cancelled();
}

/** @throws UserGroupsError `invalid` where the service has no list */
function requireList(connection: Connection): void {
  if (connection.status !== 'ready' || hasList(connection)) return;
  throw new UserGroupsError(
    'invalid',
    l10n.t('Its service has no list.'),
    l10n.t('Use "Add Existing User Group…" or "Import Groups from File…".'),
  );
}

function beingRead(): UserGroupsError {
  return new UserGroupsError('conflict', l10n.t('It is being refreshed.'), l10n.t('Wait until it is refreshed.'));
}

function changed(): UserGroupsError {
  return new UserGroupsError(
    'conflict',
    l10n.t('The connection was changed or removed meanwhile.'),
    l10n.t('Refresh the list again.'),
  );
}
