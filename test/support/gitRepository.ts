// A Git repository for one test, made without what the person's own Git is set to.

import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';

const SETTINGS = ['user.name=A', 'user.email=a@example.com', 'commit.gpgSign=false', 'init.defaultBranch=main'];

/** Runs Git there. */
export function git(folder: string, ...given: readonly string[]): string {
  return execFileSync('git', [...SETTINGS.flatMap((each) => ['-c', each]), ...given], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { PATH: process.env.PATH, HOME: folder, GIT_CONFIG_NOSYSTEM: '1' },
  });
}

export function gitRepository(folder: string): void {
  mkdirSync(folder, { recursive: true });
  git(folder, 'init', '-q');
}
