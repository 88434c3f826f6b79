// A file that says who works on a state. Its holder touches it all the time, on whichever machine: one that nobody
// touches was left by a process that was killed.

import { randomBytes } from 'node:crypto';
import { linkSync, lstatSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import * as l10n from '@vscode/l10n';
import { UserGroupsError } from '../core/errors.ts';
import { quotedId } from '../core/foreignText.ts';
import { textOfRegularFile } from './textOfFile.ts';

export interface Lock {
  /** It was not taken meanwhile, as from a process that was stopped. */
  isHeld(): boolean;
  release(): void;
}

/** Milliseconds. */
export interface LockTimes {
  readonly touchedEvery: number;
  /** One that was not touched for so long was left. */
  readonly leftAfter: number;
}

const TIMES: LockTimes = { touchedEvery: 1_000, leftAfter: 8_000 };

/** Waits only to see whether another one was left. @throws UserGroupsError `conflict`, `unavailable` */
export async function lockFile(path: string, { touchedEvery, leftAfter }: LockTimes = TIMES): Promise<Lock> {
  const own = `${hostname()} ${randomBytes(8).toString('hex')}\n`;
  while (!isMade(path, own)) {
    const seen = textOfRegularFile(path);
    if (seen === undefined) {
      if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) throw unwritable(path);
      continue;
    }
    if (!(await isLeft(path, touchedEvery, leftAfter))) throw locked(path);
    remove(path, seen);
  }
  const isHeld = (): boolean => textOfRegularFile(path) === own;
  const touching = setInterval(() => {
    if (isHeld()) touch(path);
  }, touchedEvery).unref();
  return {
    isHeld,
    release: () => {
      clearInterval(touching);
      if (isHeld()) rmSync(path, { force: true });
    },
  };
}

/** `false` when it is there. */
function isMade(path: string, content: string): boolean {
  try {
    writeFileSync(path, content, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw unwritable(path, error);
  }
}

function touch(path: string): void {
  try {
    utimesSync(path, new Date(), new Date());
  } catch {
    // It was taken at this moment: the next look at it says so.
  }
}

/** Or given back meanwhile. */
async function isLeft(path: string, every: number, leftAfter: number): Promise<boolean> {
  const touched = touchedAt(path);
  for (let waited = 0; waited < leftAfter; waited += every) {
    await wait(every);
    const now = touchedAt(path);
    if (now === undefined) return true;
    if (now !== touched) return false;
  }
  return true;
}

/** Another one may be there by now: that stays. */
function remove(path: string, seen: string): void {
  const aside = `${path}.${randomBytes(8).toString('hex')}`;
  try {
    renameSync(path, aside);
    if (textOfRegularFile(aside) !== seen) linkSync(aside, path);
  } catch {
    // Somebody else was faster.
  }
  rmSync(aside, { force: true });
}

function touchedAt(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs;
}

export function unwritable(path: string, cause?: unknown): UserGroupsError {
  return new UserGroupsError(
    'unavailable',
    l10n.t("The file {0} can't be written.", quotedId(path)),
    l10n.t('Check the disk and the permissions.'),
    { cause },
  );
}

function locked(path: string): UserGroupsError {
  return new UserGroupsError(
    'conflict',
    l10n.t('Another apply works on this state.'),
    l10n.t('Wait for its end. It holds {0}.', quotedId(path)),
  );
}
