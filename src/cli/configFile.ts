// Finds and reads the configuration of a repository.

import { lstatSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import * as l10n from '@vscode/l10n';
import { grouped } from '../core/language.ts';
import { UserGroupsError } from '../core/errors.ts';
import { quotedId } from '../core/foreignText.ts';
import { LONGEST_SETTINGS } from '../document/documentFiles.ts';
import { notRegularText } from '../services/files/groupFiles.ts';
import {
  CONFIG_FILE,
  nearestConfig,
  readGroupsConfig,
  type ConfiguredConnection,
  type GroupsConfig,
} from '../services/files/groupsConfig.ts';
import { inFile } from './findings.ts';
import { lineOf, type Terminal } from './terminal.ts';
import { textOfRegularFile } from './textOfFile.ts';

export interface LoadedConfig extends GroupsConfig {
  /** The folder of the file: its paths begin there. */
  readonly root: string;
}

type ConfigTerminal = Pick<Terminal, 'cwd' | 'err'>;

export interface FoundConnection extends ConfiguredConnection, Pick<LoadedConfig, 'root'> {}

/** The one that is named, or the only one. @throws UserGroupsError `invalid` */
export function configuredConnection(config: LoadedConfig | undefined, named: string | undefined): FoundConnection {
  const connections = config?.connections ?? [];
  const fitting = named === undefined ? connections : connections.filter((each) => each.config.name === named);
  const [only, ...others] = fitting;
  if (config === undefined)
    throw new UserGroupsError(
      'notFound',
      l10n.t('There is no {0} here.', CONFIG_FILE),
      l10n.t('Name another file by {0}.', '--config'),
    );
  if (only !== undefined && others.length === 0) return { ...only, root: config.root };
  throw new UserGroupsError(
    'invalid',
    named === undefined
      ? l10n.t('The configuration has {0} connections.', grouped(connections.length))
      : l10n.t('The configuration has no connection {0}.', quotedId(named)),
    l10n.t('Name one of the configuration by {0}.', '--connection'),
  );
}

/**
 * That of the current folder or of one above it, unless another file is named. `undefined` when there is none.
 * @throws UserGroupsError `notFound` for one that can't be read; `invalid`, with its place in the file
 */
export function loadConfig(terminal: ConfigTerminal, named: string | undefined): LoadedConfig | undefined {
  const { cwd } = terminal;
  const file = named === undefined ? configAbove(cwd) : resolve(cwd, named);
  return file === undefined ? undefined : readConfig(terminal, file, named !== undefined);
}

/** Says which file it is where that is not in the current folder, and was found by itself. */
export function readConfig({ cwd, err }: ConfigTerminal, file: string, isNamed: boolean): LoadedConfig {
  const shown = relative(cwd, file);
  if (!isNamed && dirname(file) !== cwd) err(lineOf(l10n.t('The configuration is {0}.', quotedId(shown))));
  const text = textOfRegularFile(file, { mayBeLink: isNamed });
  if (text === undefined)
    throw new UserGroupsError(
      'notFound',
      l10n.t("The configuration {0} can't be read as text.", quotedId(file)),
      isNamed ? l10n.t('Name another file by {0}.', '--config') : notRegularText(LONGEST_SETTINGS),
    );
  return { root: dirname(file), ...inFile(shown, text, () => readGroupsConfig(text)) };
}

/** The nearest one, of the folder or above it within its repository. */
export function configAbove(folder: string): string | undefined {
  const above = foldersFrom(folder);
  const has = (each: string, name: string): boolean => isThere(join(each, name));
  const places = above.map((each) => ({ hasConfig: has(each, CONFIG_FILE), isRepository: has(each, '.git') }));
  const root = above[nearestConfig(places)];
  return root && join(root, CONFIG_FILE);
}

/** Says that one above the folder is not used, since no repository says that it belongs there. */
export function noteUnusedConfig({ cwd, err }: ConfigTerminal, folder: string): void {
  const unused = foldersFrom(folder).find((each) => isThere(join(each, CONFIG_FILE)));
  if (unused === undefined || unused === folder || repositoryOf(folder) !== undefined) return;
  const shown = quotedId(relative(cwd, join(unused, CONFIG_FILE)));
  err(
    lineOf(l10n.t('The configuration {0} is not used outside of a Git repository. Name it by {1}.', shown, '--config')),
  );
}

/** The root of the Git repository that a folder is in. */
export function repositoryOf(folder: string): string | undefined {
  return foldersFrom(folder).find((each) => isThere(join(each, '.git')));
}

function foldersFrom(folder: string): string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...foldersFrom(above)];
}

/** As a link that leads nowhere is, too. */
function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}
