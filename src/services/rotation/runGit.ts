// Asks Git about a folder. A repository may be hostile: none of its programs is run for the answer.

import * as l10n from '@vscode/l10n';
import { execFile } from 'node:child_process';
import { UserGroupsError } from '../../core/errors.ts';
import { foreignText } from '../../core/foreignText.ts';
import { cleanEnvironment, type EnvironmentDependencies } from './cleanEnvironment.ts';

export interface GitDependencies extends EnvironmentDependencies {
  /** Where Git is started: the person's own folder, where no workspace can put a program of its name. */
  readonly folder: string;
  /** Milliseconds; `TIME_LIMIT_MS` unless given. */
  readonly timeLimitMs?: number | undefined;
}

export interface GitAnswer {
  /** Of many commands 0 is yes, and 1 is no. */
  readonly code: number;
  readonly output: string;
  readonly complaint: string;
}

const TIME_LIMIT_MS = 10_000;

/** Characters: the names of all files of a large repository. */
const LONGEST_OUTPUT = 64_000_000;

const NEVER_RUN = [
  '--no-pager',
  ...['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'safe.bareRepository=explicit'].flatMap((each) => [
    '-c',
    each,
  ]),
];
/** Nothing is fetched, by whatever a repository names for that; and a repository is found across mounts as well. */
const ENVIRONMENT = {
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_DISCOVERY_ACROSS_FILESYSTEM: '1',
  GIT_NO_LAZY_FETCH: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  LC_ALL: 'C',
};

/** @throws UserGroupsError `conflict` where it gave no answer */
export function runGit(dependencies: GitDependencies, folder: string, ...given: readonly string[]): Promise<GitAnswer> {
  const { folder: cwd, timeLimitMs: timeout = TIME_LIMIT_MS } = dependencies;
  const env = { ...ownChoices(cleanEnvironment(dependencies)), ...ENVIRONMENT };
  const options = { cwd, env, timeout, maxBuffer: LONGEST_OUTPUT, killSignal: 'SIGKILL', windowsHide: true } as const;
  return new Promise((resolve, reject) => {
    execFile('git', [...NEVER_RUN, '-C', folder, ...given], options, (error, output, complaint) => {
      const code = error === null ? 0 : error.code;
      if (typeof code === 'number') resolve({ code, output, complaint });
      else if (error?.killed === true) reject(refused(l10n.t('Git took too long.'), l10n.t('Try again.')));
      else reject(notRun(code, error?.signal));
    });
  });
}

/** Without those that say which repository, which index and which programs are meant. */
function ownChoices(environment: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => !/^GIT_(?!CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM)$)/i.test(name)),
  );
}

function notRun(code: string | null | undefined, signal: string | undefined): UserGroupsError {
  if (code === 'ENOENT')
    return refused(l10n.t("Git isn't installed, so nobody knows whether it ignores the file."), l10n.t('Install Git.'));
  return refused(
    signal === undefined
      ? l10n.t('"{0}" couldn\'t be started ({1}).', 'git', foreignText(String(code)))
      : l10n.t('"{0}" ended with signal {1}.', 'git', signal),
    l10n.t('Try again.'),
  );
}

export function refused(happened: string, next: string): UserGroupsError {
  return new UserGroupsError('conflict', happened, next);
}
