// The subject of a form: a group of the list, an unsent document, or a file of the workspace; and what is known of it.

import * as vscode from 'vscode';
import { namesOf, type Connection } from '../../../core/connection.ts';
import { UserGroupsError } from '../../../core/errors.ts';
import { groupRef } from '../../../core/groupKey.ts';
import type { WorkspaceTrust } from '../../../core/ports/userSettings.ts';
import type { GroupRef, UserGroupRecord } from '../../../core/userGroup.ts';
import { asStored } from '../../../document/idName.ts';
import { withPreset, type Preset } from '../../../document/preset.ts';
import { peekDocument } from '../../../document/userGroupDocument.ts';
import { emptyDocument } from '../../../document/writeDocument.ts';
import type { FormState } from '../../../protocol/formProtocol.ts';
import type { Services } from '../../../services/services.ts';
import type { AppliedStates } from '../documents/appliedStates.ts';
import { groupUri, isWorkspaceFile, parseUri } from '../../platform/documentUris.ts';
import { presetBeside } from '../../platform/presetFiles.ts';
import type { FileConnections } from '../documents/fileConnections.ts';
import { connectionsWith } from '../fileTarget.ts';
import type { ActiveSends } from '../documents/activeSends.ts';
import { isWithin } from '../documents/workspaceFiles.ts';
import type { Shown } from './formState.ts';

/** The group of a file before its page could change anything. */
export interface Opened {
  /** Also absent where the file had unsaved changes. */
  readonly userGroupId: string | undefined;
  readonly connectionId: string | undefined;
}

export interface SubjectDependencies {
  readonly services: Services;
  readonly fileConnections: FileConnections;
  readonly sendings: ActiveSends;
  readonly trust: WorkspaceTrust;
  readonly appliedStates: Pick<AppliedStates, 'textOf' | 'onDidChange'>;
}

export interface Subject {
  readonly kind: FormState['kind'];
  readonly connection: Connection | undefined;
  /** Its number, when it is an unsent document. */
  readonly newNumber?: number;
  /** The id in the path, or in the text where the path has none. */
  readonly userGroupId: string | undefined;
}

export async function subjectOf(
  document: vscode.TextDocument,
  { services, fileConnections }: SubjectDependencies,
): Promise<Subject> {
  const parsed = parseUri(document.uri);
  if (parsed === undefined) {
    const connection = isWorkspaceFile(document.uri) ? await fileConnections.of(document.uri) : undefined;
    return { kind: 'file', connection, userGroupId: idIn(document.getText(), connection) };
  }
  const connection = services.connections.list().find(({ name }) => name === parsed.connection);
  return 'userGroupId' in parsed
    ? { kind: 'group', connection, userGroupId: parsed.userGroupId }
    : { kind: 'new', connection, newNumber: parsed.newNumber, userGroupId: idIn(document.getText(), connection) };
}

/** The document's group before its page has changed anything. */
export async function openedAs(
  document: vscode.TextDocument,
  { fileConnections }: SubjectDependencies,
): Promise<Opened> {
  // Computed at once: waiting could let the page change it.
  const text = document.isDirty ? undefined : document.getText();
  const connection = await fileConnections.of(document.uri).catch(() => undefined);
  return { userGroupId: text === undefined ? undefined : idIn(text, connection), connectionId: connection?.id };
}

/** Whether its description follows the input. */
export function dependsOnText({ uri }: vscode.TextDocument): boolean {
  const parsed = parseUri(uri);
  return parsed === undefined || !('userGroupId' in parsed);
}

function idIn(text: string, connection: Connection | undefined): string | undefined {
  return peekDocument(asStored(text, namesOf(connection)))?.userGroupId;
}

/** Its group in the list, if the store can know it. */
export function refOf({ connection, userGroupId }: Subject): GroupRef | undefined {
  return connection === undefined || connection.id === '' || userGroupId?.isWellFormed() !== true
    ? undefined
    : groupRef(connection, userGroupId);
}

export async function shownOf(
  document: vscode.TextDocument,
  subject: Subject,
  dependencies: SubjectDependencies,
  isReadOnly = false,
): Promise<Shown> {
  const { kind, connection } = subject;
  const { services } = dependencies;
  const isForeign = kind === 'file' && !isWorkspaceFile(document.uri);
  const preset = kind === 'file' && !isForeign ? await presetIfReadable(document.uri) : undefined;
  const merged = withPreset(document.getText(), preset);
  const ref = refOf(subject);
  const sent = sentDocument(document, subject);
  const known = ref === undefined ? undefined : services.groups.find(ref);
  const record = kind === 'new' ? undefined : known;
  const choices =
    kind === 'group' || isForeign ? [] : services.connections.list().filter(({ status }) => status === 'ready');
  const listed = record === undefined ? undefined : await services.groups.listed(record.ref);
  return {
    kind,
    connection,
    choices,
    likely: kind === 'file' && connection === undefined ? connectionsWith(services, choices, document.getText()) : [],
    ...(record !== undefined &&
      listed !== undefined && {
        group: {
          record,
          listed,
          lastSent: services.groups.versions({ ref: record.ref, limit: 1 })[0],
          isTokenIssued: services.groups.isTokenIssued(record),
        },
      }),
    readOnly:
      vscode.workspace.fs.isWritableFileSystem(document.uri.scheme) === false
        ? 'always'
        : isReadOnly
          ? 'now'
          : undefined,
    foreign: isForeign ? { hasFile: workingFile(document.uri) !== undefined } : undefined,
    hasChanges: !isForeign && hasChanges(document, merged.text, subject, record),
    inherited: merged.inherited,
    hasKnownId: kind === 'new' && known !== undefined,
    isBusy: dependencies.sendings.isBusy(sent),
    isSending: dependencies.sendings.isSending(sent),
    applied: kind === 'file' ? await dependencies.appliedStates.textOf(document, Date.now()) : undefined,
    isRestricted: isRestricted(subject, dependencies),
    hasApiToken:
      connection === undefined ||
      connection.kind === 'sandbox' ||
      (await services.apiTokens.find(connection)).from !== 'none',
  };
}

/** The file of the workspace with the path of a document such as a version from Git. */
export function workingFile(document: vscode.Uri): vscode.Uri | undefined {
  const folder = vscode.workspace.workspaceFolders?.find(({ uri }) => isWithin(uri, document));
  return folder?.uri.with({ path: document.path });
}

/** A file is compared by its text: a draft in the list belongs to another one. */
function hasChanges(
  document: vscode.TextDocument,
  shown: string,
  { kind, connection }: Subject,
  record: UserGroupRecord | undefined,
): boolean {
  const text = asStored(shown, namesOf(connection));
  if (kind === 'new') return text !== emptyDocument();
  if (record?.answered === undefined) return true;
  if (kind === 'group') return document.isDirty || record.draft !== undefined;
  return record.base?.from !== 'sent' || text !== record.base.text;
}

/** A file of an untrusted workspace, which does not leave this machine. */
export function isRestricted({ kind, connection }: Subject, { trust }: SubjectDependencies): boolean {
  return kind === 'file' && connection?.kind !== 'sandbox' && !trust.isTrusted();
}

/** A file is sent as its group. */
function sentDocument({ uri }: vscode.TextDocument, { kind, connection, userGroupId }: Subject): vscode.Uri {
  const isNamed = kind === 'file' && connection !== undefined && userGroupId?.isWellFormed() === true;
  return isNamed ? groupUri(connection.name, userGroupId) : uri;
}

/** Sending says why another one cannot be read. */
async function presetIfReadable(file: vscode.Uri): Promise<Preset | undefined> {
  try {
    return await presetBeside(file);
  } catch (error) {
    if (error instanceof UserGroupsError) return undefined;
    throw error;
  }
}
