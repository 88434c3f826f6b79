// What a form's page may do, regardless of what it asks for: rules without the editor.

import * as l10n from '@vscode/l10n';
import { isGuarded } from '../../../core/connection.ts';
import { UserGroupsError } from '../../../core/errors.ts';
import type { Action } from '../../../protocol/formProtocol.ts';
import type { Opened, Subject } from './formSubject.ts';

/** @throws UserGroupsError `forbidden` */
export function requireOffered(action: Action, offered: readonly Action[], isRestricted: boolean): void {
  if (offered.includes(action)) return;
  if (isRestricted)
    throw new UserGroupsError(
      'forbidden',
      l10n.t('The file belongs to a workspace that is not trusted.'),
      l10n.t('Trust the workspace first.'),
    );
  throw new UserGroupsError(
    'forbidden',
    l10n.t("The form doesn't offer this now."),
    l10n.t('Check the form and try again.'),
  );
}

/**
 * The document's path, or the file's content when it was opened, decides whose token is revealed: never the text, which
 * a page could have changed and saved since. @throws UserGroupsError `notFound`, `conflict`
 */
export function requireNamedByPerson(subject: Subject, opened: Opened, isDirty: boolean): void {
  if (subject.kind === 'new') throw new UserGroupsError('notFound', l10n.t('No token is known.'));
  if (subject.kind !== 'file') return;
  if (isDirty)
    throw new UserGroupsError(
      'conflict',
      l10n.t('The file has unsaved changes.'),
      l10n.t('Save it, then reveal the token.'),
    );
  requireAsOpened(subject, opened);
}

/** A page can read the clipboard. @throws UserGroupsError `conflict` */
export function requireCopyable(subject: Subject, opened: Opened): void {
  if (subject.kind === 'file' && subject.connection !== undefined && isGuarded(subject.connection))
    requireAsOpened(subject, opened);
}

function requireAsOpened({ connection, userGroupId }: Subject, opened: Opened): void {
  if (userGroupId !== undefined && userGroupId === opened.userGroupId && connection?.id === opened.connectionId) return;
  throw new UserGroupsError(
    'conflict',
    l10n.t('The group or the connection of this file has changed since the form was opened.'),
    l10n.t('Save the file, then close and reopen the form.'),
  );
}
