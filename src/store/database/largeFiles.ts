// Files read and written piece by piece, so that memory stays flat whatever they hold.

import * as l10n from '@vscode/l10n';
import { randomBytes } from 'node:crypto';
import { constants, createReadStream, promises as fs } from 'node:fs';
import { dirname, join } from 'node:path';
import { UserGroupsError } from '../../core/errors.ts';
import { foreignText } from '../../core/foreignText.ts';
import type { LargeFiles, WriteOptions } from '../../core/ports/files.ts';
import { snapshotOf } from './fileSnapshot.ts';
import { toStoreError } from './storeErrors.ts';

/** Characters that are gathered for one writing. */
const GATHERED = 256 * 1024;

export const largeFiles: LargeFiles = {
  async write(path, pieces, options) {
    try {
      await writeTo(path, pieces, options);
    } catch (error) {
      throw isExisting(error) ? existsAlready(path) : toStoreError(error, path);
    }
  },

  async *read(path) {
    try {
      yield* createReadStream(path) as AsyncIterable<Uint8Array>;
    } catch (error) {
      throw toStoreError(error, path);
    }
  },

  async snapshot(path, longest) {
    try {
      return await snapshotOf(path, longest);
    } catch (error) {
      throw toStoreError(error, path);
    }
  },

  async realPath(path) {
    try {
      return await fs.realpath(path);
    } catch (error) {
      throw toStoreError(error, path);
    }
  },
};

/** A name that nobody can know before is opened only if it is free: what others have prepared is never written to. */
async function writeTo(path: string, pieces: AsyncIterable<string>, options: WriteOptions): Promise<void> {
  const mode = options.existing === 'replace' ? await modeOfWritable(path) : undefined;
  const write = (draft: string): Promise<void> => writeBy(draft, path, pieces, { mode, ...options });
  if (options.existing === 'keep') return write(path);
  // Of its own, not made from the file's: that one may be as long as names can be.
  const beside = join(dirname(path), `.${randomBytes(8).toString('hex')}.part`);
  await (options.isSecret === true ? inHiddenFolder(beside, write) : write(beside));
}

/** A folder that Git ignores with all that is in it, whatever the repository says. */
async function inHiddenFolder(folder: string, write: (draft: string) => Promise<void>): Promise<void> {
  try {
    await fs.mkdir(folder, 0o700);
    await fs.writeFile(join(folder, '.gitignore'), '*\n');
    await write(join(folder, 'file'));
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
}

async function writeBy(
  draft: string,
  path: string,
  pieces: AsyncIterable<string>,
  { mode: replaced, isPrivate = false, lastCheck }: WriteOptions & { readonly mode: number | undefined },
): Promise<void> {
  const mode = isPrivate ? 0o600 : replaced;
  const file = await fs.open(draft, 'wx', mode ?? 0o666);
  try {
    try {
      // It has no more than these from its beginning, less than the umask takes; FAT, for one, keeps none and refuses.
      if (mode !== undefined) await file.chmod(mode).catch(() => undefined);
      await writeAll(file, pieces);
    } finally {
      await file.close();
    }
    await lastCheck?.();
    await fs.rename(draft, path);
  } catch (error) {
    await fs.rm(draft, { force: true });
    throw error;
  }
}

/** Not by `write`: it may write a part, on a disk that is nearly full. */
async function writeAll(file: fs.FileHandle, pieces: AsyncIterable<string>): Promise<void> {
  let gathered = '';
  for await (const piece of pieces) {
    gathered += piece;
    if (gathered.length < GATHERED) continue;
    await file.appendFile(gathered);
    gathered = '';
  }
  await file.appendFile(gathered);
  await file.sync();
}

/**
 * Who may do what with a file that is there; nothing of what a link leads to.
 * @throws when it may not be written: replacing it would ask its folder alone
 */
async function modeOfWritable(path: string): Promise<number | undefined> {
  const found = await fs.lstat(path).catch(() => undefined);
  if (found?.isFile() !== true) return undefined;
  // The system's administrator may write those too, and does not mean to.
  if ((found.mode & 0o222) === 0) throw readOnly(path);
  await fs.access(path, constants.W_OK);
  return found.mode & 0o777;
}

function isExisting(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST';
}

function existsAlready(path: string): UserGroupsError {
  const happened = l10n.t('"{0}" already exists.', foreignText(path));
  return new UserGroupsError({ kind: 'conflict', happened, next: l10n.t('Check it, then try again.') });
}

function readOnly(path: string): UserGroupsError {
  const happened = l10n.t('The file "{0}" is read-only.', foreignText(path));
  return new UserGroupsError({
    kind: 'unavailable',
    happened,
    next: l10n.t('Allow writing to it, or choose another name.'),
  });
}
