// The command line as npm packs it: run from the package, in an empty folder, without a network.

import assert from 'node:assert/strict';
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { buildForPackage, builtForPackage } from '../../../scripts/build.ts';
import { npmCommand } from '../../../scripts/editor/npm.ts';
import { packCommandLine, type Packed } from '../../../scripts/package/commandLine.ts';
import { withStagedClone } from '../../../scripts/package/staged.ts';
import { writeFiles } from '../../support/commandLine.ts';
import { Repository } from '../../support/repository.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

const USER_GROUPS = 'npx --yes --package ./user-groups-0.1.0.tgz user-groups';

describe('The package of the command line', () => {
  let folder: string;
  let packed: Packed;
  /** Has a program in the place of npx, which takes seconds to start: it runs what is in the package. */
  let bin: string;
  before(async () => {
    folder = temporaryFolder('user-groups-npm-');
    packed = await withStagedClone(async (clone) => {
      await buildForPackage(clone);
      return packCommandLine(clone, folder);
    });
    execFileSync('tar', ['-xzf', packed.path, '-C', folder]);
    bin = join(folder, 'bin');
    writeFiles(folder, {
      'bin/npx': `#!/bin/sh
        [ "$1 $2 $3 $4" = '--yes --package ./user-groups-0.1.0.tgz user-groups' ] && shift 4 || exit 99
        exec node '${join(folder, 'package/dist/cli.js')}' "$@"\n`,
    });
    chmodSync(join(bin, 'npx'), 0o755);
  });

  interface Ended {
    readonly code: number;
    readonly out: string;
    readonly err: string;
  }

  /** Without a network. @param more environment variables */
  const environment = (more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv => ({
    PATH: [bin, dirname(process.execPath), process.env.PATH].join(delimiter),
    HOME: folder,
    npm_config_cache: join(folder, 'cache'),
    npm_config_offline: 'true',
    NODE_OPTIONS: process.env.NODE_OPTIONS,
    ...more,
  });

  const run = (command: string, args: readonly string[], cwd: string, env = environment()): Promise<Ended> =>
    new Promise((resolve) => {
      execFile(command, args, { cwd, env }, (error, out, err) => {
        resolve({ code: error === null ? 0 : Number(error.code), out, err });
      });
    });

  it('holds its code, the HTTP library, and what belongs to it', () => {
    assert.deepEqual(
      packed.files.map((file) => file.replace(/-[A-Z0-9]{8}\./, '-hash.')),
      [
        'CHANGELOG.md',
        'LICENSE',
        'README.md',
        'ThirdPartyNotices.txt',
        'dist/cli-hash.js',
        'dist/cli.js',
        'dist/http.js',
        'l10n/bundle.l10n.de.json',
        'l10n/bundle.l10n.ja.json',
        'package.json',
      ],
    );
  });

  it('runs by npx, in an empty folder and without a network', async () => {
    const cwd = temporaryFolder('user-groups-empty-');
    writeFiles(cwd, { 'acme.usergroup.json': '{ "user_group_id": "acme" }', 'beta.usergroup.json': '[]' });
    const { command, first } = npmCommand();
    const args = [...first, 'exec', '--yes', '--package', packed.path, '--', 'user-groups', 'validate'];
    const { code, out } = await run(command, args, cwd);
    assert.deepEqual(
      [code, out],
      [1, 'beta.usergroup.json:1:1: error: A JSON object is expected.\n2 files checked, 1 error\n'],
    );
    const german = environment({ LANG: 'de_DE.UTF-8' });
    const again = await run('sh', ['-c', `${USER_GROUPS} validate`], cwd, german);
    assert.match(again.out, /\n2 Dateien geprüft, 1 Fehler\n$/);
  });

  it('says what it needs on an older Node', async () => {
    const older = `Object.defineProperty(process.versions, 'node', { value: '20.20.2' });`;
    const [, , { files }] = await builtForPackage();
    // Without the rest.
    writeFiles(folder, { 'cli.mjs': files.find(({ path }) => path.endsWith('cli.js'))?.text });
    const flags = ['--import', `data:text/javascript,${encodeURIComponent(older)}`];
    assert.deepEqual(await run(process.execPath, [...flags, join(folder, 'cli.mjs')], folder), {
      code: 1,
      out: '',
      err: 'user-groups needs Node.js 22 or newer. This is 20.20.2.\n',
    });
  });

  it('brings a repository to the service as docs/ci.md says, also where a job was killed', async function () {
    this.timeout(300_000);
    const repository = await Repository.open();
    try {
      const shell = shellIn(repository);
      for (const id of ['acme', 'beta', 'coral']) repository.group(id);
      await shell(`git init -q --bare "$ORIGIN" && git init -q -b main && git add . && git commit -qm Groups
        git remote add origin "$ORIGIN" && git push -qu origin main`);
      assert.equal(await shell(`${USER_GROUPS} validate`), '3 files checked\n');
      assert.match(
        await shell(`${USER_GROUPS} plan --format markdown`),
        /^### Plan for `staging`\n\n3 to create, 0 unch/,
      );

      assert.match(await shell(blockAfter('**A plain shell**')), /3 applied/);
      assert.match(
        await shell('git -C "$ORIGIN" show main:.usergroups/state/staging.jsonl'),
        /^\{"origin".*\n(?:\{"id".*\n){3}$/,
      );
      assert.match(await shell(`${USER_GROUPS} plan --detailed-exitcode`), /: 3 unchanged\n$/);

      await repository.changeElsewhere('beta', { name: 'Theirs' });
      assert.match(await shell(`${USER_GROUPS} plan --refresh`), /drifted {2}"beta".*\n.*name: "Theirs" → "Name"\n/);

      for (const id of ['acme', 'beta', 'coral']) repository.group(id, { name: 'New' });
      await shell('git commit -qam Names && git push -q');
      const known = repository.asked.length;
      const job = spawn('sh', ['-c', blockAfter('**A plain shell**')], {
        cwd: repository.folder,
        env: environment(repository.env),
        stdio: 'ignore',
        detached: true,
      });
      const ended = once(job, 'exit');
      while (repository.asked.length === known) await setImmediate();
      repository.sandbox.misbehave('neverAnswers');
      while (repository.asked.length < known + 2) await setImmediate();
      process.kill(-job.pid!, 'SIGKILL');
      await ended;
      repository.sandbox.misbehave(undefined);

      const after = await shell(`${USER_GROUPS} plan --detailed-exitcode || test $? = 2`);
      assert.match(after, /: 2 to update, 1 unchanged\n {2}outcome unknown {2}"beta".*\n {2}changed +"coral"/);
      assert.match(await shell(blockAfter('**A plain shell**')), /2 applied/);
      assert.match(await shell(`${USER_GROUPS} plan --refresh --detailed-exitcode`), /: 3 unchanged\n$/);
      assert.equal(await shell('git status --porcelain'), '');
    } finally {
      await repository.close();
    }
  });

  /** Its standard output. What fails fails the test. */
  function shellIn(repository: Repository): (script: string) => Promise<string> {
    repository.write({ '.gitignore': blockAfter('Ignore what belongs to one machine') });
    const origin = join(temporaryFolder('user-groups-origin-'), 'origin.git');
    const author = { GIT_AUTHOR_NAME: 'A', GIT_AUTHOR_EMAIL: 'a@b.example' };
    const committer = { GIT_COMMITTER_NAME: 'A', GIT_COMMITTER_EMAIL: 'a@b.example' };
    return async (script) => {
      const env = environment({ ...repository.env, ...author, ...committer, ORIGIN: origin });
      const { code, out, err } = await run('sh', ['-euc', script], repository.folder, env);
      assert.equal(code, 0, err + out);
      return out;
    };
  }
});

/** The block of docs/ci.md behind these words. */
function blockAfter(words: string): string {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/ci.md'), 'utf8');
  const [, block = ''] = /^ *```\w*\n([^]*?)^ *```/m.exec(page.slice(page.indexOf(words))) ?? [];
  return block.replaceAll(/^ +/gm, '');
}
