// Rows of `base_entries`: what the base of each group says, as far as groups are compared by it.

import type { BaseEntries } from '../../core/ports/userGroupStore.ts';
import type { Database } from '../database/database.ts';
import { facetsOf } from './facets.ts';
import { termsOf } from './searchTerms.ts';
import { toStored } from '../database/storedText.ts';

/** `name` and `dataSource` as stored. */
interface Entry {
  readonly field: string;
  readonly name: string;
  readonly dataSource: string | null;
}

interface Row extends Entry {
  readonly nameId: number;
}

/** Stands for the field itself, so that groups are counted whose field is empty. */
export const WHOLE_FIELD = '';

/** Of mapping and of properties each: thousands of rows of one group would hold up everything else. */
const MOST_ROWS = 250;

/** The short number of `:connectionId`. */
export const CONNECTION = '(SELECT number FROM connection_counts WHERE connection_id = :connectionId)';

export class BaseEntryRows {
  readonly #ofGroup;
  readonly #insert;
  readonly #delete;
  readonly #nameId;
  readonly #insertName;
  readonly #sourceId;
  readonly #insertSource;
  readonly #keepFacets;
  readonly #deleteTerms;
  readonly #insertTerm;

  constructor(database: Database) {
    this.#ofGroup = database.prepare<Row>(`
      SELECT field, name, data_source AS dataSource, name_id AS nameId
      FROM base_entries
        JOIN entry_names ON entry_names.id = name_id
        LEFT JOIN data_sources ON data_sources.id = source_id
      WHERE group_row = :groupRow`);
    this.#insert = database.prepare(
      'INSERT INTO base_entries (group_row, name_id, source_id) VALUES (:groupRow, :nameId, :sourceId)',
    );
    this.#delete = database.prepare('DELETE FROM base_entries WHERE group_row = :groupRow AND name_id = :nameId');
    this.#nameId = database.prepare(
      `SELECT id FROM entry_names WHERE connection = ${CONNECTION} AND field = :field AND name = :name`,
    );
    this.#insertName = database.prepare(
      `INSERT INTO entry_names (connection, field, name) VALUES (${CONNECTION}, :field, :name) RETURNING id`,
    );
    this.#sourceId = database.prepare(
      `SELECT id FROM data_sources WHERE connection = ${CONNECTION} AND data_source = :dataSource`,
    );
    this.#insertSource = database.prepare(
      `INSERT INTO data_sources (connection, data_source) VALUES (${CONNECTION}, :dataSource) RETURNING id`,
    );
    this.#keepFacets = database.prepare(
      'UPDATE user_groups SET facets = :facets WHERE id = :groupRow AND facets IS NOT :facets',
    );
    this.#deleteTerms = database.prepare('DELETE FROM group_terms WHERE group_row = :groupRow');
    this.#insertTerm = database.prepare(
      'INSERT OR IGNORE INTO group_terms (group_row, term) VALUES (:groupRow, :term)',
    );
  }

  /** Writes what differs from what is kept. `undefined`: there is no base. */
  keep(groupRow: number, connectionId: string, entries: BaseEntries | undefined): void {
    this.#keepFound(groupRow, entries);
    const wanted = flat(entries ?? {});
    // Removed first: a name that loses its last group loses its row.
    for (const row of this.#ofGroup.all({ groupRow })) {
      const key = keyOf(row);
      if (wanted.get(key)?.dataSource === row.dataSource) wanted.delete(key);
      else this.#delete.run({ groupRow, nameId: row.nameId });
    }
    for (const entry of wanted.values()) this.#add(groupRow, connectionId, entry);
  }

  /** What it is found by. */
  #keepFound(groupRow: number, entries: BaseEntries | undefined): void {
    const facets = entries === undefined ? null : facetsOf(entries);
    if (this.#keepFacets.run({ groupRow, facets }).changes === 0) return;
    this.#deleteTerms.run({ groupRow });
    for (const term of facets === null ? [] : termsOf(facets)) this.#insertTerm.run({ groupRow, term });
  }

  #add(groupRow: number, connectionId: string, { field, name, dataSource }: Entry): void {
    const named = { connectionId, field, name };
    const nameId = idOf(this.#nameId.get(named) ?? this.#insertName.get(named));
    const sourceId =
      dataSource === null
        ? null
        : idOf(
            this.#sourceId.get({ connectionId, dataSource }) ?? this.#insertSource.get({ connectionId, dataSource }),
          );
    this.#insert.run({ groupRow, nameId, sourceId });
  }
}

/** One of each name, the last: keeping them must never fail what they are kept with. */
function flat({ mapping, properties }: BaseEntries): Map<string, Entry> {
  const entries = [
    ...(mapping ?? []).slice(0, MOST_ROWS).map(({ schemaId, dataSource }) => entry('mapping', schemaId, dataSource)),
    ...(mapping === undefined ? [] : [entry('mapping', WHOLE_FIELD)]),
    ...(properties ?? []).slice(0, MOST_ROWS).map((name) => entry('properties', name)),
    ...(properties === undefined ? [] : [entry('properties', WHOLE_FIELD)]),
  ];
  return new Map(entries.map((each) => [keyOf(each), each]));
}

function entry(field: string, name: string, dataSource?: string): Entry {
  return { field, name: storedName(name), dataSource: dataSource === undefined ? null : storedName(dataSource) };
}

function keyOf({ field, name }: Entry): string {
  return `${field} ${name}`;
}

/** SQLite keeps UTF-8: halves of surrogate pairs would become one and the same character. */
export function storedName(name: string): string {
  return toStored(name.toWellFormed());
}

function idOf(row: Record<string, unknown> | undefined): number {
  return row?.id as number;
}
