// The texts of the list's documents, between the store and the editor, which shows the ID under the service's own name.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { namesOf, type Connection } from '../../../core/connection.ts';
import { quotedId } from '../../../core/foreignText.ts';
import { groupRef } from '../../../core/groupKey.ts';
import { asShown, asStored } from '../../../document/idName.ts';
import type { Services } from '../../../services/services.ts';
import { parseUri } from '../../platform/documentUris.ts';
import type { ShownText } from './reportedTexts.ts';

// Whoever needs the texts needs these, too: loaded by themselves they would cost the package several files.
export { ReportedTexts } from './reportedTexts.ts';

export interface KeptText extends ShownText {
  readonly isReadOnly: boolean;
}

/** As the editor shows it. */
export function keptText(services: Services, uri: vscode.Uri): KeptText | undefined {
  const parsed = parseUri(uri);
  const connection = parsed && services.connections.list().find(({ name }) => name === parsed.connection);
  if (parsed === undefined || connection === undefined) return undefined;
  const isReadOnly = connection.status !== 'ready';
  if ('newNumber' in parsed) {
    const draft = services.groups.newDraft(connection.id, parsed.newNumber);
    return draft && { text: shownText(draft.text, connection), mtime: draft.mtime, isReadOnly };
  }
  const record = services.groups.find(groupRef(connection, parsed.userGroupId));
  return (
    record && {
      text: shownText(services.groups.documentText(record), connection),
      mtime: record.documentMtime,
      isReadOnly,
    }
  );
}

/** @throws vscode.FileSystemError */
export function requiredText(services: Services, uri: vscode.Uri): KeptText {
  const kept = keptText(services, uri);
  if (kept !== undefined) return kept;
  const parsed = parseUri(uri);
  throw vscode.FileSystemError.FileNotFound(
    parsed && 'userGroupId' in parsed
      ? l10n.t('{0} on {1} is not in the list', quotedId(parsed.userGroupId), parsed.connection)
      : uri,
  );
}

/** The stored text as the editor shows it. */
export function shownText(text: string, connection: Connection): string {
  return asShown(text, namesOf(connection));
}

/** The editor's text as it is stored. */
export function asKept(text: string, connection: Connection): string {
  return asStored(text, namesOf(connection));
}
