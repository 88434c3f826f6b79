// Whether Git ignores a file, by real repositories: also by those whose programs would run if they were asked plainly.

import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redactor } from '../../../../src/core/redactor.ts';
import { ignoredByGit, type GitDependencies } from '../../../../src/services/rotation/gitIgnored.ts';
import { git, gitRepository } from '../../../support/gitRepository.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';

describe('Git', () => {
  let folder = '';
  let root = '';
  let home = '';
  const at = (...names: readonly string[]): string => join(root, ...names);

  beforeEach(() => {
    folder = temporaryFolder('user-groups-git-');
    [root, home] = [join(folder, 'app'), join(folder, 'home')];
    mkdirSync(home);
    gitRepository(root);
    writeFileSync(at('.gitignore'), '.env*\n!.env.example\n');
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  const dependencies = (change: Partial<GitDependencies> = {}): GitDependencies => ({
    redactor: new Redactor(),
    folder: home,
    environment: () => ({ PATH: process.env.PATH, HOME: home }),
    secretVariables: () => [],
    ...change,
  });
  const required = (path: string, change?: Partial<GitDependencies>): Promise<void> =>
    ignoredByGit(dependencies(change))(path);
  const refused = (message: string | RegExp) => ({ kind: 'conflict', message });
  const TRACKED = 'Git tracks the file. Choose another file, or untrack this one.';
  const NOT_IGNORED = "Git doesn't ignore the file. Add it to .gitignore, then try again.";

  /** A program of the repository: it leaves a mark when it is run. */
  function spy(): string {
    const file = join(folder, 'spy.sh');
    writeFileSync(file, `#!/bin/sh\ntouch '${join(folder, 'ran')}'\n`);
    chmodSync(file, 0o755);
    return file;
  }
  const hasRun = (): boolean => existsSync(join(folder, 'ran'));

  it('ignores a file that is there or to come, in the repository or in a folder of it', async () => {
    mkdirSync(at('web'));
    writeFileSync(at('web/.env'), 'A=1\n');
    for (const path of [at('.env'), at('.env.local'), at('web/.env')]) await required(path);
  });

  it('does not ignore what no pattern names, or what one excepts', async () => {
    for (const path of [at('app.env'), at('.env.example')]) await assert.rejects(required(path), refused(NOT_IGNORED));
  });

  it('tracks a file also where a pattern ignores it, in any case of its letters, committed or not', async () => {
    writeFileSync(at('.env'), 'A=1\n');
    git(root, 'add', '-f', '.env');
    for (const name of ['.env', '.ENV']) await assert.rejects(required(at(name)), refused(TRACKED));
    git(root, 'commit', '-q', '-m', 'x');
    await assert.rejects(required(at('.env')), refused(TRACKED));
    git(root, 'rm', '-q', '--cached', '.env');
    await required(at('.env'));
  });

  it('is asked about a name as it is, be it a pattern, a magic word or an option', async () => {
    writeFileSync(at('.gitignore'), '\\*.env\n:(top)a.env\n');
    for (const name of ['*.env', ':(top)a.env']) await required(at(name));
    for (const name of ['a.env', '-v.env']) await assert.rejects(required(at(name)), refused(NOT_IGNORED));
    // Where one name could stand for another that is tracked, neither is ignored.
    writeFileSync(at('a.env'), '');
    git(root, 'add', 'a.env');
    await assert.rejects(required(at('*.env')), refused(NOT_IGNORED));
  });

  it('answers for the repository that the file is in, not for the one around it', async () => {
    gitRepository(at('inner'));
    await assert.rejects(required(at('inner/.env')), refused(NOT_IGNORED));
    writeFileSync(at('inner/.gitignore'), '.env\n');
    await required(at('inner/.env'));
  });

  it('is believed of no file outside of a repository, or inside of its own folder', async () => {
    await assert.rejects(
      required(join(home, '.env')),
      refused('The file is in no Git repository. Choose another file.'),
    );
    await assert.rejects(
      required(at('.git/.env')),
      refused(/^Git can't tell whether it ignores the file: fatal: .* Choose another file\.$/),
    );
  });

  it('is believed of no folder that only looks like a repository', async () => {
    const bare = at('bare');
    git(root, 'init', '-q', '--bare', bare);
    git(bare, 'config', 'core.bare', 'false');
    git(bare, 'config', 'core.worktree', bare);
    git(bare, 'config', 'core.fsmonitor', spy());
    writeFileSync(join(bare, '.gitignore'), '.env\n');
    await assert.rejects(required(join(bare, '.env')), refused(/^Git can't tell .*bare repository/));
    assert.equal(hasRun(), false);
  });

  it('says so where it is not installed, or takes too long', async () => {
    await assert.rejects(
      required(at('.env'), { environment: () => ({ PATH: home }) }),
      refused("Git isn't installed, so nobody knows whether it ignores the file. Install Git."),
    );
    const slow = join(folder, 'bin');
    mkdirSync(slow);
    writeFileSync(join(slow, 'git'), '#!/bin/sh\nread never\n');
    chmodSync(join(slow, 'git'), 0o755);
    await assert.rejects(
      required(at('.env'), { environment: () => ({ PATH: slow }), timeLimitMs: 1 }),
      refused('Git took too long. Try again.'),
    );
  });

  it('runs no program that the repository names', async () => {
    const program = spy();
    git(root, 'add', '.gitignore');
    git(root, 'config', 'core.fsmonitor', program);
    mkdirSync(at('.git/hooks'), { recursive: true });
    writeFileSync(at('.git/hooks/post-index-change'), `#!/bin/sh\n'${program}'\n`);
    chmodSync(at('.git/hooks/post-index-change'), 0o755);
    await required(at('.env'));
    assert.equal(hasRun(), false);
    git(root, 'ls-files');
    assert.equal(hasRun(), true, 'it would have been run');
  });

  it('fetches nothing by a program that the repository names, and is not believed about what it can not read', async () => {
    mkdirSync(at('sub'));
    writeFileSync(at('sub/file'), '');
    git(root, 'add', '.');
    git(root, 'commit', '-q', '-m', 'x');
    const tree = git(root, 'rev-parse', 'HEAD:sub').trim();
    git(root, 'sparse-checkout', 'set', '--cone', '--sparse-index', 'other');
    rmSync(at('.git/objects', tree.slice(0, 2), tree.slice(2)));
    for (const [key, value] of [
      ['core.repositoryFormatVersion', '1'],
      ['extensions.partialClone', 'origin'],
      ['remote.origin.url', `ext::${spy()}`],
      ['remote.origin.promisor', 'true'],
      ['protocol.ext.allow', 'always'],
    ] as const)
      git(root, 'config', key, value);
    await assert.rejects(required(at('.env')), refused(/^Git can't tell whether it ignores the file: /));
    assert.equal(hasRun(), false);
    assert.throws(() => git(root, 'ls-files', '--error-unmatch', '.env'));
    assert.equal(hasRun(), true, 'it would have been run');
  });

  it('is told by no variable of the editor which repository, or which index, is meant', async () => {
    const other = join(folder, 'other');
    gitRepository(other);
    writeFileSync(join(other, '.gitignore'), '*\n');
    const environment = () => ({
      ...dependencies().environment(),
      GIT_DIR: join(other, '.git'),
      GIT_WORK_TREE: other,
      GIT_INDEX_FILE: join(other, 'no index'),
    });
    await assert.rejects(required(at('app.env'), { environment }), refused(NOT_IGNORED));
    await required(at('.env'), { environment });
  });

  it('is not the program of that name in the folder of the file', async () => {
    writeFileSync(at('git'), `#!/bin/sh\ntouch '${join(folder, 'ran')}'\n`);
    chmodSync(at('git'), 0o755);
    const environment = () => ({ HOME: home, PATH: `.:${process.env.PATH ?? ''}` });
    await required(at('.env'), { environment });
    assert.equal(hasRun(), false);
    assert.deepEqual(readdirSync(home), []);
  });
});
