// The environment of the programs that are started here.

import type { Redactor } from '../../core/redactor.ts';

export interface EnvironmentDependencies {
  readonly redactor: Redactor;
  /** Of this process, read again for each run. */
  readonly environment: () => Readonly<Record<string, string | undefined>>;
  /** Names of variables that hold API tokens (`apiTokenEnv` of the connections). */
  readonly secretVariables: () => readonly string[];
}

/** Without our variables, the editor's, or secrets. */
export function cleanEnvironment({
  environment,
  secretVariables,
  redactor,
}: EnvironmentDependencies): Record<string, string> {
  const secret = new Set(secretVariables().map((name) => name.toUpperCase()));
  return Object.fromEntries(
    Object.entries(environment()).filter((entry): entry is [string, string] => {
      const [name, value] = entry;
      const isOurs =
        /^(?:USER_GROUPS_|USER_GROUP_(?:ID|CONNECTION)$|VSCODE_|ELECTRON_)/i.test(name) ||
        secret.has(name.toUpperCase());
      return value !== undefined && !isOurs && redactor.redact(value) === value;
    }),
  );
}
