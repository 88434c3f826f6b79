// The command Plan Folder…: what the command line would apply from the documents of a folder, as a table.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { UserGroupsError } from '../../core/errors.ts';
import { grouped, isOne } from '../../core/language.ts';
import { changedFieldsText, inheritedText } from '../../core/inheritedText.ts';
import { omittedText } from '../../core/omittedText.ts';
import { sentence, sentences } from '../../core/sentences.ts';
import { ignoredText } from '../../document/documentFiles.ts';
import { CONFIG_FILE, type ConfiguredConnection } from '../../services/files/groupsConfig.ts';
import type { PlanStatus } from '../../services/plans/folderPlan.ts';
import { planByCommandLine, type PlanReport, type ReportedGroup } from '../../services/plans/planReport.ts';
import { askChoice } from '../command/ask.ts';
import type { FolderPlanned } from '../command/commandMap.ts';
import type { Invocation } from '../command/invocation.ts';
import { required } from '../command/targets.ts';
import { configsOf } from '../platform/configFiles.ts';
import { changeParts } from '../table/changeParts.ts';
import type { BulkContext } from './bulkContext.ts';
import { showPlanTable, unsavedText } from './plans/planFlow.ts';
import { PlanTable, type PlanKind, type PlannedRow, type TableSummary } from './plans/planTable.ts';
import { commandName } from '../platform/manifest.ts';

type Kind = Exclude<PlanStatus, 'same' | 'drifted' | 'gone'> | 'invalid' | 'unmanaged';

const kinds = (): Readonly<Record<Kind, PlanKind>> => ({
  new: { label: l10n.t('New'), mark: 'info' },
  changed: { label: l10n.t('Changed'), mark: 'info' },
  unknown: { label: l10n.t('Outcome unknown'), mark: 'warning' },
  tokenDue: { label: l10n.t('Token not delivered'), mark: 'warning' },
  invalid: { label: l10n.t('Invalid'), mark: 'error' },
  unmanaged: { label: l10n.t('No longer managed'), mark: 'skipped' },
});

interface Subject {
  /** With the configuration. */
  readonly root: vscode.Uri;
  /** The path of the configuration, when that is above the workspace. */
  readonly path: string | undefined;
  readonly connection: ConfiguredConnection;
}

/** Nothing is sent. Answers how many groups, or files, there are of each kind. */
export async function planFolder(context: BulkContext, invocation: Invocation): Promise<FolderPlanned> {
  requireTrustedWorkspace(context);
  const { root, path, connection } = await subjectOf(invocation);
  const { name } = connection.config;
  const closed = new AbortController();
  let report: PlanReport | undefined;
  const table = new PlanTable<Kind>({
    title: l10n.t('Plan for {0}', name),
    titles: [l10n.t('File'), l10n.t('Group')],
    kinds: kinds(),
    expected: 0,
    rows: async function* () {
      report = await planByCommandLine({
        commandLine: context.commandLine,
        root: root.fsPath,
        connection: name,
        signal: closed.signal,
      });
      for (const row of rowsOf(report)) {
        const isSaved = (await context.documents.unsavedText(vscode.Uri.joinPath(root, row.id))) === undefined;
        yield isSaved ? row : { ...row, words: sentences([row.words, unsavedText()]) };
      }
    },
    summary: () => summaryOf(report, path),
    steps: () => [],
    onActivate: async ({ id, kind }) => {
      if (kind !== 'unmanaged') await vscode.window.showTextDocument(vscode.Uri.joinPath(root, id));
    },
    onClose: () => {
      closed.abort();
    },
  });
  showPlanTable(context, table);
  await table.make();
  return { ...table.counts, same: report?.unchanged ?? 0 };
}

/** It runs a program on what is there. @throws UserGroupsError `forbidden` */
function requireTrustedWorkspace({ trust }: BulkContext): void {
  if (trust.isTrusted()) return;
  throw new UserGroupsError(
    'forbidden',
    l10n.t('The workspace is not trusted.'),
    l10n.t('Trust the workspace first (Workspaces: Manage Workspace Trust).'),
    { doing: l10n.t("Couldn't plan the folder.") },
  );
}

/** @throws UserGroupsError `notFound` without a connection in a configuration; `invalid`, `cancelled` */
async function subjectOf({ input: { folder, connection } }: Invocation): Promise<Subject> {
  const roots =
    typeof folder === 'string'
      ? [vscode.Uri.file(folder)]
      : (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri).filter(({ scheme }) => scheme === 'file');
  const found = (await configsOf(roots)).flatMap(({ root, path, connections }): Subject[] =>
    connections.map((each) => ({ root, path, connection: each })),
  );
  const subjects = found.filter((each) => connection === undefined || each.connection.config.name === connection);
  const [only, ...others] = subjects;
  if (only === undefined)
    throw new UserGroupsError(
      'notFound',
      l10n.t('There is no such connection in a {0}.', CONFIG_FILE),
      l10n.t('Add it to this file in a folder of the workspace.'),
      { doing: l10n.t("Couldn't plan the folder.") },
    );
  if (others.length === 0) return only;
  return required(
    await askChoice<Subject>({
      title: commandName('userGroups.planFolder'),
      placeholder: l10n.t('Select the connection to plan for'),
      choices: subjects.map((value) => ({
        label: value.connection.config.name,
        description: vscode.workspace.asRelativePath(vscode.Uri.joinPath(value.root, value.connection.folder)),
        detail: value.connection.config.baseUrl,
        value,
      })),
    }),
  );
}

function* rowsOf({ groups, unmanaged, findings }: PlanReport): Generator<PlannedRow<Kind>> {
  for (const { file, message } of findings) yield { kind: 'invalid', id: file, of: '', words: message };
  for (const group of groups)
    if (isShown(group.status))
      yield {
        kind: group.status === 'gone' ? 'new' : group.status,
        id: group.file,
        of: group.id,
        words: wordsOf(group),
        changes: changeParts(group.changes ?? []),
      };
  for (const id of unmanaged)
    yield {
      kind: 'unmanaged',
      id: l10n.t('(no file)'),
      of: id,
      words: l10n.t('It has no file. The service keeps it.'),
    };
}

/** The service is not asked, so nothing is known to have drifted. */
function isShown(status: PlanStatus): status is Extract<Kind, PlanStatus> | 'gone' {
  return status !== 'same' && status !== 'drifted';
}

function wordsOf({ status, operation, changedFields = [], omitted = [], inherited = [], note }: ReportedGroup): string {
  return sentences([
    status === 'gone' ? l10n.t('The service had no such group at the last update.') : undefined,
    operation === 'getOrCreate' ? l10n.t('The service gets or creates the group.') : undefined,
    changedFields.length > 0 ? changedFieldsText(changedFields) : undefined,
    inherited.length > 0 ? inheritedText(inherited) : undefined,
    ...omitted.map((field) => omittedText(field)),
    note,
  ]);
}

function summaryOf(report: PlanReport | undefined, path: string | undefined): TableSummary {
  const { groups = [], findings = [], unchanged = 0, ignored = 0 } = report ?? {};
  const explanation = sentences([
    l10n.t('Compared with the state in the repository. Nothing is sent.'),
    path && l10n.t('The configuration is {0}.', path),
    ...ignoredText(ignored).map(sentence),
  ]);
  if (findings.length > 0) return { headline: l10n.t('Nothing can be applied: files are invalid'), explanation };
  const headline = isOne(groups.length)
    ? l10n.t('1 group to apply, {0} unchanged', grouped(unchanged))
    : l10n.t('{0} groups to apply, {1} unchanged', grouped(groups.length), grouped(unchanged));
  return { headline, explanation };
}
