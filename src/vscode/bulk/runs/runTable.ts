// The results of a run as a table, during the run and afterwards.

import * as l10n from '@vscode/l10n';
import { UserGroupsError } from '../../../core/errors.ts';
import { groupRef } from '../../../core/groupKey.ts';
import { groupText } from '../../../core/groupText.ts';
import { itemFilters, itemText, progressText, runHeadline, runReason } from './runText.ts';
import {
  countOf,
  operationOf,
  type RunItem,
  type RunKind,
  type RunSummary,
  type ItemOutcome,
} from '../../../core/runs.ts';
import { reasonText } from '../../../core/storedReasons.ts';
import { difference } from '../../../document/difference.ts';
import { peekDocument } from '../../../document/userGroupDocument.ts';
import type { CellChange, TableRow, Mark } from '../../../protocol/tableProtocol.ts';
import type { BulkContext } from '../bulkContext.ts';
import { openGroup } from '../../editing/documents/openDocuments.ts';
import { addedParts, changeParts } from '../../table/changeParts.ts';
import type { TablePanel } from '../../table/tablePanel.ts';
import type { TableNow, TableView } from '../../table/tableView.ts';
import { fieldsOrNone } from '../../../services/bulk/listDifference.ts';
import { deliveriesAsked } from './deliveriesAsked.ts';
import { doWithRun, RUN_ACTIONS, runActions, titleOf } from './runActions.ts';
import { RUN_KIND_ACTIONS } from './runKinds.ts';

/** Ids of columns. */
const SORTS = ['id', 'name', 'outcome'] as const;

/** One tab for a run in this window. */
const open = new Map<number, TablePanel>();

/** Brings it to the front where it is open already. @throws UserGroupsError `notFound` */
export function openRunTable(context: BulkContext, runId: number): void {
  const shown = open.get(runId);
  if (shown !== undefined) {
    shown.show();
    return;
  }
  const panel = context.openTable(runTable(context, required(context, runId)));
  const subscriptions = [context.services.runs.onDidChange, deliveriesAsked.onDidChange].map((onDidChange) =>
    onDidChange(() => {
      panel.update();
    }),
  );
  open.set(runId, panel);
  panel.onDidClose(() => {
    open.delete(runId);
    for (const subscription of subscriptions) subscription.dispose();
  });
}

/** The table of an existing run. */
export function runTable(context: BulkContext, run: RunSummary): TableView {
  const { id, kind, connectionId } = run;
  const { runs } = context.services;
  return {
    kind: 'results',
    get title() {
      return titleOf(context, runs.find(id) ?? run);
    },
    columns: [
      { id: 'id', title: l10n.t('ID'), isId: true, isSortable: true },
      { id: 'name', title: l10n.t('Name'), isSortable: true },
      { id: 'outcome', title: l10n.t('Outcome'), isSortable: true },
      { id: 'words', title: l10n.t('Details'), isMain: true },
    ],
    now: () => nowOf(context, id),
    rows: async ({ filter, text, sort, offset, limit }) => {
      const { outcome, isNotApplied } = itemFilters(kind).find((each) => each.id === filter) ?? {};
      const { items, total } = await runs.slice(id, {
        outcome,
        isNotApplied,
        text,
        sort: sort && { by: SORTS.find((each) => each === sort.column) ?? 'id', isDescending: sort.isDescending },
        offset,
        limit,
      });
      return { rows: items.map((item) => rowOf(context, { kind, connectionId }, item)), total };
    },
    onAction: async (action) => {
      const now = required(context, id);
      const runAction = RUN_ACTIONS.find((each) => each === action);
      await (runAction === undefined
        ? RUN_KIND_ACTIONS[kind].onAction(context, now, action)
        : doWithRun(context, now, runAction));
    },
    onActivate: async (key) => {
      await openItem(context, id, Number(key));
    },
  };
}

function nowOf(context: BulkContext, id: number): TableNow {
  const { runs } = context.services;
  const run = runs.find(id);
  // Its connection was removed, with all its data.
  if (run === undefined)
    return {
      headline: l10n.t('This bulk operation was deleted'),
      reason: l10n.t('Its connection was removed.'),
      filters: [],
      actions: [],
    };
  const counts = runs.counts(id);
  const isUnderWay = run.state !== 'ended' && run.state !== 'cancelled';
  const progress = runs.progress(id);
  const filters = itemFilters(run.kind).map((filter) => ({
    id: filter.id,
    label: filter.label,
    count: countOf(counts, filter),
  }));
  return {
    headline: runHeadline(run, counts),
    reason: runReason(run),
    // One that finds all rows would say the headline again.
    filters: !isUnderWay && filters.some(({ count }) => count === run.total) ? [] : filters,
    actions: [...runActions(run, counts), ...RUN_KIND_ACTIONS[run.kind].actions(run, counts)],
    ...(isUnderWay && { progress: { done: progress.done, total: progress.total, words: progressText(progress) } }),
  };
}

function rowOf(
  { services }: BulkContext,
  { kind, connectionId }: Pick<RunSummary, 'kind' | 'connectionId'>,
  item: RunItem,
): TableRow {
  const { userGroupId } = item;
  const mark = item.isNotApplied ? 'warning' : OUTCOME_MARKS[item.outcome];
  return {
    key: String(item.number),
    cells: [
      { text: userGroupId },
      { text: services.groups.find({ connectionId, userGroupId })?.name ?? peekDocument(item.text)?.name ?? '' },
      { text: itemText(kind, item), mark },
      { text: reasonText(item.reason ?? ''), changes: itemChanges(kind, item) },
    ],
  };
}

/** What is changed; nothing where it was not. */
function itemChanges(kind: RunKind, { outcome, text, before, plan }: RunItem): CellChange[] {
  if (outcome === 'failed' || outcome === 'skipped' || outcome === 'existed') return [];
  switch (operationOf(kind, { plan })) {
    case 'getOrCreate':
      return addedParts(text);
    case 'update': {
      const [former, sent] = [fieldsOrNone(before), fieldsOrNone(text)];
      return former === undefined || sent === undefined ? [] : changeParts(difference(former, sent));
    }
    case 'rotate':
      return [];
  }
}

async function openItem({ services }: BulkContext, runId: number, number: number): Promise<void> {
  const {
    items: [item],
  } = await services.runs.slice(runId, { offset: number - 1, limit: 1 });
  const connection = services.connections.withId(services.runs.find(runId)?.connectionId ?? '');
  if (item === undefined || connection === undefined)
    throw new UserGroupsError('notFound', l10n.t('The group is no longer in the list.'));
  const { userGroupId } = item;
  if (services.groups.find(groupRef(connection, userGroupId)) === undefined) {
    throw new UserGroupsError(
      'notFound',
      l10n.t('{0} is not in the list.', groupText(userGroupId, connection)),
      l10n.t('Retry the failed ones, or use "Add Existing User Group…".'),
    );
  }
  await openGroup(connection, userGroupId, 'default');
}

function required({ services }: BulkContext, runId: number): RunSummary {
  const run = services.runs.find(runId);
  if (run === undefined)
    throw new UserGroupsError(
      'notFound',
      l10n.t('The bulk operation is no longer stored on this machine.'),
      l10n.t('Use "Show Bulk Operations" to see all.'),
    );
  return run;
}

export function noSuchRun(): UserGroupsError {
  return new UserGroupsError(
    'notFound',
    l10n.t('Bulk operation not found.'),
    l10n.t('Use "Show Bulk Operations" to see all.'),
  );
}

/** The mark before each outcome, in every table. */
const OUTCOME_MARKS: Readonly<Record<ItemOutcome, Mark>> = {
  waiting: 'waiting',
  sending: 'busy',
  new: 'done',
  createdOrExisted: 'done',
  existed: 'done',
  updated: 'done',
  rotated: 'done',
  failed: 'error',
  unknown: 'unknown',
  skipped: 'skipped',
};
