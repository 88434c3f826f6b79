// Rows of `connections`: the ids that everything else belongs to.

import * as l10n from '@vscode/l10n';
import { randomUUID } from 'node:crypto';

import type { TokenMismatch } from '../../core/connection.ts';
import { UserGroupsError } from '../../core/errors.ts';
import { visibleId } from '../../core/foreignText.ts';
import type { ConnectionRow } from '../../core/ports/connectionStore.ts';
import type { Database } from '../database/database.ts';
import { OF_LIVE } from '../database/liveConnections.ts';
import { connectionGone } from '../database/storeErrors.ts';
import { fromStored, toStored } from '../database/storedText.ts';

interface Named {
  readonly connection_id: string;
  readonly kind: ConnectionRow['kind'];
  readonly name: string;
  readonly base_url: string;
}

/** Columns of its API token, of which there may be none. */
type Mismatch =
  | { readonly mismatch_about: null }
  | { readonly mismatch_about: TokenMismatch['about']; readonly mismatch_reason: string; readonly origin: string };

type Row = Named & Mismatch;

export class ConnectionRows {
  readonly #all;
  readonly #named;
  readonly #insert;
  readonly #update;
  readonly #deleteCounts;
  readonly #delete;

  constructor(database: Database) {
    this.#all = database.prepare<Row>(`
      SELECT connection_id, kind, name, base_url, origin, mismatch_about, mismatch_reason
      FROM connections LEFT JOIN api_tokens USING (connection_id)
      WHERE connections.kind IN ('service', 'sandbox') ORDER BY name, connection_id`);
    this.#named = database.prepare('SELECT connection_id FROM connections WHERE name = :name AND connection_id <> :id');
    this.#insert = database.prepare(
      'INSERT INTO connections (connection_id, kind, name, base_url) VALUES (:id, :kind, :name, :baseUrl)',
    );
    this.#update = database.prepare(`
      UPDATE connections
      SET name = coalesce(:name, name), base_url = coalesce(:baseUrl, base_url)
      WHERE connection_id = :id AND ${OF_LIVE}`);
    this.#deleteCounts = database.prepare('DELETE FROM connection_counts WHERE connection_id = :id');
    this.#delete = database.prepare('DELETE FROM connections WHERE connection_id = :id');
  }

  all(): ConnectionRow[] {
    return this.#all.all().map(fromRow);
  }

  /** @throws UserGroupsError `conflict` when the name is in use. */
  add({ kind, name, baseUrl }: Omit<ConnectionRow, 'id'>): ConnectionRow {
    const id = randomUUID();
    this.requireFree(name, id);
    this.#insert.run({ id, kind, name: toStored(name), baseUrl });
    return { id, kind, name, baseUrl };
  }

  /** @throws UserGroupsError `conflict` when the name is in use or the connection is gone. */
  change(id: string, { name, baseUrl }: { readonly name?: string; readonly baseUrl?: string }): void {
    if (name !== undefined) this.requireFree(name, id);
    const { changes } = this.#update.run({
      id,
      name: name === undefined ? null : toStored(name),
      baseUrl: baseUrl ?? null,
    });
    if (changes === 0) throw connectionGone();
  }

  /** The counts first: then nothing is counted down group by group. */
  remove(id: string): void {
    this.#deleteCounts.run({ id });
    this.#delete.run({ id });
  }

  /** For this connection. @throws UserGroupsError `conflict` */
  requireFree(name: string, id: string): void {
    if (this.#named.get({ name: toStored(name), id }) === undefined) return;
    throw new UserGroupsError(
      'conflict',
      l10n.t('A connection named "{0}" already exists.', visibleId(name)),
      l10n.t('Choose another name.'),
    );
  }
}

function fromRow(row: Row): ConnectionRow {
  return {
    id: row.connection_id,
    kind: row.kind,
    name: fromStored(row.name),
    baseUrl: row.base_url,
    ...(row.mismatch_about !== null && {
      mismatch: { origin: row.origin, about: row.mismatch_about, reason: fromStored(row.mismatch_reason) },
    }),
  };
}
