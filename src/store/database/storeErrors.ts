// Translates errors of SQLite and the file system into messages for the user: the one translator of the store's
// failures.

import * as l10n from '@vscode/l10n';
import { type ErrorKind, UserGroupsError } from '../../core/errors.ts';
import { foreignText } from '../../core/foreignText.ts';

/** Primary result codes (https://www.sqlite.org/rescode.html); extended ones hold these in their low byte. */
export const SQLITE = {
  error: 1,
  busy: 5,
  locked: 6,
  readOnly: 8,
  ioError: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  notADatabase: 26,
} as const;
const SQLITE_CONSTRAINT_FOREIGNKEY = 787;

interface Explanation {
  readonly kind: ErrorKind;
  readonly happened: (file: string) => string;
  readonly next: () => string;
}

const DISK_FULL: Explanation = {
  kind: 'unavailable',
  happened: () => l10n.t('The disk is full.'),
  next: () => l10n.t('Free some space and try again.'),
};
const NOT_WRITABLE: Explanation = {
  kind: 'unavailable',
  happened: (file) => l10n.t('The file "{0}" can\'t be written.', file),
  next: () => l10n.t('Check the permissions of the file and its folder.'),
};
const NOT_OPENED: Explanation = {
  kind: 'unavailable',
  happened: (file) => l10n.t('The file "{0}" can\'t be opened.', file),
  next: () => l10n.t('Check that its folder exists and that you may write there.'),
};
const BUSY: Explanation = {
  kind: 'unavailable',
  happened: (file) => l10n.t('Another window is using the file "{0}".', file),
  next: () => l10n.t('Try again.'),
};
const DAMAGED: Explanation = {
  kind: 'unavailable',
  happened: (file) => l10n.t('The file "{0}" is damaged.', file),
  next: () => l10n.t('Reload the window, which renames the damaged file and creates a new one.'),
};
const BROKEN_DISK: Explanation = {
  kind: 'unavailable',
  happened: (file) => l10n.t('Reading or writing the file "{0}" failed.', file),
  next: () => l10n.t('Check the disk and try again.'),
};
const CONNECTION_GONE: Explanation = {
  kind: 'conflict',
  happened: () => l10n.t('The connection was removed meanwhile.'),
  next: () => l10n.t('Check the list of connections.'),
};

/** Of what was still under way when the window closed. */
const CLOSED: Explanation = {
  kind: 'unavailable',
  happened: () => l10n.t('This window has closed the list.'),
  next: () => l10n.t('Try again in another window.'),
};

const BY_RESULT_CODE = new Map<number, Explanation>([
  [SQLITE.busy, BUSY],
  [SQLITE.locked, BUSY],
  [SQLITE.readOnly, NOT_WRITABLE],
  [SQLITE.ioError, BROKEN_DISK],
  [SQLITE.corrupt, DAMAGED],
  [SQLITE.full, DISK_FULL],
  [SQLITE.cannotOpen, NOT_OPENED],
  [SQLITE.notADatabase, DAMAGED],
]);

const BY_SYSTEM_CODE = new Map<string, Explanation>([
  ['EACCES', NOT_WRITABLE],
  ['EPERM', NOT_WRITABLE],
  ['EROFS', NOT_WRITABLE],
  ['ENOSPC', DISK_FULL],
  ['EDQUOT', DISK_FULL],
  ['EBUSY', BUSY],
]);

/** The failure as a `UserGroupsError`, or unchanged when it is none of SQLite's or the disk's: a bug. */
export function toStoreError(error: unknown, path: string): unknown {
  const explanation = explanationOf(error);
  return explanation === undefined
    ? error
    : new UserGroupsError(explanation.kind, explanation.happened(foreignText(path)), explanation.next(), {
        cause: error,
      });
}

/** Whether SQLite found the file, its WAL included, to be damaged or no database at all. */
export function isDamage(error: unknown): boolean {
  return explanationOf(error) === DAMAGED;
}

/** Whether a statement is about what the schema does not have: a bug, unless other code has changed the schema. */
export function isUnknownToSchema(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE.error;
}

/** The connection that a row belongs to is not in the store (any more). */
export function connectionGone(): UserGroupsError {
  return new UserGroupsError(CONNECTION_GONE.kind, CONNECTION_GONE.happened(''), CONNECTION_GONE.next());
}

/**
 * Another file lies where the open one did: one that was damaged is set aside by the window that meets the damage
 * first.
 */
export function fileReplaced(path: string): UserGroupsError {
  return new UserGroupsError(
    'unavailable',
    l10n.t('The file "{0}" was replaced while this window had it open.', foreignText(path)),
    l10n.t('Reload the window.'),
    { remedy: 'reloadWindow' },
  );
}

/** Newer code in another window has changed the schema of the open file: this window's does not know it. */
export function fileMigrated(path: string): UserGroupsError {
  return new UserGroupsError(
    'unavailable',
    l10n.t(
      'The file "{0}" belongs to a newer version of this extension since another window opened it.',
      foreignText(path),
    ),
    l10n.t('Reload the window.'),
    { remedy: 'reloadWindow' },
  );
}

/** The file was left as it is. */
export function foreignFile(path: string, why: 'unknown' | 'newer'): UserGroupsError {
  const file = foreignText(path);
  if (why === 'newer')
    return new UserGroupsError(
      'unavailable',
      l10n.t('The file "{0}" was saved by a newer version of this extension.', file),
      l10n.t('Update the extension.'),
    );
  return new UserGroupsError(
    'unavailable',
    l10n.t('The file "{0}" was not saved by a released version of this extension.', file),
    l10n.t('To start with an empty list, move it and the files beside it to another folder, then reload the window.'),
  );
}

function explanationOf(error: unknown): Explanation | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('errcode' in error && typeof error.errcode === 'number') {
    return error.errcode === SQLITE_CONSTRAINT_FOREIGNKEY ? CONNECTION_GONE : BY_RESULT_CODE.get(error.errcode & 0xff);
  }
  if (!('code' in error) || typeof error.code !== 'string') return undefined;
  // A statement, or its whole database, of node:sqlite.
  if (error.code === 'ERR_INVALID_STATE') return CLOSED;
  if (!('syscall' in error)) return undefined;
  return BY_SYSTEM_CODE.get(error.code) ?? NOT_OPENED;
}
