// The command `apply`: sends the documents of a folder that are to be sent, a group at a time.

import * as l10n from '@vscode/l10n';
import { cancelled, UserGroupsError } from '../core/errors.ts';
import { quotedId } from '../core/foreignText.ts';
import { sentences } from '../core/sentences.ts';
import { applyGroups, isDone, mayBeApplied, type AppliedResult } from '../services/plans/applyPlan.ts';
import type { FolderPlan } from '../services/plans/folderPlan.ts';
import { plannedIn, type PlanFile } from '../services/plans/planFile.ts';
import { refreshPlan } from '../services/plans/refreshPlan.ts';
import { command, DONE, FAILED, UNFINISHED, type ExitCode, type Input } from './command.ts';
import { namedPlan, openPlanning, PLANNING_OPTIONS, type Planning } from './planning.ts';
import { planLines, resultLine, resultsLine, shownPlan } from './planText.ts';
import { planRequests, recreatingText, type PlanRequests } from './planRequests.ts';
import { applyReport, errorLines, findingsOf } from './planReports.ts';
import type { OpenState } from './stateFiles.ts';
import { lineOf } from './terminal.ts';

const OPTIONS = {
  ...PLANNING_OPTIONS,
  'auto-approve': { type: 'boolean', summary: () => l10n.t('Apply without asking.') },
  'go-on': { type: 'boolean', summary: () => l10n.t('Continue after a group that failed.') },
} as const;

type ApplyInput = Input<typeof OPTIONS>;

export const apply = command({
  name: 'apply',
  summary: () => l10n.t('Send what a plan says, or plan and ask first.'),
  positionals: '[plan]',
  options: OPTIONS,
  run: async (input) => {
    const [path] = input.positionals;
    const doing = l10n.t("Couldn't apply {0}.", quotedId(path ?? ''));
    const file = path === undefined ? undefined : namedPlan(input.positionals, doing, input);
    const planning = await openPlanning(input, file);
    const applying = new Applying(input, planning, await planning.state.open());
    try {
      return await applying.run(file);
    } finally {
      await applying.close();
    }
  },
});

class Applying {
  readonly #input: ApplyInput;
  readonly #planning: Planning;
  readonly #state: OpenState;
  #requests: PlanRequests | undefined;

  constructor(input: ApplyInput, planning: Planning, state: OpenState) {
    this.#input = input;
    this.#planning = planning;
    this.#state = state;
  }

  async run(file: PlanFile | undefined): Promise<ExitCode> {
    const { terminal, values } = this.#input;
    const plan = await this.#plan(file);
    const shown = shownPlan(plan, this.#planning, terminal.cwd);
    const isRefused = plan.errors.length > 0;
    if (values.json !== true) terminal.out(isRefused ? errorLines(shown, terminal) : planLines(shown, terminal));
    for (const finding of findingsOf(shown)) terminal.annotate(finding);
    const results: AppliedResult[] = [];
    let failure: UserGroupsError | undefined;
    try {
      if (!isRefused) await this.#apply(plan, file === undefined, results);
      await this.#state.save();
    } catch (error) {
      // What was done before is told, too.
      if (!(error instanceof UserGroupsError) || results.length === 0) throw error;
      failure = error;
    }
    if (values.json === true) terminal.out(`${JSON.stringify(applyReport(shown, results, failure), undefined, 2)}\n`);
    else if (results.length > 0) terminal.out(resultsLine(results, terminal));
    if (values.json !== true && failure !== undefined) terminal.err(lineOf(failure.message));
    for (const result of results.filter((each) => !isDone(each) && each.outcome !== 'notSent')) {
      const message = resultLine(result, { paint: (_color, text) => text }).trimEnd();
      terminal.annotate({ severity: 'error', message, file: shown.pathOf(result.planned.file) });
    }
    if (failure !== undefined) terminal.annotate({ severity: 'error', message: failure.message });
    if (isRefused) return FAILED;
    if (failure === undefined && results.every(isDone)) return DONE;
    return results.some(mayBeApplied) ? UNFINISHED : FAILED;
  }

  async close(): Promise<void> {
    this.#state.close();
    await this.#requests?.client.close();
  }

  async #plan(file: PlanFile | undefined): Promise<FolderPlan> {
    const { configured: connection, only } = this.#planning;
    const { known } = this.#state;
    const plan = await this.#planning.plan(known);
    if (plan.errors.length > 0) return plan;
    if (file !== undefined) return plannedIn(file, plan, { connection, known, only });
    if (this.#input.values.refresh !== true) return plan;
    const requests = this.#open();
    const warning = recreatingText(this.#planning);
    if (warning !== undefined) await this.#requireApproval(warning);
    return refreshPlan(plan, requests);
  }

  async #apply({ groups }: FolderPlan, isAsked: boolean, results: AppliedResult[]): Promise<void> {
    const { terminal, values } = this.#input;
    const isDelivering = values['delivery-command'] !== undefined;
    const todo = groups.filter(
      ({ operation, status }) => operation !== undefined && (isDelivering || status !== 'tokenDue'),
    );
    if (todo.length === 0) return;
    const requests = this.#open();
    if (isAsked) await this.#requireApproval();
    for await (const result of applyGroups(todo, values['go-on'] === true, requests)) {
      results.push(result);
      if (values.json !== true && result.outcome !== 'notSent') terminal.out(resultLine(result, terminal));
    }
  }

  /** @throws UserGroupsError `cancelled`, or `invalid` where nobody can be asked */
  async #requireApproval(before?: string): Promise<void> {
    const { terminal, values } = this.#input;
    if (values['auto-approve'] === true) {
      if (before !== undefined) terminal.err(lineOf(before));
      return;
    }
    const { name, baseUrl } = this.#planning.connection;
    if (terminal.ask === undefined || values.json === true)
      throw new UserGroupsError(
        'invalid',
        l10n.t('There is nobody to ask.'),
        l10n.t('Apply a plan file, or use {0}.', '--auto-approve'),
      );
    const question = before ?? l10n.t('Apply this to {0} ({1})?', quotedId(name), baseUrl);
    const answer = await terminal.ask(sentences([question, l10n.t('Type yes:')]), this.#open().signals.untilLeft);
    if (answer.trim() !== 'yes') throw cancelled();
  }

  /** @throws UserGroupsError when nothing may be sent */
  #open(): PlanRequests {
    return (this.#requests ??= planRequests(this.#input, this.#planning, this.#state));
  }
}
