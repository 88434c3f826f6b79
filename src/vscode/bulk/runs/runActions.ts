// The actions of a run, the same by a button of its table, by a notice and by a command.

import { runKindText } from '../../../core/runText.ts';
import { grouped } from '../../../core/stateText.ts';
import type { ItemCounts, RunSummary } from '../../../core/runs.ts';
import type { TableAction } from '../../../protocol/tableProtocol.ts';
import type { BulkContext } from '../bulkContext.ts';
import { RUN_KIND_ACTIONS } from './runKinds.ts';

export type RunAction = 'pause' | 'resume' | 'cancel' | 'repeatFailed';

export const RUN_ACTIONS: readonly RunAction[] = ['resume', 'pause', 'cancel', 'repeatFailed'];

/** Buttons, in their order. One that makes no sense at the moment stays in place, disabled. */
export function runActions(
  { state, isEnding, kind }: RunSummary,
  { failed, unknown }: ItemCounts,
): readonly (TableAction & { readonly id: RunAction })[] {
  const isRunning = state === 'running';
  const isOver = state === 'ended' || state === 'cancelled';
  // A rotation with an unknown outcome is resolved, not retried.
  const repeatedUnknown = kind === 'rotate' ? 0 : unknown;
  return [
    ...(isOver
      ? []
      : [
          isRunning
            ? { id: 'pause' as const, label: 'Pause', isEnabled: !isEnding }
            : {
                id: 'resume' as const,
                label: state === 'waiting' ? 'Start' : 'Resume',
                isPrimary: true,
                isEnabled: true,
              },
          { id: 'cancel' as const, label: 'Cancel', isEnabled: true },
        ]),
    {
      id: 'repeatFailed',
      label: repeatLabel(failed, repeatedUnknown),
      isEnabled: !isRunning && failed + repeatedUnknown > 0,
    },
  ];
}

/** The numbers are those of the filters. */
function repeatLabel(failed: number, unknown: number): string {
  const parts = [
    ...(failed > 0 ? [`${grouped(failed)} Failed`] : []),
    ...(unknown > 0 ? [`${grouped(unknown)} Unknown`] : []),
  ];
  return `Retry ${parts.length === 0 ? 'Failed' : parts.join(' and ')}`;
}

/** @throws UserGroupsError as the run service */
export async function doWithRun(context: BulkContext, run: RunSummary, action: RunAction): Promise<void> {
  const { runs } = context.services;
  switch (action) {
    case 'pause':
      await runs.pause(run.id);
      return;
    case 'resume':
      await RUN_KIND_ACTIONS[run.kind].begin(context, run);
      return;
    case 'cancel':
      await runs.cancel(run.id);
      return;
    case 'repeatFailed':
      await runs.repeatFailed(run.id);
      await RUN_KIND_ACTIONS[run.kind].begin(context, run);
  }
}

/** "Get or create of 10,000 groups on production". */
export function runText(
  { services }: Pick<BulkContext, 'services'>,
  { kind, total, connectionId }: RunSummary,
): string {
  const connection = services.connections.withId(connectionId);
  return `${runKindText(kind)} of ${grouped(total)} ${total === 1 ? 'group' : 'groups'}${connection === undefined ? '' : ` on ${connection.name}`}`;
}
