// The command Send Changed Files…: plans sending the documents of a folder as a table, and sends new and changed ones.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Connection } from '../../core/connection.ts';
import { grouped, isOne } from '../../core/language.ts';
import { PRESET_FILE } from '../../document/documentUri.ts';
import { ignoredIn, type DocumentFolder } from '../../services/files/groupFiles.ts';
import { connectionAmongMany } from '../editing/fileTarget.ts';
import { documentsIn } from '../files/documentFolder.ts';
import { UnchangedRefresh } from './plans/refreshUnchanged.ts';
import { openSendingPlan, plannedDocument, type PlannedDocument, type SendingKind } from './plans/sendingPlan.ts';
import { isReady, targetConnection } from '../command/targets.ts';
import { pickFolder } from '../command/pickFolder.ts';
import type { Invocation } from '../command/invocation.ts';
import type { FilesPlanned } from '../command/commandMap.ts';
import type { BulkContext } from './bulkContext.ts';
import { requireTrustedFiles } from '../sending/sendRules.ts';
import { commandName } from '../platform/manifest.ts';

interface Sending {
  readonly context: BulkContext;
  readonly connection: Connection;
  readonly root: vscode.Uri;
  readonly folder: DocumentFolder;
  /** Which connection files are for that others than this one have the groups of. */
  readonly answers: Map<string, Connection>;
}

/** New ones by get-or-create, changed ones by update. */
export async function sendChangedFiles(context: BulkContext, invocation: Invocation): Promise<FilesPlanned> {
  const sending = await sendingOf(context, invocation);
  const { connection, root, folder } = sending;
  return openSendingPlan(context, connection, {
    title: l10n.t('Send changed files to {0}', connection.name),
    titles: [l10n.t('File'), l10n.t('Group')],
    expected: folder.entries.filter(({ kind }) => kind !== 'other' && kind !== 'ignored').length,
    toSend: () => toSend(sending),
    uriOf: (file) => vscode.Uri.joinPath(root, file),
    open: async (file) => {
      await vscode.window.showTextDocument(vscode.Uri.joinPath(root, file));
    },
    headline: (count) =>
      isOne(count) ? l10n.t('1 file will be sent') : l10n.t('{0} files will be sent', grouped(count)),
    question: (count) =>
      isOne(count)
        ? l10n.t('Send 1 file to {0}?', connection.name)
        : l10n.t('Send {0} files to {1}?', grouped(count), connection.name),
    ignored: ignoredIn(folder),
    refresh: refreshOf(sending),
  });
}

async function sendingOf(context: BulkContext, invocation: Invocation): Promise<Sending> {
  const connection = await targetConnection(
    context.services,
    invocation.origin === 'argument' ? invocation : { origin: 'palette', input: {} },
    commandName('userGroups.sendChangedFiles'),
    isReady,
  );
  const root = await pickFolder(invocation, l10n.t('Select a folder of changed files'), l10n.t('Preview'));
  await requireTrustedFiles(context, connection, [root], vscode.workspace.asRelativePath(root), 'send');
  const folder = await documentsIn(root, l10n.t("Couldn't read the files."));
  return { context, connection, root, folder, answers: new Map() };
}

function refreshOf(sending: Sending): UnchangedRefresh<SendingKind> {
  const { context, connection, root, folder } = sending;
  return new UnchangedRefresh<SendingKind>({
    changes: context.services.changes,
    connection,
    same: 'same',
    userGroupIdOf: ({ of }) => of,
    planned: async (row) => {
      const entries = folder.entries.filter(({ name }) => name === row.id || name === PRESET_FILE);
      for await (const file of toSend(sending, entries))
        return (await plannedDocument(context, connection, file, vscode.Uri.joinPath(root, file.file))).row;
      return row;
    },
    skipped: (row, reason) => ({ ...row, kind: 'held', words: reason }),
    messages: context.messages,
  });
}

async function* toSend(
  { context, connection, root, folder, answers }: Sending,
  entries = folder.entries,
): AsyncGenerator<PlannedDocument, void, void> {
  const files = context.services.groupFiles.toSend(
    connection,
    { entries, read: (name) => folder.read(name) },
    (file, text) => connectionAmongMany(context, vscode.Uri.joinPath(root, file), text, connection, answers),
  );
  for await (const file of files) yield { ...file, of: file.userGroupId ?? '' };
}
