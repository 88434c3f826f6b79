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
  const tracked = (name: string) => refused(`Git tracks "${name}". Choose another file, or untrack this one.`);
  const notIgnored = (top = root) =>
    refused(`Git doesn't ignore the file in "${top}". Add it to .gitignore there, then try again.`);

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
    for (const path of [at('app.env'), at('.env.example')]) await assert.rejects(required(path), notIgnored());
  });

  it('tracks a file also where a pattern ignores it, in any case of its letters, committed or not', async () => {
    writeFileSync(at('.env'), 'A=1\n');
    git(root, 'add', '-f', '.env');
    for (const name of ['.env', '.ENV']) await assert.rejects(required(at(name)), tracked('.env'));
    git(root, 'commit', '-q', '-m', 'x');
    await assert.rejects(required(at('.env')), tracked('.env'));
    git(root, 'rm', '-q', '--cached', '.env');
    await required(at('.env'));
  });

  it('is asked about a name as it is, be it a pattern, a magic word or an option', async () => {
    writeFileSync(at('.gitignore'), '\\*.env\n:(top)a.env\n');
    for (const name of ['*.env', ':(top)a.env']) await required(at(name));
    for (const name of ['a.env', '-v.env']) await assert.rejects(required(at(name)), notIgnored());
    // Where one name could stand for another that is tracked, neither is ignored.
    writeFileSync(at('a.env'), '');
    git(root, 'add', 'a.env');
    await assert.rejects(required(at('*.env')), notIgnored());
  });

  it('answers for the repository that the file is in, not for the one around it', async () => {
    gitRepository(at('inner'));
    await assert.rejects(required(at('inner/.env')), notIgnored(at('inner')));
    writeFileSync(at('inner/.gitignore'), '.env\n');
    await required(at('inner/.env'));
  });

  /** A folder whose `file` the outer repository tracks, and that has become a repository of its own. */
  function trackedTwice(): void {
    for (const sub of ['sub', 'a/sub']) {
      mkdirSync(at(sub), { recursive: true });
      writeFileSync(at(sub, 'file'), '');
    }
    writeFileSync(at('.gitignore'), '');
    git(root, 'add', '.');
    for (const sub of ['sub', 'a/sub']) {
      gitRepository(at(sub));
      writeFileSync(at(sub, '.git/info/exclude'), '.env\n');
    }
  }

  it('is asked in the repository around it, too, where that one has files of the same folder', async () => {
    trackedTwice();
    await assert.rejects(required(at('sub/.env')), notIgnored());
    writeFileSync(at('sub/.env'), 'A=1\n');
    assert.match(git(root, 'status', '--porcelain', '--untracked-files=all'), /^\?\? sub\/\.env$/m);
    git(root, 'add', 'sub/.env');
    await assert.rejects(required(at('sub/.env')), tracked('sub/.env'));
    git(root, 'rm', '-q', '--cached', 'sub/.env');
    writeFileSync(at('.gitignore'), '.env\n');
    await required(at('sub/.env'));
  });

  it('is asked there also from a folder in between, and from repositories further out', async () => {
    trackedTwice();
    mkdirSync(at('sub/web'));
    for (const path of [at('sub/web/.env'), at('a/sub/.env')]) await assert.rejects(required(path), notIgnored());
    gitRepository(folder);
    writeFileSync(at('.gitignore'), '.env\n');
    await required(at('sub/.env'));
  });

  it('takes nothing of a repository that it knows as a whole, and nothing where it has no files', async () => {
    writeFileSync(at('.gitignore'), '');
    gitRepository(at('sub'));
    writeFileSync(at('sub/.gitignore'), '.env\n');
    git(at('sub'), 'add', '.');
    git(at('sub'), 'commit', '-q', '-m', 'x');
    git(root, 'add', '.');
    assert.equal(git(root, 'ls-files', 'sub'), 'sub\n');
    await required(at('sub/.env'));
    const bare = join(folder, 'bare');
    mkdirSync(bare);
    git(folder, 'clone', '-q', '--bare', at('sub'), join(bare, '.bare'));
    writeFileSync(join(bare, '.git'), 'gitdir: ./.bare\n');
    git(bare, 'worktree', 'add', '-q', 'main');
    await required(join(bare, 'main/.env'));
  });

  it('is believed of no repository that claims the folders of another one', async () => {
    trackedTwice();
    git(at('sub'), 'config', 'core.worktree', folder);
    writeFileSync(at('sub/.git/info/exclude'), '*\n');
    await assert.rejects(required(at('sub/.env')), refused(/^Git can't tell whether it ignores the file: /));
  });

  it('names what it tracks, where letters of another case name another file', async () => {
    writeFileSync(at('.ENV'), 'A=1\n');
    git(root, 'add', '-f', '.ENV');
    await assert.rejects(required(at('.env')), tracked('.ENV'));
    mkdirSync(at('Web'));
    writeFileSync(at('Web/.env.x'), '');
    git(root, 'add', '-f', 'Web/.env.x');
    mkdirSync(at('web'), { recursive: true });
    await assert.rejects(required(at('web/.env.x')), tracked('Web/.env.x'));
  });

  it('is believed of no file outside of a repository, or inside of its own folder', async () => {
    await assert.rejects(
      required(join(home, '.env')),
      refused('The file is in no Git repository. Choose another destination, or run "git init" there.'),
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
    const program = standInOf('');
    chmodSync(join(folder, 'bin/git'), 0o644);
    await assert.rejects(required(at('.env'), program), refused('"git" couldn\'t be started (EACCES). Try again.'));
    await assert.rejects(
      required(at('.env'), { ...standInOf('read never'), timeLimitMs: 1 }),
      refused('Git took too long. Try again.'),
    );
  });

  /** A program of that name, in place of Git. */
  function standInOf(script: string): Partial<GitDependencies> {
    const bin = join(folder, 'bin');
    mkdirSync(bin, { recursive: true });
    writeFileSync(join(bin, 'git'), `#!/bin/sh\n${script}\n`);
    chmodSync(join(bin, 'git'), 0o755);
    return { environment: () => ({ PATH: bin }) };
  }

  for (const [version, isEnough] of [
    ['2.37.9', false],
    ['1.99.0', false],
    ['2.38.0', true],
    ['2.39.3 (Apple Git-146)', true],
    ['3.0.0', true],
  ] as const)
    it(`of version ${version} is ${isEnough ? '' : 'not '}believed`, async () => {
      const program = standInOf(
        `case "$*" in *version) echo 'git version ${version}' ;; *) echo new >&2; exit 128 ;; esac`,
      );
      const message = isEnough
        ? "Git can't tell whether it ignores the file: new. Choose another file."
        : 'This version of Git is too old. Install Git 2.38 or newer.';
      await assert.rejects(required(at('.env'), program), refused(message));
    });

  it('gives no answer where it dies, and no empty reason', async () => {
    await assert.rejects(
      required(at('.env'), standInOf('kill -SEGV $$')),
      refused('"git" ended with signal SIGSEGV. Try again.'),
    );
    await assert.rejects(
      required(at('.env'), standInOf('echo unknown')),
      refused(`Git can't tell whether it ignores the file: "git" ended with exit code 0. Choose another file.`),
    );
    await assert.rejects(
      required(at('.env'), standInOf('case "$*" in *version) echo \'git version 2.39.0\' ;; *) exit 128 ;; esac')),
      refused(`Git can't tell whether it ignores the file: "git" ended with exit code 128. Choose another file.`),
    );
  });

  for (const question of ['--show-prefix', 'ls-files'])
    it(`is not believed where it ends as if it could not answer ${question}`, async () => {
      const real = `export PATH='${process.env.PATH ?? ''}'; case "$*" in *${question}*) git "$@"; exit 2 ;; esac; exec git "$@"`;
      await assert.rejects(
        required(at('.env'), standInOf(real)),
        refused(/^Git can't tell whether it ignores the file: /),
      );
    });

  it('says how to trust a repository of another user', async () => {
    const trusting = `git config --global --add safe.directory ${root}`;
    await assert.rejects(
      required(
        at('.env'),
        standInOf(
          `case "$*" in *version) echo 'git version 2.39.0' ;; *) printf 'fatal: dubious\\n\\n\\t${trusting}\\n' >&2; exit 128 ;; esac`,
        ),
      ),
      refused(`The Git repository belongs to another user. If you trust it, run "${trusting}", then try again.`),
    );
  });

  it('has the configuration that the person has chosen for it', async () => {
    writeFileSync(join(folder, 'ignores'), 'app.env\n');
    writeFileSync(join(folder, 'config'), `[core]\nexcludesFile = ${join(folder, 'ignores')}\n`);
    const environment = () => ({ ...dependencies().environment(), GIT_CONFIG_GLOBAL: join(folder, 'config') });
    await required(at('app.env'), { environment });
    await assert.rejects(required(at('app.env')), notIgnored());
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
    await assert.rejects(required(at('app.env'), { environment }), notIgnored());
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
