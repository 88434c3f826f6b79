// Writes a file under another name beside it, and gives it its own once it is complete.

import * as l10n from '@vscode/l10n';
import { randomBytes } from 'node:crypto';
import { constants, promises as fs, type Stats } from 'node:fs';
import { dirname, join } from 'node:path';
import { UserGroupsError } from '../../core/errors.ts';
import { foreignText } from '../../core/foreignText.ts';
import type { FileSnapshot, WriteOptions } from '../../core/ports/files.ts';
import { isAsRead } from './fileSnapshot.ts';

/** Characters that are gathered for one writing. */
const GATHERED = 256 * 1024;

/** In the folder of a secret: holds its draft. Whoever makes it is the only one that writes a secret there. */
const HIDDEN = '.user-groups.part';

/** Milliseconds after which the hidden folder was left behind by a crash. */
const LEFT_AFTER = 60_000;

export async function writeDrafted(path: string, pieces: AsyncIterable<string>, options: WriteOptions): Promise<void> {
  const former = await formerAt(path, options.existing);
  // Nobody can know it before: what others have prepared is never written to.
  const name = `.user-groups-${randomBytes(8).toString('hex')}.part`;
  const write = (folder: string): Promise<void> => writeBy(join(folder, name), path, pieces, former, options);
  await (options.isSecret === true ? inHiddenFolder(dirname(path), write) : write(dirname(path)));
}

/** A folder that Git ignores with all that is in it, whatever the repository says. */
async function inHiddenFolder(parent: string, write: (folder: string) => Promise<void>): Promise<void> {
  const folder = join(parent, HIDDEN);
  await removeLeft(folder);
  await fs.mkdir(folder, 0o700).catch((error: unknown) => {
    throw isExisting(error) ? inUse() : error;
  });
  try {
    await fs.writeFile(join(folder, '.gitignore'), '*\n');
    await write(folder);
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
}

/** A window that had only been asleep can't go on: its draft is gone with the folder. */
async function removeLeft(folder: string): Promise<void> {
  const found = await fs.lstat(folder).catch(() => undefined);
  if (found !== undefined && Date.now() - found.mtimeMs > LEFT_AFTER)
    await fs.rm(folder, { recursive: true, force: true });
}

async function writeBy(
  draft: string,
  path: string,
  pieces: AsyncIterable<string>,
  former: Stats | undefined,
  { existing, replaced, isPrivate = false, isSecret = false, lastCheck }: WriteOptions,
): Promise<void> {
  const formerMode = former === undefined ? undefined : former.mode & 0o777;
  const mode = isPrivate ? 0o600 : formerMode;
  const file = await fs.open(draft, 'wx', mode ?? 0o666);
  try {
    try {
      if (isSecret && former !== undefined) await keepOwner(file, former, path);
      // It has no more than these from its beginning, less than the umask takes; FAT, for one, keeps none and refuses.
      if (mode !== undefined) await file.chmod(mode).catch(() => undefined);
      await writeAll(file, pieces);
    } finally {
      await file.close();
    }
    await lastCheck?.();
    await (existing === 'keep' ? putWhereFree(draft, path) : replace(draft, path, replaced));
  } finally {
    await fs.rm(draft, { force: true });
  }
}

/** Who may read a secret is not changed by writing it. */
async function keepOwner(file: fs.FileHandle, former: Stats, path: string): Promise<void> {
  const { uid, gid } = await file.stat();
  if (uid === former.uid && gid === former.gid) return;
  await file.chown(former.uid, former.gid).catch((error: unknown) => {
    throw refused(l10n.t('"{0}" belongs to another user or group.', foreignText(path)), error);
  });
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

/** Some disks have no second names: then it is copied to one that is free. */
async function putWhereFree(draft: string, path: string): Promise<void> {
  try {
    await fs.link(draft, path);
  } catch (error) {
    if (isExisting(error)) throw error;
    await fs.copyFile(draft, path, constants.COPYFILE_EXCL);
  }
}

async function replace(draft: string, path: string, replaced: FileSnapshot | undefined): Promise<void> {
  if (replaced !== undefined && !isAsRead(path, replaced)) throw changedMeanwhile();
  await fs.rename(draft, path).catch((error: unknown) => {
    throw hasCode(error, 'EBUSY', 'EXDEV')
      ? refused(l10n.t('"{0}" is mounted by itself, or is in use.', foreignText(path)), error)
      : error;
  });
}

/**
 * The file that is to be replaced; nothing of what a link leads to.
 * @throws when it may not be written: replacing it would ask its folder alone; or when it is to stay
 */
async function formerAt(path: string, existing: WriteOptions['existing']): Promise<Stats | undefined> {
  const found = await fs.lstat(path).catch(() => undefined);
  if (existing === 'keep' && found !== undefined) throw existsAlready(path);
  if (found?.isFile() !== true) return undefined;
  // The system's administrator may write those too, and does not mean to.
  if ((found.mode & 0o222) === 0) throw readOnly(path);
  await fs.access(path, constants.W_OK);
  return found;
}

export function isExisting(error: unknown): boolean {
  return hasCode(error, 'EEXIST');
}

function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

export function existsAlready(path: string): UserGroupsError {
  const happened = l10n.t('"{0}" already exists.', foreignText(path));
  return new UserGroupsError('conflict', happened, l10n.t('Check it, then try again.'));
}

function readOnly(path: string): UserGroupsError {
  const happened = l10n.t('The file "{0}" is read-only.', foreignText(path));
  return new UserGroupsError('unavailable', happened, l10n.t('Allow writing to it, or choose another name.'));
}

function changedMeanwhile(): UserGroupsError {
  return new UserGroupsError('conflict', l10n.t('The file was changed meanwhile.'), l10n.t('Try again.'));
}

function inUse(): UserGroupsError {
  return new UserGroupsError(
    'conflict',
    l10n.t('Another window is writing a token to the same folder.'),
    l10n.t('Try again in a minute.'),
  );
}

function refused(happened: string, cause: unknown): UserGroupsError {
  return new UserGroupsError('unavailable', happened, l10n.t('Choose another file.'), { cause });
}
