// A token written into a .env file of a real repository: where it is written, where it is not, and what else stays.

import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { UserGroupsError } from '../../../../src/core/errors.ts';
import { Redactor } from '../../../../src/core/redactor.ts';
import type { LargeFiles } from '../../../../src/core/ports/files.ts';
import { EnvFiles, type EnvPlace } from '../../../../src/services/rotation/envFiles.ts';
import { ignoredByGit, type RequireIgnored } from '../../../../src/services/rotation/gitIgnored.ts';
import { largeFiles } from '../../../../src/store/database/largeFiles.ts';
import { git, gitRepository } from '../../../support/gitRepository.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';

const TOKEN = 'tok-7f3a9c51d2e84b60';
/** Where a token is written on the way. */
const HIDDEN = '.user-groups.part';

describe('A token in a .env file', () => {
  let folder = '';
  let root = '';
  const at = (...names: readonly string[]): string => join(root, ...names);
  const textOf = (name: string): string => readFileSync(at(name), 'utf8');

  beforeEach(() => {
    folder = temporaryFolder('user-groups-env-');
    root = join(folder, 'app');
    gitRepository(root);
    writeFileSync(at('.gitignore'), '.env*\n');
    writeFileSync(at('.env'), '# of the app\r\nA="1"\r\nTOKEN="old" # of acme\r\n');
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  const askGit = ignoredByGit({
    redactor: new Redactor(),
    folder: '/',
    environment: () => ({ PATH: process.env.PATH, HOME: folder }),
    secretVariables: () => [],
  });
  /** Git ignores the file, unless a test asks Git itself: to start it takes longer than all else. */
  let ignored: RequireIgnored;
  beforeEach(() => {
    ignored = () => Promise.resolve();
  });
  const placeOf = (path: string): EnvPlace => ({ root, path, requireAllowed: () => undefined });
  const anyValue = () => true;
  const write = (path = at('.env'), files: LargeFiles = largeFiles, requireIgnored = ignored) =>
    new EnvFiles(files, requireIgnored).write(placeOf(path), 'TOKEN', TOKEN, anyValue);
  const check = async (path = at('.env')) => (await new EnvFiles(largeFiles, ignored).check(placeOf(path)))('TOKEN');
  /** What happens each time that Git has been asked: before something is written, and before it counts. */
  const meanwhile = (path: string, ...happens: readonly (() => unknown)[]): Promise<void> => {
    const due = [...happens];
    return write(path, largeFiles, async (asked) => {
      await ignored(asked);
      due.shift()?.();
    });
  };
  const refused = (message: string | RegExp) => ({ kind: 'conflict', message });
  const LINK = 'Its path leads through a symbolic link, or is spelled another way on the disk. Choose another file.';

  it('takes the place of the former one; all else of the file, its permissions included, stays', async () => {
    chmodSync(at('.env'), 0o640);
    await write();
    assert.equal(textOf('.env'), `# of the app\r\nA="1"\r\nTOKEN="${TOKEN}" # of acme\r\n`);
    assert.equal(statSync(at('.env')).mode & 0o777, 0o640);
    assert.deepEqual(readdirSync(root).sort(), ['.env', '.git', '.gitignore']);
  });

  it('replaces another value only where that may go', async () => {
    const envFiles = new EnvFiles(largeFiles, ignored);
    assert.equal(await check(), 'old');
    const asked: string[] = [];
    const never = (value: string): Promise<boolean> => Promise.resolve(asked.push(value) === 0);
    await assert.rejects(
      envFiles.write(placeOf(at('.env')), 'TOKEN', TOKEN, never),
      refused('The file was changed meanwhile. Try again.'),
    );
    assert.deepEqual([asked, await check()], [['old'], 'old']);
    writeFileSync(at('.env'), `TOKEN=${TOKEN}\nEMPTY=\n`);
    for (const variable of ['TOKEN', 'EMPTY', 'NEW']) await envFiles.write(placeOf(at('.env')), variable, TOKEN, never);
    const lines = ['TOKEN', 'EMPTY', 'NEW'].map((variable) => `${variable}=${TOKEN}\n`);
    assert.deepEqual([asked.length, textOf('.env')], [1, lines.join('')]);
  });

  it('is not written where that was forbidden while Git was asked', async () => {
    let isAllowed = true;
    const envFiles = new EnvFiles(largeFiles, async (path) => {
      await ignored(path);
      isAllowed = false;
    });
    const requireAllowed = (): void => {
      if (!isAllowed) throw new UserGroupsError('forbidden', 'No.');
    };
    const before = textOf('.env');
    await assert.rejects(envFiles.write({ ...placeOf(at('.env')), requireAllowed }, 'TOKEN', TOKEN, anyValue), {
      kind: 'forbidden',
    });
    assert.equal(textOf('.env'), before);
  });

  it("may be in a new file, which is its owner's alone", async () => {
    await check(at('.env.local'));
    assert.equal(existsSync(at('.env.local')), false);
    await write(at('.env.local'));
    assert.deepEqual([textOf('.env.local'), statSync(at('.env.local')).mode & 0o777], [`TOKEN=${TOKEN}\n`, 0o600]);
  });

  it('may be in a folder that was opened through a link', async () => {
    const opened = join(folder, 'opened');
    symlinkSync(root, opened);
    const place = { ...placeOf(join(opened, '.env')), root: opened };
    await new EnvFiles(largeFiles, ignored).write(place, 'TOKEN', TOKEN, anyValue);
    assert.ok(textOf('.env').includes(TOKEN));
  });

  /** [what, how it comes to be, path, message] */
  const REFUSED: readonly (readonly [string, () => void, string, string | RegExp])[] = [
    ['that Git tracks', () => void git(root, 'add', '-f', '.env'), '.env', /^Git tracks "\.env"\./],
    ['that Git does not ignore', () => undefined, 'app.env', /^Git doesn't ignore the file in /],
    [
      'that is a link',
      () => {
        renameSync(at('.env'), at('.env.target'));
        symlinkSync(at('.env.target'), at('.env'));
      },
      '.env',
      /\.env" is a symbolic link\. Choose another file\.$/,
    ],
    [
      'in a folder that is a link',
      () => {
        mkdirSync(join(folder, 'elsewhere'));
        symlinkSync(join(folder, 'elsewhere'), at('link'));
      },
      'link/.env',
      LINK,
    ],
    ['outside of the folder', () => mkdirSync(join(folder, 'out')), '../out/.env', /no Git repository/],
    ['that is a folder', () => mkdirSync(at('.env.d')), '.env.d', /\.env\.d" is no file\. /],
    [
      'with another name',
      () => linkSync(at('.env'), join(folder, 'x')),
      '.env',
      /another name elsewhere \(hard link\)/,
    ],
    [
      'that is no text',
      () => writeFileSync(at('.env'), new Uint8Array([0xff])),
      '.env',
      /^The file isn't UTF-8 text\. /,
    ],
    ['that is too large', () => writeFileSync(at('.env'), 'x'.repeat(1_000_001)), '.env', /is too large\./],
    ['that programs read differently', () => writeFileSync(at('.env'), 'A="'), '.env', /^Programs may read line 1 /],
  ];
  for (const [what, prepare, path, message] of REFUSED)
    it(`is in none ${what}`, async () => {
      if (message instanceof RegExp && message.source.includes('Git')) ignored = askGit;
      prepare();
      const before = existsSync(at(path)) && statSync(at(path)).isFile() ? textOf(path) : undefined;
      for (const attempt of [write, check]) await assert.rejects(attempt(at(path)), refused(message));
      const after = existsSync(at(path)) && statSync(at(path)).isFile() ? textOf(path) : undefined;
      assert.equal(after, before);
    });

  it('is in no file that nobody may write', async () => {
    chmodSync(at('.env'), 0o444);
    await assert.rejects(write(), { kind: 'unavailable', message: /is read-only/ });
    assert.ok(textOf('.env').includes('old'));
  });

  /** [what, how, message] */
  const MEANWHILE: readonly (readonly [string, () => void, string | RegExp])[] = [
    ['changed', () => writeFileSync(at('.env'), 'TOKEN=typed\n'), 'The file was changed meanwhile. Try again.'],
    [
      'replaced by one that says the same',
      () => {
        writeFileSync(at('.env.new'), textOf('.env'));
        renameSync(at('.env.new'), at('.env'));
      },
      'The file was changed meanwhile. Try again.',
    ],
    ['removed', () => rmSync(at('.env')), 'The file was changed meanwhile. Try again.'],
    [
      'replaced by a link',
      () => {
        renameSync(at('.env'), at('.env.target'));
        symlinkSync(at('.env.target'), at('.env'));
      },
      /is a symbolic link\./,
    ],
    ['given to Git', () => void git(root, 'add', '-f', '.env'), /^Git tracks "\.env"\./],
    ['no longer ignored', () => writeFileSync(at('.gitignore'), ''), /^Git doesn't ignore the file in /],
  ];
  for (const [what, happens, message] of MEANWHILE)
    it(`is not in a file that was ${what} meanwhile`, async () => {
      if (message instanceof RegExp && message.source.includes('Git')) ignored = askGit;
      let left = '';
      const asItIs = (): string => (existsSync(at('.env')) ? textOf('.env') : 'gone');
      await assert.rejects(
        meanwhile(at('.env'), () => {
          happens();
          left = asItIs();
        }),
        refused(message),
      );
      assert.equal(asItIs(), left);
      assert.ok(readdirSync(root).every((name) => !name.endsWith('.part')));
    });

  for (const [what, path, message] of [
    ['changed', '.env', 'The file was changed meanwhile. Try again.'],
    ['created', '.env.local', /\.env\.local" already exists\./],
  ] as const)
    it(`is not in a file that was ${what} while Git was asked for the last time`, async () => {
      const writing = meanwhile(
        at(path),
        () => undefined,
        () => {
          writeFileSync(at('typed'), 'A=typed\n');
          renameSync(at('typed'), at(path));
        },
      );
      await assert.rejects(writing, refused(message));
      assert.equal(textOf(path), 'A=typed\n');
    });

  it('takes no place that was free a moment ago', async () => {
    const files: LargeFiles = {
      ...largeFiles,
      write: (path, pieces, options) =>
        largeFiles.write(path, pieces, {
          ...options,
          lastCheck: async () => {
            await options.lastCheck?.();
            writeFileSync(path, 'A=typed\n');
          },
        }),
    };
    await assert.rejects(write(at('.env.local'), files), refused(/\.env\.local" already exists\./));
    assert.equal(textOf('.env.local'), 'A=typed\n');
  });

  it('is beside all others that are written at the same time', async () => {
    const envFiles = new EnvFiles(largeFiles, ignored);
    const names = ['A', 'B', 'C', 'D'];
    await Promise.all(names.map((name) => envFiles.write(placeOf(at('.env')), name, TOKEN, anyValue)));
    for (const name of names) assert.match(textOf('.env'), new RegExp(`^${name}="?${TOKEN}"?\r?$`, 'm'));
  });

  it('is written by one window at a time, and by the next one after a crash', async () => {
    const [one, other] = [new EnvFiles(largeFiles, ignored), new EnvFiles(largeFiles, ignored)];
    let second: Promise<void> | undefined;
    const slow = new EnvFiles(largeFiles, async (path) => {
      await ignored(path);
      if (!readdirSync(root).includes(HIDDEN)) return;
      second ??= assert.rejects(
        other.write(placeOf(at('.env.local')), 'TOKEN', TOKEN, anyValue),
        refused('Another window is writing a token to the same folder. Try again in a minute.'),
      );
      await second;
    });
    await slow.write(placeOf(at('.env')), 'TOKEN', TOKEN, anyValue);
    assert.ok(second !== undefined && !readdirSync(root).includes(HIDDEN));
    mkdirSync(at(HIDDEN));
    writeFileSync(at(HIDDEN, 'left'), TOKEN);
    await assert.rejects(one.write(placeOf(at('.env')), 'TOKEN', TOKEN, anyValue), refused(/^Another window /));
    utimesSync(at(HIDDEN), new Date(0), new Date(0));
    await one.write(placeOf(at('.env')), 'TOKEN', TOKEN, anyValue);
    assert.deepEqual(readdirSync(root).sort(), ['.env', '.git', '.gitignore']);
  });

  it('is in no folder that became a link meanwhile', async () => {
    mkdirSync(at('web'));
    writeFileSync(at('web/.env'), 'A=1\n');
    mkdirSync(join(folder, 'elsewhere'));
    const writing = meanwhile(at('web/.env'), () => {
      renameSync(at('web'), at('former'));
      symlinkSync(join(folder, 'elsewhere'), at('web'));
    });
    await assert.rejects(writing, refused(LINK));
    assert.deepEqual([textOf('former/.env'), readdirSync(join(folder, 'elsewhere'))], ['A=1\n', []]);
  });

  it('is in no folder that became a link while Git was asked for the last time', async () => {
    mkdirSync(at('web'));
    writeFileSync(at('web/.env'), 'A=1\n');
    const writing = meanwhile(
      at('web/.env'),
      () => undefined,
      () => {
        renameSync(at('web'), at('former'));
        symlinkSync(at('former'), at('web'));
      },
    );
    await assert.rejects(writing, refused(LINK));
    assert.equal(textOf('former/.env'), 'A=1\n');
  });

  it('is in no new file that Git does not ignore by then', async () => {
    ignored = askGit;
    const writing = meanwhile(at('.env.local'), () => {
      writeFileSync(at('.gitignore'), '');
    });
    await assert.rejects(writing, refused(/^Git doesn't ignore the file in /));
    assert.equal(existsSync(at('.env.local')), false);
  });

  it('is seen by Git at no moment, nor by others, not even if the window dies while it is written', async () => {
    const seen: string[] = [];
    const look = (): void => {
      const draft = readdirSync(at(HIDDEN)).find((name) => name.endsWith('.part'))!;
      seen.push(git(root, 'status', '--porcelain', '--untracked-files=all'));
      seen.push(readFileSync(at(HIDDEN, draft), 'utf8'), String(statSync(at(HIDDEN)).mode & 0o777));
    };
    for (const path of ['.env', '.env.local']) {
      await meanwhile(at(path), () => undefined, look);
      assert.deepEqual(seen.splice(0), ['?? .gitignore\n', textOf(path), String(0o700)]);
    }
  });

  it('is not lost, nor is what the file had, on a disk that is full', async () => {
    const full = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC', syscall: 'write' });
    const before = textOf('.env');
    const files: LargeFiles = {
      ...largeFiles,
      write: (path, _pieces, options) => largeFiles.write(path, failing(full), options),
    };
    for (const path of [at('.env'), at('.env.local')])
      await assert.rejects(write(path, files), { kind: 'unavailable', message: /^The disk is full\./ });
    assert.deepEqual([textOf('.env'), readdirSync(root).sort()], [before, ['.env', '.git', '.gitignore']]);
  });
});

async function* failing(error: Error): AsyncGenerator<string> {
  yield await Promise.resolve('TOK');
  throw error;
}
