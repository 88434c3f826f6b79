// The command Send Changed Files…: plans sending the documents of a folder as a table, and sends new and changed ones.

import * as vscode from 'vscode';
import { sentences } from '../../core/sentences.ts';
import type { Connection } from '../../core/connection.ts';
import { UserGroupsError } from '../../core/errors.ts';
import { counted, grouped } from '../../core/stateText.ts';
import { formatChanges } from '../../document/difference.ts';
import { readDocument } from '../../document/userGroupDocument.ts';
import type { DocumentFolder, FileToSend } from '../../services/files/groupFiles.ts';
import { documentsIn } from '../files/documentFolder.ts';
import { UnchangedRefresh } from './plans/refreshUnchanged.ts';
import { openPlan, showRunSteps, type Planned } from './plans/planFlow.ts';
import { markedText, type PlannedRows } from './plans/plannedRows.ts';
import { PlannedRun } from './plans/plannedRun.ts';
import type { PlanStep, PlanKind } from './plans/planTable.ts';
import { isReady, targetConnection } from '../command/targets.ts';
import { pickFolder } from '../command/pickFolder.ts';
import type { Invocation } from '../command/invocation.ts';
import type { FilesPlanned } from '../command/commandMap.ts';
import { confirmAskingMany, confirmMany } from './confirmMany.ts';
import type { BulkContext } from './bulkContext.ts';
import { mappingWarnings, requireNoSchemaErrors, requireTrustedFiles } from '../sending/sendRules.ts';

type Kind = FileToSend['kind'];

const KINDS: Readonly<Record<Kind, PlanKind>> = {
  new: { label: 'New here', mark: 'info' },
  changed: { label: 'Changed', mark: 'info' },
  same: { label: 'Same', mark: 'done' },
  invalid: { label: 'Invalid', mark: 'error' },
  held: { label: 'Held', mark: 'waiting' },
  otherConnection: { label: 'Other connection', mark: 'skipped' },
};
const TITLE = 'Send Changed Files';
const MOST_SHOWN = 12;

interface Sending {
  readonly context: BulkContext;
  readonly connection: Connection;
  readonly root: vscode.Uri;
  readonly folder: DocumentFolder;
}

/** New ones by get-or-create, changed ones by update. */
export async function sendChangedFiles(context: BulkContext, invocation: Invocation): Promise<FilesPlanned> {
  const sending = await sendingOf(context, invocation);
  const { connection, root, folder } = sending;
  const made = new PlannedRun(context.services.runs, 'getOrCreate', connection);
  const updated = new PlannedRun(context.services.runs, 'update', connection);
  const refresh = refreshOf(sending);
  return openPlan<Kind>(context, {
    title: `${TITLE} on ${connection.name}`,
    titles: ['File', 'User group'],
    kinds: KINDS,
    expected: folder.entries.filter(({ kind }) => kind !== 'other').length,
    planned: () => planned(sending),
    changedSince: {
      kind: 'held',
      words: 'The file, or what is known of the group, is another than was shown: look at the plan anew',
    },
    runs: [made, updated],
    refresh,
    summary: (rows) => runText(made, updated) ?? summaryOf(rows, refresh),
    steps: (rows, itemsOf) => [
      sendStep(rows, made.hasBegun || updated.hasBegun, async () => {
        const counts = { made: rows.count('new'), changed: rows.count('changed') };
        await confirm(sending, rows);
        const options = { stopAtFirstFailure: false };
        if (counts.made > 0) await made.begin(itemsOf('new'), options);
        if (counts.changed > 0) await updated.begin(itemsOf('changed'), options);
      }),
      ...showRunSteps(context, made, 'made', 'Show New Ones'),
      ...showRunSteps(context, updated, 'updated', 'Show Updates'),
    ],
    onActivate: async ({ id }) => {
      await vscode.window.showTextDocument(vscode.Uri.joinPath(root, id));
    },
  });
}

async function sendingOf(context: BulkContext, invocation: Invocation): Promise<Sending> {
  const connection = await targetConnection(
    context.services,
    invocation.origin === 'argument' ? invocation : { origin: 'palette', input: {} },
    TITLE,
    isReady,
  );
  const root = await pickFolder(invocation, 'Send the changed files of which folder?', 'Show What Would Be Sent');
  await requireTrustedFiles(context, connection, [root], vscode.workspace.asRelativePath(root), 'send');
  return { context, connection, root, folder: await documentsIn(root, "Couldn't read the files.") };
}

function refreshOf(sending: Sending): UnchangedRefresh<Kind> {
  const { context, connection, folder } = sending;
  return new UnchangedRefresh<Kind>({
    changes: context.services.changes,
    connection,
    same: 'same',
    userGroupIdOf: ({ of }) => of,
    planned: async (row) => {
      const entries = folder.entries.filter(({ name }) => name === row.id);
      for await (const { row: now } of planned(sending, entries)) return now;
      return row;
    },
    skipped: (row, reason) => ({ ...row, kind: 'held', words: reason }),
    asAnswered: 'As the service has just answered, but for the mapping, which cannot be read back.',
    confirm: (groups) => confirmAskingMany(context, connection, groups),
  });
}

async function* planned(sending: Sending, entries = sending.folder.entries): AsyncGenerator<Planned<Kind>, void, void> {
  const { context, connection, root, folder } = sending;
  const { services, fileConnections } = context;
  const files = services.groupFiles.toSend(connection, { entries, read: (name) => folder.read(name) }, (file) =>
    fileConnections.chosenFor(vscode.Uri.joinPath(root, file)),
  );
  for await (const file of files) yield plannedOf(sending, file);
}

async function plannedOf(sending: Sending, file: FileToSend): Promise<Planned<Kind>> {
  const of = { id: file.file, of: file.userGroupId ?? '' };
  const uri = vscode.Uri.joinPath(sending.root, file.file);
  if (vscode.workspace.textDocuments.some((document) => document.isDirty && document.uri.toString() === uri.toString()))
    return { row: { ...of, kind: 'held', words: 'It has changes in the editor that were not saved' } };
  if (file.kind === 'same') return { row: { ...of, kind: 'same', words: '' } };
  if (file.kind !== 'new' && file.kind !== 'changed') return { row: { ...of, kind: file.kind, words: file.reason } };
  const { context, connection } = sending;
  const { userGroupId, text, kind, whole } = file;
  const document = readDocument(text);
  try {
    await requireNoSchemaErrors(context, kind === 'new' ? 'getOrCreate' : 'update', connection, document, uri);
  } catch (error) {
    if (!(error instanceof UserGroupsError)) throw error;
    return { row: { ...of, kind: 'invalid', words: error.failure.happened } };
  }
  const notes = [...notesOn(file), ...mappingWarnings(context.services, connection, document)];
  const first =
    kind === 'new' ? 'Found or created by get-or-create' : formatChanges(file.changes, MOST_SHOWN).join(', ');
  return {
    row: { ...of, kind, whole, words: sentences([first, ...notes]), isMarked: notes.length > 0 },
    item: { userGroupId, text },
  };
}

function notesOn(file: FileToSend): readonly string[] {
  if (file.kind !== 'changed') return [];
  const overwritten = formatChanges(file.overwrites, MOST_SHOWN).join(', ');
  return [
    ...(overwritten === '' ? [] : [`Overwritten, which the service answered since: ${overwritten}`]),
    ...file.notes,
  ];
}

/** The progress of sending, once it has started. */
function runText(made: PlannedRun, updated: PlannedRun): string | undefined {
  const parts = [
    ...(made.words === undefined ? [] : [`New ones: ${made.words}`]),
    ...(updated.words === undefined ? [] : [`Changed ones: ${updated.words}`]),
  ];
  return parts.length === 0 ? undefined : parts.join(' ');
}

function summaryOf(rows: PlannedRows<Kind>, refresh: UnchangedRefresh<Kind>): string {
  const [made, changed, same] = [rows.count('new'), rows.count('changed'), rows.count('same')];
  const parts = [
    ...(made > 0 ? [`${counted(made, 'group')} not known here would be found or created`] : []),
    ...(changed > 0 ? [`${counted(changed, 'group')} would be updated`] : []),
  ];
  return [
    parts.length === 0 ? 'There is nothing to send.' : `${parts.join(', and ')}. All other files stay as they are.`,
    ...(same === 0
      ? []
      : [`${counted(same, 'file')} ${same === 1 ? 'says' : 'say'} what the service has, ${refresh.words(rows)}.`]),
  ].join(' ');
}

function sendStep(rows: PlannedRows<Kind>, hasBegun: boolean, run: () => Promise<void>): PlanStep {
  const count = rows.count('new') + rows.count('changed');
  return {
    id: 'send',
    label: hasBegun ? 'Sent' : `Send ${grouped(count)}…`,
    isPrimary: true,
    isEnabled: !hasBegun && count > 0,
    run,
  };
}

function confirm({ context, connection }: Sending, rows: PlannedRows<Kind>): Promise<void> {
  const [made, changed] = [rows.count('new'), rows.count('changed')];
  return confirmMany(context, connection, {
    what: `Send ${counted(made + changed, 'file')}`,
    detail: [
      ...(made > 0
        ? [
            `${counted(made, 'group')} not known here: found or created by get-or-create. One that exists already is not updated.`,
          ]
        : []),
      ...(changed > 0
        ? [
            `${counted(changed, 'group')} updated. The service is asked before each; what was changed elsewhere meanwhile is not overwritten.`,
          ]
        : []),
      ...markedText(rows),
      'A created group cannot be deleted by this extension.',
    ],
    answer: `Send ${counted(made + changed, 'File')}`,
  });
}
