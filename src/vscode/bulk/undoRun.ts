// The command Undo Bulk Operation…: restores the former state of each group a run has updated, as a plan, then a run.

import * as l10n from '@vscode/l10n';
import { sentences } from '../../core/sentences.ts';
import type { Connection } from '../../core/connection.ts';
import { cancelled, UserGroupsError } from '../../core/errors.ts';
import { groupRef } from '../../core/groupKey.ts';
import { isUpdating, type RunSummary } from '../../core/runs.ts';
import { grouped, isOne } from '../../core/language.ts';
import { momentText } from '../../core/stateText.ts';
import { WorkSlices } from '../../core/workSlices.ts';
import { readDocument } from '../../document/userGroupDocument.ts';
import { writeItemPlan } from '../../services/bulk/itemPlan.ts';
import type { PlannedUndo } from '../../services/bulk/undoPlan.ts';
import { openGroup } from '../editing/documents/openDocuments.ts';
import { groupUri } from '../platform/documentUris.ts';
import { openPlan, PlannedRun, type Planned } from './plans/planFlow.ts';
import { changedSince } from './plans/plannedChange.ts';
import { markedText, type PlannedRows, type TableSummary } from './plans/planTable.ts';
import { changeParts } from '../table/changeParts.ts';
import { askChoice } from '../command/ask.ts';
import { required } from '../command/targets.ts';
import { titleOf } from './runs/runActions.ts';
import { connectionOfRun } from './runs/runKinds.ts';
import { noSuchRun } from './runs/runTable.ts';
import type { Invocation } from '../command/invocation.ts';
import type { UndoPlanned } from '../command/commandMap.ts';
import { confirmByName } from '../command/confirm.ts';
import type { BulkContext } from './bulkContext.ts';
import { sendingWarnings } from '../sending/sendRules.ts';

type Kind = PlannedUndo['kind'];

interface Undoing {
  readonly context: BulkContext;
  readonly connection: Connection;
  readonly run: RunSummary;
}

export async function undoRun(context: BulkContext, { input }: Invocation): Promise<UndoPlanned> {
  const { runs } = context.services;
  const run = requireUndoable(input.run === undefined ? await pickRun(context) : runs.find(Number(input.run)));
  const connection = connectionOfRun(context, run);
  const purpose = run.purpose === undefined ? undefined : l10n.t('Undo: {0}', run.purpose);
  const undo = new PlannedRun(runs, 'update', connection, purpose);
  const undoing: Undoing = { context, connection, run };
  return openPlan<Kind>(context, {
    title: l10n.t('Undo: {0}', titleOf(context, run)),
    titles: [l10n.t('ID'), l10n.t('Name')],
    kinds: {
      undone: { label: l10n.t('To undo'), mark: 'info' },
      skipped: { label: l10n.t('Skipped'), mark: 'skipped' },
    },
    expected: run.total,
    planned: () => planned(undoing),
    documentOf: ({ id }) => groupUri(connection.name, id),
    changedSince: changedSince(),
    runs: [undo],
    summary: summaryOf,
    step: (rows, itemsOf) => ({
      id: 'undo',
      label: l10n.t('Undo {0}…', grouped(rows.count('undone'))),
      isPrimary: true,
      isEnabled: rows.count('undone') > 0,
      run: async () => {
        await confirm(undoing, rows);
        await undo.begin(itemsOf('undone'), { stopAtFirstFailure: false });
      },
    }),
    onActivate: ({ id }) => openGroup(connection, id, 'default'),
  });
}

/** @throws UserGroupsError `notFound`, `invalid`, `conflict` */
function requireUndoable(run: RunSummary | undefined): RunSummary {
  if (run === undefined) throw noSuchRun();
  if (!isUpdating(run.kind))
    throw new UserGroupsError('invalid', l10n.t('Only bulk updates can be undone.'), l10n.t('Choose a bulk update.'));
  if (run.state === 'running')
    throw new UserGroupsError(
      'conflict',
      l10n.t('The bulk update is still running.'),
      l10n.t('Pause or cancel it first.'),
    );
  return run;
}

async function pickRun(context: BulkContext): Promise<RunSummary> {
  const { runs } = context.services;
  const updates = runs.list().filter(({ kind, id }) => isUpdating(kind) && runs.counts(id).updated > 0);
  if (updates.length === 0) {
    context.messages.status(l10n.t('No bulk updates to undo'));
    throw cancelled();
  }
  return required(
    await askChoice({
      title: l10n.t('Undo Bulk Operation'),
      placeholder: l10n.t('Select a bulk update to undo'),
      choices: updates.map((run) => ({
        label: titleOf(context, run),
        description: momentText(run.at, Date.now()),
        detail: l10n.t('Updated: {0}', grouped(runs.counts(run.id).updated)),
        value: run,
      })),
    }),
  );
}

async function* planned(undoing: Undoing): AsyncGenerator<Planned<Kind>, void, void> {
  const { context, connection, run } = undoing;
  const slices = new WorkSlices();
  for await (const { userGroupId, outcome, text: after, before } of context.services.runs.items(run.id)) {
    const ref = groupRef(connection, userGroupId);
    yield plannedOf(undoing, context.services.undo.planOne(connection, { ref, outcome, after, before }));
    await slices.pause();
  }
}

function plannedOf({ context, connection }: Undoing, undo: PlannedUndo): Planned<Kind> {
  const { userGroupId } = undo.ref;
  const of = { id: userGroupId, of: context.services.groups.find(undo.ref)?.name ?? '' };
  if (undo.kind === 'skipped') return { row: { ...of, kind: 'skipped', words: undo.reason } };
  const { text, before, changes } = undo;
  // Its former data source may belong to another customer now.
  const warnings = sendingWarnings(context.services, connection, readDocument(text));
  return {
    row: {
      ...of,
      kind: 'undone',
      changes: changeParts(changes),
      words: sentences(warnings),
      isMarked: warnings.length > 0,
    },
    item: { userGroupId, text, before, plan: writeItemPlan({ action: 'undo', after: before }) },
  };
}

function summaryOf(rows: PlannedRows<Kind>): TableSummary {
  const count = rows.count('undone');
  return {
    headline: isOne(count) ? l10n.t('1 group will be restored') : l10n.t('{0} groups will be restored', grouped(count)),
    explanation: l10n.t(
      'Each group gets back what it had before the bulk operation. Groups that changed since are skipped.',
    ),
  };
}

function confirm({ context, connection }: Undoing, rows: PlannedRows<Kind>): Promise<void> {
  const count = rows.count('undone');
  return confirmByName(context, connection, {
    title: isOne(count)
      ? l10n.t('Undo the update of 1 group on {0}?', connection.name)
      : l10n.t('Undo the update of {0} groups on {1}?', grouped(count), connection.name),
    detail: [
      l10n.t('Each group gets back what it had before. Groups that changed since are skipped.'),
      ...markedText(rows),
    ],
    answer: l10n.t('Undo'),
  });
}
