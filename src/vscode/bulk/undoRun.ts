// The command Undo Bulk Operation…: restores the former state of each group a run has updated, as a plan, then a run.

import { sentences } from '../../core/sentences.ts';
import type { Connection } from '../../core/connection.ts';
import { cancelled, UserGroupsError } from '../../core/errors.ts';
import { groupRef } from '../../core/groupKey.ts';
import type { RunItem, RunSummary } from '../../core/runs.ts';
import { counted, grouped, momentText } from '../../core/stateText.ts';
import { WorkSlices } from '../../bulk/workSlices.ts';
import { formatChanges } from '../../document/difference.ts';
import { readDocument } from '../../document/userGroupDocument.ts';
import { writeItemPlan } from '../../services/bulk/itemPlan.ts';
import type { PlannedUndo } from '../../services/bulk/undoPlan.ts';
import { openGroup } from '../editing/documents/openDocuments.ts';
import { openPlan, showRunSteps, type Planned } from './plans/planFlow.ts';
import { markedText, type PlannedRows } from './plans/plannedRows.ts';
import { PlannedRun } from './plans/plannedRun.ts';
import type { PlanKind } from './plans/planTable.ts';
import { askChoice } from '../command/ask.ts';
import { required } from '../command/targets.ts';
import { runText } from './runs/runActions.ts';
import { openRunTable } from './runs/runTable.ts';
import type { Invocation } from '../command/invocation.ts';
import type { UndoPlanned } from '../command/commandMap.ts';
import { confirmMany } from './confirmMany.ts';
import type { BulkContext } from './bulkContext.ts';
import { mappingWarnings } from '../sending/sendRules.ts';

type Kind = PlannedUndo['kind'];

const KINDS: Readonly<Record<Kind, PlanKind>> = {
  undone: { label: 'To undo', mark: 'info' },
  skipped: { label: 'Skipped', mark: 'skipped' },
};
const MOST_SHOWN = 12;
/** Items that are read at once. */
const SLICE = 200;

interface Undoing {
  readonly context: BulkContext;
  readonly connection: Connection;
  readonly run: RunSummary;
}

export async function undoRun(context: BulkContext, { input }: Invocation): Promise<UndoPlanned> {
  const { runs, connections } = context.services;
  const run = requireUndoable(input.run === undefined ? await pickRun(context) : runs.find(Number(input.run)));
  const connection = connections.withId(run.connectionId);
  if (connection === undefined)
    throw new UserGroupsError({ kind: 'notFound', happened: 'Its connection was removed.' });
  const undo = new PlannedRun(runs, 'update', connection);
  const undoing: Undoing = { context, connection, run };
  return openPlan<Kind>(context, {
    title: `Undo: ${runText(context, run)}`,
    titles: ['User group ID', 'Name'],
    kinds: KINDS,
    expected: run.total,
    planned: () => planned(undoing),
    changedSince: { kind: 'skipped', words: 'It would be undone otherwise than was shown: look at the plan anew' },
    runs: [undo],
    summary: (rows) => undo.words ?? summaryOf(rows),
    steps: (rows, itemsOf) =>
      undo.summary === undefined
        ? [
            {
              id: 'undo',
              label: `Undo ${grouped(rows.count('undone'))}…`,
              isPrimary: true,
              isEnabled: rows.count('undone') > 0 && !undo.hasBegun,
              run: async () => {
                await confirm(undoing, rows);
                const id = await undo.begin(itemsOf('undone'), { stopAtFirstFailure: false });
                if (id !== undefined) openRunTable(context, id);
              },
            },
          ]
        : showRunSteps(context, undo, 'show', 'Show Results'),
    onActivate: ({ id }) => openGroup(connection, id, 'default'),
  });
}

/** @throws UserGroupsError `notFound`, `invalid`, `conflict` */
function requireUndoable(run: RunSummary | undefined): RunSummary {
  if (run === undefined)
    throw new UserGroupsError({
      kind: 'notFound',
      happened: 'There is no such run.',
      next: 'Show Bulk Operations lists those that are kept.',
    });
  if (run.kind !== 'update')
    throw new UserGroupsError({
      kind: 'invalid',
      happened: 'Only a run of updates can be undone: what was created or rotated stays.',
      next: 'Choose a run of updates.',
    });
  if (run.state === 'running')
    throw new UserGroupsError({
      kind: 'conflict',
      happened: 'A window works on this run.',
      next: 'Pause or cancel it first.',
    });
  return run;
}

async function pickRun(context: BulkContext): Promise<RunSummary> {
  const { runs } = context.services;
  const updates = runs.list().filter(({ kind, id }) => kind === 'update' && runs.counts(id).updated > 0);
  if (updates.length === 0) {
    context.messages.status('No run has updated any group here');
    throw cancelled();
  }
  return required(
    await askChoice({
      title: 'Undo a Run',
      placeholder: 'Which run? The newest is the first',
      choices: updates.map((run) => ({
        label: runText(context, run),
        description: momentText(run.createdAt, Date.now()),
        detail: `Updated: ${grouped(runs.counts(run.id).updated)}`,
        value: run,
      })),
    }),
  );
}

async function* itemsOf({ context, run }: Undoing): AsyncGenerator<RunItem, void, void> {
  for (let after: number | undefined = 0; after !== undefined;) {
    const page: { readonly items: readonly RunItem[]; readonly next: number | undefined } =
      await context.services.runs.results(run.id, { after, limit: SLICE });
    yield* page.items;
    after = page.next;
  }
}

async function* planned(undoing: Undoing): AsyncGenerator<Planned<Kind>, void, void> {
  const { context, connection } = undoing;
  const slices = new WorkSlices();
  for await (const { userGroupId, outcome, text: after, before } of itemsOf(undoing)) {
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
  // Its former data source may be another customer's by now.
  const warnings = mappingWarnings(context.services, connection, readDocument(text));
  return {
    row: {
      ...of,
      kind: 'undone',
      words: sentences([formatChanges(changes, MOST_SHOWN).join(', '), ...warnings]),
      isMarked: warnings.length > 0,
    },
    item: { userGroupId, text, before, plan: writeItemPlan({ action: 'undo', after: before }) },
  };
}

function summaryOf(rows: PlannedRows<Kind>): string {
  const [undone, skipped] = [rows.count('undone'), rows.count('skipped')];
  return `${counted(undone, 'group')} would be sent back what ${undone === 1 ? 'it' : 'they'} had before; ${grouped(skipped)} ${skipped === 1 ? 'is' : 'are'} skipped. What was changed since stays as it is.`;
}

function confirm({ context, connection }: Undoing, rows: PlannedRows<Kind>): Promise<void> {
  const count = rows.count('undone');
  return confirmMany(context, connection, {
    what: `Undo the update of ${counted(count, 'group')}`,
    detail: [
      'Each is sent what it had before. The service is asked before each; one that was changed since is left alone.',
      ...markedText(rows),
    ],
    answer: `Undo ${counted(count, 'Group')}`,
  });
}
