// The role of finding: groups by words and filters, and what the others of a connection have, by counts kept for it.
// Quick at 100,000 groups, through indexes made for it.

import { fold } from '../../core/folding.ts';
import { naturalRange } from '../../core/naturalKey.ts';
import type {
  DataSourceUse,
  FoundCursor,
  FoundSlice,
  GroupQuestion,
  GroupSearch,
  MatchCount,
  NamedGroup,
  NameUse,
} from '../../core/ports/groupSearch.ts';
import type { ListOrder } from '../../core/ports/userGroupStore.ts';
import type { GroupRef, UserGroupSummary } from '../../core/userGroup.ts';
import type { Database, Values } from '../database/database.ts';
import { LiveConnections, OF_LIVE } from '../database/liveConnections.ts';
import { fromStored, toStored } from '../database/storedText.ts';
import { CONNECTION, storedName, WHOLE_FIELD } from '../groups/baseEntryRows.ts';
import { ORDERED_BY, SUMMARY, summaryFromRow } from '../groups/userGroupRows.ts';
import { conditionsOf, fewCandidates } from './groupConditions.ts';

/** Groups of a slice of a search, which takes a few milliseconds. */
const SLICE = 5_000;

/** As many ids are few: their rows are read in less time than a pass takes. */
const FEW = 1_000;

/** Sorts after every text that begins like the one before it. */
const LAST_CHARACTER = '\u{10FFFF}';

/** The groups of these rows. */
const AMONG = `(sort_key, user_group_id, connection_id) IN (
  SELECT sort_key, user_group_id, connection_id
  FROM json_each(:rows) CROSS JOIN user_groups ON user_groups.id = value)`;

interface CountRow {
  readonly connection_id: string;
  readonly groups: number;
  readonly answered: number;
  readonly oldest: number | null;
  readonly newest: number | null;
}

/** `groups` counts the group that asks, `isOwn` says whether it is among them. */
interface SourceRow {
  readonly id: number;
  readonly data_source: string;
  readonly groups: number;
  readonly isOwn: number;
}

interface MappedRow extends SourceRow {
  /** How many map the schema id in question to it. */
  readonly mappedBy: number;
  readonly isMappedByOwn: number;
}

/** The group that asks, as rows know it. */
interface Own {
  readonly connectionId: string;
  /** 0 when the store does not know it. */
  readonly groupRow: number;
}

const NAME_ID = `(
  SELECT id FROM entry_names WHERE connection = ${CONNECTION} AND field = 'mapping' AND name = :schemaId)`;
const HAS_NAME = 'EXISTS (SELECT 1 FROM base_entries WHERE group_row = :groupRow AND name_id = entry_names.id)';
const HAS_SOURCE = 'EXISTS (SELECT 1 FROM base_entries WHERE source_id = data_sources.id AND group_row = :groupRow)';

const SOURCES = `
  SELECT id, data_source, groups, ${HAS_SOURCE} AS isOwn
  FROM data_sources WHERE connection = ${CONNECTION}`;

export class SqliteSearch implements GroupSearch {
  readonly #database: Database;
  readonly #live: LiveConnections;
  /**
   * Where slices end, by where they begin: they need not be of one length, and stay until many groups have come or
   * gone.
   */
  readonly #ends = new Map<FoundCursor, FoundCursor | undefined>();
  #groupsThen = 0;

  constructor(database: Database) {
    this.#database = database;
    this.#live = new LiveConnections(database);
  }

  /**
   * An id that is spelled like the text comes first, then those that are it in any letter case, those that begin with
   * it, names that begin with it, and whatever holds every word; alike ones in the order of the list.
   */
  containing(text: string, limit: number): UserGroupSummary[] {
    const whole = fold(text).trim();
    const upTo = whole + LAST_CHARACTER;
    const [fromKey, upToKey] = naturalRange(whole);
    const { sql, values } = conditionsOf({ words: whole.split(' '), conditions: [] });
    return this.#database.all(
      searchSql(sql),
      { whole, upTo, fromKey, upToKey, idBeginning: `\n${whole}`, limit, typed: toStored(text), ...values },
      summaryFromRow,
    );
  }

  /**
   * Those that something rare leads to, or else all of them, looked through in slices over one index that holds all
   * that can be asked.
   */
  matching(question: GroupQuestion, after: FoundCursor | undefined, limit: number): FoundSlice {
    const { sql, values } = conditionsOf(question);
    const { order = 'name' } = question;
    const rows = after === undefined ? fewCandidates(this.#database, question) : undefined;
    if (rows !== undefined)
      return this.#matching(`${AMONG} AND ${sql}`, { ...values, rows: JSON.stringify(rows) }, limit, order);
    const from = after ?? '';
    const next = this.#endAfter(from);
    const slice = `sort_key > :from ${next === undefined ? '' : 'AND sort_key <= :end'}`;
    const ends = { from, ...(next !== undefined && { end: next }) };
    const matching = this.#matching(`${slice} AND ${sql}`, { ...values, ...ends }, limit, order);
    return { ...matching, next };
  }

  siblingNames(ref: GroupRef, field: 'mapping' | 'properties', limit: number): NameUse[] {
    const own = this.#own(ref);
    // Its own names count less than their place says: beyond so many rows more, none can come before these. One row is
    // the field itself.
    const rows = this.#database.all<{ name: string; others: number }>(
      `SELECT name, groups - ${HAS_NAME} AS others FROM entry_names
       WHERE connection = ${CONNECTION} AND field = :field ORDER BY groups DESC, id LIMIT :limit`,
      { ...own, field, limit: limit + this.#size(own) + 1 },
    );
    return rows
      .filter(({ name, others }) => name !== WHOLE_FIELD && others > 0)
      .sort((a, b) => b.others - a.others)
      .slice(0, limit)
      .map(({ name, others }) => ({ name: fromStored(name), groups: others }));
  }

  siblingsWith(ref: GroupRef, field: 'mapping' | 'properties', name: string = WHOLE_FIELD): number {
    const found = this.#database.get(
      `SELECT groups - ${HAS_NAME} AS others FROM entry_names
       WHERE connection = ${CONNECTION} AND field = :field AND name = :name`,
      { ...this.#own(ref), field, name: storedName(name) },
    );
    return Number(found?.others ?? 0);
  }

  siblingDataSources(ref: GroupRef, schemaId: string, limit: number): DataSourceUse[] {
    const own = this.#own(ref);
    const mapped = rest([], limit, (more) => this.#mappedSources(own, schemaId, true, more));
    const shared = rest(mapped, limit, (more) => this.#sources(own, 'groups > 1 ORDER BY groups DESC, id', more));
    const named = [...mapped, ...shared];
    const mappedByOne = rest(named, limit, (more) => this.#mappedSources(own, schemaId, false, more));
    const single = rest([...named, ...mappedByOne], limit, (more) =>
      this.#sources(own, 'groups = 1 ORDER BY id', more),
    );
    return [...named, ...mappedByOne, ...single].map((row) => ({
      dataSource: fromStored(row.data_source),
      groups: othersOf(row),
      ...(isOnlyOther(row) && { onlyBy: this.#userOf(row) }),
    }));
  }

  onlySiblingWith(ref: GroupRef, dataSource: string): NamedGroup | undefined {
    const row = this.#database.get<SourceRow>(`${SOURCES} AND data_source = :dataSource`, {
      ...this.#own(ref),
      dataSource: storedName(dataSource),
    });
    return row !== undefined && isOnlyOther(row) ? this.#userOf(row) : undefined;
  }

  /** Those that others map this schema id to. The group that asks maps it to one at most. */
  #mappedSources(own: Own, schemaId: string, isShared: boolean, limit: number): MappedRow[] {
    const rows = this.#database.all<MappedRow>(
      `SELECT data_sources.id, data_source, data_sources.groups, ${HAS_SOURCE} AS isOwn,
         mapped_sources.groups AS mappedBy,
         EXISTS (
           SELECT 1 FROM base_entries
           WHERE group_row = :groupRow AND base_entries.name_id = mapped_sources.name_id AND source_id = data_sources.id
         ) AS isMappedByOwn
       FROM mapped_sources JOIN data_sources ON data_sources.id = source_id
       WHERE name_id = ${NAME_ID} AND is_shared = :isShared
       ORDER BY mapped_sources.groups DESC, source_id LIMIT :limit`,
      { ...own, schemaId: storedName(schemaId), isShared, limit: limit + 1 },
    );
    const others = (row: MappedRow): number => row.mappedBy - row.isMappedByOwn;
    return rows.filter((row) => others(row) > 0).sort((a, b) => others(b) - others(a));
  }

  #sources(own: Own, which: string, limit: number): SourceRow[] {
    const rows = this.#database.all<SourceRow>(`${SOURCES} AND ${which} LIMIT :limit`, {
      ...own,
      limit: limit + this.#size(own),
    });
    return rows.filter((row) => othersOf(row) > 0).sort((a, b) => othersOf(b) - othersOf(a));
  }

  #userOf({ id }: SourceRow): NamedGroup | undefined {
    return this.#database.get(
      `SELECT user_group_id, answered_name FROM base_entries JOIN user_groups ON user_groups.id = group_row
       WHERE source_id = :id LIMIT 1`,
      { id },
      (row: { user_group_id: string; answered_name: string | null }) => {
        const userGroupId = fromStored(row.user_group_id);
        return { userGroupId, name: fromStored(row.answered_name) ?? userGroupId };
      },
    );
  }

  #own(ref: GroupRef): Own {
    const { connectionId, userGroupId } = this.#live.of(ref);
    const row = this.#database.get(
      'SELECT id FROM user_groups WHERE connection_id = :connectionId AND user_group_id = :userGroupId',
      { connectionId, userGroupId: toStored(userGroupId) },
    );
    return { connectionId, groupRow: Number(row?.id ?? 0) };
  }

  #size({ groupRow }: Own): number {
    const row = this.#database.get('SELECT count(*) AS size FROM base_entries WHERE group_row = :groupRow', {
      groupRow,
    });
    return Number(row?.size);
  }

  #matching(sql: string, values: Values, limit: number, order: ListOrder): FoundSlice {
    const columns = ORDERED_BY[order].join(', ');
    const matching = `user_groups INDEXED BY user_groups_filtered WHERE ${sql} AND ${OF_LIVE}`;
    const counts = this.#database.all(
      `SELECT connection_id, count(*) AS groups, count(answered_at) AS answered,
         min(answered_at) AS oldest, max(answered_at) AS newest
       FROM ${matching} GROUP BY connection_id`,
      values,
      countFromRow,
    );
    if (counts.length === 0) return { groups: [], counts };
    const groups = this.#database.all(
      `WITH found (id) AS (SELECT id FROM ${matching} ORDER BY ${columns} LIMIT :limit)
       SELECT ${SUMMARY} FROM found JOIN user_groups USING (id) ORDER BY ${columns}, connection_id`,
      { ...values, limit },
      summaryFromRow,
    );
    return { groups, counts };
  }

  #endAfter(from: FoundCursor): FoundCursor | undefined {
    const groups = Number(this.#database.get('SELECT total(groups) AS groups FROM connection_counts')?.groups);
    if (Math.abs(groups - this.#groupsThen) > SLICE / 2) {
      this.#ends.clear();
      this.#groupsThen = groups;
    }
    if (!this.#ends.has(from)) this.#ends.set(from, this.#foundEnd(from));
    return this.#ends.get(from);
  }

  #foundEnd(from: FoundCursor): FoundCursor | undefined {
    return this.#database.get(
      `SELECT sort_key FROM user_groups INDEXED BY user_groups_searched WHERE sort_key > :from
       ORDER BY sort_key LIMIT 1 OFFSET ${SLICE - 1}`,
      { from },
      (row) => String(row.sort_key),
    );
  }
}

function countFromRow({ connection_id: connectionId, groups, answered, oldest, newest }: CountRow): MatchCount {
  return { connectionId, groups, answered, ...(oldest !== null && newest !== null && { oldest, newest }) };
}

/**
 * What holds every word is looked for in the order wanted, up to the limit, so that a word in every group costs least;
 * a word in none costs one pass over the narrow index. Fewer than the limit are all there are. Otherwise ids that begin
 * with the text, and then names, are looked for by themselves: ids by their index, and in the order wanted when there
 * are many.
 */
function searchSql(hasEveryWord: string): string {
  // A limit of 0 ends a search before its first row; a condition does so for each row only.
  const isFull = (table: string, full: string | number): string => `((SELECT count(*) FROM ${table}) = ${full})`;
  const inOrder = (condition: string, limit: string): string => `
    SELECT * FROM (SELECT id FROM user_groups INDEXED BY user_groups_searched
      WHERE ${condition} AND ${OF_LIVE} ORDER BY sort_key LIMIT ${limit})`;
  return `
    WITH holding AS MATERIALIZED (${inOrder(hasEveryWord, ':limit')}),
    by_id AS MATERIALIZED (
      SELECT id, alike FROM user_groups INDEXED BY user_groups_alike
      WHERE alike BETWEEN :whole AND :upTo AND ${OF_LIVE} ORDER BY alike LIMIT ${FEW} * ${isFull('holding', ':limit')}),
    found AS (
      SELECT id FROM holding
      UNION SELECT * FROM (
        SELECT id FROM by_id ORDER BY alike LIMIT iif(${isFull('by_id', FEW)}, :limit, ${FEW}))
      UNION ${inOrder('instr(folded, :idBeginning)', `:limit * ${isFull('by_id', FEW)}`)}
      UNION ${inOrder(
        'sort_key BETWEEN :fromKey AND :upToKey AND folded BETWEEN :whole AND :upTo',
        `:limit * ${isFull('holding', ':limit')}`,
      )})
    SELECT ${SUMMARY} FROM found JOIN user_groups USING (id)
    ORDER BY
      CASE WHEN alike = :whole THEN 1 WHEN alike BETWEEN :whole AND :upTo THEN 2
        WHEN folded BETWEEN :whole AND :upTo THEN 3 ELSE 4 END,
      user_group_id <> :typed, sort_key, user_group_id, connection_id LIMIT :limit`;
}

/** What is found beside those that stand already, up to the limit of all. */
function rest<R extends SourceRow>(standing: readonly SourceRow[], limit: number, find: (limit: number) => R[]): R[] {
  // Looking for more costs a query.
  if (standing.length >= limit) return [];
  const ids = new Set(standing.map(({ id }) => id));
  return find(limit)
    .filter(({ id }) => !ids.has(id))
    .slice(0, limit - standing.length);
}

function othersOf({ groups, isOwn }: SourceRow): number {
  return groups - isOwn;
}

function isOnlyOther({ groups, isOwn }: SourceRow): boolean {
  return groups === 1 && isOwn === 0;
}
