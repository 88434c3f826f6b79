// The buttons of a plan that is sent in two steps: the first three, and after a review the rest.

import * as l10n from '@vscode/l10n';
import { grouped } from '../../../core/stateText.ts';
import type { RunService } from '../../../services/bulk/runService.ts';
import type { PlannedRun, PlannedItem } from './plannedRun.ts';
import type { PlanStep } from './planTable.ts';

export const FIRST_ONES = 3;

export interface Staged {
  readonly runs: Pick<RunService, 'counts' | 'start' | 'cancel' | 'pause'>;
  readonly run: PlannedRun;
  /** Asks whether so many of so many are to be sent. @throws UserGroupsError `cancelled` */
  readonly confirm: (count: number, of: number, isRest: boolean) => Promise<void>;
  readonly items: () => AsyncIterable<PlannedItem>;
  readonly stopAtFirstFailure: boolean;
  readonly showRun: (runId: number) => void;
}

/** `planned`: how many there are to send. */
export function firstThreeSteps(staged: Staged, planned: number): readonly PlanStep[] {
  const { runs, run, confirm, showRun } = staged;
  if (run.summary === undefined) return [firstStep(staged, planned)];
  const { id, state, isEnding, total } = run.summary;
  const { waiting } = runs.counts(id);
  const show: PlanStep = { id: 'show', label: l10n.t('Show Results'), isEnabled: true, run: () => showRun(id) };
  if (state === 'ended' || state === 'cancelled') return [show];
  if (state === 'running')
    return [{ id: 'pause', label: l10n.t('Pause'), isEnabled: !isEnding, run: () => runs.pause(id) }, show];
  return [
    {
      id: 'rest',
      label: l10n.t('Send Remaining {0}…', grouped(waiting)),
      isPrimary: true,
      isEnabled: waiting > 0,
      run: async () => {
        await confirm(waiting, total, true);
        runs.start(id);
        showRun(id);
      },
    },
    { id: 'stop', label: l10n.t('Cancel Remaining'), isEnabled: true, run: () => runs.cancel(id) },
    show,
  ];
}

function firstStep({ run, confirm, items, stopAtFirstFailure }: Staged, planned: number): PlanStep {
  const isStaged = planned > FIRST_ONES;
  return {
    id: 'first',
    label: isStaged ? l10n.t('Send First {0}…', FIRST_ONES) : l10n.t('Send {0}…', grouped(planned)),
    isPrimary: true,
    isEnabled: planned > 0 && !run.hasBegun,
    run: async () => {
      await confirm(isStaged ? FIRST_ONES : planned, planned, false);
      await run.begin(items(), { stopAtFirstFailure, ...(isStaged && { askAfterFirst: FIRST_ONES }) });
    },
  };
}
