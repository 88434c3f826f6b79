// The API token of each connection: stored as a secret, bound to the connection and the origin of its base URL.

import * as l10n from '@vscode/l10n';
import { parseBaseUrl } from '../../core/baseUrl.ts';
import type { Connection } from '../../core/connection.ts';
import { UserGroupsError } from '../../core/errors.ts';
import { foreignText } from '../../core/foreignText.ts';
import type { Memory, Secrets } from '../../core/ports/storage.ts';
import type { Redactor } from '../../core/redactor.ts';
import type { TokenTrust } from './tokenTrust.ts';
import type { VariableOrigins } from './variableOrigins.ts';

export interface ApiTokensDependencies {
  readonly secrets: Secrets;
  readonly memory: Memory;
  readonly redactor: Redactor;
  /** Reads an environment variable of the machine the extension runs on. */
  readonly environmentVariable: (name: string) => string | undefined;
  readonly trust: TokenTrust;
  readonly variables: VariableOrigins;
}

/** Where a connection's API token comes from, or why there is none. */
export type ApiTokenSource =
  | { readonly from: 'secret' | 'environment'; readonly token: string }
  | { readonly from: 'none'; readonly reason: Exclude<WhyNone, 'otherOrigin'> }
  | { readonly from: 'none'; readonly reason: 'otherOrigin'; readonly origin: string };

type WhyNone = 'neverSet' | 'otherOrigin' | 'notKept' | 'variableEmpty';

export class ApiTokens {
  readonly #dependencies: ApiTokensDependencies;

  constructor(dependencies: ApiTokensDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Stores the token for this connection at its present origin.
   * @throws UserGroupsError `invalid` when it cannot be a header value, `unavailable` when the editor does not store
   * it.
   */
  async set(connection: Connection, typed: string): Promise<void> {
    const token = typed.trim();
    const problem = apiTokenProblem(token);
    if (problem !== undefined)
      throw new UserGroupsError('invalid', problem, l10n.t('Copy the token again and paste it whole.'));
    this.#dependencies.redactor.add(token);
    try {
      await this.#dependencies.secrets.store(
        secretKey(connection),
        JSON.stringify({ origin: originOf(connection), token }),
      );
    } catch {
      // Without the cause: its content is unknown.
      throw new UserGroupsError('unavailable', l10n.t("The editor didn't store the API token."), useVariable());
    }
    // Recorded apart from the secret: if the secret is gone at the next start, this editor stores none.
    await this.#dependencies.memory.set(memoryKey(connection), originOf(connection));
    await this.#dependencies.trust.isSet(connection, token);
  }

  /** The origin where the variable's token was used, if that keeps it from the connection's present one. */
  async variableElsewhere(connection: Connection): Promise<string | undefined> {
    const source = await this.find(connection);
    return connection.apiTokenEnv !== undefined && 'origin' in source ? source.origin : undefined;
  }

  /** The person allows the variable's token at the connection's present origin. */
  async acceptVariable(connection: Connection): Promise<void> {
    this.#dependencies.variables.allow(connection);
    await this.#dependencies.trust.isSet(connection, this.#variable(connection) ?? '');
  }

  async delete(connection: Pick<Connection, 'id'>): Promise<void> {
    await this.#dependencies.secrets.delete(secretKey(connection));
    await this.#dependencies.memory.set(memoryKey(connection), undefined);
    this.#dependencies.trust.drop(connection);
  }

  /** Which of these connections have this very API token, at any origin. Nothing is sent. */
  async holdersOf(token: string, connections: readonly Connection[]): Promise<Connection[]> {
    const held = await Promise.all(
      connections.map(async (connection) => {
        const kept = await this.#kept(connection);
        return [kept?.token, this.#variable(connection)].includes(token);
      }),
    );
    return connections.filter((_, index) => held[index]);
  }

  /**
   * Redacts each of them from now on, for whichever address it was set and whether or not it is used. Returns whether
   * all could be read.
   */
  async learn(connections: readonly Pick<Connection, 'id' | 'apiTokenEnv'>[]): Promise<boolean> {
    let isReadable = true;
    for (const connection of connections) {
      const value = await this.#dependencies.secrets.get(secretKey(connection)).catch(() => {
        isReadable = false;
        return undefined;
      });
      for (const token of [readSecret(value ?? '')?.token, this.#variable(connection)])
        if (token !== undefined) this.#dependencies.redactor.add(token);
    }
    return isReadable;
  }

  async find(connection: Connection): Promise<ApiTokenSource> {
    const kept = await this.#kept(connection);
    if (kept?.origin === originOf(connection)) return this.#found('secret', kept.token);
    if (connection.apiTokenEnv !== undefined) {
      const token = this.#variable(connection) ?? '';
      if (token === '') return { from: 'none', reason: 'variableEmpty' };
      // The variable does not name its origin: it belongs to that of its first use, until the person decides otherwise.
      const origin = this.#otherOriginOfVariable(connection);
      return origin === undefined ? this.#found('environment', token) : { from: 'none', reason: 'otherOrigin', origin };
    }
    if (kept !== undefined) return { from: 'none', reason: 'otherOrigin', origin: kept.origin };
    const wasKept = this.#dependencies.memory.get(memoryKey(connection)) === originOf(connection);
    return { from: 'none', reason: wasKept ? 'notKept' : 'neverSet' };
  }

  /** Binds nothing. @throws UserGroupsError `unauthorized`, with the next step. */
  async requireFound(connection: Connection): Promise<Exclude<ApiTokenSource, { readonly from: 'none' }>> {
    const source = await this.find(connection);
    if (source.from === 'none') throw unauthorized(source.reason, connection);
    return source;
  }

  /** For a request: binds a variable to this origin. @throws UserGroupsError `unauthorized`, with the next step. */
  async require(connection: Connection): Promise<string> {
    const source = await this.requireFound(connection);
    if (source.from === 'environment' && !this.#dependencies.variables.bind(connection))
      throw unauthorized('otherOrigin', connection);
    return source.token;
  }

  /** Before its first use under this name, the connection's last token decides. */
  #otherOriginOfVariable(connection: Connection): string | undefined {
    const origins = this.#dependencies.variables.of(connection);
    return origins.includes(originOf(connection))
      ? undefined
      : (origins[0] ?? this.#dependencies.trust.otherOriginOf(connection));
  }

  /** A secret that cannot be read is treated as missing. */
  async #kept(connection: Connection): Promise<Kept | undefined> {
    const value = await this.#dependencies.secrets.get(secretKey(connection)).catch(() => undefined);
    return readSecret(value ?? '');
  }

  #variable({ apiTokenEnv }: Pick<Connection, 'apiTokenEnv'>): string | undefined {
    return apiTokenEnv === undefined ? undefined : this.#dependencies.environmentVariable(apiTokenEnv)?.trim();
  }

  #found(from: 'secret' | 'environment', token: string): ApiTokenSource {
    this.#dependencies.redactor.add(token);
    return { from, token };
  }
}

/** Why this cannot be an API token, or `undefined`. It travels in a header (interface document, "Authentication"). */
export function apiTokenProblem(token: string): string | undefined {
  const trimmed = token.trim();
  if (trimmed === '') return l10n.t('The API token is empty.');
  if (!/^[\x21-\x7E]+$/.test(trimmed))
    return l10n.t('The API token contains a space, a line break or a character outside ASCII.');
  return undefined;
}

function useVariable(): string {
  return l10n.t('Set it again, or set apiTokenEnv of the connection to an environment variable.');
}

function unauthorized(reason: WhyNone, { baseUrl, apiTokenEnv }: Connection): UserGroupsError {
  const failure = (happened: string, next: string): UserGroupsError =>
    new UserGroupsError('unauthorized', happened, next);
  switch (reason) {
    case 'neverSet':
      return failure(l10n.t('No API token is set for it.'), l10n.t('Set the API token.'));
    case 'otherOrigin':
      return failure(
        apiTokenEnv === undefined
          ? l10n.t('Its API token was set for another address and is not sent to {0}.', parseBaseUrl(baseUrl).host)
          : l10n.t(
              'The token of the environment variable {0} was used for another address and is not sent to {1}.',
              foreignText(apiTokenEnv),
              parseBaseUrl(baseUrl).host,
            ),
        l10n.t('Set the API token for this address.'),
      );
    case 'notKept':
      return failure(
        l10n.t("Its API token is gone, because this editor doesn't store secrets over a restart."),
        useVariable(),
      );
    case 'variableEmpty':
      return failure(
        l10n.t(
          'The environment variable {0} is empty or not set where the extension runs.',
          foreignText(apiTokenEnv ?? ''),
        ),
        l10n.t('Set the variable and restart the editor, or set the API token.'),
      );
  }
}

interface Kept {
  readonly origin: string;
  readonly token: string;
}

function readSecret(value: string): Kept | undefined {
  try {
    const kept = JSON.parse(value) as Partial<Record<keyof Kept, unknown>>;
    return typeof kept.origin === 'string' && typeof kept.token === 'string'
      ? { origin: kept.origin, token: kept.token }
      : undefined;
  } catch {
    return undefined;
  }
}

const secretKey = (connection: Pick<Connection, 'id'>): string => `apiToken.${connection.id}`;
const memoryKey = (connection: Pick<Connection, 'id'>): string => `apiTokenKeptFor.${connection.id}`;

function originOf(connection: Connection): string {
  return parseBaseUrl(connection.baseUrl).origin;
}
