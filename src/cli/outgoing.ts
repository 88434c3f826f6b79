// Where requests of the command line go, and whether they may: a repository must not choose where an API token goes.

import * as l10n from '@vscode/l10n';
import { createUserGroupClient } from '../api/userGroupClient.ts';
import { parseBaseUrl } from '../core/baseUrl.ts';
import { apiOf, isGuarded, requestsPerMinute, type Connection } from '../core/connection.ts';
import { UserGroupsError } from '../core/errors.ts';
import { quotedId } from '../core/foreignText.ts';
import type { ServiceTarget, UserGroupClient } from '../core/ports/client.ts';
import type { Log } from '../core/ports/log.ts';
import { apiTokenProblem } from '../services/connections/apiTokens.ts';
import { requireUnlocked } from '../services/connections/serviceTargets.ts';
import { CONFIG_FILE, type ConfiguredConnection } from '../services/files/groupsConfig.ts';
import type { CliContext } from './command.ts';
import type { Terminal } from './terminal.ts';

/** Names the origins that API tokens may be sent to, with spaces or commas between. */
export const ORIGINS_VARIABLE = 'USER_GROUPS_ALLOWED_ORIGINS';

/** As in the setting `userGroups.requestTimeoutSeconds`. */
const TIMEOUT_SECONDS = 30;

export interface Outgoing {
  readonly client: UserGroupClient;
  readonly target: ServiceTarget;
}

/** As the services know it. */
export function connectionOf({ config, serviceApi }: ConfiguredConnection): Connection {
  return { ...config, id: config.name, kind: 'service', status: 'ready', serviceApi };
}

/**
 * @param environmentIs what the person says of the connection's environment
 * @throws UserGroupsError `forbidden`, `invalid` or `unauthorized`: nothing has left
 */
export function openOutgoing(
  connection: Connection,
  environmentIs: string | undefined,
  { terminal, redactor }: Pick<CliContext, 'terminal' | 'redactor'>,
  log: Log,
): Outgoing {
  const { env } = terminal;
  requireUnlocked(connection, 'getOrCreate', CONFIG_FILE);
  requireEnvironment(connection, environmentIs);
  requireOrigin(connection, env[ORIGINS_VARIABLE]);
  const apiToken = apiTokenOf(connection, env);
  redactor.add(apiToken);
  const { name, baseUrl } = connection;
  return {
    client: createUserGroupClient({
      log,
      redactor,
      network: {
        current: () => ({
          proxySupport: true,
          proxy: undefined,
          noProxy: [],
          proxyAuthorization: undefined,
          proxyStrictSSL: true,
          systemCertificates: true,
          variable: (variable) => env[variable],
        }),
      },
    }),
    target: {
      connection: name,
      api: apiOf(connection),
      baseUrl,
      apiToken,
      timeoutSeconds: TIMEOUT_SECONDS,
      requestsPerMinute: requestsPerMinute(connection, parseBaseUrl(baseUrl).isLoopback),
    },
  };
}

/** @throws UserGroupsError `forbidden` */
export function requireEnvironment(connection: Connection, said: string | undefined): void {
  const { environment = 'Customer' } = connection;
  if (said === undefined ? !isGuarded(connection) : said === environment) return;
  throw new UserGroupsError(
    'forbidden',
    l10n.t('The environment of {0} is {1}.', quotedId(connection.name), environment),
    l10n.t('Confirm it by {0}.', `--environment-is ${environment}`),
  );
}

function requireOrigin({ baseUrl }: Connection, allowed: string | undefined): void {
  const { origin } = parseBaseUrl(baseUrl);
  const origins = (allowed ?? '').split(/[\s,]+/).map((each) => URL.parse(each)?.origin);
  if (origins.includes(origin)) return;
  throw new UserGroupsError(
    'forbidden',
    l10n.t("The variable {0} doesn't allow {1}.", ORIGINS_VARIABLE, quotedId(origin)),
    l10n.t('Set it outside of the repository to the origins that API tokens may be sent to.'),
  );
}

/** Without spaces around it. @param name which a repository may choose */
export function variable(env: Terminal['env'], name: string | undefined): string | undefined {
  return name !== undefined && Object.hasOwn(env, name) ? env[name]?.trim() : undefined;
}

function apiTokenOf({ name, apiTokenEnv }: Connection, env: Terminal['env']): string {
  if (apiTokenEnv === undefined)
    throw new UserGroupsError(
      'invalid',
      l10n.t('"{0}" of the connection {1} is missing.', 'apiTokenEnv', quotedId(name)),
      l10n.t('Name the environment variable that holds the API token in {0}.', CONFIG_FILE),
    );
  const token = variable(env, apiTokenEnv) ?? '';
  const problem = apiTokenProblem(token);
  if (problem === undefined) return token;
  throw new UserGroupsError(
    'unauthorized',
    problem,
    l10n.t('Set the environment variable {0}.', quotedId(apiTokenEnv)),
  );
}
