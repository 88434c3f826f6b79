// A plan that sends documents as they are: new groups by get-or-create, changed ones by update.

import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { sentence, sentences } from '../../../core/sentences.ts';
import type { Connection } from '../../../core/connection.ts';
import { UserGroupsError } from '../../../core/errors.ts';
import { grouped, isOne } from '../../../core/language.ts';
import { formatChanges } from '../../../document/difference.ts';
import { ignoredText } from '../../../document/documentFiles.ts';
import { requireNoRedactionMark } from '../../../document/redactionMark.ts';
import { readDocument } from '../../../document/userGroupDocument.ts';
import type { FileToSend } from '../../../services/files/groupFiles.ts';
import type { BulkContext } from '../bulkContext.ts';
import { confirmByName } from '../../command/confirm.ts';
import { requireNoSchemaErrors, sendingWarnings } from '../../sending/sendRules.ts';
import { changeParts } from '../../table/changeParts.ts';
import { openPlan, PlannedRun, type Planned } from './planFlow.ts';
import { markedText, type PlanKind, type PlannedRows, type PlanStep } from './planTable.ts';
import type { UnchangedRefresh } from './refreshUnchanged.ts';

export type SendingKind = FileToSend['kind'];

/** What sending one document would do. `of`: the second column. */
export type PlannedDocument = FileToSend & { readonly of: string };

/** The documents of files, or drafts. They go by the first column of their rows. */
export interface Documents {
  readonly title: string;
  readonly titles: readonly [string, string];
  readonly expected: number;
  /** From what is known here. `again`: those that are planned again; others may come as well. */
  readonly toSend: (again?: Iterable<string>) => AsyncIterable<PlannedDocument>;
  readonly uriOf: (id: string) => vscode.Uri;
  readonly open: (id: string) => Promise<void>;
  /** "12 files will be sent" */
  readonly headline: (count: number) => string;
  /** "Send 12 files to staging?" */
  readonly question: (count: number) => string;
  /** How many files of other programs are left out. */
  readonly ignored?: number;
  readonly refresh?: UnchangedRefresh<SendingKind>;
}

const kinds = (): Readonly<Record<SendingKind, PlanKind>> => ({
  new: { label: l10n.t('New'), mark: 'info' },
  changed: { label: l10n.t('Changed'), mark: 'info' },
  same: { label: l10n.t('Unchanged'), mark: 'done' },
  invalid: { label: l10n.t('Invalid'), mark: 'error' },
  held: { label: l10n.t('Not ready'), mark: 'waiting' },
  otherConnection: { label: l10n.t('Other connection'), mark: 'skipped' },
});
const MOST_SHOWN = 12;

/** Answers how many documents there are of each kind. @throws UserGroupsError as planning does */
export function openSendingPlan(
  context: BulkContext,
  connection: Connection,
  documents: Documents,
): Promise<Readonly<Record<SendingKind, number>>> {
  const { refresh, ignored = 0 } = documents;
  const made = new PlannedRun(context.services.runs, 'getOrCreate', connection);
  const updated = new PlannedRun(context.services.runs, 'update', connection);
  return openPlan<SendingKind>(context, {
    title: documents.title,
    titles: documents.titles,
    kinds: kinds(),
    expected: documents.expected,
    planned: (again) => planned(context, connection, documents, again),
    documentOf: ({ id }) => documents.uriOf(id),
    changedSince: {
      kind: 'held',
      words: l10n.t('The file or group changed after the plan was shown. Review the plan again.'),
    },
    runs: [made, updated],
    refresh,
    summary: (rows) => ({
      headline: documents.headline(countOf(rows)),
      explanation: sentences([
        l10n.t('New groups are sent by get-or-create, changed groups by update.'),
        ...ignoredText(ignored).map(sentence),
        ...(refresh === undefined || rows.count('same') === 0 ? [] : [refresh.words(rows)]),
      ]),
    }),
    step: (rows, itemsOf) =>
      sendStep(rows, async () => {
        const counts = { made: rows.count('new'), changed: rows.count('changed') };
        await confirm(context, connection, documents, rows);
        const options = { stopAtFirstFailure: false };
        if (counts.made > 0) await made.begin(itemsOf('new'), options);
        if (counts.changed > 0) await updated.begin(itemsOf('changed'), options);
      }),
    onActivate: ({ id }) => documents.open(id),
  });
}

async function* planned(
  context: BulkContext,
  connection: Connection,
  { toSend, uriOf }: Documents,
  again?: Iterable<string>,
): AsyncGenerator<Planned<SendingKind>, void, void> {
  for await (const document of toSend(again))
    yield plannedDocument(context, connection, document, uriOf(document.file));
}

export async function plannedDocument(
  context: BulkContext,
  connection: Connection,
  file: PlannedDocument,
  uri: vscode.Uri,
): Promise<Planned<SendingKind>> {
  const of = { id: file.file, of: file.of };
  if (file.kind === 'same') return { row: { ...of, kind: 'same', words: '' } };
  if (file.kind !== 'new' && file.kind !== 'changed') return { row: { ...of, kind: file.kind, words: file.reason } };
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

function sendStep(rows: PlannedRows<SendingKind>, run: () => Promise<void>): PlanStep {
  const count = countOf(rows);
  return { id: 'send', label: l10n.t('Send {0}…', grouped(count)), isPrimary: true, isEnabled: count > 0, run };
}

function countOf(rows: PlannedRows<SendingKind>): number {
  return rows.count('new') + rows.count('changed');
}

function confirm(
  context: BulkContext,
  connection: Connection,
  documents: Documents,
  rows: PlannedRows<SendingKind>,
): Promise<void> {
  const [made, changed] = [rows.count('new'), rows.count('changed')];
  return confirmByName(context, connection, {
    title: documents.question(made + changed),
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

export function createText(count: number): string {
  return isOne(count)
    ? l10n.t('1 group is created unless it exists.')
    : l10n.t('{0} groups are created unless they exist.', grouped(count));
}

/** `isNothingMarked`: no file overwrites what was changed elsewhere, and what is changed from now on is kept. */
export function updateText(count: number, isNothingMarked: boolean): string {
  if (isNothingMarked)
    return isOne(count)
      ? l10n.t('1 group is updated. Changes made elsewhere are not overwritten.')
      : l10n.t('{0} groups are updated. Changes made elsewhere are not overwritten.', grouped(count));
  return isOne(count) ? l10n.t('1 group is updated.') : l10n.t('{0} groups are updated.', grouped(count));
}
