// The paths of `usergroup:` documents: which connection and group, or which new document, a `Uri.path` names.

import * as l10n from '@vscode/l10n';
import { UserGroupsError } from '../core/errors.ts';

export const DOCUMENT_SUFFIX = '.usergroup.json';
/** Beside documents: what all of them have. */
export const PRESET_FILE = 'usergroups.preset.json';
const NEW_FOLDER = '~new';

/** A group's document. */
export interface GroupPath {
  /** Name of the connection. */
  readonly connection: string;
  readonly userGroupId: string;
}

/** A document that was not sent yet. */
export interface NewPath {
  readonly connection: string;
  readonly newNumber: number;
}

/**
 * `Uri.path` of a group's document (public interface, "Identity": document scheme).
 * @throws UserGroupsError `invalid` for a connection without a name, or text that is not well-formed Unicode.
 */
export function pathOf({ connection, userGroupId }: GroupPath): string {
  return `/${connectionSegment(connection)}/${encoded(userGroupId, l10n.t('The ID contains an invalid character.'))}${DOCUMENT_SUFFIX}`;
}

/** `Uri.path` of a document not yet sent. Throws like `pathOf`. */
export function pathOfNew({ connection, number }: { readonly connection: string; readonly number: number }): string {
  return `/${connectionSegment(connection)}/${NEW_FOLDER}/${number}${DOCUMENT_SUFFIX}`;
}

/** The inverse. `undefined` for any path that the two above would not write, so that no document has two paths. */
export function parsePath(path: string): GroupPath | NewPath | undefined {
  const [, connectionText = '', first = '', second] = path.split('/');
  const connection = decoded(connectionText);
  if (connection === undefined || connection === '') return undefined;
  const parsed = second === undefined ? groupPath(connection, first) : newPath(connection, second);
  return parsed !== undefined && written(parsed) === path ? parsed : undefined;
}

function groupPath(connection: string, file: string): GroupPath | undefined {
  const userGroupId = decoded(withoutSuffix(file));
  return userGroupId === undefined ? undefined : { connection, userGroupId };
}

function newPath(connection: string, file: string): NewPath | undefined {
  const newNumber = Number(withoutSuffix(file));
  return Number.isSafeInteger(newNumber) && newNumber > 0 ? { connection, newNumber } : undefined;
}

function written(parsed: GroupPath | NewPath): string {
  return 'userGroupId' in parsed
    ? pathOf(parsed)
    : pathOfNew({ connection: parsed.connection, number: parsed.newNumber });
}

function withoutSuffix(file: string): string {
  return file.endsWith(DOCUMENT_SUFFIX) ? file.slice(0, -DOCUMENT_SUFFIX.length) : file;
}

function connectionSegment(connection: string): string {
  if (connection === '') throw new UserGroupsError('invalid', l10n.t('The connection has no name.'));
  const segment = encoded(connection, l10n.t('The name of the connection contains an invalid character.'));
  // A segment of dots alone would be resolved away as "here" or "one up".
  return /^\.\.?$/.test(segment) ? segment.replaceAll('.', '%2E') : segment;
}

/** @throws UserGroupsError `invalid` for text that is not well-formed Unicode */
export function encoded(text: string, happened: string): string {
  if (!text.isWellFormed()) {
    throw new UserGroupsError('invalid', happened, l10n.t('Choose another one.'));
  }
  return encodeURIComponent(text);
}

/** `undefined` for what no text is encoded as. */
export function decoded(segment: string): string | undefined {
  try {
    const text = decodeURIComponent(segment);
    return text.isWellFormed() ? text : undefined;
  } catch {
    return undefined;
  }
}
