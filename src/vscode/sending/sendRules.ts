// When a sending warns first, and when it is refused here.

import type * as vscode from 'vscode';
import type { Connection } from '../../core/connection.ts';
import { UserGroupsError } from '../../core/errors.ts';
import { foreignText, visibleId } from '../../core/foreignText.ts';
import { groupRef } from '../../core/groupKey.ts';
import type { WorkspaceTrust } from '../../core/ports/userSettings.ts';
import { edgeSpaceText } from '../../document/edgeSpaces.ts';
import { mappedSources } from '../../document/mappedSources.ts';
import type { UserGroupDocument } from '../../document/userGroupDocument.ts';
import type { Services } from '../../services/services.ts';
import { doingText } from '../../services/sending/doingText.ts';
import { isOfWorkspace } from '../editing/documents/workspaceFiles.ts';
import type { EditingContext } from '../editing/editingContext.ts';

/**
 * Nothing from a workspace must reach the network before the person trusts it; the sandbox is this machine. Groups of
 * the list are the person's own. @throws UserGroupsError `forbidden`
 */
export function requireTrusted(
  trust: WorkspaceTrust,
  { kind, name }: Connection,
  file: string,
  use: FileUse = 'send',
): void {
  if (kind === 'sandbox' || trust.isTrusted()) return;
  const { doing, otherwise } = FILE_USES[use];
  throw new UserGroupsError({
    kind: 'forbidden',
    doing: doing(foreignText(file), name),
    happened: 'It is a file of a workspace that is not trusted.',
    next: `Trust the workspace first (Workspaces: Manage Workspace Trust), or ${otherwise}.`,
  });
}

/** As above, for files that may be outside the workspace and are the person's own then. */
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

/** The use of a file. What is imported is sent later, when the service is asked. */
type FileUse = 'send' | 'import' | 'read';

interface FileUseText {
  readonly doing: (file: string, connection: string) => string;
  readonly otherwise: string;
}

const FILE_USES: Readonly<Record<FileUse, FileUseText>> = {
  send: {
    doing: (file, connection) => `Couldn't send ${file} on ${connection}.`,
    otherwise: 'send it to the local sandbox',
  },
  import: {
    doing: (file, connection) => `Couldn't import ${file} into the list of ${connection}.`,
    otherwise: 'import it into the list of the local sandbox',
  },
  read: {
    doing: (file, connection) => `Couldn't read ${file} for groups of ${connection}.`,
    otherwise: 'use it for groups of the local sandbox',
  },
};

/**
 * What a person should know about the mapping before it is sent, as sentences: with any of them, the sending asks
 * first.
 */
export function mappingWarnings(services: Services, connection: Connection, document: UserGroupDocument): string[] {
  return [...edgeSpaceText(document.mapping ?? ''), ...sharedDataSources(services, connection, document)];
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
      `Data source ${visibleId(dataSource)} (schema ${visibleId(schemaId)}) is used by ${visibleId(other.name)} only: this group would be shown its data.`,
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
  const [first, ...others] = await schemas.errorsIn(uri, text);
  if (first === undefined) return;
  const { line, character } = first.range.start;
  const more = others.length === 0 ? '' : `, and ${others.length} more`;
  throw new UserGroupsError({
    kind: 'invalid',
    doing: doingText(operation, userGroupId, connection),
    happened: `Its document has schema errors: ${foreignText(first.message)} (line ${line + 1}, column ${character + 1})${more}.`,
    next: 'Correct them, or set userGroups.schemaErrors to warn.',
  });
}
