// The command Show Bulk Operations: all runs of all windows, and the table of one.

import * as l10n from '@vscode/l10n';
import { cancelled, UserGroupsError } from '../../core/errors.ts';
import { ITEM_OUTCOMES, type RunSummary } from '../../core/runs.ts';
import { runStateText } from './runs/runText.ts';
import { momentText } from '../../core/stateText.ts';
import { askChoice } from '../command/ask.ts';
import { required } from '../command/targets.ts';
import { doWithRun, RUN_ACTIONS, runActions, titleOf } from './runs/runActions.ts';
import { noSuchRun, openRunTable } from './runs/runTable.ts';
import type { Invocation } from '../command/invocation.ts';
import type { RunResult } from '../command/commandMap.ts';
import type { BulkContext } from './bulkContext.ts';

/**
 * Opens the table of one; an action in the argument object runs as its button would. An argument object without a run
 * means the newest, and its caller waits until this window releases the run.
 */
export async function showRuns(context: BulkContext, { input, origin }: Invocation): Promise<RunResult> {
  const { runs } = context.services;
  const run =
    input.run !== undefined
      ? runs.find(Number(input.run))
      : origin === 'argument'
        ? runs.list()[0]
        : await pickRun(context);
  if (run === undefined) throw noSuchRun();
  openRunTable(context, run.id);
  if (input.then !== undefined) {
    const action = RUN_ACTIONS.find((each) => each === input.then);
    if (action === undefined)
      throw new UserGroupsError('invalid', l10n.t('"then" must be one of these: {0}.', RUN_ACTIONS.join(', ')));
    if (!runActions(run, runs.counts(run.id)).some(({ id, isEnabled }) => id === action && isEnabled)) {
      throw new UserGroupsError(
        'conflict',
        l10n.t('The bulk operation "{0}" doesn\'t offer "{1}" now.', titleOf(context, run), action),
        l10n.t('Review its state.'),
      );
    }
    await doWithRun(context, run, action);
    if (origin === 'argument') await runs.whenLeft(run.id);
  }
  return runResult(context, run.id);
}

/** Its progress. Ends at once. */
export function runResult({ services: { runs } }: BulkContext, runId: number): RunResult {
  const { notApplied, ...counts } = runs.counts(runId);
  const outcomes = Object.fromEntries(
    ITEM_OUTCOMES.filter((outcome) => counts[outcome] > 0).map((outcome) => [outcome, counts[outcome]]),
  );
  return { run: runId, state: runs.find(runId)?.state ?? 'ended', ...outcomes, ...(notApplied > 0 && { notApplied }) };
}

async function pickRun(context: BulkContext): Promise<RunSummary> {
  const { runs } = context.services;
  const all = runs.list();
  if (all.length === 0) {
    context.messages.status(l10n.t('No bulk operations yet'));
    throw cancelled();
  }
  return required(
    await askChoice({
      title: l10n.t('Bulk Operations'),
      placeholder: l10n.t('Select a bulk operation'),
      choices: all.map((run) => ({
        label: `$(${icon(run)}) ${titleOf(context, run)}`,
        description: momentText(run.at, Date.now()),
        detail: runStateText(run, runs.counts(run.id)),
        value: run,
      })),
    }),
  );
}

function icon({ state }: RunSummary): string {
  switch (state) {
    case 'running':
      return 'sync';
    case 'waiting':
    case 'paused':
      return 'debug-pause';
    case 'interrupted':
      return 'warning';
    case 'ended':
      return 'check';
    case 'cancelled':
      return 'circle-slash';
  }
}
