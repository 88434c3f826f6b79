// Connections that were removed and can be restored for a while: their rows stay, and nobody sees them.

import * as l10n from '@vscode/l10n';
import { UserGroupsError } from '../../core/errors.ts';
import { type ConnectionRow, REMOVED_KEPT_MS, type RemovedConnection } from '../../core/ports/connectionStore.ts';
import type { Database } from '../database/database.ts';
import { OF_LIVE } from '../database/liveConnections.ts';
import { connectionGone } from '../database/storeErrors.ts';
import { fromStored, toStored } from '../database/storedText.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

interface Row {
  readonly connection_id: string;
  readonly kind: ConnectionRow['kind'];
  readonly name: string;
  readonly base_url: string;
  readonly entry: string | null;
  readonly removed_at: number;
}

export class RemovedConnectionRows {
  readonly #insert;
  readonly #hide;
  readonly #rows;
  readonly #one;
  readonly #sandbox;
  readonly #show;
  readonly #delete;
  readonly #any;
  readonly #setBack;
  readonly #notDue;
  readonly #due;
  readonly #eraseDue;
  readonly #erasing;

  constructor(database: Database) {
    this.#insert = database.prepare(`
      INSERT INTO removed_connections (connection_id, kind, name, entry, removed_at)
      SELECT connection_id, kind, name, :entry, :at FROM connections WHERE connection_id = :id AND ${OF_LIVE}`);
    // Its name is free from now on.
    this.#hide = database.prepare(
      "UPDATE connections SET kind = 'removed', name = connection_id WHERE connection_id = :id",
    );
    const removed = `
      SELECT connection_id, removed_connections.kind, removed_connections.name, base_url, entry, removed_at
      FROM removed_connections JOIN connections USING (connection_id) WHERE connections.kind = 'removed'`;
    this.#rows = database.prepare<Row>(
      `${removed} AND removed_at > :ended ORDER BY removed_at DESC, removed_connections.rowid DESC`,
    );
    this.#one = database.prepare<Row>(`${removed} AND connection_id = :id`);
    this.#sandbox = database.prepare("SELECT connection_id FROM connections WHERE kind = 'sandbox'");
    this.#show = database.prepare('UPDATE connections SET kind = :kind, name = :name WHERE connection_id = :id');
    this.#delete = database.prepare('DELETE FROM removed_connections WHERE connection_id = :id');
    this.#any = database.prepare('SELECT 1 FROM removed_connections LIMIT 1');
    this.#setBack = database.prepare(
      'UPDATE removed_connections SET removed_at = :now, due_since = NULL WHERE removed_at > :now',
    );
    this.#notDue = database.prepare(`
      UPDATE removed_connections SET due_since = NULL
      WHERE due_since IS NOT NULL AND (removed_at > :ended OR due_since > :now)`);
    this.#due = database.prepare(
      'UPDATE removed_connections SET due_since = :now WHERE due_since IS NULL AND removed_at <= :ended',
    );
    this.#eraseDue = database.prepare(`
      UPDATE connections SET kind = 'erasing' WHERE kind = 'removed'
        AND connection_id IN (SELECT connection_id FROM removed_connections WHERE due_since <= :dayAgo)`);
    this.#erasing = database.prepare("SELECT connection_id FROM connections WHERE kind = 'erasing'");
  }

  /** @throws UserGroupsError `conflict` when it is gone or removed already */
  keep(id: string, entry: string | undefined, at: number): void {
    const { changes } = this.#insert.run({ id, entry: entry === undefined ? null : toStored(entry), at });
    if (changes === 0) throw connectionGone();
    this.#hide.run({ id });
  }

  /** The last removed first. Those whose time is over are not offered, whether they are erased by now or not. */
  all(now: number): RemovedConnection[] {
    return this.#rows.all({ ended: now - REMOVED_KEPT_MS }).map(fromRow);
  }

  /**
   * What it is when it is restored. @throws UserGroupsError `conflict` when it cannot be any more, or the sandbox is
   * there again
   */
  kindOf(id: string): ConnectionRow['kind'] {
    const row = this.#one.get({ id });
    if (row === undefined) throw notKept();
    if (row.kind === 'sandbox' && this.#sandbox.get() !== undefined) throw sandboxIsThere();
    return row.kind;
  }

  restore(id: string, kind: ConnectionRow['kind'], name: string): void {
    this.#show.run({ id, kind, name: toStored(name) });
    this.#delete.run({ id });
  }

  hasAny(): boolean {
    return this.#any.get() !== undefined;
  }

  /**
   * Which ones are to be erased: those whose time was over at an earlier look, a day ago or more. So a clock that is
   * ahead for a day erases nothing; and when it was set back to before the removal, the time begins again, so that
   * nothing stays for ever.
   */
  toErase(now: number): string[] {
    const ended = now - REMOVED_KEPT_MS;
    this.#setBack.run({ now });
    this.#notDue.run({ now, ended });
    this.#due.run({ now, ended });
    this.#eraseDue.run({ dayAgo: now - DAY_MS });
    return this.#erasing.all().map((row) => row.connection_id as string);
  }
}

function fromRow(row: Row): RemovedConnection {
  return {
    id: row.connection_id,
    kind: row.kind,
    name: fromStored(row.name),
    baseUrl: row.base_url,
    removedAt: row.removed_at,
    ...(row.entry !== null && { entry: fromStored(row.entry) }),
  };
}

function notKept(): UserGroupsError {
  return new UserGroupsError(
    'conflict',
    l10n.t('The connection was restored or erased meanwhile, here or in another window.'),
    l10n.t('Check the list of connections.'),
  );
}

function sandboxIsThere(): UserGroupsError {
  return new UserGroupsError(
    'conflict',
    l10n.t('The list already has a local sandbox.'),
    l10n.t('Remove that one first.'),
  );
}
