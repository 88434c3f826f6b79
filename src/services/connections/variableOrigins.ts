// Where the API token of an environment variable may be sent: to the origin of its first use, and where else the person
// allows it.

import { parseBaseUrl } from '../../core/baseUrl.ts';
import type { Connection } from '../../core/connection.ts';
import type { ApiTokenStore } from '../../core/ports/apiTokenStore.ts';

export class VariableOrigins {
  readonly #tokens: ApiTokenStore;

  constructor(tokens: ApiTokenStore) {
    this.#tokens = tokens;
  }

  /** The origins to which the connection's variable may be sent; none before its first use. */
  of({ apiTokenEnv }: Connection): readonly string[] {
    return apiTokenEnv === undefined ? [] : this.#tokens.variableOrigins(keyOf(apiTokenEnv));
  }

  /** Called before the token leaves: returns whether it may. The first use decides for all later ones. */
  bind(connection: Connection): boolean {
    const { apiTokenEnv } = connection;
    if (apiTokenEnv === undefined) return false;
    const origin = originOf(connection);
    if (this.of(connection).includes(origin)) return true;
    this.#tokens.bindVariable({ variable: keyOf(apiTokenEnv), origin });
    return this.of(connection).includes(origin);
  }

  /** The person allows it. */
  allow(connection: Connection): void {
    const { apiTokenEnv } = connection;
    if (apiTokenEnv !== undefined)
      this.#tokens.allowVariable({ variable: keyOf(apiTokenEnv), origin: originOf(connection) });
  }
}

/** On Windows names of variables ignore letter case. */
function keyOf(variable: string): string {
  return variable.toUpperCase();
}

function originOf({ baseUrl }: Connection): string {
  return parseBaseUrl(baseUrl).origin;
}
