// The command Edit Multiple Groups…: one change of many groups. Shows all differences, sends the first three, then the
// rest.

import { changeFor, changeText, type BulkChange } from '../../bulk/changes/documentChange.ts';
import { sentences } from '../../core/sentences.ts';
import type { Connection } from '../../core/connection.ts';
import { UserGroupsError } from '../../core/errors.ts';
import { counted, grouped } from '../../core/stateText.ts';
import type { GroupRef } from '../../core/userGroup.ts';
import { formatChanges } from '../../document/difference.ts';
import { edgeSpaceText } from '../../document/edgeSpaces.ts';
import { readDocument } from '../../document/userGroupDocument.ts';
import type { PlannedGroup } from '../../services/bulk/changePlan.ts';
import { differenceDigest } from '../../services/sending/differenceDigest.ts';
import { writeItemPlan } from '../../services/bulk/itemPlan.ts';
import { groupUri } from '../platform/documentUris.ts';
import { nameOf } from '../files/fileWriting.ts';
import { openGroup } from '../editing/documents/openDocuments.ts';
import { UnchangedRefresh } from './plans/refreshUnchanged.ts';
import { openPlan, type Planned } from './plans/planFlow.ts';
import { markedText, type PlannedRow, type PlannedRows } from './plans/plannedRows.ts';
import { PlannedRun } from './plans/plannedRun.ts';
import type { PlanKind } from './plans/planTable.ts';
import { firstThreeSteps } from './plans/firstThree.ts';
import { pickGroups } from '../groups/pickGroups.ts';
import { openRunTable } from './runs/runTable.ts';
import type { Invocation } from '../command/invocation.ts';
import { askChange } from './changeQuestions.ts';
import type { ChangePlanned } from '../command/commandMap.ts';
import { confirmAskingMany, confirmMany } from './confirmMany.ts';
import type { BulkContext } from './bulkContext.ts';
import { mappingWarnings, requireNoSchemaErrors, requireTrustedFiles } from '../sending/sendRules.ts';

type Kind = PlannedGroup['kind'];

const KINDS: Readonly<Record<Kind, PlanKind>> = {
  changed: { label: 'To change', mark: 'info' },
  same: { label: 'Same', mark: 'done' },
  skipped: { label: 'Skipped', mark: 'skipped' },
};
const TITLE = 'Edit Multiple Groups';
const MOST_SHOWN = 12;
const MOST_PROBLEMS = 3;

interface Changing {
  readonly context: BulkContext;
  readonly connection: Connection;
  readonly change: BulkChange;
}

export async function changeMany(context: BulkContext, invocation: Invocation): Promise<ChangePlanned> {
  const { connection, refs, count, words } = await pickGroups(context, invocation, TITLE);
  const { change, stopAtFirstFailure } = await askedChange(context, invocation, connection, words);
  const changing: Changing = { context, connection, change };
  const run = new PlannedRun(context.services.runs, 'update', connection);
  const refresh = refreshOf(changing);
  return openPlan<Kind>(context, {
    title: `${changeText(change)}: ${words}`,
    titles: ['User group ID', 'Name'],
    kinds: KINDS,
    expected: count,
    planned: (again) => planned(changing, again === undefined ? refs() : refsOf(connection, again)),
    changedSince: {
      kind: 'skipped',
      words: 'It would be changed otherwise than was shown: look at the plan anew',
    },
    runs: [run],
    // Never for a mapping, which the service does not answer.
    refresh: change.field === 'mapping' ? undefined : refresh,
    summary: (plan) =>
      `${changeText(change)}${run.words === undefined ? `: ${summaryOf(plan, refresh.words(plan))}` : `. ${run.words}`}`,
    steps: (plan, itemsOf) =>
      firstThreeSteps(
        {
          runs: context.services.runs,
          run,
          stopAtFirstFailure,
          confirm: (sent, of, isRest) => confirm(changing, plan, sent, of, isRest),
          items: () => itemsOf('changed'),
          showRun: (id) => openRunTable(context, id),
        },
        plan.count('changed'),
      ),
    onActivate: ({ id }) => openGroup(connection, id, 'default'),
  });
}

async function askedChange(
  context: BulkContext,
  { input: { change: argument, on_failure: onFailure } }: Invocation,
  connection: Connection,
  words: string,
): Promise<{ readonly change: BulkChange; readonly stopAtFirstFailure: boolean }> {
  if (argument !== undefined && (typeof argument !== 'object' || argument === null))
    throw new UserGroupsError({
      kind: 'invalid',
      happened: '"change" is no object.',
      next: 'See the table of commands in the README.',
    });
  const { problems, ...asked } = await askChange(connection, words, argument, onFailure, (file) =>
    requireTrustedFiles(context, connection, [file], nameOf(file), 'read'),
  );
  const more = problems.length - MOST_PROBLEMS;
  if (problems.length > 0)
    void context.messages.warn(
      [...problems.slice(0, MOST_PROBLEMS), ...(more > 0 ? [`There are ${grouped(more)} more like these.`] : [])].join(
        ' ',
      ),
    );
  return asked;
}

function refreshOf(changing: Changing): UnchangedRefresh<Kind> {
  const { context, connection, change } = changing;
  const { changes } = context.services;
  return new UnchangedRefresh<Kind>({
    changes,
    connection,
    same: 'same',
    userGroupIdOf: ({ id }) => id,
    planned: async ({ id }) =>
      (await plannedOf(changing, changes.planOne(connection, refOf(connection, id), change))).row,
    skipped: (row, reason) => ({ ...row, kind: 'skipped', words: reason }),
    asAnswered: 'As the service has just answered.',
    confirm: (groups) => confirmAskingMany(context, connection, groups),
  });
}

async function* planned(
  changing: Changing,
  refs: AsyncIterable<GroupRef> | Iterable<GroupRef>,
): AsyncGenerator<Planned<Kind>, void, void> {
  for await (const group of changing.context.services.changes.plan(refs, changing.change))
    yield plannedOf(changing, group);
}

function* refsOf(connection: Connection, ids: Iterable<string>): Generator<GroupRef, void, void> {
  for (const id of ids) yield refOf(connection, id);
}

function refOf({ id }: Connection, userGroupId: string): GroupRef {
  return { connectionId: id, userGroupId };
}

async function plannedOf(changing: Changing, group: PlannedGroup): Promise<Planned<Kind>> {
  const row = await rowOf(changing, group);
  const { userGroupId } = group.ref;
  const change = changeFor(changing.change, userGroupId);
  if (group.kind !== 'changed' || row.kind !== 'changed' || change === undefined) return { row };
  const { text, before } = group;
  return { row, item: { userGroupId, text, before, plan: writeItemPlan({ action: 'change', change }) } };
}

async function rowOf({ context, connection, change }: Changing, group: PlannedGroup): Promise<PlannedRow<Kind>> {
  const {
    kind,
    name,
    ref: { userGroupId },
  } = group;
  const of = { id: userGroupId, of: name };
  if (kind === 'same') return { ...of, kind, words: '' };
  if (kind === 'skipped') return { ...of, kind, words: group.reason };
  const document = readDocument(group.text);
  try {
    await requireNoSchemaErrors(context, 'update', connection, document, groupUri(connection.name, userGroupId));
  } catch (error) {
    if (error instanceof UserGroupsError) return { ...of, kind: 'skipped', words: error.failure.happened };
    throw error;
  }
  const notes = [
    ...(group.mergedChanges.length === 0
      ? []
      : [`Changed elsewhere, and stays: ${formatChanges(group.mergedChanges, MOST_SHOWN).join(', ')}`]),
    ...(change.field === 'mapping'
      ? mappingWarnings(context.services, connection, document)
      : edgeSpaceText(document.mapping ?? '')),
  ];
  return {
    ...of,
    kind,
    whole: differenceDigest(group.before, group.text),
    words: sentences([formatChanges(group.changes, MOST_SHOWN).join(', '), ...notes]),
    isMarked: notes.length > 0,
  };
}

function summaryOf(plan: PlannedRows<Kind>, known: string): string {
  const same = plan.count('same');
  const skipped = plan.count('skipped');
  return [
    `${counted(plan.count('changed'), 'group')} would be changed`,
    `${grouped(same)} ${same === 1 ? 'says' : 'say'} so already ${known}`,
    `${grouped(skipped)} ${skipped === 1 ? 'is' : 'are'} skipped. Each is asked for before it is sent; what was changed elsewhere stays.`,
  ].join(', ');
}

function confirm(
  { context, connection, change }: Changing,
  plan: PlannedRows<Kind>,
  sent: number,
  of: number,
  isRest: boolean,
): Promise<void> {
  const which = isRest
    ? `the remaining ${grouped(sent)} of ${counted(of, 'group')}`
    : sent < of
      ? `the first ${grouped(sent)} of ${counted(of, 'group')}`
      : counted(of, 'group');
  return confirmMany(context, connection, {
    what: `Update ${which}`,
    detail: [
      `${changeText(change)}.`,
      ...markedText(plan),
      'Viewers see other data, or none, as soon as a group is updated.',
      'Undo Bulk Operation… sends back what was before, where that is known.',
    ],
    answer: `Update ${counted(sent, 'Group')}`,
  });
}
