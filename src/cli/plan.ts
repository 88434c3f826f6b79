// The command `plan`: what applying the documents of a folder would do.

import { resolve } from 'node:path';
import * as l10n from '@vscode/l10n';
import { UserGroupsError } from '../core/errors.ts';
import { quotedId } from '../core/foreignText.ts';
import { wholeText } from '../core/wholeText.ts';
import type { FolderPlan } from '../services/plans/folderPlan.ts';
import { plannedIn, planFileText, type PlanFile } from '../services/plans/planFile.ts';
import type { KnownState } from '../services/plans/planJournal.ts';
import { refreshPlan } from '../services/plans/refreshPlan.ts';
import { CHANGES, command, DONE, FAILED, needing, type Input } from './command.ts';
import { namedPlan, openPlanning, PLANNING_OPTIONS, type Planning } from './planning.ts';
import { MARKDOWN_LIMITS, planLines, planMarkdown, shownPlan } from './planText.ts';
import { recreatingText, withRequests } from './planRequests.ts';
import { errorLines, findingsOf, planReport } from './planReports.ts';
import { lineOf } from './terminal.ts';

const OPTIONS = {
  ...PLANNING_OPTIONS,
  // Without requests, there are no lines and no tokens.
  ...needing('refresh', {
    verbose: PLANNING_OPTIONS.verbose,
    'delivery-command': PLANNING_OPTIONS['delivery-command'],
  }),
  out: { type: 'string', value: 'file', summary: () => l10n.t('Write the plan to a file, for apply.') },
  format: {
    type: 'string',
    oneOf: ['markdown', 'job-summary'],
    excludes: ['json'],
    summary: () => l10n.t('Print Markdown, as long as a comment on a pull request, or the summary of a job, may be.'),
  },
  'detailed-exitcode': {
    type: 'boolean',
    summary: () => l10n.t('End with exit code 2 where something is to be done.'),
  },
} as const;

export const plan = command({
  name: 'plan',
  summary: () => l10n.t('Show what would be applied. Nothing is sent without --refresh.'),
  positionals: '[show <plan>]',
  options: OPTIONS,
  run: async (input) => {
    const { terminal, values, files } = input;
    const file = planToShow(input);
    const planning = await openPlanning(input, file);
    const { configured: connection, only } = planning;
    const known = planning.state.read();
    const made = await planning.plan(known);
    const isRefused = made.errors.length > 0;
    const { plan: found, known: sources } =
      values.refresh === true && !isRefused
        ? await refreshed(input, planning)
        : { plan: file === undefined || isRefused ? made : plannedIn(file, made, { connection, known, only }), known };
    const shown = shownPlan(found, planning, terminal.cwd);
    if (values.json === true) terminal.out(`${JSON.stringify(planReport(shown), undefined, 2)}\n`);
    else if (values.format !== undefined) terminal.out(planMarkdown(shown, MARKDOWN_LIMITS[values.format]));
    else terminal.out(isRefused ? errorLines(shown, terminal) : planLines(shown, terminal));
    for (const finding of findingsOf(shown)) terminal.annotate(finding);
    if (isRefused) return FAILED;
    if (values.out !== undefined) {
      const text = wholeText(planFileText(found, { connection, known: sources, only }));
      await files.write(resolve(terminal.cwd, values.out), text, { existing: 'replace' });
    }
    const isTodo = found.groups.some(({ operation }) => operation !== undefined);
    return isTodo && values['detailed-exitcode'] === true ? CHANGES : DONE;
  },
});

/** @throws UserGroupsError `invalid`, `notFound` */
function planToShow(input: Input<typeof OPTIONS>): PlanFile | undefined {
  const [action, ...paths] = input.positionals;
  if (action === undefined) return undefined;
  if (action !== 'show' || input.values.out !== undefined)
    throw new UserGroupsError(
      'invalid',
      l10n.t('A plan is made, or one is shown.'),
      l10n.t('Use {0} or {1}.', '"--out <file>"', '"show <file>"'),
    );
  return namedPlan(paths, l10n.t("Couldn't show {0}.", quotedId(paths[0] ?? '')), input);
}

/** Asks the service. What that has recreated is in the state. */
function refreshed(
  input: Input<typeof OPTIONS>,
  planning: Planning,
): Promise<{ readonly plan: FolderPlan; readonly known: KnownState }> {
  return withRequests(input, planning, async (requests, state) => {
    const warning = recreatingText(planning);
    if (warning !== undefined) input.terminal.err(lineOf(warning));
    const found = await refreshPlan(await planning.plan(state.known), requests);
    await state.save();
    return { plan: found, known: state.known };
  });
}
