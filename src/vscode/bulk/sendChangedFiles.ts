// The command Send Changed Files…: plans sending the documents of a folder as a table, and sends new and changed ones.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { sentence, sentences } from '../../core/sentences.ts';
import type { Connection } from '../../core/connection.ts';
import { UserGroupsError } from '../../core/errors.ts';
import { grouped, isOne } from '../../core/language.ts';
import { formatChanges } from '../../document/difference.ts';
import { ignoredText } from '../../document/documentFiles.ts';
import { PRESET_FILE } from '../../document/documentUri.ts';
import { requireNoRedactionMark } from '../../document/redactionMark.ts';
import { readDocument } from '../../document/userGroupDocument.ts';
import { ignoredIn, type DocumentFolder, type FileToSend } from '../../services/files/groupFiles.ts';
import { connectionAmongMany } from '../editing/fileTarget.ts';
import { documentsIn } from '../files/documentFolder.ts';
import { UnchangedRefresh } from './plans/refreshUnchanged.ts';
import { openPlan, type Planned } from './plans/planFlow.ts';
import { markedText, type PlannedRows } from './plans/plannedRows.ts';
import { PlannedRun } from './plans/plannedRun.ts';
import type { PlanStep, PlanKind, TableSummary } from './plans/planTable.ts';
import { changeParts } from '../table/changeParts.ts';
import { isReady, targetConnection } from '../command/targets.ts';
import { pickFolder } from '../command/pickFolder.ts';
import type { Invocation } from '../command/invocation.ts';
import type { FilesPlanned } from '../command/commandMap.ts';
import { confirmAskingMany, confirmMany } from './confirmMany.ts';
import type { BulkContext } from './bulkContext.ts';
import { sendingWarnings, requireNoSchemaErrors, requireTrustedFiles } from '../sending/sendRules.ts';

type Kind = FileToSend['kind'];

const kinds = (): Readonly<Record<Kind, PlanKind>> => ({
  new: { label: l10n.t('New'), mark: 'info' },
  changed: { label: l10n.t('Changed'), mark: 'info' },
  same: { label: l10n.t('Unchanged'), mark: 'done' },
  invalid: { label: l10n.t('Invalid'), mark: 'error' },
  held: { label: l10n.t('Not ready'), mark: 'waiting' },
  otherConnection: { label: l10n.t('Other connection'), mark: 'skipped' },
});
const MOST_SHOWN = 12;

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
  const made = new PlannedRun(context.services.runs, 'getOrCreate', connection);
  const updated = new PlannedRun(context.services.runs, 'update', connection);
  const refresh = refreshOf(sending);
  return openPlan<Kind>(context, {
    title: l10n.t('Send changed files to {0}', connection.name),
    titles: [l10n.t('File'), l10n.t('Group')],
    kinds: kinds(),
    expected: folder.entries.filter(({ kind }) => kind !== 'other' && kind !== 'ignored').length,
    planned: () => planned(sending),
    documentOf: ({ id }) => vscode.Uri.joinPath(root, id),
    changedSince: {
      kind: 'held',
      words: l10n.t('The file or group changed after the plan was shown. Review the plan again.'),
    },
    runs: [made, updated],
    refresh,
    summary: (rows) => summaryOf(rows, refresh, ignoredIn(folder)),
    step: (rows, itemsOf) =>
      sendStep(rows, async () => {
        const counts = { made: rows.count('new'), changed: rows.count('changed') };
        await confirm(sending, rows);
        const options = { stopAtFirstFailure: false };
        if (counts.made > 0) await made.begin(itemsOf('new'), options);
        if (counts.changed > 0) await updated.begin(itemsOf('changed'), options);
      }),
    onActivate: async ({ id }) => {
      await vscode.window.showTextDocument(vscode.Uri.joinPath(root, id));
    },
  });
}

async function sendingOf(context: BulkContext, invocation: Invocation): Promise<Sending> {
  const connection = await targetConnection(
    context.services,
    invocation.origin === 'argument' ? invocation : { origin: 'palette', input: {} },
    l10n.t('Send Changed Files'),
    isReady,
  );
  const root = await pickFolder(invocation, l10n.t('Select a folder of changed files'), l10n.t('Preview'));
  await requireTrustedFiles(context, connection, [root], vscode.workspace.asRelativePath(root), 'send');
  const folder = await documentsIn(root, l10n.t("Couldn't read the files."));
  return { context, connection, root, folder, answers: new Map() };
}

function refreshOf(sending: Sending): UnchangedRefresh<Kind> {
  const { context, connection, folder } = sending;
  return new UnchangedRefresh<Kind>({
    changes: context.services.changes,
    connection,
    same: 'same',
    userGroupIdOf: ({ of }) => of,
    planned: async (row) => {
      const entries = folder.entries.filter(({ name }) => name === row.id || name === PRESET_FILE);
      for await (const { row: now } of planned(sending, entries)) return now;
      return row;
    },
    skipped: (row, reason) => ({ ...row, kind: 'held', words: reason }),
    confirm: (groups) => confirmAskingMany(context, connection, groups),
  });
}

async function* planned(sending: Sending, entries = sending.folder.entries): AsyncGenerator<Planned<Kind>, void, void> {
  const { context, connection, root, folder, answers } = sending;
  const files = context.services.groupFiles.toSend(
    connection,
    { entries, read: (name) => folder.read(name) },
    (file, text) => connectionAmongMany(context, vscode.Uri.joinPath(root, file), text, connection, answers),
  );
  for await (const file of files) yield plannedOf(sending, file);
}

async function plannedOf(sending: Sending, file: FileToSend): Promise<Planned<Kind>> {
  const of = { id: file.file, of: file.userGroupId ?? '' };
  if (file.kind === 'same') return { row: { ...of, kind: 'same', words: '' } };
  if (file.kind !== 'new' && file.kind !== 'changed') return { row: { ...of, kind: file.kind, words: file.reason } };
  const { context, connection } = sending;
  const uri = vscode.Uri.joinPath(sending.root, file.file);
  const { userGroupId, text, kind, whole } = file;
  const document = readDocument(text);
  try {
    requireNoRedactionMark(text);
    await requireNoSchemaErrors(context, kind === 'new' ? 'getOrCreate' : 'update', connection, document, uri);
  } catch (error) {
    if (!(error instanceof UserGroupsError)) throw error;
    return { row: { ...of, kind: 'invalid', words: error.failure.happened } };
  }
  const notes = [...notesOn(file), ...sendingWarnings(context.services, connection, document)];
  const what =
    kind === 'new'
      ? { words: sentences([l10n.t('The service gets or creates the group.'), ...notes]) }
      : { words: sentences(notes), changes: changeParts(file.changes) };
  return {
    row: { ...of, kind, whole, ...what, isMarked: notes.length > 0 },
    item: { userGroupId, text },
  };
}

function notesOn(file: Extract<FileToSend, { readonly notes: unknown }>): readonly string[] {
  const overwritten = file.kind === 'new' ? '' : formatChanges(file.overwrites, MOST_SHOWN).join(', ');
  return [
    ...(overwritten === '' ? [] : [l10n.t('Overwrites changes made elsewhere: {0}.', overwritten)]),
    ...file.notes,
  ];
}

function summaryOf(rows: PlannedRows<Kind>, refresh: UnchangedRefresh<Kind>, ignored: number): TableSummary {
  const count = rows.count('new') + rows.count('changed');
  return {
    headline: isOne(count) ? l10n.t('1 file will be sent') : l10n.t('{0} files will be sent', grouped(count)),
    explanation: sentences([
      l10n.t('New groups are sent by get-or-create, changed groups by update.'),
      ...ignoredText(ignored).map(sentence),
      ...(rows.count('same') === 0 ? [] : [refresh.words(rows)]),
    ]),
  };
}

function sendStep(rows: PlannedRows<Kind>, run: () => Promise<void>): PlanStep {
  const count = rows.count('new') + rows.count('changed');
  return { id: 'send', label: l10n.t('Send {0}…', grouped(count)), isPrimary: true, isEnabled: count > 0, run };
}

function confirm({ context, connection }: Sending, rows: PlannedRows<Kind>): Promise<void> {
  const [made, changed] = [rows.count('new'), rows.count('changed')];
  return confirmMany(context, connection, {
    title: isOne(made + changed)
      ? l10n.t('Send 1 file to {0}?', connection.name)
      : l10n.t('Send {0} files to {1}?', grouped(made + changed), connection.name),
    detail: [
      sentences([
        ...(made > 0 ? [createText(made)] : []),
        ...(changed > 0 ? [updateText(changed, rows.marked === 0)] : []),
      ]),
      ...markedText(rows),
    ],
    answer: l10n.t('Send'),
  });
}

function createText(count: number): string {
  return isOne(count)
    ? l10n.t('1 group is created unless it exists.')
    : l10n.t('{0} groups are created unless they exist.', grouped(count));
}

/** `isNothingMarked`: no file overwrites what was changed elsewhere, and what is changed from now on is kept. */
function updateText(count: number, isNothingMarked: boolean): string {
  if (isNothingMarked)
    return isOne(count)
      ? l10n.t('1 group is updated. Changes made elsewhere are not overwritten.')
      : l10n.t('{0} groups are updated. Changes made elsewhere are not overwritten.', grouped(count));
  return isOne(count) ? l10n.t('1 group is updated.') : l10n.t('{0} groups are updated.', grouped(count));
}
