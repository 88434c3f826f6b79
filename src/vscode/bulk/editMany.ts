// The command Edit Multiple Groups…: one change of many groups. Shows all differences, sends the first three, then the
// rest.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { changeText, type BulkChange } from '../../bulk/changes/documentChange.ts';
import { sentences } from '../../core/sentences.ts';
import type { Connection } from '../../core/connection.ts';
import { groupRef } from '../../core/groupKey.ts';
import { grouped, isOne } from '../../core/language.ts';
import type { NewRunItem } from '../../core/runs.ts';
import { groupUri } from '../platform/documentUris.ts';
import { nameOf } from '../files/fileWriting.ts';
import { openGroup } from '../editing/documents/openDocuments.ts';
import { UnchangedRefresh } from './plans/refreshUnchanged.ts';
import { openPlan, PlannedRun } from './plans/planFlow.ts';
import { changedSince, plannedChange, plannedChanges, type ChangeKind, type Changing } from './plans/plannedChange.ts';
import { FIRST_ONES, markedText, type PlannedRows, type PlanStep, type TableSummary } from './plans/planTable.ts';
import { showNotice } from '../command/showNotice.ts';
import { pickGroups } from '../groups/pickGroups.ts';
import type { Invocation } from '../command/invocation.ts';
import { givenAnswers, isStopping } from './changeArgument.ts';
import { askChange } from './changeQuestions.ts';
import { knownNames } from './knownNames.ts';
import type { ChangePlanned } from '../command/commandMap.ts';
import { confirmByName } from '../command/confirm.ts';
import { viewersText } from './runs/runKinds.ts';
import type { BulkContext } from './bulkContext.ts';
import { requireTrustedFiles } from '../sending/sendRules.ts';
import { commandName } from '../platform/manifest.ts';

type Kind = ChangeKind;

interface Editing extends Changing {
  readonly change: BulkChange;
}

export async function editMany(context: BulkContext, invocation: Invocation): Promise<ChangePlanned> {
  const { connection, refs, count, words } = await pickGroups(context, invocation, commandName('userGroups.editMany'));
  const stopAtFirstFailure = isStopping(invocation.input.on_failure);
  const change = await askedChange(context, invocation, connection, words);
  const changing: Editing = { context, connection, change };
  const run = new PlannedRun(context.services.runs, 'update', connection, changeText(change));
  const refresh = refreshOf(changing);
  return openPlan<Kind>(context, {
    title: l10n.t('{0}: {1}', changeText(change), words),
    titles: [l10n.t('ID'), l10n.t('Name')],
    kinds: {
      changed: { label: l10n.t('To change'), mark: 'info' },
      same: { label: l10n.t('Unchanged'), mark: 'done' },
      skipped: { label: l10n.t('Skipped'), mark: 'skipped' },
    },
    expected: count,
    planned: (again) =>
      plannedChanges(changing, again === undefined ? refs() : Array.from(again, (id) => groupRef(connection, id))),
    documentOf: ({ id }) => groupUri(connection.name, id),
    changedSince: changedSince(),
    runs: [run],
    // Never for a mapping, which the service does not answer.
    refresh: change.field === 'mapping' ? undefined : refresh,
    summary: (plan) => summaryOf(plan, refresh.words(plan)),
    step: (plan, itemsOf) => sendStep(changing, plan, { run, stopAtFirstFailure, items: () => itemsOf('changed') }),
    onActivate: ({ id }) => openGroup(connection, id, 'default'),
  });
}

async function askedChange(
  context: BulkContext,
  { input }: Invocation,
  connection: Connection,
  words: string,
): Promise<BulkChange> {
  const { change, problems, file } = await askChange({
    connection,
    words,
    input: givenAnswers(input.change),
    namesOf: (field) => knownNames(context.services, connection, field),
    requireReadable: (file) => requireTrustedFiles(context, connection, [file], nameOf(file), 'read'),
  });
  const [first, ...more] = problems;
  if (first !== undefined)
    void showNotice(
      context.messages,
      'warn',
      sentences([
        first,
        more.length > 0 ? l10n.t('Other problems of the file: {0}.', grouped(more.length)) : undefined,
      ]),
      { label: l10n.t('Open File'), run: async () => vscode.commands.executeCommand('vscode.open', file) },
    );
  return change;
}

function refreshOf(changing: Editing): UnchangedRefresh<Kind> {
  const { context, connection, change } = changing;
  const { changes } = context.services;
  return new UnchangedRefresh<Kind>({
    changes,
    connection,
    same: 'same',
    userGroupIdOf: ({ id }) => id,
    planned: async ({ id }) =>
      (await plannedChange(changing, changes.planOne(connection, groupRef(connection, id), change))).row,
    skipped: (row, reason) => ({ ...row, kind: 'skipped', words: reason }),
    messages: context.messages,
  });
}

function summaryOf(plan: PlannedRows<Kind>, ofUnchanged: string): TableSummary {
  const count = plan.count('changed');
  return {
    headline: isOne(count) ? l10n.t('1 group will change') : l10n.t('{0} groups will change', grouped(count)),
    explanation: sentences([
      ...(count > FIRST_ONES ? [l10n.t('Three groups are sent first. Check them before the rest.')] : []),
      l10n.t('Changes made elsewhere are kept.'),
      ...(plan.count('same') === 0 ? [] : [ofUnchanged]),
    ]),
  };
}

function sendStep(
  changing: Editing,
  plan: PlannedRows<Kind>,
  {
    run,
    stopAtFirstFailure,
    items,
  }: {
    readonly run: PlannedRun;
    readonly stopAtFirstFailure: boolean;
    readonly items: () => AsyncIterable<NewRunItem>;
  },
): PlanStep {
  const count = plan.count('changed');
  const isStaged = count > FIRST_ONES;
  return {
    id: 'first',
    label: isStaged
      ? l10n.t('Send First {0} of {1}…', FIRST_ONES, grouped(count))
      : l10n.t('Send {0}…', grouped(count)),
    isPrimary: true,
    isEnabled: count > 0,
    run: async () => {
      await confirm(changing, plan, isStaged ? FIRST_ONES : count, count);
      await run.begin(items(), { stopAtFirstFailure, ...(isStaged && { askAfterFirst: FIRST_ONES }) });
    },
  };
}

function confirm(
  { context, connection, change }: Editing,
  plan: PlannedRows<Kind>,
  sent: number,
  of: number,
): Promise<void> {
  return confirmByName(context, connection, {
    title: questionOf(connection.name, sent, of),
    detail: [l10n.t('Change: {0}', changeText(change)), sentences([...markedText(plan), viewersText()])],
    answer: l10n.t('Update'),
  });
}

function questionOf(connection: string, sent: number, of: number): string {
  if (sent < of) return l10n.t('Update the first {0} of {1} groups on {2}?', grouped(sent), grouped(of), connection);
  return isOne(of)
    ? l10n.t('Update 1 group on {0}?', connection)
    : l10n.t('Update {0} groups on {1}?', grouped(of), connection);
}
