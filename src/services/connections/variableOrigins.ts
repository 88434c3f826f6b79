// Where the API token of an environment variable may be sent: to the origin of its first use, whichever connection
// names it, and where else the person says.

import { parseBaseUrl } from '../../core/baseUrl.ts';
import type { Connection } from '../../core/connection.ts';
import type { ApiTokenStore } from '../../core/ports/apiTokenStore.ts';
import type { Log } from '../../core/ports/log.ts';

export class VariableOrigins {
  readonly #tokens: ApiTokenStore;

  constructor(tokens: ApiTokenStore) {
    this.#tokens = tokens;
  }

  /** Of the connection's variable; none before its first use. */
  of({ apiTokenEnv }: Connection): readonly string[] {
    return apiTokenEnv === undefined ? [] : this.#tokens.variableOrigins(keyOf(apiTokenEnv));
  }

  /** Before its token leaves: answers whether it may. The first use decides for all that follow. */
  bind(connection: Connection): boolean {
    const { apiTokenEnv } = connection;
    if (apiTokenEnv === undefined) return false;
    const origin = originOf(connection);
    if (this.of(connection).includes(origin)) return true;
    this.#tokens.bindVariable({ variable: keyOf(apiTokenEnv), origin });
    return this.of(connection).includes(origin);
  }

  /** The person says so. */
  allow(connection: Connection): void {
    const { apiTokenEnv } = connection;
    if (apiTokenEnv !== undefined)
      this.#tokens.allowVariable({ variable: keyOf(apiTokenEnv), origin: originOf(connection) });
  }

  /**
   * Once after an update: earlier versions kept the origin with the connection, and which variable that names the
   * settings tell. Never throws: until it is done, the row of the connection still binds.
   */
  bindKnown(connections: { list(): readonly Connection[] }, log: Log): void {
    try {
      const known = new Map(this.#tokens.variablesToBind().map(({ connectionId, origin }) => [connectionId, origin]));
      if (known.size === 0) return;
      this.#tokens.bindVariablesOf(
        connections.list().flatMap(({ id, apiTokenEnv }) => {
          const origin = known.get(id);
          return apiTokenEnv === undefined || origin === undefined ? [] : [{ variable: keyOf(apiTokenEnv), origin }];
        }),
      );
    } catch (error) {
      log.warn(`Where the tokens of environment variables were used could not be looked up: ${String(error)}`);
    }
  }
}

/** On Windows the letter case of a variable's name makes no difference. */
function keyOf(variable: string): string {
  return variable.toUpperCase();
}

function originOf({ baseUrl }: Connection): string {
  return parseBaseUrl(baseUrl).origin;
}
