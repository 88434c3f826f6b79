// A file that says who works on a state.

import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import * as l10n from '@vscode/l10n';
import { UserGroupsError } from '../core/errors.ts';
import { foreignText, quotedId } from '../core/foreignText.ts';
import { isObject } from '../core/isObject.ts';

export interface Lock {
  release(): void;
}

/** Replaces that of a process of this machine that has ended. @throws UserGroupsError `conflict`, `unavailable` */
export function lockFile(path: string): Lock {
  if (!isMade(path)) {
    if (!isLeft(path)) throw locked(path);
    rmSync(path, { force: true });
    if (!isMade(path)) throw locked(path);
  }
  return {
    release: () => {
      rmSync(path, { force: true });
    },
  };
}

/** `false` when it is there. */
function isMade(path: string): boolean {
  let file: number;
  try {
    file = openSync(path, 'wx', 0o600);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw new UserGroupsError({
      kind: 'unavailable',
      happened: l10n.t("The file {0} can't be written.", quotedId(path)),
      next: l10n.t('Check the disk and the permissions.'),
      cause: error,
    });
  }
  writeSync(file, `${JSON.stringify({ host: hostname(), pid: process.pid, since: new Date().toISOString() })}\n`);
  closeSync(file);
  return true;
}

interface Holder {
  readonly host?: unknown;
  readonly pid?: unknown;
  readonly since?: unknown;
}

function holderOf(path: string): Holder {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** By a process of this machine that is no more. */
function isLeft(path: string): boolean {
  const { host, pid } = holderOf(path);
  if (host !== hostname() || typeof pid !== 'number' || !Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}

function locked(path: string): UserGroupsError {
  const { host, since } = holderOf(path);
  return new UserGroupsError({
    kind: 'conflict',
    happened:
      typeof host === 'string' && typeof since === 'string'
        ? l10n.t('Another apply on {0} works on this state since {1}.', foreignText(host, 60), foreignText(since, 40))
        : l10n.t('Another apply works on this state.'),
    next: l10n.t('Wait for its end. If it was killed, delete {0}.', quotedId(path)),
  });
}
