// Rows of `variable_origins`: where the API token of an environment variable may be sent, by the variable's name. The
// token is in no row.

import type { VariableOrigin } from '../../core/ports/apiTokenStore.ts';
import type { Database } from '../database/database.ts';
import { fromStored, toStored } from '../database/storedText.ts';

export class VariableRows {
  readonly #origins;
  readonly #insert;

  constructor(database: Database) {
    this.#origins = database.prepare('SELECT origin FROM variable_origins WHERE variable = :variable ORDER BY id');
    this.#insert = database.prepare(
      'INSERT OR IGNORE INTO variable_origins (variable, origin) VALUES (:variable, :origin)',
    );
  }

  origins(variable: string): string[] {
    return this.#origins.all({ variable: toStored(variable) }).map(({ origin }) => fromStored(String(origin)));
  }

  add({ variable, origin }: VariableOrigin): void {
    this.#insert.run({ variable: toStored(variable), origin: toStored(origin) });
  }

  /** Within one transaction: of two windows one is the first. */
  addFirst(first: VariableOrigin): void {
    if (this.origins(first.variable).length === 0) this.add(first);
  }
}
