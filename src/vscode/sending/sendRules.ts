// When a sending warns first, and when it is refused here.

import * as l10n from '@vscode/l10n';
import { grouped } from '../../core/language.ts';
import type * as vscode from 'vscode';
import type { Connection } from '../../core/connection.ts';
import { UserGroupsError } from '../../core/errors.ts';
import { foreignText, quotedId } from '../../core/foreignText.ts';
import { groupRef } from '../../core/groupKey.ts';
import type { WorkspaceTrust } from '../../core/ports/userSettings.ts';
import { edgeSpaceText } from '../../document/edgeSpaces.ts';
import { brokenLines } from '../../document/lineBreaks.ts';
import { mappedSources } from '../../document/baseEntries.ts';
import { positionText } from '../../document/fieldRanges.ts';
import { redactionMarkIn } from '../../document/redactionMark.ts';
import type { UserGroupDocument } from '../../document/userGroupDocument.ts';
import type { Services } from '../../services/services.ts';
import { doingText } from '../../services/sending/sendingFailures.ts';
import { isOfWorkspace } from '../editing/documents/workspaceFiles.ts';
import type { EditingContext } from '../editing/editingContext.ts';

/**
 * Nothing from a workspace must reach the network before the user trusts it; the sandbox is this machine. Groups of
 * the list are the user's own. @throws UserGroupsError `forbidden`
 */
export function requireTrusted(
  trust: WorkspaceTrust,
  { kind, name }: Connection,
  file: string,
  use: FileUse = 'send',
): void {
  if (kind === 'sandbox' || trust.isTrusted()) return;
  throw new UserGroupsError(
    'forbidden',
    l10n.t('The workspace is not trusted.'),
    l10n.t('Trust the workspace first (Workspaces: Manage Workspace Trust), or use the local sandbox.'),
    { doing: FILE_USES[use](foreignText(file), name) },
  );
}

/** As above, for files that may be outside the workspace and are the user's own then. */
export async function requireTrustedFiles(
  { trust, services }: { readonly trust: WorkspaceTrust; readonly services: Pick<Services, 'largeFiles'> },
  connection: Connection,
  files: readonly vscode.Uri[],
  words: string,
  use: FileUse,
): Promise<void> {
  const ofWorkspace = await Promise.all(files.map((file) => isOfWorkspace(services.largeFiles, file)));
  if (ofWorkspace.includes(true)) requireTrusted(trust, connection, words, use);
}

/** The failure of a document that is sent for one group and has the ID of another. */
export function otherId({ userGroupId }: Pick<UserGroupDocument, 'userGroupId'>): UserGroupsError {
  return new UserGroupsError(
    'invalid',
    l10n.t('Its document has another ID: {0}.', quotedId(userGroupId)),
    l10n.t('Restore the ID, or create a new group.'),
  );
}

/** The use of a file. What is imported is sent later, when the service is asked. */
type FileUse = 'send' | 'import' | 'read';

const FILE_USES: Readonly<Record<FileUse, (file: string, connection: string) => string>> = {
  send: (file, connection) => l10n.t('Couldn\'t send "{0}" on {1}.', file, connection),
  import: (file, connection) => l10n.t('Couldn\'t import "{0}" into the list of {1}.', file, connection),
  read: (file, connection) => l10n.t('Couldn\'t read "{0}" for groups of {1}.', file, connection),
};

/**
 * What the user should know about the document before it is sent, as sentences: with any of them, the sending asks
 * first.
 */
export function sendingWarnings(services: Services, connection: Connection, document: UserGroupDocument): string[] {
  const mark = redactionMarkIn(document.text);
  return [
    ...(mark === undefined ? [] : [mark.message]),
    ...brokenLines(document.text).map(({ words }) => words),
    ...edgeSpaceText(document.mapping ?? ''),
    ...sharedDataSources(services, connection, document),
  ];
}

/**
 * A line for each data source of the mapping that one other group uses: one customer must not see another's data by
 * mistake.
 */
function sharedDataSources(
  { siblings }: Services,
  connection: Connection,
  { userGroupId, mapping }: UserGroupDocument,
): string[] {
  const ref = groupRef(connection, userGroupId);
  return mappedSources(mapping ?? '{}').flatMap(({ schemaId, dataSource }) => {
    const other = siblings.onlyOther(ref, dataSource);
    if (other === undefined) return [];
    return [
      l10n.t(
        'Only {0} uses the data source {1} (schema ID {2}). This group would see its data.',
        quotedId(other.name),
        quotedId(dataSource),
        quotedId(schemaId),
      ),
    ];
  });
}

/** Setting `userGroups.schemaErrors`. @throws UserGroupsError `invalid` when it says `block` and the text has errors */
export async function requireNoSchemaErrors(
  { settings, schemas }: EditingContext,
  operation: 'getOrCreate' | 'update',
  connection: Connection,
  { text, userGroupId }: UserGroupDocument,
  uri: vscode.Uri,
): Promise<void> {
  if (settings.schemaErrors() !== 'block') return;
  const errors = await schemas.errorsIn(uri, text);
  const [first, ...others] = errors;
  if (first === undefined) return;
  const place = positionText(text, first.range.start);
  const message = foreignText(first.message);
  throw new UserGroupsError(
    'invalid',
    others.length === 0
      ? l10n.t('Schema error in {0}: {1}', place, message)
      : l10n.t('{0} schema errors, the first in {1}: {2}', grouped(errors.length), place, message),
    l10n.t('Correct the document, or set "userGroups.schemaErrors" to "warn".'),
    { doing: doingText(operation, userGroupId, connection) },
  );
}
