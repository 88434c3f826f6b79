// The command Send Changed Files…: what sending the documents of a folder would do, as a table, and the sending of
// those that are new or changed.

import * as vscode from 'vscode';
import { capitalized, sentences } from '../../core/clause.ts';
import type { Connection } from '../../core/connection.ts';
import { UserGroupsError } from '../../core/errors.ts';
import { counted, grouped } from '../../core/stateText.ts';
import { formatChanges } from '../../document/difference.ts';
import { readDocument } from '../../document/userGroupDocument.ts';
import type { DocumentFolder, FileToSend } from '../../services/files/groupFiles.ts';
import { documentsIn } from '../files/documentFolder.ts';
import { UnchangedRefresh } from './plans/refreshUnchanged.ts';
import { openPlan } from './plans/openPlan.ts';
import { markedText, type PlannedRow, type PlannedRows } from './plans/plannedRows.ts';
import { PlannedRun, type PlannedItem } from './plans/plannedRun.ts';
import type { PlanStep, PlanKind } from './plans/planTable.ts';
import { isReady, targetConnection } from '../command/targets.ts';
import { pickFolder } from '../command/pickFolder.ts';
import { openRunTable } from './runs/runTable.ts';
import type { Invocation } from '../command/invocation.ts';
import type { FilesPlanned } from '../command/commandMap.ts';
import { confirmAsking, confirmMany } from './confirmMany.ts';
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

interface Folder {
  readonly root: vscode.Uri;
  readonly documents: DocumentFolder;
}

export async function sendChangedFiles(context: BulkContext, invocation: Invocation): Promise<FilesPlanned> {
  const connection = await targetConnection(
    context.services,
    invocation.origin === 'argument' ? invocation : { origin: 'palette', input: {} },
    TITLE,
    isReady,
  );
  const root = await pickFolder(invocation, 'Send the changed files of which folder?', 'Show What Would Be Sent');
  await requireTrustedFiles(context, connection, [root], vscode.workspace.asRelativePath(root), 'send');
  const folder = { root, documents: await documentsIn(root, 'Could not look at the files') };
  const sending = new FilesSending(context, connection, folder);
  const rows = await openPlan<Kind>(context, {
    title: `${TITLE} on ${connection.name}`,
    titles: ['File', 'User group'],
    kinds: KINDS,
    expected: folder.documents.entries.filter(({ kind }) => kind !== 'other').length,
    rows: (isWanted) => sending.planned(isWanted),
    summary: (planned) => sending.words ?? sending.summary(planned),
    steps: (planned) => sending.steps(planned),
    results: (indexes) => sending.results(indexes),
    onActivate: ({ id }) => openFile(vscode.Uri.joinPath(root, id)),
    onClose: () => {
      sending.close();
    },
  });
  return {
    new: rows.count('new'),
    changed: rows.count('changed'),
    same: rows.count('same'),
    invalid: rows.count('invalid'),
    held: rows.count('held'),
    otherConnection: rows.count('otherConnection'),
  };
}

/** New ones by get-or-create, changed ones by update. */
class FilesSending {
  readonly #context: BulkContext;
  readonly #connection: Connection;
  readonly #folder: Folder;
  readonly #asking: UnchangedRefresh<Kind>;
  readonly #made: PlannedRun;
  readonly #updated: PlannedRun;

  constructor(context: BulkContext, connection: Connection, folder: Folder) {
    this.#context = context;
    this.#connection = connection;
    this.#folder = folder;
    this.#asking = new UnchangedRefresh<Kind>({
      changes: context.services.changes,
      connection,
      same: 'same',
      userGroupIdOf: ({ of }) => of,
      planned: (row) => this.#again(row),
      skipped: (row, reason) => ({ ...row, kind: 'held', words: capitalized(reason) }),
      asAnswered: 'as the service has just answered, but for the mapping, which cannot be read back',
      confirm: (groups) => confirmAsking(context, connection, groups),
    });
    this.#made = new PlannedRun(context.services.runs, 'getOrCreate', connection);
    this.#updated = new PlannedRun(context.services.runs, 'update', connection);
  }

  close(): void {
    this.#asking.close();
  }

  async *planned(isWanted: () => boolean): AsyncGenerator<PlannedRow<Kind>, void, void> {
    for await (const file of this.#files()) {
      if (!isWanted()) return;
      yield await this.#rowOf(file);
    }
  }

  /** How the sending goes, once it was begun. */
  get words(): string | undefined {
    const parts = [
      ...(this.#made.words === undefined ? [] : [`New ones: ${this.#made.words}`]),
      ...(this.#updated.words === undefined ? [] : [`Changed ones: ${this.#updated.words}`]),
    ];
    return parts.length === 0 ? undefined : parts.join(' ');
  }

  summary(rows: PlannedRows<Kind>): string {
    return `${summaryOf(rows)}${rows.count('same') === 0 ? '' : ` ${counted(rows.count('same'), 'file')} ${rows.count('same') === 1 ? 'says' : 'say'} what the service has, ${this.#asking.words(rows)}.`}`;
  }

  steps(rows: PlannedRows<Kind>): readonly PlanStep[] {
    if (this.#asking.isAsking) return this.#asking.steps(rows);
    const toSend = rows.count('new') + rows.count('changed');
    const hasBegun = this.#made.hasBegun || this.#updated.hasBegun;
    return [
      {
        id: 'send',
        label: hasBegun ? 'Sent' : `Send ${grouped(toSend)}…`,
        isPrimary: true,
        isEnabled: !hasBegun && toSend > 0,
        run: () => this.#send(rows),
      },
      ...(hasBegun ? [] : this.#asking.steps(rows)),
      ...this.#shown(this.#made, 'made', 'Show New Ones'),
      ...this.#shown(this.#updated, 'updated', 'Show Updates'),
    ];
  }

  async results(indexes: readonly number[]): ReturnType<PlannedRun['results']> {
    return new Map([...(await this.#made.results(indexes)), ...(await this.#updated.results(indexes))]);
  }

  #shown(run: PlannedRun, id: string, label: string): PlanStep[] {
    const { summary } = run;
    return summary === undefined
      ? []
      : [
          {
            id,
            label,
            isEnabled: true,
            run: () => {
              openRunTable(this.#context, summary.id);
            },
          },
        ];
  }

  async #again(row: PlannedRow<Kind>): Promise<PlannedRow<Kind>> {
    const entries = this.#folder.documents.entries.filter(({ name }) => name === row.id);
    for await (const file of this.#files(entries)) return this.#rowOf(file);
    return row;
  }

  #files(entries = this.#folder.documents.entries): AsyncGenerator<FileToSend, void, void> {
    const { documents } = this.#folder;
    const folder: DocumentFolder = { entries, read: (name) => documents.read(name) };
    const { services, fileConnections } = this.#context;
    return services.groupFiles.toSend(this.#connection, folder, (file) => fileConnections.chosenFor(this.#uri(file)));
  }

  async #send(rows: PlannedRows<Kind>): Promise<void> {
    const [made, changed] = [rows.count('new'), rows.count('changed')];
    await confirmMany(this.#context, this.#connection, {
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
    const byFile = new Map(Array.from(rows.entries(), ([index, row]) => [row.id, index]));
    const options = { stopAtFirstFailure: false };
    if (made > 0) await this.#made.begin(this.#items(rows, byFile, 'new'), options);
    if (changed > 0) await this.#updated.begin(this.#items(rows, byFile, 'changed'), options);
  }

  /** As they were shown: what is another one by now stays, and says so. */
  async *#items(
    rows: PlannedRows<Kind>,
    byFile: ReadonlyMap<string, number>,
    kind: 'new' | 'changed',
  ): AsyncGenerator<PlannedItem, void, void> {
    for await (const file of this.#files()) {
      const row = byFile.get(file.file);
      const shown = row === undefined ? undefined : rows.at(row);
      if (row === undefined || shown?.kind !== kind) continue;
      const now = await this.#rowOf(file);
      if (
        (file.kind === 'new' || file.kind === 'changed') &&
        now.kind === kind &&
        now.words === shown.words &&
        now.whole === shown.whole
      ) {
        yield { row, userGroupId: file.userGroupId, text: file.text };
      } else if (now.kind !== kind) rows.replace(row, now);
      else
        rows.replace(row, {
          ...now,
          kind: 'held',
          words: 'The file, or what is known of the group, is another than was shown: look at the plan anew',
        });
    }
  }

  async #rowOf(file: FileToSend): Promise<PlannedRow<Kind>> {
    const of = { id: file.file, of: file.userGroupId ?? '' };
    const uri = this.#uri(file.file);
    if (
      vscode.workspace.textDocuments.some((document) => document.isDirty && document.uri.toString() === uri.toString())
    ) {
      return { ...of, kind: 'held', words: 'It has changes in the editor that were not saved' };
    }
    switch (file.kind) {
      case 'same':
        return { ...of, kind: 'same', words: '' };
      case 'invalid':
      case 'held':
      case 'otherConnection':
        return { ...of, kind: file.kind, words: capitalized(file.reason) };
      case 'new':
      case 'changed': {
        const document = readDocument(file.text);
        const operation = file.kind === 'new' ? 'getOrCreate' : 'update';
        try {
          await requireNoSchemaErrors(this.#context, operation, this.#connection, document, uri);
        } catch (error) {
          if (error instanceof UserGroupsError) return { ...of, kind: 'invalid', words: capitalized(error.happened) };
          throw error;
        }
        const warnings = mappingWarnings(this.#context.services, this.#connection, document);
        if (file.kind === 'new') {
          return {
            ...of,
            kind: 'new',
            whole: file.whole,
            words: sentences(['Found or created by get-or-create', ...warnings]),
            isMarked: warnings.length > 0,
          };
        }
        const lost =
          file.overwrites.length === 0
            ? []
            : [
                `Overwritten, which the service answered since: ${formatChanges(file.overwrites, MOST_SHOWN).join(', ')}`,
              ];
        const notes = [...lost, ...file.notes, ...warnings];
        return {
          ...of,
          kind: 'changed',
          whole: file.whole,
          words: sentences([formatChanges(file.changes, MOST_SHOWN).join(', '), ...notes]),
          isMarked: notes.length > 0,
        };
      }
    }
  }

  #uri(file: string): vscode.Uri {
    return vscode.Uri.joinPath(this.#folder.root, file);
  }
}

function summaryOf(rows: PlannedRows<Kind>): string {
  const [made, changed] = [rows.count('new'), rows.count('changed')];
  if (made + changed === 0) return 'There is nothing to send.';
  const parts = [
    ...(made > 0 ? [`${counted(made, 'group')} not known here would be found or created`] : []),
    ...(changed > 0 ? [`${counted(changed, 'group')} would be updated`] : []),
  ];
  return `${parts.join(', and ')}. All other files stay as they are.`;
}

async function openFile(file: vscode.Uri): Promise<void> {
  await vscode.window.showTextDocument(file);
}
