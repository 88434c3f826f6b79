// The actions of a run, the same by a button of its table, by a notice and by a command.

import * as l10n from '@vscode/l10n';
import { runTitle } from './runText.ts';
import { grouped } from '../../../core/language.ts';
import { isUpdating, type ItemCounts, type RunKind, type RunState, type RunSummary } from '../../../core/runs.ts';
import type { TableAction } from '../../../protocol/tableProtocol.ts';
import type { BulkContext } from '../bulkContext.ts';
import { RUN_KIND_ACTIONS } from './runKinds.ts';

export type RunAction = 'pause' | 'resume' | 'cancel' | 'repeatFailed';

export const RUN_ACTIONS: readonly RunAction[] = ['resume', 'pause', 'cancel', 'repeatFailed'];

/** Buttons, in their order: what can be done now. */
export function runActions(
  { state, isEnding, kind }: RunSummary,
  { failed, unknown, waiting }: ItemCounts,
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
            ? { id: 'pause' as const, label: l10n.t('Pause'), isEnabled: !isEnding }
            : {
                id: 'resume' as const,
                label: resumeLabel(kind, state, waiting),
                isPrimary: true,
                isEnabled: true,
              },
          { id: 'cancel' as const, label: l10n.t('Cancel'), isEnabled: true },
        ]),
    ...(isRunning || failed + repeatedUnknown === 0
      ? []
      : [{ id: 'repeatFailed' as const, label: retryLabel(failed, repeatedUnknown), isEnabled: true }]),
  ];
}

/** Before updates go on, a dialog asks. */
function resumeLabel(kind: RunKind, state: RunState, waiting: number): string {
  if (isUpdating(kind) && waiting > 0) return l10n.t('Send Remaining {0}…', grouped(waiting));
  return state === 'waiting' ? l10n.t('Start') : l10n.t('Resume');
}

/** The numbers are those of the filters. */
function retryLabel(failed: number, unknown: number): string {
  if (failed > 0 && unknown > 0) return l10n.t('Retry {0} Failed and {1} Unknown…', grouped(failed), grouped(unknown));
  if (unknown > 0) return l10n.t('Retry {0} Unknown…', grouped(unknown));
  return l10n.t('Retry {0} Failed…', grouped(failed));
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

/** "Update 10,000 groups on production". */
export function titleOf({ services }: Pick<BulkContext, 'services'>, run: RunSummary): string {
  return runTitle(run, services.connections.withId(run.connectionId)?.name ?? l10n.t('a removed connection'));
}
