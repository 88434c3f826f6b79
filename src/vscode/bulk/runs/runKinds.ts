// The differences between the kinds of runs that a person sees.

import * as l10n from '@vscode/l10n';
import type { ItemCounts, RunKind, RunSummary } from '../../../core/runs.ts';
import type { TableAction } from '../../../protocol/tableProtocol.ts';
import type { BulkContext } from '../bulkContext.ts';
import { connectionOfRun, runItems } from './runItems.ts';
import { deliveriesAsked, type DeliveryAnswer } from './deliveriesAsked.ts';

export interface RunKindActions {
  /** Starts or continues the run in this window, and asks first where required. @throws UserGroupsError */
  readonly begin: (context: BulkContext, run: RunSummary) => Promise<void> | void;
  /** Further buttons of its table, behind those of every run. */
  readonly actions: (run: RunSummary, counts: ItemCounts) => readonly TableAction[];
  readonly onAction: (context: BulkContext, run: RunSummary, action: string) => Promise<void> | void;
}

const UNDO = 'undo';
const MARK_AS_DEPLOYED = 'markAsDeployed';
const NEXT: DeliveryAnswer = 'next';
const COPY_AGAIN: DeliveryAnswer = 'copyAgain';

const PLAIN: RunKindActions = {
  begin: ({ services }, { id }) => {
    services.runs.start(id);
  },
  actions: () => [],
  onAction: () => undefined,
};

const UPDATE: RunKindActions = {
  begin: async (context, run) => {
    const { beginUpdate } = await import('./beginUpdate.ts');
    await beginUpdate(context, run);
  },
  actions: ({ state }, { updated }) =>
    updated === 0 || state === 'running' ? [] : [{ id: UNDO, label: l10n.t('Undo Bulk Operation…'), isEnabled: true }],
  onAction: async (context, { id }, action) => {
    if (action === UNDO) await context.run('userGroups.undoRun', { run: id });
  },
};

/** Tokens need a destination: the command asks for it. */
const ROTATE: RunKindActions = {
  begin: ({ run }, { id }) => run('userGroups.rotateMany', { run: id }),
  actions: ({ id, state, isEnding }, { rotated, notApplied }) =>
    !deliveriesAsked.has(id)
      ? rotated > notApplied && (state === 'ended' || state === 'cancelled')
        ? [{ id: MARK_AS_DEPLOYED, label: l10n.t('Mark as Deployed…'), isEnabled: true }]
        : []
      : [
          {
            id: NEXT,
            label: isEnding ? l10n.t('Mark as Delivered') : l10n.t('Mark as Delivered and Rotate Next'),
            isPrimary: true,
            isEnabled: true,
          },
          { id: COPY_AGAIN, label: l10n.t('Copy Again'), isEnabled: true },
        ],
  onAction: async (context, run, action) => {
    if (action === NEXT || action === COPY_AGAIN) deliveriesAsked.answer(run.id, action);
    if (action === MARK_AS_DEPLOYED) await markAsDeployed(context, run);
  },
};

/** All groups whose new token was delivered. */
async function markAsDeployed(context: BulkContext, run: RunSummary): Promise<void> {
  const { name } = connectionOfRun(context, run);
  const ids: string[] = [];
  for await (const { userGroupId, isNotApplied } of runItems(context, run, 'rotated'))
    if (!isNotApplied) ids.push(userGroupId);
  await context.run('userGroups.markAsDeployed', { connection: name, user_group_ids: ids });
}

export const RUN_KIND_ACTIONS: Readonly<Record<RunKind, RunKindActions>> = {
  getOrCreate: PLAIN,
  update: UPDATE,
  rotate: ROTATE,
};
