// Finds and reads the configuration of a repository.

import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import * as l10n from '@vscode/l10n';
import { grouped } from '../core/language.ts';
import { UserGroupsError } from '../core/errors.ts';
import { quotedId } from '../core/foreignText.ts';
import {
  CONFIG_FILE,
  readGroupsConfig,
  type ConfiguredConnection,
  type GroupsConfig,
} from '../services/files/groupsConfig.ts';
import { inFile } from './inFile.ts';
import { textOfFile } from './textOfFile.ts';

export interface LoadedConfig extends GroupsConfig {
  /** The folder of the file: its paths begin there. */
  readonly root: string;
}

export interface FoundConnection extends ConfiguredConnection, Pick<LoadedConfig, 'root'> {}

/** The one that is named, or the only one. @throws UserGroupsError `invalid` */
export function configuredConnection(config: LoadedConfig | undefined, named: string | undefined): FoundConnection {
  const connections = config?.connections ?? [];
  const fitting = named === undefined ? connections : connections.filter((each) => each.config.name === named);
  const [only, ...others] = fitting;
  if (config === undefined) throw noConfig();
  if (only !== undefined && others.length === 0) return { ...only, root: config.root };
  throw new UserGroupsError({
    kind: 'invalid',
    happened:
      named === undefined
        ? l10n.t('The configuration has {0} connections.', grouped(connections.length))
        : l10n.t('The configuration has no connection {0}.', quotedId(named)),
    next: l10n.t('Name one of the configuration by {0}.', '--connection'),
  });
}

/**
 * That of the current folder, unless another file is named. `undefined` when there is none.
 * @throws UserGroupsError `notFound` for a named one; `invalid`, with its place in the file
 */
export function loadConfig(cwd: string, named: string | undefined): LoadedConfig | undefined {
  const file = resolve(cwd, named ?? CONFIG_FILE);
  if (named === undefined && !existsSync(file)) return undefined;
  const text = textOfFile(file);
  if (text === undefined)
    throw new UserGroupsError({
      kind: 'notFound',
      happened: l10n.t("The configuration {0} can't be read as text.", quotedId(file)),
      next: l10n.t('Name another file by {0}.', '--config'),
    });
  return { root: dirname(file), ...inFile(named ?? CONFIG_FILE, text, () => readGroupsConfig(text)) };
}

function noConfig(): UserGroupsError {
  return new UserGroupsError({
    kind: 'notFound',
    happened: l10n.t('There is no {0} here.', CONFIG_FILE),
    next: l10n.t('Name another file by {0}.', '--config'),
  });
}
