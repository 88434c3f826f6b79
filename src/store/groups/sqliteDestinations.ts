// The role of destinations of tokens.

import type { DestinationStore } from '../../core/ports/tokenStore.ts';
import type { EnvFileDestination, TokenDestination } from '../../core/tokenDestination.ts';
import type { GroupRef } from '../../core/userGroup.ts';
import type { Database } from '../database/database.ts';
import { OF_LIVE } from '../database/liveConnections.ts';
import { refFrom, type UserGroupRows } from './userGroupRows.ts';

interface Row {
  readonly kind: TokenDestination['kind'];
  readonly file: string | null;
  readonly variable: string | null;
}

export class SqliteDestinations implements DestinationStore {
  readonly #database: Database;
  readonly #groups: UserGroupRows;

  constructor(database: Database, groups: UserGroupRows) {
    this.#database = database;
    this.#groups = groups;
  }

  find(ref: GroupRef): TokenDestination | undefined {
    return this.#database.get(
      'SELECT kind, file, variable FROM token_destinations WHERE group_row = :groupRow',
      { groupRow: this.#groups.liveRowOf(ref) },
      fromRow,
    );
  }

  groupsAt({ file, variable }: EnvFileDestination): readonly GroupRef[] {
    return this.#database.all(
      `SELECT connection_id, user_group_id
       FROM token_destinations JOIN user_groups ON user_groups.id = group_row
       WHERE kind = 'envFile' AND file = :file AND variable = :variable AND ${OF_LIVE}
       ORDER BY group_row`,
      { file, variable },
      refFrom,
    );
  }

  remember(ref: GroupRef, destination: TokenDestination): void {
    this.#database.write(() => {
      const groupRow = this.#groups.liveRowOf(ref);
      if (groupRow === undefined) return;
      this.#database.run(
        `INSERT OR REPLACE INTO token_destinations (group_row, kind, file, variable)
         VALUES (:groupRow, :kind, :file, :variable)`,
        {
          groupRow,
          kind: destination.kind,
          file: destination.kind === 'envFile' ? destination.file : undefined,
          variable: destination.kind === 'command' ? undefined : destination.variable,
        },
      );
    });
  }
}

function fromRow({ kind, file, variable }: Row): TokenDestination {
  if (kind === 'command') return { kind };
  return kind === 'terminal'
    ? { kind, variable: variable ?? '' }
    : { kind, file: file ?? '', variable: variable ?? '' };
}
