// The differences between the kinds of runs that the user sees.

import * as l10n from '@vscode/l10n';
import type { Connection } from '../../../core/connection.ts';
import { UserGroupsError } from '../../../core/errors.ts';
import type { ItemCounts, RunKind, RunSummary } from '../../../core/runs.ts';
import type { TableAction } from '../../../protocol/tableProtocol.ts';
import type { BulkContext } from '../bulkContext.ts';
import { grouped, isOne } from '../../../core/language.ts';
import { confirmByName } from '../../command/confirm.ts';
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
  begin: beginUpdate,
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

/** @throws UserGroupsError `cancelled`; `notFound` when its connection was removed; as the run service */
async function beginUpdate(context: BulkContext, run: RunSummary): Promise<void> {
  const { runs } = context.services;
  const connection = connectionOfRun(context, run);
  const { waiting } = runs.counts(run.id);
  if (waiting > 0) {
    await confirmByName(context, connection, {
      title: remainingText(run.kind, waiting, connection.name),
      detail: [l10n.t('Each group is fetched before it is updated.'), viewersText()],
      answer: run.kind === 'import' ? l10n.t('Send') : l10n.t('Update'),
    });
  }
  runs.start(run.id);
}

function remainingText(kind: RunKind, waiting: number, connection: string): string {
  if (kind === 'import')
    return isOne(waiting)
      ? l10n.t('Send the remaining group to {0}?', connection)
      : l10n.t('Send the remaining {0} groups to {1}?', grouped(waiting), connection);
  return isOne(waiting)
    ? l10n.t('Update the remaining group on {0}?', connection)
    : l10n.t('Update the remaining {0} groups on {1}?', grouped(waiting), connection);
}

/** All groups whose new token was delivered. */
async function markAsDeployed(context: BulkContext, run: RunSummary): Promise<void> {
  const { name } = connectionOfRun(context, run);
  const ids: string[] = [];
  for await (const { userGroupId, isNotApplied } of context.services.runs.items(run.id, 'rotated'))
    if (!isNotApplied) ids.push(userGroupId);
  await context.run('userGroups.markAsDeployed', { connection: name, user_group_ids: ids });
}

export const RUN_KIND_ACTIONS: Readonly<Record<RunKind, RunKindActions>> = {
  getOrCreate: PLAIN,
  update: UPDATE,
  import: UPDATE,
  rotate: ROTATE,
};

/** @throws UserGroupsError `notFound` */
export function connectionOfRun(
  { services: { connections } }: Pick<BulkContext, 'services'>,
  { connectionId }: Pick<RunSummary, 'connectionId'>,
): Connection {
  const connection = connections.withId(connectionId);
  if (connection === undefined) throw new UserGroupsError('notFound', l10n.t('Its connection was removed.'));
  return connection;
}

/** In the question before an update of many. */
export function viewersText(): string {
  return l10n.t('Viewers see the change immediately. "Undo Bulk Operation…" restores the previous values.');
}
