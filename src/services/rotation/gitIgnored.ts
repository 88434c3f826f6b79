// Whether Git can never take a file along: it is ignored, and not tracked all the same. A repository may be hostile:
// none of its programs is run for the answer.

import * as l10n from '@vscode/l10n';
import { execFile } from 'node:child_process';
import { basename, dirname } from 'node:path';
import { UserGroupsError } from '../../core/errors.ts';
import { foreignText } from '../../core/foreignText.ts';
import { cleanEnvironment, type EnvironmentDependencies } from './cleanEnvironment.ts';

/** @throws UserGroupsError `conflict` unless Git says that it ignores this file */
export type RequireIgnored = (path: string) => Promise<void>;

export interface GitDependencies extends EnvironmentDependencies {
  /** Where Git is started: the person's own folder, where no workspace can put a program of its name. */
  readonly folder: string;
  /** Milliseconds; `TIME_LIMIT_MS` unless given. */
  readonly timeLimitMs?: number | undefined;
}

const TIME_LIMIT_MS = 10_000;

const NEVER_RUN = [
  '--no-pager',
  ...['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'safe.bareRepository=explicit'].flatMap((each) => [
    '-c',
    each,
  ]),
];
/** Nothing is fetched either, by whatever a repository names for that. */
const NEVER_REACH = {
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_NO_LAZY_FETCH: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  LC_ALL: 'C',
};

export function ignoredByGit(dependencies: GitDependencies): RequireIgnored {
  return async (path) => {
    const ask = (...given: readonly string[]): Promise<number> => git(dependencies, dirname(path), given);
    const name = basename(path);
    // Of a tracked file Git says nothing about patterns. Where letters of both cases are the same, so is the file.
    if ((await ask('ls-files', '--error-unmatch', '--', `:(icase,literal)${name}`)) === 0)
      throw refused(l10n.t('Git tracks the file.'), l10n.t('Choose another file, or untrack this one.'));
    // Here a name is no pattern, and none that begins so is a magic word.
    if ((await ask('check-ignore', '--quiet', '--', `./${name}`)) !== 0)
      throw refused(l10n.t("Git doesn't ignore the file."), l10n.t('Add it to .gitignore, then try again.'));
  };
}

/** Its exit code: 0 is yes, 1 is no. @throws UserGroupsError where it answered neither */
function git(dependencies: GitDependencies, folder: string, given: readonly string[]): Promise<number> {
  const { folder: cwd, timeLimitMs: timeout = TIME_LIMIT_MS } = dependencies;
  const env = { ...withoutGit(cleanEnvironment(dependencies)), ...NEVER_REACH };
  return new Promise((resolve, reject) => {
    const options = { cwd, env, timeout, killSignal: 'SIGKILL', windowsHide: true } as const;
    execFile('git', [...NEVER_RUN, '-C', folder, ...given], options, (error, _output, complaint) => {
      const code = error === null ? 0 : error.code;
      // It says no of a file in a part of the index that it could not read, too.
      const isWhole = !/^(?:fatal:|error: Could not read)/m.test(complaint);
      if (code === 0 || (code === 1 && isWhole)) resolve(code);
      else reject(notAnswered(code ?? undefined, complaint));
    });
  });
}

/** They say which repository, which index and which programs are meant. */
function withoutGit(environment: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !/^GIT_/i.test(name)));
}

function notAnswered(code: number | string | undefined, complaint: string): UserGroupsError {
  if (code === 'ENOENT')
    return refused(l10n.t("Git isn't installed, so nobody knows whether it ignores the file."), l10n.t('Install Git.'));
  if (code === undefined) return refused(l10n.t('Git took too long.'), l10n.t('Try again.'));
  if (complaint.includes('not a git repository'))
    return refused(l10n.t('The file is in no Git repository.'), l10n.t('Choose another file.'));
  return refused(
    l10n.t("Git can't tell whether it ignores the file: {0}", foreignText(complaint.trim())),
    l10n.t('Choose another file.'),
  );
}

function refused(happened: string, next: string): UserGroupsError {
  return new UserGroupsError({ kind: 'conflict', happened, next });
}
