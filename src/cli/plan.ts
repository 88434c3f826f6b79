// The command `plan`: what applying the documents of a folder would do.

import { resolve } from 'node:path';
import * as l10n from '@vscode/l10n';
import { UserGroupsError } from '../core/errors.ts';
import type { FolderPlan } from '../services/plans/folderPlan.ts';
import { planFileText } from '../services/plans/planFile.ts';
import type { KnownState } from '../services/plans/planJournal.ts';
import { refreshPlan } from '../services/plans/refreshPlan.ts';
import { CHANGES, command, DONE, FAILED, type ExitCode, type Input } from './command.ts';
import { openPlanning, PLANNING_OPTIONS, type Planning } from './planning.ts';
import { planLines, planMarkdown, shownPlan } from './planText.ts';
import { planRequests, recreatingText, type PlanRequests } from './planRequests.ts';
import { errorLines, findingsOf, planReport } from './planReports.ts';
import { lineOf } from './terminal.ts';
import { writeText } from './writeText.ts';

const OPTIONS = {
  ...PLANNING_OPTIONS,
  out: { type: 'string', value: 'file', summary: () => l10n.t('Write the plan to a file, for apply.') },
  format: { type: 'string', value: 'markdown', summary: () => l10n.t('Print Markdown, for a pull request.') },
  'detailed-exitcode': {
    type: 'boolean',
    summary: () => l10n.t('End with exit code 2 where something is to be done.'),
  },
} as const;

export const plan = command({
  name: 'plan',
  summary: () => l10n.t('Show what would be applied. Nothing is sent without --refresh.'),
  options: OPTIONS,
  run: async (input) => {
    const { terminal, values, files } = input;
    requireFormat(values.format);
    const planning = await openPlanning(input);
    const known = planning.state.read();
    const made = await planning.plan(known);
    const isRefused = made.errors.length > 0;
    const { plan: found, known: sources } =
      values.refresh === true && !isRefused ? await refreshed(input, planning) : { plan: made, known };
    const shown = shownPlan(found, planning, terminal.cwd);
    if (values.json === true) terminal.out(`${JSON.stringify(planReport(shown), undefined, 2)}\n`);
    else if (values.format !== undefined) terminal.out(planMarkdown(shown));
    else terminal.out(isRefused ? errorLines(shown, terminal) : planLines(shown, terminal));
    for (const finding of findingsOf(shown)) terminal.annotate(finding);
    if (isRefused) return FAILED;
    const { configured: connection, only } = planning;
    if (values.out !== undefined)
      await writeText(
        files,
        resolve(terminal.cwd, values.out),
        planFileText(found, { connection, known: sources, only }),
        {
          existing: 'replace',
        },
      );
    return exitCodeOf(found, values['detailed-exitcode'] === true);
  },
});

/** Asks the service. What that has recreated is in the state. */
async function refreshed(
  input: Input<typeof OPTIONS>,
  planning: Planning,
): Promise<{ readonly plan: FolderPlan; readonly known: KnownState }> {
  const state = await planning.state.open();
  let requests: PlanRequests | undefined;
  try {
    requests = planRequests(input, planning, state);
    const warning = recreatingText(planning);
    if (warning !== undefined) input.terminal.err(lineOf(warning));
    const found = await refreshPlan(await planning.plan(state.known), requests);
    await state.save();
    return { plan: found, known: state.known };
  } finally {
    state.close();
    await requests?.client.close();
  }
}

function exitCodeOf({ groups }: FolderPlan, isDetailed: boolean): ExitCode {
  return isDetailed && groups.some(({ operation }) => operation !== undefined) ? CHANGES : DONE;
}

/** @throws UserGroupsError `invalid` */
function requireFormat(format: string | undefined): void {
  if (format === undefined || format === 'markdown') return;
  throw new UserGroupsError({
    kind: 'invalid',
    happened: l10n.t('"{0}" must be one of these: {1}.', '--format', 'markdown'),
    next: l10n.t('Use {0} for a program.', '--json'),
  });
}
