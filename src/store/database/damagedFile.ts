// A damaged database file: how it is noticed, and how it is set aside with its content kept.

import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, parse } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';

import { makeMissingFile } from './openingLock.ts';
import { SQLITE } from './storeErrors.ts';

/** `quick_check` reads the whole file, about 1.5 ms a megabyte: beyond this it would hold up the person. */
const ALWAYS_CHECKED_BYTES = 16 * 1024 * 1024;

/** Left beside a file in which damage was met, so that the next opening checks it whatever its size. */
function suspicion(path: string): string {
  return `${path}.suspected`;
}

export function suspectDamage(path: string): void {
  try {
    makeMissingFile(suspicion(path));
  } catch {
    // The damage is reported all the same; without the mark a large file is only not checked at the next opening.
  }
}

/**
 * Looks for damage, as far as that takes a moment.
 * @throws what SQLite throws when it meets damage by itself.
 */
export function checkContent(database: DatabaseSync, path: string): void {
  const isSuspected = existsSync(suspicion(path));
  if (!isSuspected && statSync(path).size > ALWAYS_CHECKED_BYTES) return;
  const found = database.prepare('PRAGMA quick_check(1)').get()?.quick_check;
  if (found !== 'ok') throw Object.assign(new Error('PRAGMA quick_check found damage'), { errcode: SQLITE.corrupt });
  rmSync(suspicion(path), { force: true });
}

/**
 * Everything that was ever left beside the file because of damage: those set aside, with what belongs to them, and the
 * mark of suspicion.
 */
export function leftByDamage(path: string): string[] {
  const { dir, name } = parse(path);
  return [
    ...readdirSync(dir)
      .filter((other) => other.startsWith(`${name}.damaged-`))
      .map((other) => join(dir, other)),
    suspicion(path),
  ];
}

/** Renames the file, its `-wal` and its `-shm` to a dated name beside it, which is returned. */
export function setAside(path: string, now: number): string {
  const { dir, name, ext } = parse(path);
  const date = new Date(now).toISOString().replaceAll(':', '-').replace('.', '-');
  const aside = join(dir, `${name}.damaged-${date}${ext}`);
  // The file itself last: its `-wal` must never lie beside a new file, or SQLite would merge it into that one.
  for (const companion of ['-wal', '-shm', '']) {
    if (existsSync(path + companion)) renameSync(path + companion, aside + companion);
  }
  return aside;
}
