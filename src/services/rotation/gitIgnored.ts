// Asks Git whether every repository around a file ignores it, and none tracks it. A repository may be hostile: none of
// its programs is run for the answer.

import * as l10n from '@vscode/l10n';
import { execFile } from 'node:child_process';
import { dirname, relative, sep } from 'node:path';
import { UserGroupsError } from '../../core/errors.ts';
import { foreignText } from '../../core/foreignText.ts';
import { cleanEnvironment, type EnvironmentDependencies } from './cleanEnvironment.ts';

/** @throws UserGroupsError `conflict` unless Git says that it ignores this file */
export type RequireIgnored = (path: string) => Promise<void>;

type Ask = (folder: string, ...given: readonly string[]) => Promise<GitAnswer>;

/** The first one that has `safe.bareRepository`. Older ones also believe a folder that only looks like a repository. */
const OLDEST = [2, 38] as const;

export function ignoredByGit(dependencies: GitDependencies): RequireIgnored {
  return async (path) => {
    const ask: Ask = (folder, ...given) => runGit(dependencies, folder, ...given);
    await requireVersion(ask, dirname(path));
    const own = await repositoryAt(ask, dirname(path));
    if (own?.top === undefined)
      throw refused(
        l10n.t('The file is in no Git repository.'),
        l10n.t('Choose another destination, or run "git init" there.'),
      );
    await requireIgnoredIn(ask, own, path);
    let at = own.top;
    while (dirname(at) !== at) {
      const outer = await repositoryAt(ask, dirname(at));
      if (outer === undefined) return;
      if (await couldTake(ask, outer, own.top)) await requireIgnoredIn(ask, outer, path);
      at = outer.top ?? dirname(at);
    }
  };
}

interface Repository {
  /** Where it was found, and where that is from its top. */
  readonly folder: string;
  readonly prefix: string;
  /** The folder with all its files. Absent: it has none. */
  readonly top?: string;
}

async function requireVersion(ask: Ask, folder: string): Promise<void> {
  const answer = await ask(folder, 'version');
  const [, major, minor] = /^git version (\d+)\.(\d+)/.exec(answer.output) ?? [];
  if (major === undefined) throw notAnswered(answer);
  if (Number(major) > OLDEST[0] || (Number(major) === OLDEST[0] && Number(minor) >= OLDEST[1])) return;
  throw refused(l10n.t('This version of Git is too old.'), l10n.t('Install Git {0} or newer.', OLDEST.join('.')));
}

/** The innermost one around the folder, by what is in the folders, whatever its configuration says. */
async function repositoryAt(ask: Ask, folder: string): Promise<Repository | undefined> {
  const answer = await ask(
    folder,
    ...['rev-parse', '--is-bare-repository', '--absolute-git-dir', '--show-prefix', '--show-toplevel'],
  );
  if (answer.complaint.includes('not a git repository (or any')) return undefined;
  if (answer.output.startsWith('true\n')) return { folder, prefix: '' };
  const [, gitFolder, prefix, top, end] = answer.output.split('\n');
  if (answer.code !== 0 || prefix === undefined || top === undefined || end !== '') throw notAnswered(answer);
  const { output } = await ask(top, 'rev-parse', '--absolute-git-dir');
  if (output !== `${gitFolder}\n`) throw notAnswered(answer);
  return { folder, prefix, top };
}

/** It takes nothing of another repository, unless it tracks some of its files as its own. */
async function couldTake(ask: Ask, { folder, prefix, top }: Repository, other: string): Promise<boolean> {
  if (top === undefined) return false;
  const name = prefix + slashed(relative(folder, other));
  const answer = await ask(folder, 'ls-files', '-z', '--full-name', '--', pathspec(name));
  if (!isYes(answer)) throw notAnswered(answer);
  return answer.output.split('\0').some((each) => each.length > name.length);
}

async function requireIgnoredIn(ask: Ask, { folder, prefix, top }: Repository, path: string): Promise<void> {
  const name = slashed(relative(folder, path));
  // Of a tracked file Git says nothing about patterns.
  const tracked = await ask(
    folder,
    ...['ls-files', '-z', '--full-name', '--error-unmatch', '--', pathspec(prefix + name)],
  );
  if (isYes(tracked))
    throw refused(
      l10n.t('Git tracks "{0}".', foreignText(tracked.output.split('\0')[0] ?? '')),
      l10n.t('Choose another file, or untrack this one.'),
    );
  // Here a name is no pattern, and none that begins so is a magic word.
  if (!isYes(await ask(folder, 'check-ignore', '--quiet', '--', `./${name}`)))
    throw refused(
      l10n.t('Git doesn\'t ignore the file in "{0}".', foreignText(top ?? folder)),
      l10n.t('Add it to .gitignore there, then try again.'),
    );
}

/** From the top. Where letters of both cases are the same, so is the file. */
function pathspec(name: string): string {
  return `:(top,icase,literal)${name}`;
}

function slashed(path: string): string {
  return path.split(sep).join('/');
}

/** @throws UserGroupsError where it answered neither yes nor no */
function isYes(answer: GitAnswer): boolean {
  // It says no of a file in a part of the index that it could not read, too.
  const isWhole = !/^(?:fatal:|error: Could not read)/m.test(answer.complaint);
  if (answer.code === 0 || (answer.code === 1 && isWhole)) return answer.code === 0;
  throw notAnswered(answer);
}

function notAnswered({ code, complaint }: GitAnswer): UserGroupsError {
  const [, trusting] = /(git config --global --add safe\.directory .+)$/m.exec(complaint) ?? [];
  if (trusting !== undefined)
    return refused(
      l10n.t('The Git repository belongs to another user.'),
      l10n.t('If you trust it, run "{0}", then try again.', foreignText(trusting, 200)),
    );
  const reason = complaint.trim() || l10n.t('"{0}" ended with exit code {1}.', 'git', code);
  return refused(
    l10n.t("Git can't tell whether it ignores the file: {0}", foreignText(reason)),
    l10n.t('Choose another file.'),
  );
}

export interface GitDependencies extends EnvironmentDependencies {
  /** Where Git is started: the person's own folder, where no workspace can put a program of its name. */
  readonly folder: string;
  /** Milliseconds; `TIME_LIMIT_MS` unless given. */
  readonly timeLimitMs?: number | undefined;
}

interface GitAnswer {
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
function runGit(dependencies: GitDependencies, folder: string, ...given: readonly string[]): Promise<GitAnswer> {
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

function refused(happened: string, next: string): UserGroupsError {
  return new UserGroupsError('conflict', happened, next);
}
