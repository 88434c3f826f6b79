// The role of destinations of tokens: each method is one question or one transaction.

import type { DestinationStore } from '../../core/ports/destinationStore.ts';
import type { EnvFileDestination, TokenDestination } from '../../core/tokenDestination.ts';
import type { GroupRef } from '../../core/userGroup.ts';
import type { Database } from '../database/database.ts';
import { OF_LIVE, type LiveConnections } from '../database/liveConnections.ts';
import { fromStored } from '../database/storedText.ts';
import type { UserGroupRows } from './userGroupRows.ts';

interface Row {
  readonly kind: TokenDestination['kind'];
  readonly file: string | null;
  readonly variable: string | null;
}

interface Rows {
  readonly live: LiveConnections;
  readonly groups: UserGroupRows;
}

export class SqliteDestinations implements DestinationStore {
  readonly #database: Database;
  readonly #rows: Rows;
  readonly #select;
  readonly #at;
  readonly #put;

  constructor(database: Database, rows: Rows) {
    this.#database = database;
    this.#rows = rows;
    this.#select = database.prepare<Row>(
      'SELECT kind, file, variable FROM token_destinations WHERE group_row = :groupRow',
    );
    this.#at = database.prepare<{ readonly connection_id: string; readonly user_group_id: string }>(`
      SELECT connection_id, user_group_id
      FROM token_destinations JOIN user_groups ON user_groups.id = group_row
      WHERE kind = 'envFile' AND file = :file AND variable = :variable AND ${OF_LIVE}
      ORDER BY group_row`);
    this.#put = database.prepare(`
      INSERT OR REPLACE INTO token_destinations (group_row, kind, file, variable)
      VALUES (:groupRow, :kind, :file, :variable)`);
  }

  find(ref: GroupRef): TokenDestination | undefined {
    return this.#database.read(() => {
      const groupRow = this.#rowOf(ref);
      const row = groupRow === undefined ? undefined : this.#select.get({ groupRow });
      return row && fromRow(row);
    });
  }

  groupsAt({ file, variable }: EnvFileDestination): readonly GroupRef[] {
    return this.#database.read(() =>
      this.#at.all({ file, variable }).map(({ connection_id: connectionId, user_group_id: userGroupId }) => ({
        connectionId,
        userGroupId: fromStored(userGroupId),
      })),
    );
  }

  remember(ref: GroupRef, destination: TokenDestination): void {
    this.#database.write(() => {
      const groupRow = this.#rowOf(ref);
      if (groupRow === undefined) return;
      this.#put.run({ groupRow, ...toRow(destination) });
    });
  }

  #rowOf(ref: GroupRef): number | undefined {
    return this.#rows.groups.rowOf(this.#rows.live.of(ref));
  }
}

function toRow(destination: TokenDestination): Record<keyof Row, string | null> {
  return {
    kind: destination.kind,
    file: destination.kind === 'envFile' ? destination.file : null,
    variable: destination.kind === 'command' ? null : destination.variable,
  };
}

function fromRow({ kind, file, variable }: Row): TokenDestination {
  if (kind === 'command') return { kind };
  return kind === 'terminal'
    ? { kind, variable: variable ?? '' }
    : { kind, file: file ?? '', variable: variable ?? '' };
}
