// A Git repository for one test, made without what the person's own Git is set to.

import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SETTINGS = ['user.name=A', 'user.email=a@example.com', 'commit.gpgSign=false'];

/** Runs Git there. */
export function git(folder: string, ...given: readonly string[]): string {
  return execFileSync('git', [...SETTINGS.flatMap((each) => ['-c', each]), ...given], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { PATH: process.env.PATH, HOME: folder, GIT_CONFIG_NOSYSTEM: '1' },
  });
}

/** As `git init` makes it, without a process. */
export function gitRepository(folder: string): void {
  for (const each of ['info', 'objects', 'refs']) mkdirSync(join(folder, '.git', each), { recursive: true });
  writeFileSync(join(folder, '.git/HEAD'), 'ref: refs/heads/main\n');
  writeFileSync(join(folder, '.git/config'), '[core]\n\trepositoryformatversion = 0\n\tbare = false\n');
}
