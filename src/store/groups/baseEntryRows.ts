// Rows of `base_entries`: what the base of each group says, as far as groups are compared by it.

import type { BaseEntries } from '../../core/ports/userGroupStore.ts';
import type { Database, Values } from '../database/database.ts';
import { facetsOf, termsOf } from './facets.ts';
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

const OF_GROUP = `
  SELECT field, name, data_source AS dataSource, name_id AS nameId
  FROM base_entries
    JOIN entry_names ON entry_names.id = name_id
    LEFT JOIN data_sources ON data_sources.id = source_id
  WHERE group_row = :groupRow`;
const FIND_NAME = `SELECT id FROM entry_names WHERE connection = ${CONNECTION} AND field = :field AND name = :name`;
const ADD_NAME = `
  INSERT INTO entry_names (connection, field, name) VALUES (${CONNECTION}, :field, :name) RETURNING id`;
const FIND_SOURCE = `SELECT id FROM data_sources WHERE connection = ${CONNECTION} AND data_source = :dataSource`;
const ADD_SOURCE = `
  INSERT INTO data_sources (connection, data_source) VALUES (${CONNECTION}, :dataSource) RETURNING id`;

export class BaseEntryRows {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Writes what differs from what is kept. `undefined`: there is no base. */
  keep(groupRow: number, connectionId: string, entries: BaseEntries | undefined): void {
    this.#keepFound(groupRow, entries);
    const wanted = flat(entries ?? {});
    // Removed first: a name that loses its last group loses its row.
    for (const row of this.#database.all<Row>(OF_GROUP, { groupRow })) {
      const key = keyOf(row);
      if (wanted.get(key)?.dataSource === row.dataSource) wanted.delete(key);
      else
        this.#database.run('DELETE FROM base_entries WHERE group_row = :groupRow AND name_id = :nameId', {
          groupRow,
          nameId: row.nameId,
        });
    }
    for (const entry of wanted.values()) this.#add(groupRow, connectionId, entry);
  }

  /** What it is found by. */
  #keepFound(groupRow: number, entries: BaseEntries | undefined): void {
    const facets = entries === undefined ? null : facetsOf(entries);
    const { changes } = this.#database.run(
      'UPDATE user_groups SET facets = :facets WHERE id = :groupRow AND facets IS NOT :facets',
      { groupRow, facets },
    );
    if (changes === 0) return;
    this.#database.run('DELETE FROM group_terms WHERE group_row = :groupRow', { groupRow });
    for (const term of facets === null ? [] : termsOf(facets))
      this.#database.run('INSERT OR IGNORE INTO group_terms (group_row, term) VALUES (:groupRow, :term)', {
        groupRow,
        term,
      });
  }

  #add(groupRow: number, connectionId: string, { field, name, dataSource }: Entry): void {
    const nameId = this.#idOf(FIND_NAME, ADD_NAME, { connectionId, field, name });
    const sourceId = dataSource === null ? null : this.#idOf(FIND_SOURCE, ADD_SOURCE, { connectionId, dataSource });
    this.#database.run(
      'INSERT INTO base_entries (group_row, name_id, source_id) VALUES (:groupRow, :nameId, :sourceId)',
      { groupRow, nameId, sourceId },
    );
  }

  #idOf(find: string, add: string, values: Values): number {
    return Number((this.#database.get(find, values) ?? this.#database.get(add, values))?.id);
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
