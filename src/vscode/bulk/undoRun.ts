// The command Undo This Run…: for each group that a run has updated what it had before, as a plan, and then as a run.

import { capitalized, sentences } from '../../core/clause.ts';
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
import { openPlan } from './plans/openPlan.ts';
import { markedText, type PlannedRow, type PlannedRows } from './plans/plannedRows.ts';
import { PlannedRun, type PlannedItem } from './plans/plannedRun.ts';
import type { PlanStep, PlanKind } from './plans/planTable.ts';
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
  const run = input.run === undefined ? await pickRun(context) : runs.find(Number(input.run));
  if (run === undefined)
    throw new UserGroupsError({
      kind: 'notFound',
      happened: 'there is no such run',
      next: 'Show Bulk Runs lists those that are kept',
    });
  if (run.kind !== 'update')
    throw new UserGroupsError({
      kind: 'invalid',
      happened: 'only a run of updates can be undone: what was created or rotated stays',
      next: 'choose a run of updates',
    });
  if (run.state === 'running')
    throw new UserGroupsError({
      kind: 'conflict',
      happened: 'a window works on this run',
      next: 'pause or cancel it first',
    });
  const connection = connections.withId(run.connectionId);
  if (connection === undefined) throw new UserGroupsError({ kind: 'notFound', happened: 'its connection was removed' });
  const undo = new PlannedRun(runs, 'update', connection);
  const undoing: Undoing = { context, connection, run };
  const rows = await openPlan<Kind>(context, {
    title: `Undo: ${runText(context, run)}`,
    titles: ['User group ID', 'Name'],
    kinds: KINDS,
    expected: run.total,
    rows: (isWanted) => planned(undoing, isWanted),
    summary: (plan) =>
      undo.words ??
      `${counted(plan.count('undone'), 'group')} would be sent back what ${plan.count('undone') === 1 ? 'it' : 'they'} had before; ${grouped(plan.count('skipped'))} ${plan.count('skipped') === 1 ? 'is' : 'are'} skipped. What was changed since stays as it is.`,
    steps: (plan) => steps(undoing, undo, plan),
    results: (indexes) => undo.results(indexes),
    onActivate: ({ id }) => openGroup(connection, id, 'default'),
  });
  return { undone: rows.count('undone'), skipped: rows.count('skipped') };
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

async function* planned(undoing: Undoing, isWanted: () => boolean): AsyncGenerator<PlannedRow<Kind>, void, void> {
  const slices = new WorkSlices();
  for await (const item of itemsOf(undoing)) {
    if (!isWanted()) return;
    yield rowOf(undoing, plannedOne(undoing, item));
    await slices.pause();
  }
}

function plannedOne({ context, connection }: Undoing, { userGroupId, outcome, text, before }: RunItem): PlannedUndo {
  return context.services.undo.planOne(connection, {
    ref: groupRef(connection, userGroupId),
    outcome,
    after: text,
    before,
  });
}

function rowOf({ context, connection }: Undoing, undo: PlannedUndo): PlannedRow<Kind> {
  const of = { id: undo.ref.userGroupId, of: context.services.groups.find(undo.ref)?.name ?? '' };
  if (undo.kind === 'skipped') return { ...of, kind: 'skipped', words: capitalized(undo.reason) };
  // What it had may be another customer's by now.
  const warnings = mappingWarnings(context.services, connection, readDocument(undo.text));
  return {
    ...of,
    kind: 'undone',
    words: sentences([formatChanges(undo.changes, MOST_SHOWN).join(', '), ...warnings]),
    isMarked: warnings.length > 0,
  };
}

function steps(undoing: Undoing, undo: PlannedRun, rows: PlannedRows<Kind>): readonly PlanStep[] {
  const { summary } = undo;
  if (summary !== undefined)
    return [
      {
        id: 'show',
        label: 'Show Results',
        isEnabled: true,
        run: () => {
          openRunTable(undoing.context, summary.id);
        },
      },
    ];
  const count = rows.count('undone');
  return [
    {
      id: 'undo',
      label: `Undo ${grouped(count)}…`,
      isPrimary: true,
      isEnabled: count > 0 && !undo.hasBegun,
      run: () => begin(undoing, undo, rows),
    },
  ];
}

async function begin(undoing: Undoing, undo: PlannedRun, rows: PlannedRows<Kind>): Promise<void> {
  const { context, connection } = undoing;
  const count = rows.count('undone');
  await confirmMany(context, connection, {
    what: `Undo the update of ${counted(count, 'group')}`,
    detail: [
      'Each is sent what it had before. The service is asked before each; one that was changed since is left alone.',
      ...markedText(rows),
    ],
    answer: `Undo ${counted(count, 'Group')}`,
  });
  const id = await undo.begin(undoItems(undoing, rows), { stopAtFirstFailure: false });
  if (id !== undefined) openRunTable(context, id);
}

/** As they were shown; the rows stand in the order of the run. */
async function* undoItems(undoing: Undoing, rows: PlannedRows<Kind>): AsyncGenerator<PlannedItem, void, void> {
  let row = -1;
  for await (const item of itemsOf(undoing)) {
    row += 1;
    const shown = rows.at(row);
    if (shown?.kind !== 'undone') continue;
    const now = plannedOne(undoing, item);
    if (now.kind === 'undone')
      yield {
        row,
        userGroupId: item.userGroupId,
        text: now.text,
        before: now.before,
        plan: writeItemPlan({ action: 'undo', after: now.before }),
      };
    else rows.replace(row, rowOf(undoing, now));
  }
}
