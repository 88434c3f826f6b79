// Finds and reads the configuration of a repository.

import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import * as l10n from '@vscode/l10n';
import { UserGroupsError } from '../core/errors.ts';
import { quotedId } from '../core/foreignText.ts';
import { CONFIG_FILE, readGroupsConfig, type GroupsConfig } from '../services/files/groupsConfig.ts';
import { inFile } from './inFile.ts';

export interface LoadedConfig extends GroupsConfig {
  /** The folder of the file: its paths begin there. */
  readonly root: string;
}

/**
 * That of the current folder, unless another file is named. `undefined` when there is none.
 * @throws UserGroupsError `notFound` for a named one; `invalid`, with its place in the file
 */
export function loadConfig(cwd: string, named: string | undefined): LoadedConfig | undefined {
  const file = resolve(cwd, named ?? CONFIG_FILE);
  if (named === undefined && !existsSync(file)) return undefined;
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new UserGroupsError({
      kind: 'notFound',
      happened: l10n.t("The configuration {0} can't be read.", quotedId(file)),
      next: l10n.t('Name another file by {0}.', '--config'),
      cause: error,
    });
  }
  return { root: dirname(file), ...inFile(named ?? CONFIG_FILE, text, () => readGroupsConfig(text)) };
}
