// The button of a plan whose first three groups are sent and reviewed before the rest.

import * as l10n from '@vscode/l10n';
import { grouped } from '../../../core/language.ts';
import type { NewRunItem } from '../../../core/runs.ts';
import type { PlannedRun } from './plannedRun.ts';
import type { PlanStep } from './planTable.ts';

export const FIRST_ONES = 3;

export interface Staged {
  readonly run: Pick<PlannedRun, 'begin'>;
  /** Asks whether so many of so many are to be sent. @throws UserGroupsError `cancelled` */
  readonly confirm: (count: number, of: number) => Promise<void>;
  readonly items: () => AsyncIterable<NewRunItem>;
  readonly stopAtFirstFailure: boolean;
}

/** `planned`: how many there are to send. */
export function firstThreeStep({ run, confirm, items, stopAtFirstFailure }: Staged, planned: number): PlanStep {
  const isStaged = planned > FIRST_ONES;
  return {
    id: 'first',
    label: isStaged
      ? l10n.t('Send First {0} of {1}…', FIRST_ONES, grouped(planned))
      : l10n.t('Send {0}…', grouped(planned)),
    isPrimary: true,
    isEnabled: planned > 0,
    run: async () => {
      await confirm(isStaged ? FIRST_ONES : planned, planned);
      await run.begin(items(), { stopAtFirstFailure, ...(isStaged && { askAfterFirst: FIRST_ONES }) });
    },
  };
}
