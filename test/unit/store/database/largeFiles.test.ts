// Files that are written where others may have prepared something: none of it is followed, and nothing is lost by it.

import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import fs, { open } from 'node:fs/promises';
import { join } from 'node:path';
import { mock } from 'node:test';
import type { WriteOptions } from '../../../../src/core/ports/files.ts';
import { largeFiles } from '../../../../src/store/database/largeFiles.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';

async function* pieces(...texts: readonly string[]): AsyncGenerator<string> {
  for (const text of texts) yield await Promise.resolve(text);
}

async function* broken(breaks = (): void => undefined): AsyncGenerator<string> {
  yield await Promise.resolve('half');
  breaks();
  throw new Error('broken');
}

/** What the file system answers to one of its calls instead. */
const refusing = (code: string, syscall: string) => () =>
  Promise.reject(Object.assign(new Error(code), { code, syscall }));

describe('A file that is written', () => {
  let folder = '';
  const at = (name: string): string => join(folder, name);
  const textOf = (name: string): string => readFileSync(at(name), 'utf8');

  const write = (name: string, text: string, options: Partial<WriteOptions> = {}): Promise<void> =>
    largeFiles.write(at(name), pieces(text), { existing: 'replace', ...options });
  /** The prototype of open files, whose methods a test may replace until it ends. */
  let handles: Record<string, unknown>;
  let methods: Record<string, unknown>;

  beforeEach(async () => {
    folder = temporaryFolder('user-groups-files-');
    const handle = await open(folder);
    handles = Object.getPrototypeOf(handle) as typeof handles;
    await handle.close();
    methods = { chmod: handles.chmod, stat: handles.stat, chown: handles.chown, write: handles.write };
  });
  afterEach(() => {
    Object.assign(handles, methods);
    mock.restoreAll();
    rmSync(folder, { recursive: true });
  });

  it('leaves alone what is beside it, with any name and any target', async () => {
    writeFileSync(at('profile'), 'mine');
    symlinkSync(at('profile'), at('list.part'));
    await largeFiles.write(at('list'), pieces('a', 'b'), { existing: 'replace', isPrivate: true });
    assert.deepEqual([textOf('profile'), textOf('list'), lstatSync(at('list')).isFile()], ['mine', 'ab', true]);
    assert.deepEqual(readdirSync(folder).sort(), ['list', 'list.part', 'profile']);
  });

  it('replaces a link, and leaves alone its target', async () => {
    writeFileSync(at('profile'), 'mine');
    for (const target of ['profile', 'not there']) {
      symlinkSync(at(target), at('list'));
      await largeFiles.write(at('list'), pieces('list'), { existing: 'replace' });
      assert.deepEqual(
        [textOf('list'), lstatSync(at('list')).isFile(), textOf('profile')],
        ['list', true, 'mine'],
        target,
      );
      rmSync(at('list'));
    }
    assert.deepEqual(readdirSync(folder), ['profile']);
  });

  it('uses no name of a file, a folder or a broken link, unless it is to replace it', async () => {
    writeFileSync(at('file'), 'mine', { mode: 0o444 });
    mkdirSync(at('folder'));
    symlinkSync(at('not there'), at('link'));
    for (const name of ['file', 'folder', 'link']) {
      await assert.rejects(
        largeFiles.write(at(name), pieces('x'), { existing: 'keep' }),
        { kind: 'conflict', message: /already exists/ },
        name,
      );
    }
    assert.deepEqual([textOf('file'), readdirSync(folder).sort()], ['mine', ['file', 'folder', 'link']]);
  });

  it('is not there when it could not be written to its end, and what it was to replace is', async () => {
    writeFileSync(at('file'), 'mine');
    await assert.rejects(largeFiles.write(at('file'), broken(), { existing: 'replace' }), /broken/);
    await assert.rejects(largeFiles.write(at('new'), broken(), { existing: 'keep' }), /broken/);
    const gone = broken(() => {
      for (const name of readdirSync(folder)) if (name.endsWith('.part')) rmSync(at(name));
    });
    await assert.rejects(largeFiles.write(at('gone'), gone, { existing: 'keep' }), /broken/);
    assert.deepEqual([readdirSync(folder), textOf('file')], [['file'], 'mine']);
  });

  it("is its owner's alone where it is private; else it can be read by whom the replaced one could", async () => {
    const modeOf = (name: string): number => statSync(at(name)).mode & 0o777;
    writeFileSync(at('shared'), '');
    // More than the umask leaves to a new one.
    chmodSync(at('shared'), 0o666);
    await largeFiles.write(at('private'), pieces('x'), { existing: 'replace', isPrivate: true });
    await largeFiles.write(at('shared'), pieces('x'), { existing: 'replace' });
    assert.deepEqual([modeOf('private'), modeOf('shared')], [0o600, 0o666]);
  });

  it('may have the longest name that there is', async () => {
    const name = 'n'.repeat(255);
    await largeFiles.write(at(name), pieces('a'), { existing: 'replace' });
    await largeFiles.write(at(name), pieces('b'), { existing: 'replace', isPrivate: true });
    assert.deepEqual([readdirSync(folder), textOf(name)], [[name], 'b']);
  });

  it('replaces no file that nobody may write, and says so', async () => {
    writeFileSync(at('locked'), 'mine');
    chmodSync(at('locked'), 0o444);
    for (const isPrivate of [false, true]) {
      await assert.rejects(largeFiles.write(at('locked'), pieces('x'), { existing: 'replace', isPrivate }), {
        kind: 'unavailable',
        message: /locked.* is read-only/,
      });
    }
    assert.deepEqual([readdirSync(folder), textOf('locked')], [['locked'], 'mine']);
  });

  it('is written also where its permissions cannot be set', async () => {
    writeFileSync(at('file'), 'mine');
    handles.chmod = refusing('EPERM', 'fchmod');
    await write('file', 'new');
    assert.deepEqual([readdirSync(folder), textOf('file')], [['file'], 'new']);
  });

  it('is put where nothing is, also on a disk without second names', async () => {
    mock.method(fs, 'link', refusing('EPERM', 'link'));
    await write('new', 'new', { existing: 'keep', isPrivate: true });
    const lastCheck = async (): Promise<void> => {
      await fs.writeFile(at('taken'), 'mine');
    };
    await assert.rejects(write('taken', 'x', { existing: 'keep', lastCheck }), { message: /taken" already exists/ });
    assert.deepEqual(readdirSync(folder).sort(), ['new', 'taken']);
    assert.deepEqual([textOf('new'), statSync(at('new')).mode & 0o777, textOf('taken')], ['new', 0o600, 'mine']);
  });

  it('is not there before it is complete, and has one name then', async () => {
    const seen: boolean[] = [];
    const lastCheck = (): Promise<void> => Promise.resolve(void seen.push(existsSync(at('new'))));
    await largeFiles.write(at('new'), pieces('x'), { existing: 'keep', lastCheck });
    assert.deepEqual([seen, statSync(at('new')).nlink], [[false], 1]);
  });

  it('says so where it is mounted by itself', async () => {
    writeFileSync(at('file'), 'mine');
    for (const code of ['EBUSY', 'EXDEV']) {
      const { mock: renaming } = mock.method(fs, 'rename', refusing(code, 'rename'));
      await assert.rejects(write('file', 'x'), {
        kind: 'unavailable',
        message: /file" is mounted by itself, or is in use\. Choose another file\.$/,
      });
      renaming.restore();
    }
    assert.deepEqual([readdirSync(folder), textOf('file')], [['file'], 'mine']);
  });

  it('keeps its owner where it is a secret, or is not replaced', async () => {
    writeFileSync(at('file'), 'mine');
    const { uid, gid } = statSync(at('file'));
    const given: unknown[] = [];
    handles.stat = () => Promise.resolve({ uid, gid: gid + 1 });
    handles.chown = (...owner: readonly number[]) => Promise.resolve(void given.push(owner));
    await write('file', 'new', { isSecret: true });
    handles.chown = refusing('EPERM', 'fchown');
    await assert.rejects(write('file', 'x', { isSecret: true }), {
      kind: 'unavailable',
      message: /file" belongs to another user or group\. Choose another file\.$/,
    });
    assert.deepEqual([given, readdirSync(folder), textOf('file')], [[[uid, gid]], ['file'], 'new']);
  });

  it('is whole, or fails, on a disk that takes a part of each writing', async () => {
    const { write: whole } = methods as { write: (text: string) => Promise<unknown> };
    handles.write = function (this: unknown, text: string) {
      return whole.call(this, text.slice(0, text.length / 2));
    };
    await write('file', 'twelve characters', { existing: 'keep' });
    handles.write = whole;
    assert.equal(textOf('file'), 'twelve characters');
  });

  it('is whole, whatever pieces it is given in', async () => {
    const quarter = 'x'.repeat(64 * 1024);
    const texts = [quarter, quarter, quarter, quarter, 'after', '', quarter.repeat(5), 'end'];
    await largeFiles.write(at('list'), pieces(...texts), { existing: 'keep' });
    assert.ok(textOf('list') === texts.join(''));
    await largeFiles.write(at('empty'), pieces(), { existing: 'keep' });
    assert.equal(textOf('empty'), '');
  });

  it('is read as it is', async () => {
    writeFileSync(at('file'), 'mine');
    const read: Uint8Array[] = [];
    for await (const piece of largeFiles.read(at('file'))) read.push(piece);
    assert.equal(Buffer.concat(read).toString(), 'mine');
  });

  it('that is not there, nor its folder, is said to be', async () => {
    const missing = at('no such folder/file');
    const refused = { kind: 'unavailable', message: /no such folder\/file" can't be opened/ };
    await assert.rejects(largeFiles.read(missing)[Symbol.asyncIterator]().next(), refused);
    await assert.rejects(largeFiles.realPath(missing), refused);
    await assert.rejects(largeFiles.write(missing, pieces('x'), { existing: 'replace' }), refused);
  });

  it('may be read by whom it is usual for when it is new, and never more than the umask lets', async () => {
    const before = process.umask(0o027);
    try {
      await largeFiles.write(at('new'), pieces('x'), { existing: 'keep' });
      await largeFiles.write(at('private'), pieces('x'), { existing: 'keep', isPrivate: true });
    } finally {
      process.umask(before);
    }
    assert.deepEqual(
      ['new', 'private'].map((name) => statSync(at(name)).mode & 0o777),
      [0o640, 0o600],
    );
  });

  it('is found where its links lead', async () => {
    mkdirSync(at('folder'));
    writeFileSync(at('folder/file'), '');
    symlinkSync(at('folder'), at('link'));
    assert.equal(await largeFiles.realPath(at('link/file')), await largeFiles.realPath(at('folder/file')));
  });
});
