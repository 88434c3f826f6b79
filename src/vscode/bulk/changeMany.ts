// The command Change Many…: one change of many groups, whose difference of all is shown before the first three are
// sent, and then the rest.

import { changeFor, changeText, type BulkChange } from '../../bulk/changes/documentChange.ts';
import { capitalized, sentences } from '../../core/clause.ts';
import type { Connection } from '../../core/connection.ts';
import { UserGroupsError } from '../../core/errors.ts';
import { groupRef } from '../../core/groupKey.ts';
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
import { openPlan } from './plans/openPlan.ts';
import { markedText, type PlannedRow, type PlannedRows } from './plans/plannedRows.ts';
import { PlannedRun, type PlannedItem } from './plans/plannedRun.ts';
import type { PlanKind } from './plans/planTable.ts';
import { firstThreeSteps } from './plans/firstThree.ts';
import { pickGroups } from '../groups/pickGroups.ts';
import { openRunTable } from './runs/runTable.ts';
import type { Invocation } from '../command/invocation.ts';
import { askChange } from './changeQuestions.ts';
import type { ChangePlanned } from '../command/commandMap.ts';
import { confirmAsking, confirmMany } from './confirmMany.ts';
import type { BulkContext } from './bulkContext.ts';
import { mappingWarnings, requireNoSchemaErrors, requireTrustedFiles } from '../sending/sendRules.ts';

type Kind = PlannedGroup['kind'];

const KINDS: Readonly<Record<Kind, PlanKind>> = {
  changed: { label: 'To change', mark: 'info' },
  same: { label: 'Same', mark: 'done' },
  skipped: { label: 'Skipped', mark: 'skipped' },
};
const TITLE = 'Change Many';
const MOST_SHOWN = 12;
const MOST_PROBLEMS = 3;

export async function changeMany(context: BulkContext, invocation: Invocation): Promise<ChangePlanned> {
  const { connection, refs, count, words } = await pickGroups(context, invocation, TITLE);
  const { change: argument, on_failure: onFailure } = invocation.input;
  if (argument !== undefined && (typeof argument !== 'object' || argument === null))
    throw new UserGroupsError({
      kind: 'invalid',
      happened: '"change" is no object',
      next: 'see the table of commands in the README',
    });
  const { change, stopAtFirstFailure, problems } = await askChange(connection, words, argument, onFailure, (file) =>
    requireTrustedFiles(context, connection, [file], nameOf(file), 'read'),
  );
  if (problems.length > 0)
    void context.messages.warn(
      [
        ...problems.slice(0, MOST_PROBLEMS),
        ...(problems.length > MOST_PROBLEMS
          ? [`There are ${grouped(problems.length - MOST_PROBLEMS)} more like these.`]
          : []),
      ].join(' '),
    );
  const run = new PlannedRun(context.services.runs, 'update', connection);
  const changing: Changing = { context, connection, change };
  // Not about a mapping, which the service never answers.
  const asking = new UnchangedRefresh<Kind>({
    changes: context.services.changes,
    connection,
    same: 'same',
    userGroupIdOf: ({ id }) => id,
    planned: ({ id }) =>
      rowOf(changing, context.services.changes.planOne(connection, groupRef(connection, id), change)),
    skipped: (row, reason) => ({ ...row, kind: 'skipped', words: capitalized(reason) }),
    asAnswered: 'as the service has just answered',
    confirm: (groups) => confirmAsking(context, connection, groups),
  });
  const rows = await openPlan<Kind>(context, {
    title: `${changeText(change)}: ${words}`,
    titles: ['User group ID', 'Name'],
    kinds: KINDS,
    expected: count,
    rows: (isWanted) => planned(changing, refs(), isWanted),
    summary: (plan) =>
      run.words !== undefined
        ? `${changeText(change)}. ${run.words}`
        : `${changeText(change)}: ${counted(plan.count('changed'), 'group')} would be changed, ${grouped(plan.count('same'))} ${plan.count('same') === 1 ? 'says' : 'say'} so already ${asking.words(plan)}, ${grouped(plan.count('skipped'))} ${plan.count('skipped') === 1 ? 'is' : 'are'} skipped.` +
          ' Each is asked for before it is sent; what was changed elsewhere stays.',
    steps: (plan) => [
      ...(asking.isAsking
        ? []
        : firstThreeSteps(
            {
              runs: context.services.runs,
              run,
              stopAtFirstFailure,
              confirm: (sent, of, isRest) => confirm(changing, plan, sent, of, isRest),
              items: () => items(changing, plan),
              showRun: (id) => {
                openRunTable(context, id);
              },
            },
            plan.count('changed'),
          )),
      ...(run.hasBegun || change.field === 'mapping' ? [] : asking.steps(plan)),
    ],
    results: (indexes) => run.results(indexes),
    onActivate: ({ id }) => openGroup(connection, id, 'default'),
    onClose: () => {
      asking.close();
    },
  });
  return { changed: rows.count('changed'), same: rows.count('same'), skipped: rows.count('skipped') };
}

interface Changing {
  readonly context: BulkContext;
  readonly connection: Connection;
  readonly change: BulkChange;
}

async function* planned(
  changing: Changing,
  refs: AsyncIterable<GroupRef>,
  isWanted: () => boolean,
): AsyncGenerator<PlannedRow<Kind>, void, void> {
  for await (const group of changing.context.services.changes.plan(refs, changing.change)) {
    if (!isWanted()) return;
    yield await rowOf(changing, group);
  }
}

async function rowOf({ context, connection, change }: Changing, group: PlannedGroup): Promise<PlannedRow<Kind>> {
  const {
    kind,
    name,
    ref: { userGroupId },
  } = group;
  const of = { id: userGroupId, of: name };
  if (kind === 'same') return { ...of, kind, words: '' };
  if (kind === 'skipped') return { ...of, kind, words: capitalized(group.reason) };
  const document = readDocument(group.text);
  try {
    await requireNoSchemaErrors(context, 'update', connection, document, groupUri(connection.name, userGroupId));
  } catch (error) {
    if (error instanceof UserGroupsError) return { ...of, kind: 'skipped', words: capitalized(error.happened) };
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

/** As they were shown: what would be another change by now is skipped, and says so. */
async function* items(changing: Changing, rows: PlannedRows<Kind>): AsyncGenerator<PlannedItem, void, void> {
  const { context, connection, change } = changing;
  for (const [row, shown] of rows.entries()) {
    if (shown.kind !== 'changed') continue;
    const group = context.services.changes.planOne(connection, groupRef(connection, shown.id), change);
    const now = await rowOf(changing, group);
    const one = changeFor(change, shown.id);
    if (
      group.kind === 'changed' &&
      one !== undefined &&
      now.kind === 'changed' &&
      now.words === shown.words &&
      now.whole === shown.whole
    ) {
      yield {
        row,
        userGroupId: shown.id,
        text: group.text,
        before: group.before,
        plan: writeItemPlan({ action: 'change', change: one }),
      };
    } else
      rows.replace(
        row,
        now.kind === 'changed'
          ? { ...now, kind: 'skipped', words: 'It would be changed otherwise than was shown: look at the plan anew' }
          : now,
      );
  }
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
      'Undo This Run… sends back what was before, where that is known.',
    ],
    answer: `Update ${counted(sent, 'Group')}`,
  });
}
