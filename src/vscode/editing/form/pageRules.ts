// What a form's page may do, regardless of what it asks for: rules without the editor.

import { isGuarded } from '../../../core/connection.ts';
import { UserGroupsError } from '../../../core/errors.ts';
import type { Action } from '../../../protocol/formProtocol.ts';
import type { Opened, Subject } from './formSubject.ts';

/** @throws UserGroupsError `forbidden` */
export function requireOffered(action: Action, offered: readonly Action[], isRestricted: boolean): void {
  if (offered.includes(action)) return;
  if (isRestricted)
    throw new UserGroupsError({
      kind: 'forbidden',
      happened: 'The file is of a workspace that is not trusted.',
      next: 'Trust the workspace first.',
    });
  throw new UserGroupsError({
    kind: 'forbidden',
    happened: 'The form does not offer this at this moment.',
    next: 'Look at the form again.',
  });
}

/**
 * The document's path, or the file's content when it was opened, decides whose token is revealed: never the text, which
 * a page could have changed and saved since. @throws UserGroupsError `notFound`, `conflict`
 */
export function requireNamedByPerson(subject: Subject, opened: Opened, isDirty: boolean): void {
  if (subject.kind === 'new') throw new UserGroupsError({ kind: 'notFound', happened: 'No token is known here.' });
  if (subject.kind !== 'file') return;
  if (isDirty)
    throw new UserGroupsError({
      kind: 'conflict',
      happened: 'The file has changes that are not saved.',
      next: 'Save it, then show the token.',
    });
  requireAsOpened(subject, opened);
}

/** A page can read the clipboard. @throws UserGroupsError `conflict` */
export function requireCopyable(subject: Subject, opened: Opened): void {
  if (subject.kind === 'file' && subject.connection !== undefined && isGuarded(subject.connection))
    requireAsOpened(subject, opened);
}

function requireAsOpened({ connection, userGroupId }: Subject, opened: Opened): void {
  if (userGroupId !== undefined && userGroupId === opened.userGroupId && connection?.id === opened.connectionId) return;
  throw new UserGroupsError({
    kind: 'conflict',
    happened: 'The group or the connection of this file was changed since the form was opened.',
    next: 'Save the file, close the form and open it again.',
  });
}
