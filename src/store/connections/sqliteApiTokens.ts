// The role of API tokens: each method is one question or one transaction.

import type { TokenMismatch } from '../../core/connection.ts';
import type { ApiTokenStanding, ApiTokenStore, TokenVerdict, VariableOrigin } from '../../core/ports/apiTokenStore.ts';
import type { GroupRef } from '../../core/userGroup.ts';
import type { Database } from '../database/database.ts';
import { fromStored, toStored } from '../database/storedText.ts';
import type { UserGroupRows } from '../groups/userGroupRows.ts';
import type { VersionRows } from '../journal/versionRows.ts';
import { ApiTokenRows } from './apiTokenRows.ts';

/** What is on record of groups. */
interface Records {
  readonly groups: Pick<UserGroupRows, 'rowOf' | 'answeredVersion'>;
  readonly versions: Pick<VersionRows, 'hasAnsweredSince'>;
}

export class SqliteApiTokens implements ApiTokenStore {
  readonly #database: Database;
  readonly #records: Records;
  readonly #rows;
  readonly #origins;
  readonly #addOrigin;

  constructor(database: Database, records: Records) {
    this.#database = database;
    this.#records = records;
    this.#rows = new ApiTokenRows(database);
    // Where the API token of an environment variable may be sent. The token is in no row.
    this.#origins = database.prepare('SELECT origin FROM variable_origins WHERE variable = :variable ORDER BY id');
    this.#addOrigin = database.prepare(
      'INSERT OR IGNORE INTO variable_origins (variable, origin) VALUES (:variable, :origin)',
    );
  }

  find(connectionId: string): ApiTokenStanding | undefined {
    return this.#database.read(() => this.#rows.find(connectionId));
  }

  begin(connectionId: string, token: Pick<ApiTokenStanding, 'origin' | 'fingerprint'>): ApiTokenStanding {
    return this.#database.write(() => this.#rows.begin(connectionId, token));
  }

  validate(connectionId: string, id: number, verdict: TokenVerdict): void {
    this.#database.write(() => {
      this.#rows.validate(connectionId, id, verdict);
    });
  }

  keep(connectionId: string, mismatch: TokenMismatch): boolean {
    return this.#database.write(() => this.#rows.keep(connectionId, mismatch));
  }

  drop(connectionId: string): void {
    this.#database.write(() => {
      this.#rows.drop(connectionId);
    });
  }

  variableOrigins(variable: string): string[] {
    return this.#database.read(() =>
      this.#origins.all({ variable: toStored(variable) }).map(({ origin }) => fromStored(String(origin))),
    );
  }

  bindVariable(first: VariableOrigin): void {
    this.#database.write(() => {
      // Of two windows one is the first.
      if (this.#origins.get({ variable: toStored(first.variable) }) === undefined) this.#add(first);
    });
  }

  allowVariable(origin: VariableOrigin): void {
    this.#database.write(() => {
      this.#add(origin);
    });
  }

  wasAnsweredBefore(ref: GroupRef, id: number): boolean {
    return this.#database.read(() => {
      const after = this.#rows.afterVersion(id);
      const { groups, versions } = this.#records;
      const row = groups.rowOf(ref);
      if (row === undefined || after === undefined) return row !== undefined;
      // The service's list leaves no version.
      return groups.answeredVersion(row) <= after && !versions.hasAnsweredSince(row, after);
    });
  }

  #add({ variable, origin }: VariableOrigin): void {
    this.#addOrigin.run({ variable: toStored(variable), origin: toStored(origin) });
  }
}
