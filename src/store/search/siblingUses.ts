// What the other groups of a connection have: names and data sources by how many use them, through counts kept for it.

import type { DataSourceUse, NamedGroup, NameUse } from '../../core/ports/siblingStore.ts';
import type { GroupRef } from '../../core/userGroup.ts';
import { CONNECTION, storedName, WHOLE_FIELD } from '../groups/baseEntryRows.ts';
import type { Database } from '../database/database.ts';
import type { Statement } from '../database/statement.ts';
import { fromStored, toStored } from '../database/storedText.ts';

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

export class SiblingUses {
  readonly #groupRow;
  readonly #ownSize;
  readonly #names;
  readonly #name;
  readonly #mapped;
  readonly #shared;
  readonly #single;
  readonly #source;
  readonly #user;

  constructor(database: Pick<Database, 'prepare'>) {
    this.#groupRow = database.prepare(
      'SELECT id FROM user_groups WHERE connection_id = :connectionId AND user_group_id = :userGroupId',
    );
    this.#ownSize = database.prepare('SELECT count(*) AS size FROM base_entries WHERE group_row = :groupRow');
    this.#names = database.prepare<{ name: string; others: number }>(`
      SELECT name, groups - ${HAS_NAME} AS others FROM entry_names
      WHERE connection = ${CONNECTION} AND field = :field ORDER BY groups DESC, id LIMIT :limit`);
    this.#name = database.prepare(`
      SELECT groups - ${HAS_NAME} AS others
      FROM entry_names
      WHERE connection = ${CONNECTION} AND field = :field AND name = :name`);
    this.#mapped = database.prepare<MappedRow>(`
      SELECT data_sources.id, data_source, data_sources.groups, ${HAS_SOURCE} AS isOwn,
        mapped_sources.groups AS mappedBy,
        EXISTS (
          SELECT 1 FROM base_entries
          WHERE group_row = :groupRow AND base_entries.name_id = mapped_sources.name_id AND source_id = data_sources.id
        ) AS isMappedByOwn
      FROM mapped_sources JOIN data_sources ON data_sources.id = source_id
      WHERE name_id = ${NAME_ID} AND is_shared = :isShared
      ORDER BY mapped_sources.groups DESC, source_id LIMIT :limit`);
    const source = `
      SELECT id, data_source, groups, ${HAS_SOURCE} AS isOwn
      FROM data_sources WHERE connection = ${CONNECTION}`;
    this.#shared = database.prepare<SourceRow>(`${source} AND groups > 1 ORDER BY groups DESC, id LIMIT :limit`);
    this.#single = database.prepare<SourceRow>(`${source} AND groups = 1 ORDER BY id LIMIT :limit`);
    this.#source = database.prepare<SourceRow>(`${source} AND data_source = :dataSource`);
    this.#user = database.prepare<{ user_group_id: string; answered_name: string | null }>(`
      SELECT user_group_id, answered_name
      FROM base_entries JOIN user_groups ON user_groups.id = group_row
      WHERE source_id = :id LIMIT 1`);
  }

  names(ref: GroupRef, field: string, limit: number): NameUse[] {
    const own = this.#own(ref);
    // Its own names count less than their place says: beyond so many rows more, none can come before these. One row is
    // the field itself.
    const rows = this.#names.all({ ...own, field, limit: limit + this.#size(own) + 1 });
    return rows
      .filter(({ name, others }) => name !== WHOLE_FIELD && others > 0)
      .sort((a, b) => b.others - a.others)
      .slice(0, limit)
      .map(({ name, others }) => ({ name: fromStored(name), groups: others }));
  }

  groupsWith(ref: GroupRef, field: string, name: string = WHOLE_FIELD): number {
    return (this.#name.get({ ...this.#own(ref), field, name: storedName(name) })?.others ?? 0) as number;
  }

  dataSources(ref: GroupRef, schemaId: string, limit: number): DataSourceUse[] {
    const own = this.#own(ref);
    const mapped = rest([], limit, (more) => this.#mappedSources(own, schemaId, true, more));
    const shared = rest(mapped, limit, (more) => this.#sources(this.#shared, own, more));
    const named = [...mapped, ...shared];
    const mappedByOne = rest(named, limit, (more) => this.#mappedSources(own, schemaId, false, more));
    const single = rest([...named, ...mappedByOne], limit, (more) => this.#sources(this.#single, own, more));
    return [...named, ...mappedByOne, ...single].map((row) => ({
      dataSource: fromStored(row.data_source),
      groups: othersOf(row),
      ...(isOnlyOther(row) && { onlyBy: this.#userOf(row) }),
    }));
  }

  onlyOther(ref: GroupRef, dataSource: string): NamedGroup | undefined {
    const row = this.#source.get({ ...this.#own(ref), dataSource: storedName(dataSource) });
    return row !== undefined && isOnlyOther(row) ? this.#userOf(row) : undefined;
  }

  /** Those that others map this schema id to. The group that asks maps it to one at most. */
  #mappedSources(own: Own, schemaId: string, isShared: boolean, limit: number): MappedRow[] {
    const rows = this.#mapped.all({
      ...own,
      schemaId: storedName(schemaId),
      isShared: isShared ? 1 : 0,
      limit: limit + 1,
    });
    const others = (row: MappedRow): number => row.mappedBy - row.isMappedByOwn;
    return rows.filter((row) => others(row) > 0).sort((a, b) => others(b) - others(a));
  }

  #sources(statement: Statement<SourceRow>, own: Own, limit: number): SourceRow[] {
    const rows = statement.all({ ...own, limit: limit + this.#size(own) });
    return rows.filter((row) => othersOf(row) > 0).sort((a, b) => othersOf(b) - othersOf(a));
  }

  #userOf({ id }: SourceRow): NamedGroup | undefined {
    const row = this.#user.get({ id });
    if (row === undefined) return undefined;
    const userGroupId = fromStored(row.user_group_id);
    return { userGroupId, name: row.answered_name === null ? userGroupId : fromStored(row.answered_name) };
  }

  #own({ connectionId, userGroupId }: GroupRef): Own {
    const row = this.#groupRow.get({ connectionId, userGroupId: toStored(userGroupId) });
    return { connectionId, groupRow: (row?.id ?? 0) as number };
  }

  #size({ groupRow }: Own): number {
    return this.#ownSize.get({ groupRow })?.size as number;
  }
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
